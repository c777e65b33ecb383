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
  getSession: rest(optionalProcedure, {
    route: 'GET /auth/get-session',
    summary: 'The current session',
    description: 'Answers 200 with `null` when nobody is signed in; never 401 for a missing or expired session.',
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
