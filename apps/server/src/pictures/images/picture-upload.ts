/**
 * The route that receives the picture of a subject, and its entry in the API reference. The REST bridge does not support
 * multipart, hence an Express route and not a procedure.
 */
import { Router } from 'express';
import type { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { refusalResponse } from '../../core/http/refusal-responses.ts';
import { receiveUpload, uploadOf } from '../../core/http/uploads.ts';
import type { AppContext } from '../../core/services/context.ts';
import { requireActor } from '../../identity/sessions/require-actor.ts';
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
      res.status(status).json(answer(await receiveUpload(ctx, actor, req, { field: FIELD, change })));
    });
  const responses = {
    [status]: { description: answered, content: { 'application/json': { schema } } },
    ...usualRefusals,
    ...refusals,
  };
  return { routes, paths: { [path]: { post: { ...operation, ...uploadOf(FIELD), responses } } } };
}

/** The field of every form that uploads a picture. */
const FIELD = 'image';

const usualRefusals: ZodOpenApiResponsesObject = {
  400: refusalResponse(
    'Not one file in the field `image` (`invalid_upload`), not a picture of these kinds (`unsupported_image`), too many pixels (`image_too_large`), or refused by moderation (`moderation_failed`)',
  ),
  401: refusalResponse('Not signed in'),
  403: refusalResponse('Signed in, but without permission'),
  413: refusalResponse('The file is larger than 5 MB (`file_too_large`)'),
  415: refusalResponse('The body is not multipart/form-data'),
  429: refusalResponse('Too many uploads; wait for the seconds in `Retry-After`'),
  500: refusalResponse('An error in the service; quote the request id when you report it'),
  503: refusalResponse(
    'The moderation service does not respond (`moderation_unavailable`), or too many uploads run at once (`busy`)',
  ),
};
