/** The browser's way to a provider and back: redirects, hence Express routes and not procedures. */
import { Router } from 'express';
import type { AppContext } from '../core/context.ts';
import { sendError } from '../core/error-response.ts';
import { randomToken } from '../core/secrets.ts';
import { authenticationOf } from './authenticate.ts';
import { parseCallbackUrl } from './callback-url.ts';
import { cookieValues } from './credentials.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { browserCookieName, setBrowserCookie, setSessionCookie } from './session-cookie.ts';
import { startSignIn } from './start-sign-in.ts';

export function authRoutes(ctx: AppContext): Router {
  const router = Router();

  router.get('/auth/signin/:provider', async (req, res) => {
    try {
      const callbackUrl = parseCallbackUrl(req.query.callbackURL, ctx.config.baseUrl);
      const authentication = authenticationOf(res);
      const actor = authentication.kind === 'actor' ? authentication.actor : null;
      const browserToken = randomToken();
      const url = await startSignIn(ctx, actor, { provider: req.params.provider, callbackUrl, browserToken });
      setBrowserCookie(res, ctx.config, browserToken);
      res.redirect(302, url.href);
    } catch (error) {
      sendError(res, error);
    }
  });

  router.get('/auth/callback/:provider', async (req, res) => {
    try {
      const authentication = authenticationOf(res);
      const [browserToken, ...others] = cookieValues(req.headers.cookie, browserCookieName(ctx.config));
      const text = (value: unknown) => (typeof value === 'string' && value.length <= 4_000 ? value : undefined);
      const finished = await finishSignIn(ctx, authentication.kind === 'actor' ? authentication.actor : null, {
        provider: req.params.provider,
        code: text(req.query.code),
        state: text(req.query.state),
        browserToken: others.length === 0 ? browserToken : undefined,
      });
      if (finished.ok && finished.session) setSessionCookie(res, ctx.config, finished.session);
      res.redirect(302, finished.ok ? finished.callbackUrl : withError(finished.callbackUrl, finished.error));
    } catch (error) {
      sendError(res, error);
    }
  });

  return router;
}

function withError(path: string, error: string): string {
  const url = new URL(path, 'http://localhost');
  url.searchParams.set('error', error);
  return `${url.pathname}${url.search}${url.hash}`;
}
