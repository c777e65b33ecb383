/** The browser's way to a provider and back: redirects, hence Express routes and not procedures. */
import { type Response, Router } from 'express';
import type { Actor } from '../core/actor.ts';
import { clientNetwork } from '../core/client-address.ts';
import type { AppContext } from '../core/context.ts';
import { randomToken } from '../core/secrets.ts';
import { actorOf } from '../core/trpc.ts';
import { authenticationOf } from './authenticate.ts';
import { parseCallbackUrl, withError } from './callback-url.ts';
import { cookieValues } from './credentials.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { browserCookieName, setBrowserCookie, setSessionCookie } from './session-cookie.ts';
import { startSignIn } from './start-sign-in.ts';

export function authRoutes(ctx: AppContext): Router {
  const router = Router();

  router.get('/auth/signin/:provider', async (req, res) => {
    await ctx.limits.take('anonymous', clientNetwork(req.ip));
    const callbackUrl = parseCallbackUrl(req.query.callbackURL, ctx.config.baseUrl);
    const actor = await currentActor(res);
    const browserToken = randomToken();
    const input = { provider: req.params.provider, callbackUrl, browserToken };
    const url = await startSignIn(ctx, actor, input);
    setBrowserCookie(res, ctx.config, browserToken);
    res.redirect(302, url.href);
  });

  router.get('/auth/callback/:provider', async (req, res) => {
    await ctx.limits.take('anonymous', clientNetwork(req.ip));
    const [browserToken, ...others] = cookieValues(req.headers.cookie, browserCookieName(ctx.config));
    const text = (value: unknown) => (typeof value === 'string' && value.length <= 4_000 ? value : undefined);
    const finished = await finishSignIn(ctx, await currentActor(res), {
      provider: req.params.provider,
      code: text(req.query.code),
      state: text(req.query.state),
      browserToken: others.length === 0 ? browserToken : undefined,
    });
    if (finished.ok && finished.session) setSessionCookie(res, ctx.config, finished.session);
    res.redirect(302, finished.ok ? finished.callbackUrl : withError(finished.callbackUrl, finished.error));
  });

  return router;
}

const currentActor = async (res: Response): Promise<Actor | null> => actorOf(await authenticationOf(res));
