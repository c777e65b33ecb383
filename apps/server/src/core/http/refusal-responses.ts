/** Parts of the API document, for routes that are not procedures. */
import type { ZodOpenApiResponseObject } from 'zod-openapi';

/** A refusal in the description of a route that is not a procedure. */
export const refusalResponse = (description: string): ZodOpenApiResponseObject => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** The answers common to all routes that are not procedures and take no body. */
export const commonRefusals = {
  400: refusalResponse('The address or a parameter is not valid (`invalid_input`)'),
  429: refusalResponse('Too many requests; wait for the seconds in `Retry-After`'),
  500: refusalResponse('An error in the service; quote the request id when you report it'),
};
