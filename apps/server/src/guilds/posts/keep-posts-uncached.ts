import type { RequestHandler } from 'express';

const POSTS = /^\/api\/v1\/(?:organizations\/[^/]+\/)?posts(?:\/|$)/i;

/**
 * Answers under these addresses, refusals included, depend on the caller, so no cache may keep them, and they have no
 * ETag. On `/trpc`, where the library sets its own `Vary`, the answers set this themselves.
 */
export const keepPostsUncached: RequestHandler = (req, res, next) => {
  if (POSTS.test(req.path)) {
    res.vary('Authorization');
    res.locals.hasNoValidator = true;
    res.setHeader('Cache-Control', 'no-store');
  }
  next();
};
