import {
  MagicLinkInput,
  MagicLinkPreview,
  MagicLinkPreviewInput,
  MergeAccountsInput,
  SignInWays,
  SocialSignIn,
  SocialSignInInput,
} from '@guildhall/contracts/auth.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { replaceSession, setBrowserCookie } from '../auth/session-cookie.ts';
import { clientNetwork } from '../core/http/client-address.ts';
import {
  optionalProcedure,
  personalProcedure,
  publicProcedure,
  type RequestContext,
  router,
} from '../core/http/trpc.ts';
import { randomToken } from '../core/secrets.ts';
import { parseCallbackUrl } from './callback-url.ts';
import { mergeAccounts } from './merge-accounts.ts';
import { requestMagicLink } from './request-magic-link.ts';
import { signInWays } from './sign-in-ways.queries.ts';
import { startSignIn } from './start-sign-in.ts';
import { previewMagicLink } from './verify-magic-link.ts';

const tags = ['Authentication'];
const DESCRIPTION =
  'The same answer for every address. The link works once, for 15 minutes, and only the newest one does; at most five an hour go to one address.';

async function mailLink({ app, res }: RequestContext, { email, callbackURL }: MagicLinkInput) {
  const callbackUrl = parseCallbackUrl(callbackURL, app.config.baseUrl);
  await requestMagicLink(app, { email, callbackUrl, network: clientNetwork(res.req.ip) });
  return { status: true as const };
}

const refusals = { 404: 'No mail can be sent here (`provider_not_configured`)' };

export const signInRouter = router({
  ways: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/ways',
        tags,
        protect: false,
        summary: 'Ways to sign in here',
      },
    })
    .input(z.object({}))
    .output(SignInWays)
    .query(({ ctx }) => signInWays(ctx.app)),

  magicLink: publicProcedure
    .meta({
      refusals,
      openapi: {
        method: 'POST',
        path: '/auth/magic-link',
        tags,
        protect: false,
        summary: 'Have a sign-in link mailed',
        description: DESCRIPTION,
      },
    })
    .input(MagicLinkInput)
    .output(Done)
    .mutation(({ ctx, input }) => mailLink(ctx, input)),

  magicLinkAlias: publicProcedure
    .meta({
      refusals,
      openapi: {
        method: 'POST',
        path: '/auth/sign-in/magic-link',
        tags,
        protect: false,
        summary: 'Have a sign-in link mailed (alias)',
        description: `For clients of the common auth library. ${DESCRIPTION}`,
      },
    })
    .input(MagicLinkInput)
    .output(Done)
    .mutation(({ ctx, input }) => mailLink(ctx, input)),

  previewMagicLink: optionalProcedure
    .meta({
      refusals: { 400: 'The link was used, has expired or was replaced (`invalid_token`)' },
      openapi: {
        method: 'POST',
        path: '/auth/magic-link/preview',
        tags,
        protect: false,
        summary: 'The person whom a mailed link signs in',
        description:
          'For the page that the link opens: it says who one becomes, and asks first when somebody else is signed in in the browser. The link stays good.',
      },
    })
    .input(MagicLinkPreviewInput)
    .output(MagicLinkPreview)
    .mutation(({ ctx, input }) => previewMagicLink(ctx.app, ctx.actor, input.token)),

  mergeAccounts: personalProcedure
    .meta({
      refusals: {
        400: 'The offer has expired or was made in another session (`invalid_token`)',
        409: 'The account that would go holds more than its sign-in by now (`merge_not_possible`)',
      },
      openapi: {
        method: 'POST',
        path: '/auth/merge-accounts',
        tags,
        summary: 'Make one account of two',
        description:
          'Somebody who signed in twice by different ways has two accounts. Linking the second way then comes back with `error=account_already_linked`, and with an offer in `merge` when one of the two holds nothing but its sign-in and both were signed in to within ten minutes, in this browser. Taking the offer moves the ways to sign in of the empty account to the other, removes the empty one, and signs the browser in to the one that stays.',
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

  social: optionalProcedure
    .meta({
      refusals: {
        403: 'With the token of a bot or tool (`token_not_allowed`, `read_only_token`)',
        404: 'No such provider, or not configured here',
      },
      openapi: {
        method: 'POST',
        path: '/auth/sign-in/social',
        tags,
        protect: false,
        summary: 'Start signing in at a provider (alias)',
        description:
          'For clients of the common auth library: answers the address that `GET /auth/signin/{provider}` redirects to.',
      },
    })
    .input(SocialSignInInput)
    .output(SocialSignIn)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = parseCallbackUrl(input.callbackURL, ctx.app.config.baseUrl);
      const browserToken = randomToken();
      const url = await startSignIn(ctx.app, ctx.actor, { provider: input.provider, callbackUrl, browserToken });
      setBrowserCookie(ctx.res, ctx.app.config, browserToken);
      return { url: url.href, redirect: true as const };
    }),
});
