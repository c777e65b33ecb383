/** What the routes that give a picture or take one say about themselves in the API reference. */
import type { ZodOpenApiPathsObject, ZodOpenApiRequestBodyObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { refusal, usualRefusals } from '../core/http/openapi.ts';

export const imageUpload: ZodOpenApiRequestBodyObject = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['image'],
        properties: { image: { type: 'string', format: 'binary', description: 'One file of at most 5 MB' } },
      },
    },
  },
};

export const uploadRefusals: ZodOpenApiResponsesObject = {
  400: refusal(
    'Not one file in the field `image` (`invalid_upload`), not a picture of these kinds (`unsupported_image`), too many pixels (`image_too_large`), or refused by moderation (`moderation_failed`)',
  ),
  401: refusal('Not signed in'),
  403: refusal('Signed in, but without the right to do this'),
  413: refusal('The file is larger than 5 MB (`file_too_large`)'),
  415: refusal('The body is not multipart/form-data'),
  429: refusal('Too many uploads; wait as many seconds as `Retry-After` says'),
  500: refusal('A fault of the service; quote the request id when you report it'),
  503: refusal('Moderation does not answer (`moderation_unavailable`), or too many uploads at once (`busy`)'),
};

export const imagePaths: ZodOpenApiPathsObject = {
  '/images/{imageId}/{size}.webp': {
    get: {
      operationId: 'images-file',
      tags: ['Images'],
      summary: 'A picture as WebP',
      description:
        'Public and unchanging once it is approved; the logo of an organization that shows itself to its members alone is for them. One that waits for a decision is there for its uploader and for administrators alone.',
      security: [],
      parameters: [
        {
          name: 'imageId',
          in: 'path',
          required: true,
          description: 'As in the address that a profile or an organization gives',
          schema: { type: 'string', format: 'uuid' },
        },
        {
          name: 'size',
          in: 'path',
          required: true,
          description: 'Longest edge in pixels; one of those that the picture has',
          schema: { type: 'integer', examples: [512] },
        },
      ],
      responses: {
        200: {
          description: 'The picture',
          content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
        },
        304: { description: 'Not changed since `If-None-Match`' },
        ...usualRefusals,
        404: refusal('There is no such picture, or it is not for the caller to see'),
      },
    },
  },
};
