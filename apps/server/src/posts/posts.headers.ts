import type { RequestHandler } from 'express';

const POSTS = /^\/api\/v1\/(?:organizations\/[^/]+\/)?posts(?:\/|$)/i;

/**
 * Answers under these addresses, refusals included, depend on the caller, so an intermediate cache must not mix them
 * up. On `/trpc`, where the library sets its own `Vary`, the answers set this themselves.
 */
export const postsHeaders: RequestHandler = (req, res, next) => {
  if (POSTS.test(req.path)) {
    res.vary('Authorization');
    res.setHeader('Cache-Control', 'no-store');
  }
  next();
};
