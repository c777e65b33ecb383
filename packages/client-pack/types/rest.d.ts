import type { Client } from './openapi-fetch.js';
import type { components, paths } from './schema.js';

export type { components, paths } from './schema.js';
/** Named schemas of the API reference, e.g. `Schemas['Post']`. */
export type Schemas = components['schemas'];
export type GuildhallRest = Client<paths>;

export type RestOptions = {
  /** Address of the server, e.g. `https://guild.example`. */
  baseUrl: string;
  /** A token for programs; a browser leaves it out and sends its cookie. */
  token?: string;
  fetch?: (request: Request) => Promise<Response>;
};

/** `rest.GET('/organizations/{id}', { params: { path: { id } } })` answers `{ data, error, response }`. */
export declare function createGuildhallRest(options: RestOptions): GuildhallRest;
