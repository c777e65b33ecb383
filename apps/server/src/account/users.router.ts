import { NoInput } from '@guildhall/contracts/primitives.ts';
import { PlatformTokenStatus, UserView } from '@guildhall/contracts/user.ts';
import { platformToken } from '../auth/platform-token.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { avatar } from '../images/avatar.ts';
import { removePicture } from '../images/change-picture.ts';
import { getUser } from '../people/user.queries.ts';

const rest = restRoutes('Profile');

export const usersRouter = router({
  me: rest(authenticatedProcedure, {
    route: 'GET /auth/me',
    summary: 'The profile of the caller',
    description:
      'With the linked accounts, what the person shares, and whether they administer this installation. A client also learns here whether its session still counts: 401 says why not.',
  })
    .input(NoInput)
    .output(UserView)
    .query(({ ctx }) => getUser(ctx.app, ctx.actor.userId)),

  removeAvatar: rest(authenticatedProcedure, {
    route: 'DELETE /auth/me/avatar',
    summary: 'Remove the avatar',
    description: 'Includes one that still awaits a decision. Removing it twice is not an error.',
  })
    .input(NoInput)
    .output(UserView)
    .mutation(({ ctx }) => removePicture(ctx.app, ctx.actor, avatar, ctx.actor.userId)),

  gameplatformStatus: rest(authenticatedProcedure, {
    route: 'GET /auth/me/gameplatform/status',
    summary: 'Whether the game-platform token is still valid',
    description:
      'The platform issues tokens for 24 hours. If it also allows renewal, the service renews the token when it next needs one; an expired token means that the person has to sign in there again.',
  })
    .input(NoInput)
    .output(PlatformTokenStatus)
    .query(async ({ ctx }) => {
      const token = await platformToken(ctx.app.sql, ctx.app.sealer, ctx.actor.userId);
      if (token.state === 'not_linked') return { linked: false, expired: false, expiresAt: null };
      const expiresAt = token.expiresAt?.toISOString() ?? null;
      return { linked: true, expired: token.state === 'needs_reauth', expiresAt };
    }),
});
