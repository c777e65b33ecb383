/** Redeems a mailed link for a program, and leads a browser to the page that does so. Redirects, hence an Express route. */
import { type Request, Router } from 'express';
import { AppError, forbidden } from '../../core/errors.ts';
import { clientNetwork } from '../../core/http/client-address.ts';
import type { AppContext } from '../../core/services/context.ts';
import { getUser } from '../people/user.queries.ts';
import { replaceSession } from '../sessions/session-cookie.ts';
import { parseCallbackUrl, pathWithError } from './callback-url.ts';
import { verifyMagicLink } from './verify-magic-link.ts';

export function magicLinkRoutes(ctx: AppContext): Router {
  const router = Router();

  // Express would answer HEAD by running GET.
  router.head('/auth/magic-link/verify', (_req, res) => void res.status(204).end());

  router.get('/auth/magic-link/verify', async (req, res) => {
    await ctx.limits.take('signIn', clientNetwork(req.ip));
    const prefetch = req.headers['sec-purpose'] ?? req.headers.purpose ?? req.headers['x-purpose'];
    if (prefetch !== undefined) return void res.status(204).end();
    const token = typeof req.query.token === 'string' ? req.query.token : '';
    const { callbackURL } = req.query;
    const callbackUrl = callbackURL === undefined ? null : parseCallbackUrl(callbackURL, ctx.config.baseUrl);
    // A link in a post must not sign the reader in as its writer: the page asks first.
    res.vary('Accept');
    if (isNavigation(req)) {
      const fragment = new URLSearchParams({ token, ...(callbackUrl === null ? {} : { callbackURL: callbackUrl }) });
      res.setHeader('Cache-Control', 'no-store');
      return res.redirect(302, `/login/verify#${fragment}`);
    }
    // Only browsers name the site of the page, and our own page redeems by POST: this is a picture or a script.
    if (req.headers['sec-fetch-site'] !== undefined) {
      throw forbidden('A page cannot use this link. Open it from the email itself.', 'invalid_origin');
    }
    const { 'user-agent': userAgent } = req.headers;
    const verified = await verifyMagicLink(ctx, token, userAgent).catch((error) => {
      if (callbackUrl === null || !(error instanceof AppError)) throw error;
      return null;
    });
    if (!verified) return res.redirect(302, pathWithError(callbackUrl ?? '/', 'invalid_token'));
    await replaceSession(ctx, res, verified.session);
    if (callbackUrl !== null) res.redirect(302, callbackUrl);
    else res.json({ user: await getUser(ctx, verified.userId), expiresAt: verified.session.expiresAt.toISOString() });
  });

  return router;
}

/** Over plain http, browsers do not say that they navigate, but they prefer a page. */
function isNavigation(req: Request): boolean {
  const mode = req.headers['sec-fetch-mode'];
  return mode === undefined ? req.accepts(['application/json', 'text/html']) === 'text/html' : mode === 'navigate';
}
