import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { type BattlenetOptions, createBattlenet, type Priority } from './client.ts';
import { BattlenetError } from './errors.ts';

export const clientId = 'client-id-of-the-test';
export const clientSecret = 'secret-that-must-not-leak';
export const userToken = 'user-token-that-must-not-leak';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A minimal document for tests that are not about its content. */
export const status = { id: 7, is_valid: true };
export const someone = { realmSlug: 'azuremyst', name: 'Mirelle' };
export const eu = { region: 'eu' } as const;

export function json(statusCode: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (_request, response) => {
    response.writeHead(statusCode, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** Calls its handlers in order, one per request, and keeps calling the last one. */
export function inOrder(...handlers: Handler[]): Handler {
  let next = 0;
  return (request, response) => handlers[Math.min(next++, handlers.length - 1)]?.(request, response);
}

/**
 * A local server that plays both hosts of the platform, and a client for it. `api` answers every document request,
 * `oauth` the OAuth host; by default it issues `app-token-1`, `app-token-2` …. The lists record everything that
 * happens.
 */
export async function startPlatform(api: Handler, { oauth, ...options }: TestOptions = {}) {
  const requests: IncomingMessage[] = [];
  const oauthRequests: IncomingMessage[] = [];
  const taken: Priority[] = [];
  const penalties: number[] = [];
  const giveToken: Handler = (request, response) =>
    json(200, { access_token: `app-token-${oauthRequests.length}`, expires_in: 86_399 })(request, response);

  const server = createServer((request, response) => {
    const isOAuth = request.url?.startsWith('/oauth');
    (isOAuth ? oauthRequests : requests).push(request);
    (isOAuth ? (oauth ?? giveToken) : api)(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;

  const battlenet = createBattlenet({
    clientId,
    clientSecret,
    apiUrl: `${url}/{region}`,
    oauthUrl: `${url}/oauth/`,
    retryBaseMs: 1,
    budget: {
      take: async (priority) => void taken.push(priority),
      penalize: async (ms) => void penalties.push(ms),
    },
    ...options,
  });

  async function stop() {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }

  return { battlenet, requests, oauthRequests, taken, penalties, stop, [Symbol.asyncDispose]: stop };
}

type TestOptions = Partial<BattlenetOptions> & { oauth?: Handler };

/** The error of a call that must fail; checks that it contains no secret. */
export async function failureOf(work: Promise<unknown>): Promise<BattlenetError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof BattlenetError)) throw new Error(`expected a BattlenetError, got ${inspect(error)}`);
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  for (const shown of [error.message, error.stack, JSON.stringify(error), inspect(error, { depth: 9 })]) {
    for (const secret of [clientSecret, userToken, basic, 'app-token']) {
      if (shown?.includes(secret)) throw new Error(`the error shows ${secret}`);
    }
  }
  return error;
}
