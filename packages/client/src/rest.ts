/** The REST API for programs, with the types of the OpenAPI document. */
import createClient, { type Client } from 'openapi-fetch';

export type RestOptions = {
  /** Address of the server, e.g. `https://guild.example`. */
  baseUrl: string;
  /** A token for programs; a browser leaves it out and sends its cookie. */
  token?: string;
  fetch?: (request: Request) => Promise<Response>;
};

/**
 * `rest.GET('/organizations/{id}', { params: { path: { id } } })` answers `{ data, error, response }`. The packed client
 * states the paths; within the repository they are whatever the caller states.
 */
export function createGuildhallRest<Paths extends object>({ baseUrl, token, fetch }: RestOptions): Client<Paths> {
  return createClient<Paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/v1`,
    ...(fetch ? { fetch } : {}),
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  });
}
