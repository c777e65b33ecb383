import {
  MagicLinkInput,
  MagicLinkPreview,
  MagicLinkPreviewInput,
  MagicLinkRedeemed,
  MergeAccountsInput,
  RedeemMagicLinkInput,
  SignInWays,
  SocialSignIn,
  SocialSignInInput,
} from '@guildhall/contracts/auth.ts';
import { Done, NoInput } from '@guildhall/contracts/primitives.ts';
import { CurrentSession } from '@guildhall/contracts/user.ts';
import { z } from 'zod';
import { forbidden } from '../../core/errors.ts';
import { clientNetwork } from '../../core/http/client-address.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import {
  optionalProcedure,
  personalProcedure,
  publicProcedure,
  type RequestContext,
  router,
} from '../../core/http/trpc.ts';
import { getUser } from '../people/user.queries.ts';
import { authenticationOf, isFromForeignOrigin } from '../sessions/authenticate.ts';
import { browserCookieOf, clearSessionCookie, replaceSession, setBrowserCookie } from '../sessions/session-cookie.ts';
import { parseCallbackUrl } from './callback-url.ts';
import { mergeAccounts } from './merge-accounts.ts';
import { requestMagicLink } from './request-magic-link.ts';
import { startSignIn } from './start-sign-in.ts';
import { previewMagicLink, verifyMagicLink } from './verify-magic-link.ts';

const rest = restRoutes('Authentication');
const DESCRIPTION =
  'Answers the same for every address. Only the newest link works, once and for 15 minutes; one address gets at most five an hour.';

async function mailLink({ app, res }: RequestContext, { email, callbackURL }: MagicLinkInput) {
  const callbackUrl = parseCallbackUrl(callbackURL, app.config.baseUrl);
  await requestMagicLink(app, { email, callbackUrl, network: clientNetwork(res.req.ip) });
  return { status: true as const };
}

const refusals = { 404: 'This installation cannot send mail (`provider_not_configured`)' };

const AMBIGUOUS = { 401: 'The cookie and the bearer token are different sessions' };

export const authRouter = router({
  getSession: rest(optionalProcedure, {
    route: 'GET /auth/get-session',
    summary: 'The current session',
    description:
      'Answers 200 with `null` when the caller is not signed in; never 401 for a missing or expired session.',
    refusals: AMBIGUOUS,
  })
    .input(NoInput)
    .output(CurrentSession)
    .query(async ({ ctx }) => {
      const { signedIn } = await authenticationOf(ctx.res);
      if (!signedIn) return null;
      const { id, label, expiresAt, createdAt } = signedIn.session;
      return {
        session: { id, label, expiresAt: expiresAt.toISOString(), createdAt: createdAt.toISOString(), current: true },
        user: await getUser(ctx.app, signedIn.actor.userId),
      };
    }),

  signOut: rest(optionalProcedure, {
    route: 'POST /auth/sign-out',
    summary: 'Sign out',
    description: 'Ends the session of the cookie or bearer token. Signing out twice is not an error.',
    refusals: { ...AMBIGUOUS, 403: 'Sent with the cookie from a page outside this service' },
  })
    .input(z.strictObject({}))
    .output(Done)
    .mutation(async ({ ctx }) => {
      const { token } = await authenticationOf(ctx.res);
      if (token) await ctx.app.sessions.end(token);
      clearSessionCookie(ctx.res, ctx.app.config);
      return { status: true as const };
    }),
});

