/** Typed tRPC client for programs in this repository, which state the router. Others have `rest.ts`. */
import { createTRPCClient, httpBatchLink, type TRPCClient, type TRPCLink } from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';

export type ClientOptions = {
  /** Address of the server, e.g. `https://guild.example`. */
  baseUrl: string;
  /** Session token for programs; a browser leaves it out and sends its cookie. */
  token?: string;
  fetch?: typeof globalThis.fetch;
};

/** Calls fail with `TRPCClientError`; its `data` has `code`, `httpStatus`, `reason`, `issues` and `requestId`. */
export function createGuildhallClient<Router extends AnyTRPCRouter>({
  baseUrl,
  token,
  fetch,
}: ClientOptions): TRPCClient<Router> {
  const link = httpBatchLink({
    url: `${baseUrl.replace(/\/+$/, '')}/trpc`,
    maxItems: 20,
    ...(fetch ? { fetch } : {}),
    headers: ({ opList }) => {
      const key = opList[0].context.idempotencyKey;
      return {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
      };
    },
  });
  // The link transforms nothing, so it fits every router that does not either.
  return createTRPCClient<Router>({ links: [link as TRPCLink<Router>] });
}
