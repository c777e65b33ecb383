/** The OpenAPI 3.1 document of `/api/v1`, generated from the procedures and their contracts. */
import type { AnyTRPCRouter } from '@trpc/server';
import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';

export function openApiDocument(router: AnyTRPCRouter, baseUrl: string) {
  // Its router type is built on its own root types; ours differ only in the context.
  return generateOpenApiDocument(router as unknown as OpenApiRouter, {
    title: 'Guildhall',
    version: '1',
    description:
      'Backend for World of Warcraft guild communities. Sign in for a session, then send it as a cookie or as a bearer token.',
    baseUrl: `${baseUrl}/api/v1`,
    openApiVersion: '3.1.0',
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by signing in; `__Host-session` on https' },
      bearer: { type: 'http', scheme: 'bearer', description: 'The same session token' },
    },
  });
}
