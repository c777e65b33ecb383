/**
 * Lets every cache keep an answer for an hour and revalidate it afterwards; `rest.ts` then answers 304 if it is unchanged.
 * Empty lists are not cached: before the first sync they mean that we do not know yet. A tRPC batch combines several
 * answers, so it gets no ETag.
 */
import type { Response } from 'express';
import type { RequestContext } from './trpc.ts';

export function publicAnswer<T>({ res, surface }: RequestContext, { etag, data }: { etag: string; data: T }): T {
  if (surface !== 'rest') return data;
  if (Array.isArray(data) && data.length === 0) res.setHeader('Cache-Control', 'no-store');
  else showPublic(res, etag);
  return data;
}

export function showPublic(res: Response, etag: string): void {
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', 'public, max-age=3600');
}
