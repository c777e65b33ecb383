/** Serving images: bytes, hence an Express route and not a procedure. */
import { Id } from '@guildhall/contracts/primitives.ts';
import { type Response, Router } from 'express';
import { authenticationOf } from '../auth/authenticate.ts';
import type { AppContext } from '../core/context.ts';
import { notFound } from '../core/errors.ts';
import { findImage, type ImageRow } from './image.queries.ts';
import { readImageFile } from './image-files.ts';

/** What is at an address never changes: another picture has another one. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Pictures come from strangers: whatever one turns out to be, a browser treats it as a picture and lets it do nothing. */
const HEADERS = {
  'Content-Type': 'image/webp',
  'Content-Disposition': 'inline; filename="image.webp"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

export function imageRoutes(ctx: AppContext): Router {
  const router = Router();
  router.get('/images/:id/:file', async (req, res) => {
    const id = Id.safeParse(req.params.id).data;
    const size = Number(/^([1-9]\d{1,4})\.webp$/.exec(req.params.file)?.[1]);
    const image = id ? await findImage(ctx.sql, id) : undefined;
    if (!id || !image?.sizes.includes(size) || !(await mayLook(res, image))) throw noImage();
    const file = await readImageFile(ctx.storage, id, size);
    if (!file) throw noImage();

    // Only now: an error must not be kept for a year.
    res.set({ ...HEADERS, ETag: `"${image.contentHash.slice(0, 32)}-${size}"` });
    res.set('Cache-Control', image.status === 'approved' ? FOREVER : 'private, no-store');
    if (req.fresh) res.status(304).end();
    else res.send(file);
  });
  return router;
}

/** Everybody sees what was approved; only its uploader and administrators what waits; nobody what was refused. */
async function mayLook(res: Response, { status, uploadedById }: ImageRow): Promise<boolean> {
  if (status !== 'pending') return status === 'approved';
  const authentication = await authenticationOf(res);
  if (authentication.kind !== 'actor') return false;
  const { actor } = authentication;
  return actor.isAdmin || actor.userId === uploadedById;
}

const noImage = () => notFound('image_not_found', 'There is no such picture.');
