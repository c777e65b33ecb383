/** What cannot be a procedure, because it redirects, takes a file or gives one: Express routes in front of the bridge. */
import type { RequestHandler } from 'express';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { authPaths } from './auth/auth.openapi.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { magicLinkRoutes } from './auth/magic-link.routes.ts';
import { simcProfileRoutes } from './character-views/simc-profile.routes.ts';
import type { AppContext } from './core/context.ts';
import { imagePaths } from './images/images.openapi.ts';
import { imageRoutes } from './images/images.routes.ts';
import { avatarPaths, avatarRoutes } from './users/avatar.routes.ts';

export const expressRoutes = (ctx: AppContext): RequestHandler[] => [
  authRoutes(ctx),
  magicLinkRoutes(ctx),
  imageRoutes(ctx),
  avatarRoutes(ctx),
  simcProfileRoutes(ctx),
];

/** The same in the API reference. */
export const expressPaths: ZodOpenApiPathsObject = { ...authPaths, ...imagePaths, ...avatarPaths };
