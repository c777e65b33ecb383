import type { Client } from './openapi-fetch.js';
import type { RetryOptions } from './retries.js';
import type { components, paths } from './schema.js';
import type { SignOutOptions } from './signed-out.js';

export type { components, paths } from './schema.js';
export { SignedOut } from './signed-out.js';
/** Named schemas of the API reference, e.g. `Schemas['Post']`. */
export type Schemas = components['schemas'];
/** Answers are JSON; with `parseAs: 'text'` and an `Accept` header, those routes that have it answer CSV or text. */
export type GuildhallRest = Client<paths, 'application/json'>;

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
 * `rest.GET('/organizations/{id}', { params: { path: { id } } })` answers `{ data, error, response }`. Throws `UnreadableAnswer`
 * where a successful answer is no data.
 */
export declare function createGuildhallRest(options: RestOptions): GuildhallRest;