export const signInRouter = router({
  ways: rest(publicProcedure, {
    route: 'GET /auth/ways',
    summary: 'Available ways to sign in',
    description:
      'For sign-in pages, without an account: the providers that are configured here, whether links are mailed, the languages of this installation, and the demo accounts of a simulated platform.',
  })
    .input(NoInput)
    .output(SignInWays)
    .query(({ ctx }) => {
      const { config, oauth } = ctx.app;
      return {
        providers: (['battlenet', 'discord'] as const).filter((provider) => oauth[provider]),
        mail: !config.production || config.smtpUrl !== undefined,
        locales: config.locales,
        demoAccounts: config.demoAccounts,
      };
    }),

  magicLink: rest(publicProcedure, {
    route: 'POST /auth/magic-link',
    summary: 'Request a sign-in link by mail',
    description: DESCRIPTION,
    refusals,
  })
    .input(MagicLinkInput)
    .output(Done)
    .mutation(({ ctx, input }) => mailLink(ctx, input)),

  magicLinkAlias: rest(publicProcedure, {
    route: 'POST /auth/sign-in/magic-link',
    summary: 'Request a sign-in link by mail (alias)',
    description: `For clients of the common auth library. ${DESCRIPTION}`,
    refusals,
  })
    .input(MagicLinkInput)
    .output(Done)
    .mutation(({ ctx, input }) => mailLink(ctx, input)),

  previewMagicLink: rest(optionalProcedure, {
    route: 'POST /auth/magic-link/preview',
    summary: 'Preview the person a mailed link signs in',
    description:
      'For the page behind the link, which shows whom the link signs in and asks for confirmation if another person is signed in in this browser. The link stays valid.',
    refusals: {
      400: 'The link was used, has expired or was replaced (`invalid_token`)',
      403: 'Called with a token that may only read (`read_only_token`)',
    },
  })
    .input(MagicLinkPreviewInput)
    .output(MagicLinkPreview)
    .mutation(({ ctx, input }) => previewMagicLink(ctx.app, ctx.actor, input.token)),

  redeemMagicLink: rest(publicProcedure, {
    route: 'POST /auth/magic-link/redeem',
    summary: 'Sign in with the token of a mailed link, from the page behind it',
    description:
      'Sets the cookie of the new session, and ends the session that the browser had before. Programs can use `GET /auth/magic-link/verify` instead.',
    refusals: {
      400: 'The link was used, has expired or was replaced (`invalid_token`), or callbackURL is not a path (`invalid_callback_url`)',
      403: 'Sent from a page outside this service (`invalid_origin`)',
    },
  })
    .input(RedeemMagicLinkInput)
    .output(MagicLinkRedeemed)
    .mutation(async ({ ctx: { app, res }, input }) => {
      if (isFromForeignOrigin(app, res.req)) {
        throw forbidden(
          'This came from a page outside this service. Open the link in the email again.',
          'invalid_origin',
        );
      }
      const callbackURL = parseCallbackUrl(input.callbackURL, app.config.baseUrl);
      const { session } = await verifyMagicLink(app, input.token, res.req.headers['user-agent']);
      await replaceSession(app, res, session);
      return { callbackURL };
    }),

  mergeAccounts: rest(personalProcedure, {
    route: 'POST /auth/merge-accounts',
    summary: 'Merge two accounts',
    description:
      'A person who signed in with two different providers has two accounts. Linking the second provider then returns `error=account_already_linked`, and an offer in `merge` if one account is otherwise empty and this browser signed in to both within ten minutes. Accepting the offer moves the sign-in methods of the empty account to the other, deletes the empty account, and signs the browser in to the remaining one.',
    refusals: {
      400: 'The offer has expired or was made in another session (`invalid_token`)',
      409: 'The account to be deleted is no longer empty (`merge_not_possible`)',
    },
  })
    .input(MergeAccountsInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      const kept = await mergeAccounts(ctx.app, ctx.actor, input);
      if (kept !== ctx.actor.userId) {
        const userAgent = ctx.res.req.headers['user-agent'];
        await replaceSession(ctx.app, ctx.res, await ctx.app.sessions.create(kept, undefined, userAgent));
      }
      return { status: true as const };
    }),

  social: rest(optionalProcedure, {
    route: 'POST /auth/sign-in/social',
    summary: 'Start signing in at a provider (alias)',
    description:
      'For clients of the common auth library: returns the address that `GET /auth/signin/{provider}` redirects to.',
    refusals: {
      403: 'Called with a bot or tool token (`token_not_allowed`, `read_only_token`)',
      404: 'The provider does not exist or is not configured here',
    },
  })
    .input(SocialSignInInput)
    .output(SocialSignIn)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = parseCallbackUrl(input.callbackURL, ctx.app.config.baseUrl);
      const cookie = browserCookieOf(ctx.res.req, ctx.app.config);
      const { url, browserToken } = await startSignIn(ctx.app, ctx.actor, { ...input, callbackUrl, cookie });
      setBrowserCookie(ctx.res, ctx.app.config, browserToken);
      return { url, redirect: true as const };
    }),
});
