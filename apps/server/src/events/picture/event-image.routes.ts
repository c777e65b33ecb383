/** Uploads the picture of an event: multipart, hence an Express route and not a procedure. */
import { EventView } from '@guildhall/contracts/event.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import { Router } from 'express';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { requireActor } from '../../auth/require-actor.ts';
import { AppError } from '../../core/errors.ts';
import { refusal } from '../../core/http/openapi.ts';
import type { AppContext } from '../../core/services/context.ts';
import { imageUpload, uploadRefusals } from '../../images/images.openapi.ts';
import { receiveImage } from '../../images/receive-image.ts';
import { editEvent } from '../event/event.access.ts';
import { setEventImage } from './set-event-image.ts';

export function eventImageRoutes(ctx: AppContext): Router {
  const router = Router();
  router.post('/events/:id/image', async (req, res) => {
    const actor = await requireActor(ctx, res);
    const { data: id } = Id.safeParse(req.params.id);
    if (!id) throw new AppError('BAD_REQUEST', 'invalid_input', 'The id in the address is not a UUID.');
    // Before anything is received or sent to moderation.
    await editEvent(ctx.sql, actor, id);
    res.json(await receiveImage(ctx, actor, req, (bytes) => setEventImage(ctx, actor, { id, bytes })));
  });
  return router;
}

export const eventImagePaths: ZodOpenApiPathsObject = {
  '/events/{id}/image': {
    post: {
      operationId: 'events-setImage',
      tags: ['Events'],
      summary: 'Upload the picture of an event',
      description:
        'JPEG, PNG, WebP or GIF (first frame). It is served as WebP in 1600 and 640 pixels, without its metadata. Where administrators review pictures, only the caller sees it until it is approved.',
      security: [{ session: [] }, { bearer: [] }],
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The event',
          schema: { type: 'string', format: 'uuid' },
        },
      ],
      requestBody: imageUpload,
      responses: {
        200: {
          description: 'The event with the new imageUrl',
          content: { 'application/json': { schema: EventView } },
        },
        ...uploadRefusals,
        409: refusal('The organization is archived (`organization_archived`)'),
        404: refusal('The event does not exist, or the caller may not see it'),
      },
    },
  },
};
