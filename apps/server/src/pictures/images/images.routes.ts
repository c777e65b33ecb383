/** Serves uploaded pictures: bytes, hence an Express route and not a procedure. */

import { ImageStatus } from '@guildhall/contracts/image.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import { type Response, Router } from 'express';
import { json, query, type RowOf, text } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import { refusalResponse } from '../../core/http/refusal-responses.ts';
import { countOpen } from '../../core/http/trpc.ts';
import type { AppContext } from '../../core/services/context.ts';
import { authenticationOf } from '../../identity/sessions/authenticate.ts';
import { accessOfPerson, IS_OPEN } from '../../membership/rights/organization.access.ts';
import { readImageFile } from './image-files.ts';
import { PUBLIC_FOREVER, sendPicture, sentPicture } from './send-picture.ts';

type ImageRow = RowOf<typeof IMAGE>;

const IMAGE = query({
  subjectId: 'uuid',
  status: text(ImageStatus.options),
  uploadedById: 'uuid?',
  sizes: json<number[]>(),
  contentHash: 'text',
  /** The logo of an organization that only its members may see. */
  membersOnly: 'bool',
})`
  select i.subject_id as "subjectId", i.status, i.uploaded_by_id as "uploadedById", i.sizes,
    i.content_hash as "contentHash",
    exists (select from organization o where i.purpose = 'logo' and o.id = i.subject_id and not ${IS_OPEN}) as "membersOnly"
  from image i where i.id = $1`;

export const imageRoutes = (ctx: AppContext): Router =>
  Router().get('/images/:id/:file', async (req, res) => {
    await countOpen(ctx, res);
    const id = Id.safeParse(req.params.id).data;
    const size = Number(/^([1-9]\d{1,4})\.webp$/.exec(req.params.file)?.[1]);
    const image = id ? await ctx.sql.maybe(IMAGE, [id]) : null;
    if (!id || !image?.sizes.includes(size) || !(await mayLook(ctx, res, image))) throw noImage();
    const file = await readImageFile(ctx.storage, id, size);
    if (!file) throw noImage();
    const cache = isPublic(image) ? PUBLIC_FOREVER : 'private, no-store';
    sendPicture(req, res, file, { name: `${image.contentHash.slice(0, 32)}-${size}`, cache });
  });

const isPublic = ({ status, membersOnly }: ImageRow) => status === 'approved' && !membersOnly;

/**
 * Approved pictures are public, except those of organizations visible to members only; pending ones are for their
 * uploader and administrators; rejected ones are shown to no one.
 */
async function mayLook({ sql }: AppContext, res: Response, image: ImageRow): Promise<boolean> {
  if (image.status !== 'pending' && image.status !== 'approved') return false;
  if (isPublic(image)) return true;
  const authentication = await authenticationOf(res);
  if (authentication.kind !== 'actor') return false;
  const { actor } = authentication;
  if (actor.isAdmin) return true;
  if (image.status === 'pending') return actor.userId === image.uploadedById;
  return (await accessOfPerson(sql, actor.userId, image.subjectId))?.isMember ?? false;
}

const noImage = () => notFound('image_not_found', 'There is no such picture, or you may not see it.');

export const imagePaths = sentPicture(
  '/images/{imageId}/{size}.webp',
  {
    operationId: 'images-file',
    summary: 'A picture as WebP',
    description:
      'Public and immutable once approved, except that the logo of a members-only organization is for its members. Only its uploader and administrators see a picture that awaits a decision.',
    parameters: [
      {
        name: 'imageId',
        in: 'path',
        required: true,
        description: 'The id in a picture address from a profile or an organization',
        schema: { type: 'string', format: 'uuid' },
      },
      {
        name: 'size',
        in: 'path',
        required: true,
        description: 'Longest edge in pixels; one of the picture’s sizes',
        schema: { type: 'integer', examples: [512] },
      },
    ],
  },
  {
    404: refusalResponse('The picture does not exist, or the caller may not see it'),
  },
);
