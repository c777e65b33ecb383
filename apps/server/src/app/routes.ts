/** Routes that cannot be procedures, because they redirect, receive files or serve them: Express behind the bridge. */
import type { AnyTRPCRouter } from '@trpc/server';
import { type RequestHandler, Router } from 'express';
import { queueDashboard } from '../admin/queue-dashboard.route.ts';
import { syncAtSignIn } from '../armory/own-characters/sync-at-sign-in.ts';
import { simcProfileRoutes } from '../armory/views/simc-profile.ts';
import { responseCache } from '../core/http/response-cache.ts';
import type { AppContext } from '../core/services/context.ts';
import { finishInstall } from '../discord/bindings/install.ts';
import { interactionsRoute } from '../discord/interactions/interactions.route.ts';
import { attendanceCsvRoutes } from '../events/attendance/attendance-csv.routes.ts';
import { eventLinks } from '../events/event/event-link.route.ts';
import { eventPictureUpload } from '../events/event/event-picture.ts';
import { calendarFeedRoutes } from '../events/feeds/calendar-feed.routes.ts';
import { eventCalendarRoutes } from '../events/feeds/event-calendar.routes.ts';
import { pastAttendanceCsvRoutes } from '../events/nights/past-attendance-csv.routes.ts';
import { crestRoutes } from '../guilds/crests/crest.routes.ts';
import { rosterCsvRoutes } from '../guilds/roster/roster-csv.routes.ts';
import { authRoutes } from '../identity/sign-in/auth.routes.ts';
import { loginPages } from '../identity/sign-in/login-pages.ts';
import { magicLinkRoutes } from '../identity/sign-in/magic-link.routes.ts';
import { importFileRoutes } from '../imports/import-file.routes.ts';
import { lootCsvRoutes } from '../loot/awards/loot-csv.routes.ts';
import { avatarUpload } from '../pictures/images/avatar.ts';
import { imageRoutes } from '../pictures/images/images.routes.ts';
import { logoUpload } from '../pictures/images/logo.ts';
import { mediaRoutes } from '../pictures/media/media.routes.ts';
import { gameDataGeneration } from '../reference/game-data/game-data-cache.ts';
import { workerRoutes } from './worker-app.ts';

/** Requests of others that are signed: they are counted by no network, and their raw bytes are needed. */
export const signedRoutes = (ctx: AppContext): RequestHandler[] => [interactionsRoute(ctx)];

/** Outside the API: probes, metrics, pages. */
export const siteRoutes = (ctx: AppContext): RequestHandler[] => [
  ...workerRoutes(ctx),
  loginPages(),
  eventLinks(),
  queueDashboard(ctx),
];

export const expressRoutes = (ctx: AppContext): RequestHandler[] => [
  authRoutes(ctx, finishInstall, syncAtSignIn),
  magicLinkRoutes(ctx),
  imageRoutes(ctx),
  avatarUpload.routes(ctx),
  crestRoutes(ctx),
  mediaRoutes(ctx),
  logoUpload.routes(ctx),
  eventPictureUpload.routes(ctx),
  calendarFeedRoutes(ctx),
  eventCalendarRoutes(ctx),
  simcProfileRoutes(ctx),
  rosterCsvRoutes(ctx),
  attendanceCsvRoutes(ctx),
  pastAttendanceCsvRoutes(ctx),
  lootCsvRoutes(ctx),
  importFileRoutes(ctx),
];

/** In front of everything: cached answers of procedures. */
export const rememberedRoutes = (ctx: AppContext, procedures: AnyTRPCRouter): RequestHandler =>
  Router().use(
    '/api/v1',
    responseCache(ctx, { procedures, below: '/game-data/', generationOf: () => gameDataGeneration(ctx) }),
  );
