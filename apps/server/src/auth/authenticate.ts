/** Express: who calls, looked up once a request and shared by every surface through `res.locals`. */
import type { RequestHandler, Response } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Authentication } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { sendError } from '../core/error-response.ts';
import { AppError } from '../core/errors.ts';
import { readCredentials, sessionCookieName } from './credentials.ts';
import { isSecure, setSessionCookie } from './session-cookie.ts';
import type { SignedIn } from './sessions.ts';

export type RequestAuthentication = Authentication & { signedIn?: SignedIn; token?: string };

export const authenticationOf = (res: Response): RequestAuthentication =>
  res.locals.authentication ?? { kind: 'anonymous' };

export function authenticate(ctx: AppContext): RequestHandler {
  const cookieName = sessionCookieName(isSecure(ctx.config));
  return async (req, res, next) => {
    const credentials = readCredentials(req, cookieName);
    if (credentials.kind === 'ambiguous') res.locals.authentication = { kind: 'ambiguous' };
    if (credentials.kind === 'token') {
      const { token, from } = credentials;
      const signedIn = await ctx.sessions.authenticate(token);
      if (signedIn) {
        res.locals.authentication = { kind: 'actor', actor: signedIn.actor, signedIn, token };
        if (signedIn.extended && from === 'cookie') {
          setSessionCookie(res, ctx.config, { token, expiresAt: signedIn.session.expiresAt });
        }
      }
      if (from === 'cookie' && !isSafe(req.method) && !isSameOrigin(ctx, req)) {
        sendError(res, new AppError('FORBIDDEN', 'invalid_origin', 'This change has to come from the service itself.'));
        return;
      }
    }
    next();
  };
}

const isSafe = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** A cookie travels with foreign pages' requests too, so a change needs to say that it comes from ours. */
function isSameOrigin(ctx: AppContext, request: IncomingMessage): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return allowedOrigins(ctx).has(origin);
  return request.headers['sec-fetch-site'] === 'same-origin';
}

export function allowedOrigins(ctx: AppContext): Set<string> {
  return new Set([new URL(ctx.config.baseUrl).origin, ...ctx.config.corsOrigins]);
}
