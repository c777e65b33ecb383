/**
 * The route that receives the picture of a subject, and its entry in the API reference. The REST bridge does not support
 * multipart, hence an Express route and not a procedure.
 */
import type { IncomingMessage } from 'node:http';
import { Router } from 'express';
import type { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { requireActor } from '../auth/require-actor.ts';
import type { Actor } from '../core/actor.ts';
import { createGate } from '../core/gate.ts';
import { refusal } from '../core/http/openapi.ts';
import { readUpload } from '../core/http/uploads.ts';
import type { AppContext } from '../core/services/context.ts';
import { type ChangedPicture, changePicture, type PictureSubject, type Seen } from './change-picture.ts';

type Upload<View, Answer> = {
  path: string;
  operation: Omit<ZodOpenApiOperationObject, 'responses' | 'requestBody' | 'security'>;
  status: 200 | 201;
  /** Describes the answer. */
  answered: string;
  schema: z.ZodType<Answer>;
  answer(changed: ChangedPicture<View>): Answer;
  refusals?: ZodOpenApiResponsesObject;
};

type PictureUpload = { routes(ctx: AppContext): Router; paths: ZodOpenApiPathsObject };

export function pictureUpload<S extends Seen, View, Answer>(
  subject: PictureSubject<S, View>,
  { path, operation, status, answered, schema, answer, refusals }: Upload<View, Answer>,
): PictureUpload {
  const routes = (ctx: AppContext) =>
    Router().post(path.replace('{id}', ':id'), async (req, res) => {
      const actor = await requireActor(ctx, res);
      // Authorized before reading the body: without the right, nothing is received or sent to moderation.
      const { id } = await subject.authorize(ctx.sql, actor, `${req.params.id}`);
      const change = (bytes: Buffer) => changePicture(ctx, actor, subject, id, bytes);
      res.status(status).json(answer(await receive(ctx, actor, req, change)));
    });
  const responses = {
    [status]: { description: answered, content: { 'application/json': { schema } } },
    ...usualRefusals,
    ...refusals,
  };
  return { routes, paths: { [path]: { post: { ...operation, ...received, responses } } } };
}

/** The field of every form that uploads a picture. */
const FIELD = 'image';

const MAX_BYTES = 5 * 1024 * 1024;

/**
 * The megabytes of uploads that may be in memory. Each person uploads one picture at a time, so that their slow uploads
 * delay nobody else. Further ones wait in the network, unread, and are told to come back before the request times out.
 */
const inTurn = createGate({ capacity: 15, waiting: 200, patienceMs: 15_000 });

/**
 * Counts an upload against the caller's limit, receives it, and passes the bytes on. Throws TOO_MANY_REQUESTS,
 * SERVICE_UNAVAILABLE `busy`, and the errors of the form and of the change.
 */
async function receive<T>(
  ctx: AppContext,
  actor: Actor,
  req: IncomingMessage,
  change: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  await ctx.limits.take('upload', actor.userId);
  const changeReceived = async () => change(await readUpload(req, { field: FIELD, maxBytes: MAX_BYTES }));
  return inTurn(megabytesOf(req), changeReceived, actor.userId);
}

/** The declared size up to the maximum, or the maximum if none is declared. */
function megabytesOf({ headers }: IncomingMessage): number {
  const declared = Number(headers['content-length'] ?? MAX_BYTES);
  return Math.max(1, Math.ceil(Math.min(declared || 0, MAX_BYTES) / (1024 * 1024)));
}

const received: Pick<ZodOpenApiOperationObject, 'security' | 'requestBody'> = {
  security: [{ session: [] }, { bearer: [] }],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: [FIELD],
          properties: { [FIELD]: { type: 'string', format: 'binary', description: 'One file of at most 5 MB' } },
        },
      },
    },
  },
};

const usualRefusals: ZodOpenApiResponsesObject = {
  400: refusal(
    'Not one file in the field `image` (`invalid_upload`), not a picture of these kinds (`unsupported_image`), too many pixels (`image_too_large`), or refused by moderation (`moderation_failed`)',
  ),
  401: refusal('Not signed in'),
  403: refusal('Signed in, but without permission'),
  413: refusal('The file is larger than 5 MB (`file_too_large`)'),
  415: refusal('The body is not multipart/form-data'),
  429: refusal('Too many uploads; wait for the seconds in `Retry-After`'),
  500: refusal('An error in the service; quote the request id when you report it'),
  503: refusal(
    'The moderation service does not respond (`moderation_unavailable`), or too many uploads run at once (`busy`)',
  ),
};
