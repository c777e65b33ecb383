/** Every procedure. REST routes are matched in this order, so fixed paths come before those with a parameter. */

import { profileRouter, usersRouter } from '../account/profile.router.ts';
import { adminRouter } from '../admin/admin.router.ts';
import { moderationRouter } from '../admin/moderation.router.ts';
import { comparisonsRouter } from '../armory/comparisons/comparisons.router.ts';
import { ownGearRouter } from '../armory/comparisons/own-gear.router.ts';
import { craftersRouter } from '../armory/crafters/crafters.router.ts';
import { characterRouter } from '../armory/own-characters/character.router.ts';
import { charactersRouter } from '../armory/own-characters/characters.router.ts';
import { characterViewsRouter } from '../armory/views/character-views.router.ts';
import { router } from '../core/http/trpc.ts';
import { discordPostsRouter } from '../discord/bindings/discord.router.ts';
import { discordRouter } from '../discord/interactions/discord.router.ts';
import { roleSyncRouter } from '../discord/role-sync/role-sync.router.ts';
import { absencesRouter } from '../events/absences/absences.router.ts';
import { attendanceRouter } from '../events/attendance/attendance.router.ts';
import { calendarFeedsRouter } from '../events/feeds/calendar-feeds.router.ts';
import { lineupsRouter } from '../events/lineup/lineups.router.ts';
import { memberPagesRouter } from '../events/member-pages/member-pages.router.ts';
import { nightsRouter } from '../events/nights/nights.router.ts';
import { planNotesRouter } from '../events/notes/plan-notes.router.ts';
import { eventsRouter } from '../events/planning/events.router.ts';
import { keptAnswersRouter } from '../events/signups/kept-answers.router.ts';
import { participationsRouter } from '../events/signups/participations.router.ts';
import { eventTemplatesRouter } from '../events/templates/event-templates.router.ts';
import { weekRouter } from '../events/week/week.router.ts';
import { chatRouter } from '../guilds/chat/chat.router.ts';
import { guildsRouter } from '../guilds/guild-sync/guilds.router.ts';
import { invitesRouter } from '../guilds/organizations/invites.router.ts';
import { organizationsRouter } from '../guilds/organizations/organizations.router.ts';
import { postsRouter } from '../guilds/posts/posts.router.ts';
import { rosterRouter } from '../guilds/roster/roster.router.ts';
import { textsRouter } from '../guilds/texts/texts.router.ts';
import { sessionsRouter } from '../identity/sessions/sessions.router.ts';
import { authRouter, signInRouter } from '../identity/sign-in/sign-in.router.ts';
import { importsRouter } from '../imports/imports.router.ts';
import { lootRouter } from '../loot/awards/loot.router.ts';
import { councilRouter } from '../loot/council/council.router.ts';
import { pointsRouter } from '../loot/points/points.router.ts';
import { lootPolicyRouter } from '../loot/policy/loot-policy.router.ts';
import { reservesRouter } from '../loot/reserves/reserves.router.ts';
import { wishesRouter } from '../loot/wishes/wishes.router.ts';
import { changesRouter } from '../membership/changes/changes.router.ts';
import { notificationsRouter } from '../membership/notifications/notifications.router.ts';
import { membersRouter } from '../membership/roles/members.router.ts';
import { rolesRouter } from '../membership/roles/roles.router.ts';
import { servicesRouter } from '../membership/services/services.router.ts';
import { logosRouter } from '../pictures/images/logos.router.ts';
import { raidersRouter } from '../raiders/raiders.router.ts';
import { teamsRouter } from '../raiders/teams.router.ts';
import { gameDataRouter } from '../reference/game-data/game-data.router.ts';
import { holidaysRouter } from '../reference/holidays/holidays.router.ts';
import { journalRouter } from '../reference/sync/journal.router.ts';
import { splitsRouter } from '../splits/splits.router.ts';
import { webhooksRouter } from '../webhooks/webhooks.router.ts';
import { healthRouter } from './health/health.router.ts';

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
  ownGear: ownGearRouter,
  characterViews: characterViewsRouter,
  character: characterRouter,
  organizations: organizationsRouter,
  changes: changesRouter,
  webhooks: webhooksRouter,
  imports: importsRouter,
  loot: lootRouter,
  council: councilRouter,
  lootPolicy: lootPolicyRouter,
  points: pointsRouter,
  services: servicesRouter,
  invites: invitesRouter,
  roster: rosterRouter,
  raiders: raidersRouter,
  teams: teamsRouter,
  crafters: craftersRouter,
  events: eventsRouter,
  planNotes: planNotesRouter,
  wishes: wishesRouter,
  reserves: reservesRouter,
  week: weekRouter,
  discordPosts: discordPostsRouter,
  participations: participationsRouter,
  eventTemplates: eventTemplatesRouter,
  lineups: lineupsRouter,
  splits: splitsRouter,
  keptAnswers: keptAnswersRouter,
  nights: nightsRouter,
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
  memberPages: memberPagesRouter,
  moderation: moderationRouter,
  admin: adminRouter,
  journal: journalRouter,
  holidays: holidaysRouter,
  gameData: gameDataRouter,
});
export type AppRouter = typeof appRouter;
