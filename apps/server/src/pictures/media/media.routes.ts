import { createHash } from 'node:crypto';
import { Router } from 'express';
import { notFound } from '../../core/errors.ts';
import { refusalResponse } from '../../core/http/refusal-responses.ts';
import { countOpen } from '../../core/http/trpc.ts';
import type { AppContext } from '../../core/services/context.ts';
import { addressOfMedia } from '../../core/services/picture-url.ts';
import { sendPicture, sentPicture } from '../images/send-picture.ts';
import { showMedia } from './show-media.ts';

/** The platforms may replace the picture. */
const PUBLIC_FOR_A_DAY = 'public, max-age=86400';

export const mediaRoutes = (ctx: AppContext): Router =>
  Router().get('/media/:file', async (req, res) => {
    await countOpen(ctx, res);
    const address = addressOfMedia(ctx.sign, req.params.file);
    if (address === undefined) throw notFound('image_not_found', 'There is no such picture.');
    const webp = await showMedia(ctx, address);
    const hash = createHash('sha256').update(webp).digest('hex');
    sendPicture(req, res, webp, { name: hash.slice(0, 32), cache: PUBLIC_FOR_A_DAY });
  });

export const mediaPaths = sentPicture(
  '/media/{media}.webp',
  {
    operationId: 'images-media',
    summary: 'A picture of the game or chat platform as WebP, at most 1600 pixels wide and high',
    description: 'Answers name these addresses for avatars, renders, instances and items; a caller cannot make one up.',
    parameters: [
      {
        name: 'media',
        in: 'path',
        required: true,
        description: 'The value in a picture address of another answer',
        schema: { type: 'string', pattern: '^[0-9a-f]{32}[A-Za-z0-9_-]+$', maxLength: 2000 },
      },
    ],
  },
  {
    404: refusalResponse('The platform has no such picture, or the address was made up'),
    503: refusalResponse('The platform does not answer, and the picture is not kept yet'),
  },
);
