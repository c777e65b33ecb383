/** Routes that cannot be procedures, because they redirect, receive files or serve them: Express behind the bridge. */
import type { AnyTRPCRouter } from '@trpc/server';
import { type RequestHandler, Router } from 'express';
import { queueDashboard } from './admin/queue-dashboard.route.ts';
import { apiSections } from './api-sections.ts';
import { attendanceCsvRoutes } from './attendance/attendance-csv.routes.ts';
import { bodyExamples } from './body-examples.ts';
import { simcProfileRoutes } from './character-views/simc-profile.ts';
import type { Reference } from './core/http/openapi.ts';
import { rememberedAnswers } from './core/http/remembered-answers.ts';
import type { AppContext } from './core/services/context.ts';
import { crestPaths, crestRoutes } from './crests/crest.routes.ts';
import { finishInstall } from './discord/bindings/install.ts';
import { interactionsRoute } from './discord/interactions/interactions.route.ts';
import { eventLinks } from './events/event/event-link.route.ts';
import { eventPictureUpload } from './events/event/event-picture.ts';
import { calendarFeedPaths, calendarFeedRoutes } from './feeds/calendar-feed.routes.ts';
import { avatarUpload } from './images/avatar.ts';
import { imagePaths, imageRoutes } from './images/images.routes.ts';
import { logoUpload } from './images/logo.ts';
import { mediaPaths, mediaRoutes } from './media/media.routes.ts';
import { guildAliases } from './organizations/guild-addresses.ts';
import { syncAtSignIn } from './own-characters/sync-at-sign-in.ts';
import { gameDataGeneration } from './reference/game-data-cache.ts';
import { rosterCsvRoutes } from './roster/roster-csv.routes.ts';
import { authPaths } from './sign-in/auth.openapi.ts';
import { authRoutes } from './sign-in/auth.routes.ts';
import { loginPages } from './sign-in/login-pages.ts';
import { magicLinkRoutes } from './sign-in/magic-link.routes.ts';
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
  simcProfileRoutes(ctx),
  rosterCsvRoutes(ctx),
  attendanceCsvRoutes(ctx),
];

/** In front of everything: cached answers of procedures. */
export const rememberedRoutes = (ctx: AppContext, procedures: AnyTRPCRouter): RequestHandler =>
  Router().use(
    '/api/v1',
    rememberedAnswers(ctx, { procedures, below: '/game-data/', generationOf: () => gameDataGeneration(ctx) }),
  );

const expressPaths: Reference['paths'] = {
  ...authPaths,
  ...imagePaths,
  ...avatarUpload.paths,
  ...crestPaths,
  ...mediaPaths,
  ...logoUpload.paths,
  ...eventPictureUpload.paths,
  ...calendarFeedPaths,
};

export const apiReference: Reference = {
  paths: expressPaths,
  tags: apiSections,
  aliases: guildAliases,
  bodyExamples,
};
