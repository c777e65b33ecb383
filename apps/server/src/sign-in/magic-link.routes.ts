/** Redeems a mailed link. Sets a cookie, hence an Express route. */
import { Router } from 'express';
import { replaceSession } from '../auth/session-cookie.ts';
import { AppError, forbidden } from '../core/errors.ts';
import { clientNetwork } from '../core/http/client-address.ts';
import type { AppContext } from '../core/services/context.ts';
import { getUser } from '../people/user.queries.ts';
import { parseCallbackUrl, withError } from './callback-url.ts';
import { verifyMagicLink } from './verify-magic-link.ts';

export function magicLinkRoutes(ctx: AppContext): Router {
  const router = Router();

  // Express would answer HEAD by running GET.
  router.head('/auth/magic-link/verify', (_req, res) => void res.status(204).end());

  router.get('/auth/magic-link/verify', async (req, res) => {
    await ctx.limits.take('signIn', clientNetwork(req.ip));
    const prefetch = req.headers['sec-purpose'] ?? req.headers.purpose ?? req.headers['x-purpose'];
    if (prefetch !== undefined) return void res.status(204).end();
    // A link on a foreign page must not sign its reader in as somebody else.
    if (req.headers['sec-fetch-site'] === 'cross-site') {
      throw forbidden('This link was opened from another page. Open it from the mail itself.', 'invalid_origin');
    }
    const { token, callbackURL } = req.query;
    const callbackUrl = callbackURL === undefined ? null : parseCallbackUrl(callbackURL, ctx.config.baseUrl);
    const { 'user-agent': userAgent } = req.headers;
    const verified = await verifyMagicLink(ctx, typeof token === 'string' ? token : '', userAgent).catch((error) => {
      if (callbackUrl === null || !(error instanceof AppError)) throw error;
      return null;
    });
    if (!verified) return res.redirect(302, withError(callbackUrl ?? '/', 'invalid_token'));
    await replaceSession(ctx, res, verified.session);
    if (callbackUrl !== null) res.redirect(302, callbackUrl);
    else res.json({ user: await getUser(ctx, verified.userId), expiresAt: verified.session.expiresAt.toISOString() });
  });

  return router;
}
