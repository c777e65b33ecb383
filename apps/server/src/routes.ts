/** What cannot be a procedure, because it redirects, takes a file or gives one: Express routes in front of the bridge. */
import type { AnyTRPCRouter } from '@trpc/server';
import { type RequestHandler, Router } from 'express';
import { metricsRoute } from './admin/metrics.route.ts';
import { queueDashboard } from './admin/queue-dashboard.route.ts';
import { apiSections } from './api-sections.ts';
import { authPaths } from './auth/auth.openapi.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { loginPages } from './auth/login-pages.ts';
import { magicLinkRoutes } from './auth/magic-link.routes.ts';
import { bodyExamples } from './body-examples.ts';
import { simcProfileRoutes } from './character-views/simc-profile.routes.ts';
import type { AppContext } from './core/context.ts';
import type { Reference } from './core/openapi.ts';
import { rememberedAnswers } from './core/remembered-answers.ts';
import { eventImagePaths, eventImageRoutes } from './events/event-image.routes.ts';
import { eventLinks } from './events/event-link.route.ts';
import { calendarFeedPaths, calendarFeedRoutes } from './feeds/calendar-feed.routes.ts';
import { crestPaths, crestRoutes } from './guilds/crest.routes.ts';
import { probes } from './health/probes.ts';
import { imagePaths } from './images/images.openapi.ts';
import { imageRoutes } from './images/images.routes.ts';
import { logoPaths, logoRoutes } from './logos/logo.routes.ts';
import { guildAliases } from './organizations/guild-addresses.ts';
import { gameDataGeneration } from './reference/game-data-cache.ts';
import { avatarPaths, avatarRoutes } from './users/avatar.routes.ts';

/** Outside of the API: probes, metrics, pages. */
export const siteRoutes = (ctx: AppContext): RequestHandler[] => [
  probes(ctx),
  metricsRoute(ctx),
  loginPages(),
  eventLinks(),
  queueDashboard(ctx),
];

export const expressRoutes = (ctx: AppContext): RequestHandler[] => [
  authRoutes(ctx),
  magicLinkRoutes(ctx),
  imageRoutes(ctx),
  avatarRoutes(ctx),
  crestRoutes(ctx),
  logoRoutes(ctx),
  eventImageRoutes(ctx),
  calendarFeedRoutes(ctx),
  simcProfileRoutes(ctx),
];

/** In front of everything: procedures that need not be called again for the same answer. */
export const rememberedRoutes = (ctx: AppContext, procedures: AnyTRPCRouter): RequestHandler =>
  Router().use(
    '/api/v1',
    rememberedAnswers(ctx, { procedures, below: '/game-data/', generationOf: () => gameDataGeneration(ctx) }),
  );

/** The same in the API reference. */
const expressPaths: Reference['paths'] = {
  ...authPaths,
  ...imagePaths,
  ...avatarPaths,
  ...crestPaths,
  ...logoPaths,
  ...eventImagePaths,
  ...calendarFeedPaths,
};

export const apiReference: Reference = {
  paths: expressPaths,
  tags: apiSections,
  aliases: guildAliases,
  bodyExamples,
};
