/** Uploads an avatar. The REST bridge does not support multipart, hence an Express route and not a procedure. */
import { UserView } from '@guildhall/contracts/user.ts';
import { Router } from 'express';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { requireActor } from '../auth/require-actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { imageUpload, uploadRefusals } from '../images/images.openapi.ts';
import { receiveImage } from '../images/receive-image.ts';
import { setAvatar } from './set-avatar.ts';

export function avatarRoutes(ctx: AppContext): Router {
  const router = Router();
  router.post('/auth/me/avatar', async (req, res) => {
    const actor = await requireActor(ctx, res);
    res.json(await receiveImage(ctx, actor, req, (bytes) => setAvatar(ctx, actor, { bytes })));
  });
  return router;
}

export const avatarPaths: ZodOpenApiPathsObject = {
  '/auth/me/avatar': {
    post: {
      operationId: 'users-setAvatar',
      tags: ['Profile'],
      summary: 'Upload an avatar',
      description:
        'JPEG, PNG, WebP or GIF (first frame). It is cropped to a square and served as WebP in 512 and 128 pixels, without its metadata. Where administrators review pictures, only the caller sees it until it is approved.',
      security: [{ session: [] }, { bearer: [] }],
      requestBody: imageUpload,
      responses: {
        200: {
          description: 'The profile with the new avatarUrl',
          content: { 'application/json': { schema: UserView } },
        },
        ...uploadRefusals,
      },
    },
  },
};
