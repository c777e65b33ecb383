/** Typed tRPC client for programs in this repository, which state the router. Others have `rest.ts`. */
import { createTRPCClient, httpBatchLink, type TRPCClient, type TRPCLink } from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { checkingSession, type SignOutOptions } from './signed-out.ts';

type Init = Omit<RequestInit, 'signal'> & { signal?: AbortSignal | null | undefined };

export type ClientOptions = SignOutOptions & {
  /** Address of the server, e.g. `https://guild.example`. */
  baseUrl: string;
  /** Session token for programs; a browser leaves it out and sends its cookie. */
  token?: string | undefined;
  fetch?: typeof globalThis.fetch;
};

/** Calls fail with `TRPCClientError`; its `data` has `code`, `httpStatus`, `reason`, `issues` and `requestId`. */
export function createGuildhallClient<Router extends AnyTRPCRouter>(options: ClientOptions): TRPCClient<Router> {
  const { baseUrl, token, fetch = (...given) => globalThis.fetch(...given) } = options;
  const link = httpBatchLink({
    url: `${baseUrl.replace(/(?<!\/)\/+$/, '')}/trpc`,
    maxItems: 20,
    fetch: checkingSession(options, (address: string | URL | Request, { signal = null, ...init }: Init = {}) =>
      fetch(address, { ...init, signal }),
    ),
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
