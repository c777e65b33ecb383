/** Every procedure. REST routes are matched in this order, so fixed paths come before those with a parameter. */
import { absencesRouter } from './absences/absences.router.ts';
import { profileRouter, usersRouter } from './account/profile.router.ts';
import { adminRouter } from './admin/admin.router.ts';
import { moderationRouter } from './admin/moderation.router.ts';
import { attendanceRouter } from './attendance/attendance.router.ts';
import { sessionsRouter } from './auth/sessions.router.ts';
import { changesRouter } from './changes/changes.router.ts';
import { characterViewsRouter } from './character-views/character-views.router.ts';
import { chatRouter } from './chat/chat.router.ts';
import { comparisonsRouter } from './comparisons/comparisons.router.ts';
import { router } from './core/http/trpc.ts';
import { craftersRouter } from './crafters/crafters.router.ts';
import { discordPostsRouter } from './discord/bindings/discord.router.ts';
import { discordRouter } from './discord/interactions/discord.router.ts';
import { roleSyncRouter } from './discord/role-sync/role-sync.router.ts';
import { eventsRouter } from './events/planning/events.router.ts';
import { participationsRouter } from './events/signups/participations.router.ts';
import { calendarFeedsRouter } from './feeds/calendar-feeds.router.ts';
import { guildsRouter } from './guilds/guilds.router.ts';
import { healthRouter } from './health/health.router.ts';
import { holidaysRouter } from './holidays/holidays.router.ts';
import { logosRouter } from './images/logos.router.ts';
import { notificationsRouter } from './notifications/notifications.router.ts';
import { invitesRouter } from './organizations/invites.router.ts';
import { organizationsRouter } from './organizations/organizations.router.ts';
import { characterRouter } from './own-characters/character.router.ts';
import { charactersRouter } from './own-characters/characters.router.ts';
import { postsRouter } from './posts/posts.router.ts';
import { gameDataRouter } from './reference/game-data.router.ts';
import { journalRouter } from './reference-sync/journal.router.ts';
import { membersRouter } from './roles/members.router.ts';
import { rolesRouter } from './roles/roles.router.ts';
import { rosterRouter } from './roster/roster.router.ts';
import { servicesRouter } from './services/services.router.ts';
import { authRouter, signInRouter } from './sign-in/sign-in.router.ts';
import { textsRouter } from './texts/texts.router.ts';
import { webhooksRouter } from './webhooks/webhooks.router.ts';
import { weekRouter } from './week/week.router.ts';

export const appRouter = router({
  health: healthRouter,
  auth: authRouter,
  signIn: signInRouter,
  sessions: sessionsRouter,
  users: usersRouter,
  profile: profileRouter,
  notifications: notificationsRouter,
  characters: charactersRouter,
  comparisons: comparisonsRouter,
  characterViews: characterViewsRouter,
  character: characterRouter,
  organizations: organizationsRouter,
  changes: changesRouter,
  webhooks: webhooksRouter,
  services: servicesRouter,
  invites: invitesRouter,
  roster: rosterRouter,
  crafters: craftersRouter,
  events: eventsRouter,
  week: weekRouter,
  discordPosts: discordPostsRouter,
  participations: participationsRouter,
  attendance: attendanceRouter,
  absences: absencesRouter,
  calendarFeeds: calendarFeedsRouter,
  chat: chatRouter,
  discord: discordRouter,
  discordRoles: roleSyncRouter,
  posts: postsRouter,
  guilds: guildsRouter,
  logos: logosRouter,
  texts: textsRouter,
  roles: rolesRouter,
  members: membersRouter,
  moderation: moderationRouter,
  admin: adminRouter,
  journal: journalRouter,
  holidays: holidaysRouter,
  gameData: gameDataRouter,
});
export type AppRouter = typeof appRouter;
