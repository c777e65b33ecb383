import { PersonalData } from '@guildhall/contracts/personal-data.ts';
import { ChangePreferencesInput, PreferencesView } from '@guildhall/contracts/preferences.ts';
import { Done, NoInput } from '@guildhall/contracts/primitives.ts';
import { AccountLinkId, ChangeEmailInput, UpdateProfileInput, VerifyEmailInput } from '@guildhall/contracts/profile.ts';
import { AccountView, PlatformTokenStatus, UserView } from '@guildhall/contracts/user.ts';
import { z } from 'zod';
import { restRoutes } from '../core/http/rest-routes.ts';
import {
  adminProcedure,
  answerDone,
  authenticatedProcedure,
  freshProcedure,
  personalProcedure,
  router,
} from '../core/http/trpc.ts';
import { getUser } from '../identity/people/user.queries.ts';
import { PROFILE_SCOPE, platformToken } from '../identity/sessions/platform-token.ts';
import { clearSessionCookie } from '../identity/sessions/session-cookie.ts';
import { avatar } from '../pictures/images/avatar.ts';
import { removePicture } from '../pictures/images/change-picture.ts';
import { changeEmail, verifyEmail } from './change-email.ts';
import { exportUser } from './export-user.ts';
import { changePreferences, getPreferences } from './preferences.ts';
import { startErasure } from './start-erasure.ts';
import { unlinkAccount } from './unlink-account.ts';
import { completeOnboarding, resetOnboarding, updateProfile } from './update-profile.ts';

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
      // It expires for whoever reads no further: they have to sign in there again.
      if (token.lacksPermission) return { linked: true, expired: true, expiresAt, missingPermission: PROFILE_SCOPE };
      return { linked: true, expired: token.state === 'needs_reauth', expiresAt };
    }),
});

export const profileRouter = router({
  update: rest(authenticatedProcedure, {
    route: 'PATCH /auth/me',
    summary: 'Change the profile; omitted fields stay as they are',
    description:
      'Changes only the caller’s own profile and answers with all of it. Nothing changes when one field is refused.',
  })
    .input(UpdateProfileInput)
    .output(UserView)
    .mutation(({ ctx, input }) => updateProfile(ctx.app, ctx.actor, input)),

  preferences: rest(authenticatedProcedure, {
    route: 'GET /auth/me/preferences',
    summary: 'Preferences of the caller, on every device',
    description: 'The muted notifications, and what clients keep here for themselves. No other person reads them.',
  })
    .input(NoInput)
    .output(PreferencesView)
    .query(({ ctx }) => getPreferences(ctx.app, ctx.actor)),

  changePreferences: rest(authenticatedProcedure, {
    route: 'PATCH /auth/me/preferences',
    summary: 'Change preferences',
    description: 'Fields that are left out stay; a field that is sent is replaced as a whole.',
  })
    .input(ChangePreferencesInput)
    .output(PreferencesView)
    .mutation(({ ctx, input }) => changePreferences(ctx.app, ctx.actor, input)),

  completeOnboarding: rest(authenticatedProcedure, {
    route: 'POST /auth/me/onboarding-complete',
    summary: 'Mark the introduction as seen',
    description: 'The profile then carries the time of the first call; calling it again changes nothing.',
  })
    .input(z.strictObject({}))
    .output(UserView)
    .mutation(({ ctx }) => completeOnboarding(ctx.app, ctx.actor)),

  resetOnboarding: rest(adminProcedure, {
    route: 'POST /auth/me/onboarding-reset',
    summary: 'See the introduction again (administrators, to try it)',
    description: 'Concerns only the administrator who calls it, and is written to the log of administrators.',
  })
    .input(z.strictObject({}))
    .output(UserView)
    .mutation(({ ctx }) => resetOnboarding(ctx.app, ctx.actor)),

  changeEmail: rest(freshProcedure, {
    route: 'POST /auth/me/email',
    summary: 'Change or add the e-mail address',
    description: 'Mails a link to the new address that is valid for an hour; nothing changes until it is used.',
    refusals: {
      404: 'This installation cannot send mail (`provider_not_configured`)',
      409: 'The address belongs to another account',
    },
  })
    .input(ChangeEmailInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(changeEmail(ctx.app, ctx.actor, input))),

  verifyEmail: rest(personalProcedure, {
    route: 'POST /auth/me/email/verify',
    summary: 'Confirm the new e-mail address',
    description:
      'Only the person who requested the change can confirm it. The old address is notified, and all other sign-ins end.',
  })
    .input(VerifyEmailInput)
    .output(UserView)
    .mutation(({ ctx, input }) => verifyEmail(ctx.app, ctx.actor, input)),

  listAccounts: rest(authenticatedProcedure, {
    route: 'GET /auth/list-accounts',
    summary: 'Linked sign-in accounts',
    description: 'The same list as `accounts` of the profile. Unlinking one is `POST /auth/unlink-account`.',
  })
    .input(NoInput)
    .output(z.array(AccountView))
    .query(async ({ ctx }) => (await getUser(ctx.app, ctx.actor.userId)).accounts),

  unlinkAccount: rest(freshProcedure, {
    route: 'POST /auth/unlink-account',
    summary: 'Unlink a sign-in account',
    description:
      'The last one cannot be unlinked (400 `last_account`). Unlinking the game platform leaves the characters unverified.',
  })
    .input(z.strictObject({ providerId: AccountLinkId }))
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(unlinkAccount(ctx.app, ctx.actor, input.providerId))),

  disconnectGameplatform: rest(freshProcedure, {
    route: 'POST /auth/me/gameplatform/disconnect',
    summary: 'Disconnect the game-platform account',
    description: 'Deletes its tokens. The characters stay, but are unverified and so give no rights in their guilds.',
    refusals: {
      400: 'No account of the game platform is linked (`account_not_linked`), or it is the last way to sign in (`last_account`)',
    },
  })
    .input(z.strictObject({}))
    .output(Done)
    .mutation(({ ctx }) => answerDone(unlinkAccount(ctx.app, ctx.actor, 'battlenet'))),

  export: rest(personalProcedure, {
    route: 'GET /auth/me/export',
    summary: 'All personal data, as JSON',
    description: 'Browsers save it as a file. Secrets and their hashes are left out.',
  })
    .input(NoInput)
    .output(PersonalData)
    .query(async ({ ctx }) => {
      const data = await exportUser(ctx.app, ctx.actor);
      if (ctx.surface === 'rest') ctx.res.attachment('guildhall-personal-data.json');
      return data;
    }),

  delete: rest(freshProcedure, {
    route: 'DELETE /auth/me',
    summary: 'Erase the account and all personal data',
    description:
      'Permanent. From the answer on, nothing of the person can be seen or used; a job removes the rest within minutes. If the caller is the only leader of a standalone organization, another member takes over, or the organization is archived if there is none.',
    refusals: { 409: 'The last administrator cannot do this' },
  })
    .input(NoInput)
    .output(Done)
    .mutation(async ({ ctx }) => {
      await startErasure(ctx.app, ctx.actor);
      clearSessionCookie(ctx.res, ctx.app.config);
      return { status: true as const };
    }),
});
