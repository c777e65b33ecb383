/**
 * Reading credentials out of a request. We parse both headers ourselves: the session library's parser throws on a
 * malformed cookie and takes the last of two, both of which an attacker can arrange.
 */
import type { IncomingMessage } from 'node:http';

export type Credentials =
  | { kind: 'none' }
  | { kind: 'ambiguous' }
  | { kind: 'token'; token: string; from: 'cookie' | 'bearer' };

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** `__Host-` binds the cookie to this host and to https; plain http cannot carry it. */
export const sessionCookieName = (secure: boolean) => (secure ? '__Host-session' : 'session');

/** All values of a cookie; a malformed pair is skipped, never a reason to fail. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (!header) return [];
  // Nothing else is trimmed: other white space must not turn a foreign name into ours.
  return header.split(/; */).flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []));
}

export function readCredentials(request: IncomingMessage, cookieName: string): Credentials {
  const cookies = cookieValues(request.headers.cookie, cookieName);
  // Two cookies of one name come from a planted one: neither is believed.
  const cookie = cookies.length === 1 && TOKEN.test(cookies[0] ?? '') ? cookies[0] : undefined;
  const [, bearer] = /^bearer +([^ ]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const token = bearer !== undefined && TOKEN.test(bearer) ? bearer : undefined;
  if (token && cookie && token !== cookie) return { kind: 'ambiguous' };
  if (token) return { kind: 'token', token, from: 'bearer' };
  if (cookie && request.headers.authorization === undefined) return { kind: 'token', token: cookie, from: 'cookie' };
  if (cookie) return { kind: 'ambiguous' };
  return { kind: 'none' };
}
