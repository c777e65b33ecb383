/**
 * Answers that anybody may keep: for an hour, and then ask whether they are still the same. `rest.ts` answers 304 when they
 * are. An empty list is kept by nobody: before the first sync it means that we do not know yet. A batch over tRPC is several
 * answers at once and has no such name.
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
