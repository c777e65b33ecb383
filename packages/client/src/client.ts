/** Typed tRPC client of a Guildhall server, for the web client, bots and tools. */
import type { AppRouter } from '@guildhall/server/router';
import { createTRPCClient, httpBatchLink } from '@trpc/client';

export type GuildhallClient = ReturnType<typeof createGuildhallClient>;

export type ClientOptions = {
  /** Address of the server, e.g. `https://guild.example`. */
  baseUrl: string;
  /** Session token for programs; a browser leaves it out and sends its cookie. */
  token?: string;
  fetch?: typeof globalThis.fetch;
};

/** Calls fail with `TRPCClientError`; its `data` has `code`, `httpStatus`, `reason`, `issues` and `requestId`. */
export function createGuildhallClient({ baseUrl, token, fetch }: ClientOptions) {
  return createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
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
      }),
    ],
  });
}
