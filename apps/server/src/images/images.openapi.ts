/** Describes the routes that serve or receive pictures, for the API reference. */
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
  403: refusal('Signed in, but without permission'),
  413: refusal('The file is larger than 5 MB (`file_too_large`)'),
  415: refusal('The body is not multipart/form-data'),
  429: refusal('Too many uploads; wait for the seconds in `Retry-After`'),
  500: refusal('An error in the service; quote the request id when you report it'),
  503: refusal(
    'The moderation service does not respond (`moderation_unavailable`), or too many uploads run at once (`busy`)',
  ),
};

export const imagePaths: ZodOpenApiPathsObject = {
  '/images/{imageId}/{size}.webp': {
    get: {
      operationId: 'images-file',
      tags: ['Images'],
      summary: 'A picture as WebP',
      description:
        'Public and immutable once approved, except that the logo of a members-only organization is for its members. Only its uploader and administrators see a picture that awaits a decision.',
      security: [],
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
      responses: {
        200: {
          description: 'The picture',
          content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
        },
        304: { description: 'Not changed since `If-None-Match`' },
        ...usualRefusals,
        404: refusal('The picture does not exist, or the caller may not see it'),
      },
    },
  },
};
