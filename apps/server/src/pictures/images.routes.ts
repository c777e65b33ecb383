/** Serves images: bytes, hence an Express route and not a procedure. */
import { Id } from '@guildhall/contracts/primitives.ts';
import { type Response, Router } from 'express';
import { authenticationOf } from '../auth/authenticate.ts';
import { notFound } from '../core/errors.ts';
import { countOpen } from '../core/http/trpc.ts';
import type { AppContext } from '../core/services/context.ts';
import { findImage, type ImageRow } from '../images/image.queries.ts';
import { readImageFile } from '../images/image-files.ts';
import { PUBLIC_FOREVER, sendPicture } from '../images/send-picture.ts';
import { standingOf } from '../rights/organization.access.ts';

export function imageRoutes(ctx: AppContext): Router {
  const router = Router();
  router.get('/images/:id/:file', async (req, res) => {
    await countOpen(ctx, res);
    const id = Id.safeParse(req.params.id).data;
    const size = Number(/^([1-9]\d{1,4})\.webp$/.exec(req.params.file)?.[1]);
    const image = id ? await findImage(ctx.sql, id) : undefined;
    if (!id || !image?.sizes.includes(size) || !(await mayLook(ctx, res, image))) throw noImage();
    const file = await readImageFile(ctx.storage, id, size);
    if (!file) throw noImage();
    const cache = isPublic(image) ? PUBLIC_FOREVER : 'private, no-store';
    sendPicture(req, res, file, { name: `${image.contentHash.slice(0, 32)}-${size}`, cache });
  });
  return router;
}

const isPublic = ({ status, membersOnly }: ImageRow) => status === 'approved' && !membersOnly;

/**
 * Approved pictures are public, except those of organizations visible to members only; pending ones are for their
 * uploader and administrators; rejected ones are for nobody.
 */
async function mayLook({ sql }: AppContext, res: Response, image: ImageRow): Promise<boolean> {
  if (image.status !== 'pending' && image.status !== 'approved') return false;
  if (isPublic(image)) return true;
  const authentication = await authenticationOf(res);
  if (authentication.kind !== 'actor') return false;
  const { actor } = authentication;
  if (actor.isAdmin) return true;
  if (image.status === 'pending') return actor.userId === image.uploadedById;
  return (await standingOf(sql, actor.userId, image.subjectId))?.isMember ?? false;
}

const noImage = () => notFound('image_not_found', 'There is no such picture, or it is not for you to see.');
