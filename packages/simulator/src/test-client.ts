import { type Simulator, type SimulatorOptions, startSimulator } from './server.ts';

const redirectUri = 'http://127.0.0.1:9/callback';

/** Starts a simulator that stops at the end of the block: `await using lab = await startLab()`. */
export async function startLab(options: SimulatorOptions = {}) {
  const simulator = await startSimulator(options);
  return { ...simulator, [Symbol.asyncDispose]: () => simulator.close() };
}

/** The headers of a client that sends its credentials in `Authorization`. */
export const basic = { authorization: `Basic ${Buffer.from('client:secret').toString('base64')}` };

export function postForm(url: string, fields: Record<string, string>, headers: Record<string, string> = basic) {
  return fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
}

/** The redirect address after a demo account's consent. */
export async function consent(authorizeUrl: string, account: string, scope: string): Promise<URL> {
  const query = new URLSearchParams({
    client_id: 'client',
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 'opaque',
    scope,
    account,
  });
  const response = await fetch(`${authorizeUrl}?${query}`, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'http://no.redirect');
}

export async function redeem(tokenUrl: string, code: string, redirect = redirectUri) {
  return postForm(tokenUrl, { grant_type: 'authorization_code', code, redirect_uri: redirect });
}

/** The body, typed as the test expects; a different body fails the test's expectations. */
export async function jsonOf<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

export type TokenBody = { access_token: string; refresh_token: string; id_token: string; error: string };

export async function appToken(simulator: Simulator): Promise<string> {
  const response = await postForm(`${simulator.battlenetOauthUrl}/token`, { grant_type: 'client_credentials' });
  return (await jsonOf<TokenBody>(response)).access_token;
}

/** Signs in with a demo account at Battle.net and returns its token. */
export async function userToken(simulator: Simulator, account: string, scope = 'openid wow.profile'): Promise<string> {
  const back = await consent(`${simulator.battlenetOauthUrl}/authorize`, account, scope);
  const response = await redeem(`${simulator.battlenetOauthUrl}/token`, back.searchParams.get('code') ?? '');
  return (await jsonOf<TokenBody>(response)).access_token;
}

/** Requests an API path of region `us`, in the namespace usual for that path. */
export function ask(
  simulator: Simulator,
  path: string,
  token: string,
  options: { namespace?: string; region?: string; locale?: string; since?: string | null } = {},
): Promise<Response> {
  const { region = 'us', locale = 'en_US', since } = options;
  const namespace = options.namespace ?? `${usualCategory(path)}-${region}`;
  const url = new URL(simulator.battlenetApiUrl.replace('{region}', region) + path);
  if (namespace !== '') url.searchParams.set('namespace', namespace);
  if (locale !== '') url.searchParams.set('locale', locale);
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  if (since) headers['if-modified-since'] = since;
  return fetch(url, { headers });
}

function usualCategory(path: string): string {
  if (path.startsWith('/profile/') || path.startsWith('/data/wow/guild/')) return 'profile';
  return /^\/data\/wow\/(realm|connected-realm)\//.test(path) ? 'dynamic' : 'static';
}

export type RosterBody = {
  guild: { name: string; id: number };
  members: {
    character: { id: number; name: string; level: number; realm: { id: number; slug: string } };
    rank: number;
  }[];
};

type Link = { href: string };

export type ProfileBody = {
  _links: { self: Link };
  name: string;
  guild: { key: Link; name: string };
  realm: { key: Link; name: unknown };
  race: { key: Link; name: Record<string, string> };
  character_class: { key: Link };
};

/** The roster of the guild with 60 members. */
export const smallRoster = '/data/wow/guild/highmere/ysmeres-lantern-watch/roster';
export const smallGuild = '/data/wow/guild/highmere/ysmeres-lantern-watch';
export const ysolde = '/profile/wow/character/highmere/ysolde';
