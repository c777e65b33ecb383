/** Every procedure. REST routes are matched in this order, so fixed paths stand before those with a parameter. */
import { moderationRouter } from './admin/moderation.router.ts';
import { authRouter } from './auth/auth.router.ts';
import { sessionsRouter } from './auth/sessions.router.ts';
import { signInRouter } from './auth/sign-in.router.ts';
import { characterViewsRouter } from './character-views/character-views.router.ts';
import { characterRouter } from './characters/character.router.ts';
import { charactersRouter } from './characters/characters.router.ts';
import { chatRouter } from './chat/chat.router.ts';
import { router } from './core/trpc.ts';
import { healthRouter } from './health/health.router.ts';
import { organizationsRouter } from './organizations/organizations.router.ts';
import { postsRouter } from './posts/posts.router.ts';
import { rosterRouter } from './roster/roster.router.ts';
import { profileRouter } from './users/profile.router.ts';
import { usersRouter } from './users/users.router.ts';

export const appRouter = router({
  health: healthRouter,
  auth: authRouter,
  signIn: signInRouter,
  sessions: sessionsRouter,
  users: usersRouter,
  profile: profileRouter,
  characters: charactersRouter,
  characterViews: characterViewsRouter,
  character: characterRouter,
  organizations: organizationsRouter,
  roster: rosterRouter,
  chat: chatRouter,
  posts: postsRouter,
  moderation: moderationRouter,
});
export type AppRouter = typeof appRouter;
