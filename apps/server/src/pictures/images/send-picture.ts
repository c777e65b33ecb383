/** Sends pictures, and describes the routes that do in the API reference. */
import type { Request, Response } from 'express';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { isNotModified } from '../../core/http/not-modified.ts';
import { commonRefusals } from '../../core/http/refusal-responses.ts';

/** The content at an address never changes: another picture has another address. */
export const PUBLIC_FOREVER = 'public, max-age=31536000, immutable';

/** Pictures come from strangers: a browser must treat any bytes as a picture and execute nothing. */
const PICTURE_HEADERS = {
  'Content-Type': 'image/webp',
  'Content-Disposition': 'inline; filename="image.webp"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** `name` is the entity tag: the same for the same bytes. Set last, because an error must not be cached for a year. */
export function sendPicture(
  req: Request,
  res: Response,
  webp: Buffer,
  { name, cache }: { name: string; cache: string },
) {
  res.set({ ...PICTURE_HEADERS, ETag: `"${name}"`, 'Cache-Control': cache });
  if (isNotModified(req, res)) res.status(304).end();
  else res.send(webp);
}

type Operation = Omit<ZodOpenApiOperationObject, 'responses' | 'tags' | 'security'>;

export const sentPicture = (
  path: string,
  operation: Operation,
  refusals: ZodOpenApiResponsesObject,
): ZodOpenApiPathsObject => ({
  [path]: {
    get: {
      ...operation,
      tags: ['Images'],
      security: [],
      responses: {
        200: {
          description: 'The picture',
          content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
        },
        304: { description: 'Not changed since `If-None-Match`' },
        ...commonRefusals,
        ...refusals,
      },
    },
  },
});
