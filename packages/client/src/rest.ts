/** The REST API for programs, with the types of the OpenAPI document. */
import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { UnreadableAnswer } from './refusals.ts';
import { type RetryOptions, withRetries } from './retries.ts';
import { checkingSession, type SignOutOptions } from './signed-out.ts';

export { SignedOut } from './signed-out.ts';

export type RestOptions = SignOutOptions & {
  /** Address of the server, e.g. `https://guild.example`. */
  baseUrl: string;
  /** A token for programs; a browser leaves it out and sends its cookie. */
  token?: string | undefined;
  fetch?: (request: Request) => Promise<Response>;
  /** How requests are repeated that the service could not answer for now; `false`: not at all. */
  retries?: RetryOptions | false;
};

/**
 * `rest.GET('/organizations/{id}', { params: { path: { id } } })` answers `{ data, error, response }`. The packed client
 * states the paths; within the repository they are whatever the caller states. Throws `UnreadableAnswer` where a successful
 * answer is no data.
 */
export function createGuildhallRest<Paths extends object>(options: RestOptions): Client<Paths> {
  const { baseUrl, token, fetch = (request) => globalThis.fetch(request), retries } = options;
  const client = createClient<Paths>({
    baseUrl: `${baseUrl.replace(/(?<!\/)\/+$/, '')}/api/v1`,
    fetch: checkingSession(options, retries === false ? fetch : withRetries(fetch, retries)),
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  });
  client.use(readable);
  return client;
}

const NO_CONTENT = [204, 205];

/** The library would fail with a SyntaxError that names no address, and take an empty body for data. */
const readable: Middleware = {
  async onResponse({ request, response, options }) {
    if (!response.ok || options.parseAs !== 'json' || request.method === 'HEAD') return;
    if (NO_CONTENT.includes(response.status)) return;
    const text = await response.clone().text();
    if (!isJson(text)) throw new UnreadableAnswer(response);
  },
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
