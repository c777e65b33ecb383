/**
 * Reads credentials out of a request. We parse both headers ourselves: the session library's parser throws on a
 * malformed cookie and takes the last of two, and an attacker can arrange either.
 */
import type { IncomingMessage } from 'node:http';

export type Credentials =
  /** `refused`: the bearer token was malformed. */
  | { kind: 'none'; refused?: 'invalid_session' }
  | { kind: 'ambiguous' }
  | { kind: 'token'; token: string; from: 'cookie' | 'bearer' };

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** Only as a bearer token. */
const SERVICE_TOKEN = /^ghs_[A-Za-z0-9_-]{43}$/;
export const isServiceToken = (token: string) => SERVICE_TOKEN.test(token);

/** `__Host-` binds the cookie to this host and to https; plain http cannot carry it. */
export const sessionCookieName = (secure: boolean) => (secure ? '__Host-session' : 'session');

/** All values of a cookie; skips malformed pairs instead of failing. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (!header) return [];
  // Do not trim anything else: other white space must not turn a foreign name into ours.
  return header.split(/; */).flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []));
}

/** Ignores other schemes: a proxy in front may use them. */
export const isBearer = (authorization = '') => /^bearer(?!\S)/i.test(authorization);

/** `given` is a token passed alongside the headers, treated like a bearer token. */
export function readCredentials(request: IncomingMessage, cookieName: string, given?: unknown): Credentials {
  const cookies = cookieValues(request.headers.cookie, cookieName);
  // Two cookies of one name mean that one was planted: trust neither.
  const cookie = cookies.length === 1 && TOKEN.test(cookies[0] ?? '') ? cookies[0] : undefined;
  const authorization = typeof given === 'string' ? `Bearer ${given}` : request.headers.authorization;
  const claimed = isBearer(authorization);
  const [, bearer] = /^bearer +([^ ]+)$/i.exec(authorization ?? '') ?? [];
  const token = bearer !== undefined && (TOKEN.test(bearer) || isServiceToken(bearer)) ? bearer : undefined;
  if (token && cookie && token !== cookie) return { kind: 'ambiguous' };
  if (token) return { kind: 'token', token, from: 'bearer' };
  if (cookie) return claimed ? { kind: 'ambiguous' } : { kind: 'token', token: cookie, from: 'cookie' };
  return claimed ? { kind: 'none', refused: 'invalid_session' } : { kind: 'none' };
}
