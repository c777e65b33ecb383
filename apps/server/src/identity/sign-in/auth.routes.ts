/** The browser's way to a provider and back: redirects, hence Express routes and not procedures. */
import { type Response, Router } from 'express';
import type { Actor } from '../../core/actor.ts';
import { forbidden } from '../../core/errors.ts';
import { clientNetwork } from '../../core/http/client-address.ts';
import { actorOf } from '../../core/http/trpc.ts';
import type { AppContext } from '../../core/services/context.ts';
import { authenticationOf, isFromForeignPage } from '../sessions/authenticate.ts';
import { browserCookieOf, replaceSession, setBrowserCookie } from '../sessions/session-cookie.ts';
import { parseCallbackUrl, pathWithError } from './callback-url.ts';
import { finishSignIn, type GameAccountFound, type ReturnedFromProvider } from './finish-sign-in.ts';
import { startSignIn } from './start-sign-in.ts';

/** Takes a way back that is no sign-in. Returns where to lead the browser, or null to leave it to the sign-in. */
type OtherReturn = (ctx: AppContext, actor: Actor | null, returned: ReturnedFromProvider) => Promise<string | null>;

export function authRoutes(ctx: AppContext, otherReturn: OtherReturn, gameAccountFound: GameAccountFound): Router {
  const router = Router();

  router.get('/auth/signin/:provider', async (req, res) => {
    await ctx.limits.take('signIn', clientNetwork(req.ip));
    const callbackUrl = parseCallbackUrl(req.query.callbackURL, ctx.config.baseUrl);
    const actor = await currentActor(res);
    // A foreign page may start a sign-in, but must not link its own identity to the person who follows it.
    if (actor && isFromForeignPage(ctx, req)) {
      throw forbidden(
        'You are signed in, so this would link another account to yours. Start that from your settings here.',
        'invalid_origin',
      );
    }
    const cookie = browserCookieOf(req, ctx.config);
    const started = await startSignIn(ctx, actor, { provider: req.params.provider, callbackUrl, cookie });
    setBrowserCookie(res, ctx.config, started.browserToken);
    res.redirect(302, started.url);
  });

  // Express would answer HEAD by running GET, which uses up the state.
  router.head('/auth/callback/:provider', (_req, res) => void res.status(204).end());

  router.get('/auth/callback/:provider', async (req, res) => {
    await ctx.limits.take('signIn', clientNetwork(req.ip));
    const text = (value: unknown) => (typeof value === 'string' && value.length <= 4_000 ? value : undefined);
    const returned = {
      provider: req.params.provider,
      code: text(req.query.code),
      state: text(req.query.state),
      browserToken: browserCookieOf(req, ctx.config),
    };
    const actor = await currentActor(res);
    const elsewhere = await otherReturn(ctx, actor, returned);
    if (elsewhere !== null) return void res.redirect(302, elsewhere);
    const input = { ...returned, userAgent: req.headers['user-agent'] };
    const finished = await finishSignIn(ctx, actor, input, gameAccountFound);
    if (finished.ok && finished.session) await replaceSession(ctx, res, finished.session);
    res.redirect(
      302,
      finished.ok ? finished.callbackUrl : pathWithError(finished.callbackUrl, finished.error, finished.merge),
    );
  });

  return router;
}

const currentActor = async (res: Response): Promise<Actor | null> => actorOf(await authenticationOf(res));
