/** Uploads a logo: multipart, hence an Express route and not a procedure. */
import { LogoUploadedView } from '@guildhall/contracts/guild.ts';
import { Router } from 'express';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { requireActor } from '../auth/require-actor.ts';
import { refusal } from '../core/http/openapi.ts';
import type { AppContext } from '../core/services/context.ts';
import { imageUpload, uploadRefusals } from '../images/images.openapi.ts';
import { receiveImage } from '../images/receive-image.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { changeableLogo } from './logo.queries.ts';
import { setLogo } from './set-logo.ts';

export function logoRoutes(ctx: AppContext): Router {
  const router = Router();
  router.post('/organizations/:id/logo', async (req, res) => {
    const actor = await requireActor(ctx, res);
    // Checked before reading the body: without the right, nothing is received.
    const id = await changeableLogo(ctx.sql, actor, req.params.id);
    res.status(201).json(await receiveImage(ctx, actor, req, (bytes) => setLogo(ctx, actor, { id, bytes })));
  });
  return router;
}

export const logoPaths: ZodOpenApiPathsObject = {
  '/organizations/{id}/logo': {
    post: {
      operationId: 'logos-upload',
      tags: ['Logos'],
      summary: 'Upload a logo',
      description:
        'JPEG, PNG, WebP or GIF (first frame). It is served as WebP within 512 and 128 pixels, uncropped and without its metadata. It becomes the active logo at once or, where administrators review pictures, on approval.',
      security: [{ session: [] }, { bearer: [] }],
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'UUID or alias of the organization',
          schema: { type: 'string', examples: ['the-emberforge-stormvale-us'] },
        },
      ],
      requestBody: imageUpload,
      responses: {
        201: {
          description: 'The address of the picture, and the current logos',
          content: { 'application/json': { schema: LogoUploadedView } },
        },
        ...uploadRefusals,
        404: refusal('It does not exist, or the caller may not see it'),
        409: refusal(ARCHIVED),
      },
    },
  },
};
