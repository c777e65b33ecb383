/** Describes the redirects of signing in, for the API reference. */
import type { ZodOpenApiParameterObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { commonRefusals, refusalResponse } from '../../core/http/refusal-responses.ts';

const provider: ZodOpenApiParameterObject = {
  name: 'provider',
  in: 'path',
  required: true,
  description: 'Sign-in provider',
  schema: { $ref: '#/components/schemas/ProviderId' },
};
const text = (name: string, description: string): ZodOpenApiParameterObject => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
});

const usual = {
  ...commonRefusals,
  401: refusalResponse('The cookie and the bearer token are different sessions'),
  404: refusalResponse(
    'There is no such provider (`provider_not_found`), or it is not configured here (`provider_not_configured`)',
  ),
};

export const authPaths: ZodOpenApiPathsObject = {
  '/auth/signin/{provider}': {
    get: {
      operationId: 'auth-startSignIn',
      tags: ['Authentication'],
      summary: 'Sign in with a provider',
      description:
        'For browsers. If a person is already signed in, links the provider’s identity to their account instead. With a sign-in older than a day nothing new is linked; returning with an already linked identity counts as signing in again.',
      security: [],
      parameters: [provider, text('callbackURL', 'Path of a page of this service to return to; default `/`')],
      responses: {
        302: { description: 'To the consent page of the provider' },
        ...usual,
        400: refusalResponse('callbackURL is not a page of this service (`invalid_callback_url`)'),
        403: refusalResponse(
          'Opened from another site while a person is signed in (`invalid_origin`), or called with a bot or tool token (`token_not_allowed`)',
        ),
      },
    },
  },
  '/auth/callback/{provider}': {
    get: {
      operationId: 'auth-finishSignIn',
      tags: ['Authentication'],
      summary: 'Return address for providers',
      description:
        'Opened by the browser when the provider sends it back, never by clients. Each `state` works once, for ten minutes, in the browser that started. Without a session, the cookie of a new one is set; with one, the identity is linked to its account.',
      security: [],
      parameters: [provider, text('code', 'Of the provider'), text('state', 'As it was given to the provider')],
      responses: {
        302: {
          description:
            'To callbackURL, with the cookie of the session; or with `error`: `state_mismatch`, `access_denied`, `provider_unavailable`, `account_already_linked` (the identity belongs to another account; with `merge` when `POST /auth/merge-accounts` can make one of the two), `provider_already_linked` (another identity of this provider is linked to you), `session_not_fresh`',
        },
        ...usual,
      },
    },
  },
  '/auth/magic-link/verify': {
    get: {
      operationId: 'auth-verifyMagicLink',
      tags: ['Authentication'],
      summary: 'Sign in with the token of a mailed link',
      description:
        'For programs. A browser that opens this address is led to the page that says whom the link signs in and asks first. HEAD and prefetching answer 204 and do not use up the link.',
      security: [],
      parameters: [
        text('token', 'Of the link'),
        text('callbackURL', 'Path on this service to return to; without it, the answer says who signed in'),
      ],
      responses: {
        200: { description: 'Without callbackURL: the person, and when the session expires, with its cookie' },
        204: { description: 'For a browser that only prefetches' },
        302: {
          description:
            'To callbackURL, with the cookie of the session, or with `error=invalid_token`; a browser to the page of the link',
        },
        400: refusalResponse(
          'The link is no longer valid (`invalid_token`), or callbackURL is not a path (`invalid_callback_url`)',
        ),
        403: refusalResponse('Requested by a page in a browser (`invalid_origin`)'),
        429: usual[429],
        500: usual[500],
      },
    },
  },
};
