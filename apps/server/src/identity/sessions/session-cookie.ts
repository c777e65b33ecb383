import type { IncomingMessage } from 'node:http';
import type { CookieOptions, Response } from 'express';
import type { Config } from '../../core/config.ts';
import type { AppContext } from '../../core/services/context.ts';
import { cookieValues, readCredentials, sessionCookieName } from './credentials.ts';

export const usesHttps = (config: Config) => config.baseUrl.startsWith('https://');

const attributes = (config: Config): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: usesHttps(config),
  path: '/',
});

/** A streamed answer has already sent its headers when the first procedure runs; the cookie then stays as it is. */
export function setSessionCookie(res: Response, config: Config, session: { token: string; expiresAt: Date }): void {
  if (res.headersSent) return;
  const options = { ...attributes(config), expires: session.expiresAt };
  res.cookie(sessionCookieName(usesHttps(config)), session.token, options);
}

/** Signs the browser in and ends the session its cookie named before, whoever it belonged to. */
export async function replaceSession(
  { sessions, config }: Pick<AppContext, 'sessions' | 'config'>,
  res: Response,
  session: { token: string; expiresAt: Date },
): Promise<void> {
  const before = readCredentials(res.req, sessionCookieName(usesHttps(config)));
  if (before.kind === 'token' && before.from === 'cookie') await sessions.end(before.token);
  setSessionCookie(res, config, session);
}

export function clearSessionCookie(res: Response, config: Config): void {
  if (res.headersSent) return;
  res.clearCookie(sessionCookieName(usesHttps(config)), attributes(config));
}

/**
 * Ties OAuth states to the browser that started them. It outlives their ten minutes, so that one that returns later is led to
 * where it began.
 */
const browserCookieName = (config: Config) => (usesHttps(config) ? '__Host-oauth' : 'oauth');
const BROWSER_COOKIE_MS = 60 * 60_000;

/** The one value of that cookie; of two, one was planted. */
export function browserCookieOf(req: IncomingMessage, config: Config): string | undefined {
  const [cookie, ...others] = cookieValues(req.headers.cookie, browserCookieName(config));
  return others.length === 0 ? cookie : undefined;
}

export function setBrowserCookie(res: Response, config: Config, token: string): void {
  res.cookie(browserCookieName(config), token, { ...attributes(config), maxAge: BROWSER_COOKIE_MS });
}
