import { Done, NoInput } from '@guildhall/contracts/primitives.ts';
import { CurrentSession } from '@guildhall/contracts/user.ts';
import { z } from 'zod';
import { authenticationOf } from '../auth/authenticate.ts';
import { clearSessionCookie } from '../auth/session-cookie.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { optionalProcedure, router } from '../core/http/trpc.ts';
import { getUser } from '../people/user.queries.ts';

const rest = restRoutes('Authentication');
const AMBIGUOUS = { 401: 'The cookie and the bearer token are different sessions' };

export const authRouter = router({
  getSession: optionalProcedure
    .meta({
      refusals: AMBIGUOUS,
      openapi: rest.get(
        '/auth/get-session',
        'The current session',
        'Answers 200 with `null` when nobody is signed in; never 401 for a missing or expired session.',
        { protect: false },
      ),
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

  signOut: optionalProcedure
    .meta({
      refusals: { ...AMBIGUOUS, 403: 'Sent with the cookie from a page outside this service' },
      openapi: rest.post(
        '/auth/sign-out',
        'Sign out',
        'Ends the session of the cookie or bearer token. Signing out twice is not an error.',
        { protect: false },
      ),
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
