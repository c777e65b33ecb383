/** Express: identifies the caller, at most once per request; all surfaces share the result through `res.locals`. */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Authentication } from '../../core/actor.ts';
import { forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { SignedIn } from '../../core/services/ports.ts';
import { type Credentials, isServiceToken, readCredentials, sessionCookieName } from './credentials.ts';
import { setSessionCookie, usesHttps } from './session-cookie.ts';

type RequestAuthentication = Authentication & { signedIn?: SignedIn; token?: string };

/** Queries the database lazily, so that health checks do not wait for a session. */
export const authenticationOf = async (res: Response): Promise<RequestAuthentication> =>
  res.locals.authentication ? res.locals.authentication() : { kind: 'anonymous' };

export function authenticate(ctx: AppContext): RequestHandler {
  const cookieName = sessionCookieName(usesHttps(ctx.config));
  return (req, res, next) => {
    const credentials = readCredentials(req, cookieName);
    const byCookie = credentials.kind === 'token' && credentials.from === 'cookie';
    if (byCookie && !isSafe(req.method) && !isSameOrigin(ctx, req)) {
      throw forbidden(
        'Changes made with the session cookie must come from a page of this service. Programs send a bearer token instead.',
        'invalid_origin',
      );
    }
    let answer: Promise<RequestAuthentication> | undefined;
    res.locals.authentication = () => {
      answer ??= lookUp(ctx, res, credentials);
      return answer;
    };
    next();
  };
}

async function lookUp(ctx: AppContext, res: Response, credentials: Credentials): Promise<RequestAuthentication> {
  if (credentials.kind === 'ambiguous') return { kind: 'ambiguous' };
  if (credentials.kind === 'none') return { kind: 'anonymous', refused: credentials.refused };
  const { token, from } = credentials;
  if (isServiceToken(token)) {
    const actor = await ctx.services(token, res.req.get('Guildhall-Act-For'));
    return actor ? { kind: 'service', actor } : { kind: 'anonymous', refused: 'invalid_session' };
  }
  const signedIn = await ctx.sessions.authenticate(token);
  if (!signedIn) return { kind: 'anonymous', refused: await ctx.sessions.whyRefused(token) };
  if (signedIn.extended && from === 'cookie') {
    setSessionCookie(res, ctx.config, { token, expiresAt: signedIn.session.expiresAt });
  }
  return { kind: 'actor', actor: signedIn.actor, signedIn, token };
}

const isSafe = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Browsers send the cookie with requests of foreign pages too, so a change has to prove that it comes from ours. */
function isSameOrigin(ctx: AppContext, request: IncomingMessage): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return allowedOrigins(ctx).has(origin);
  return request.headers['sec-fetch-site'] === 'same-origin';
}

/** For requests without a cookie: whether a foreign page sent this. Programs name neither an origin nor a site. */
export function isFromForeignOrigin(ctx: AppContext, request: IncomingMessage): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return (origin !== undefined || site !== undefined) && !isSameOrigin(ctx, request);
}

/**
 * Whether a foreign page triggered this navigation. A browser that sends no such header is trusted (all have sent it
 * for years), and so is a typed address; a page of a configured origin identifies itself.
 */
export function isFromForeignPage(ctx: AppContext, { headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  const referrer = URL.parse(headers.referer ?? '');
  return referrer === null || !allowedOrigins(ctx).has(referrer.origin);
}

export function allowedOrigins(ctx: AppContext): Set<string> {
  return new Set([new URL(ctx.config.baseUrl).origin, ...ctx.config.corsOrigins]);
}
