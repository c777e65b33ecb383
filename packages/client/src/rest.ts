/** The REST API for programs, with the types of the OpenAPI document. */
import createClient, { type Client } from 'openapi-fetch';
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
 * states the paths; within the repository they are whatever the caller states.
 */
export function createGuildhallRest<Paths extends object>(options: RestOptions): Client<Paths> {
  const { baseUrl, token, fetch = (request) => globalThis.fetch(request), retries } = options;
  return createClient<Paths>({
    baseUrl: `${baseUrl.replace(/(?<!\/)\/+$/, '')}/api/v1`,
    fetch: checkingSession(options, retries === false ? fetch : withRetries(fetch, retries)),
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  });
}
