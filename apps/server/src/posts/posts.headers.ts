import type { RequestHandler } from 'express';

const POSTS = /^\/api\/v1\/(?:organizations\/[^/]+\/)?posts(?:\/|$)/i;

/**
 * What is answered under these addresses depends on who asks, refusals too: a cache between must not mix them up. On
 * `/trpc`, where the library sets its own `Vary`, the answers say so themselves.
 */
export const postsHeaders: RequestHandler = (req, res, next) => {
  if (POSTS.test(req.path)) {
    res.vary('Authorization');
    res.setHeader('Cache-Control', 'no-store');
  }
  next();
};
