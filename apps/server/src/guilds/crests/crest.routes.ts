/** Serves drawn crests. Their addresses reveal only the design, which every player sees in the game. */
import { Router } from 'express';
import { notFound } from '../../core/errors.ts';
import { refusalResponse } from '../../core/http/refusal-responses.ts';
import { countOpen } from '../../core/http/trpc.ts';
import type { AppContext } from '../../core/services/context.ts';
import { PUBLIC_FOREVER, sendPicture, sentPicture } from '../../pictures/images/send-picture.ts';
import { readCrest } from './crest-files.ts';

export const crestRoutes = (ctx: AppContext): Router =>
  Router().get('/crests/:file', async (req, res) => {
    await countOpen(ctx, res);
    const key = /^([0-9a-f]{64})\.webp$/.exec(req.params.file)?.[1];
    const webp = key && (await readCrest(ctx.storage, key));
    if (!webp) throw notFound('image_not_found', 'There is no such picture, or it is not for you to see.');
    sendPicture(req, res, webp, { name: key.slice(0, 32), cache: PUBLIC_FOREVER });
  });

export const crestPaths = sentPicture(
  '/crests/{crest}.webp',
  {
    operationId: 'guilds-crest',
    summary: 'The crest of guilds of the game as WebP, 512 pixels square',
    description: 'Needs no account. Guilds with the same crest share its address, whose picture never changes.',
    parameters: [
      {
        name: 'crest',
        in: 'path',
        required: true,
        description: 'The value in a crest address from an organization',
        schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      },
    ],
  },
  {
    404: refusalResponse('The crest does not exist'),
  },
);
