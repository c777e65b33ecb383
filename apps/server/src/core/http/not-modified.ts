import type { Request, Response } from 'express';

/**
 * Whether `If-None-Match` names the entity tag of this answer: then 304 is enough. Express’s own comparison treats
 * `Cache-Control: no-cache` as a reload and sends everything; the Fetch standard makes a program’s `fetch` add that
 * header to each request that sets `If-None-Match`.
 */
export function isNotModified(req: Request, res: Response): boolean {
  const etag = res.getHeader('ETag');
  const known = req.headers['if-none-match'];
  if (typeof etag !== 'string' || known === undefined || !['GET', 'HEAD'].includes(req.method)) return false;
  return known.trim() === '*' || (known.match(TAG) ?? []).some((tag) => weak(tag) === weak(etag));
}

const TAG = /(?:W\/)?"[^"]*"/g;

/** A proxy that compresses an answer may weaken its tag. */
const weak = (tag: string) => tag.replace(/^W\//, '');
