/**
 * `api.roster.list.queryOptions({ id })`, with the types of `@trpc/tanstack-react-query` but not its code, which would
 * add subscriptions and infinite lists: two kilobytes of the first load that no page needs.
 */
import type { AppRouter } from '@guildhall/server/router';
import { skipToken } from '@tanstack/react-query';
import { getUntypedClient, type TRPCClient } from '@trpc/client';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';

type Provided = 'queryOptions' | 'queryKey' | 'pathKey' | 'mutationOptions';
/** Exposes only the part of those types that is implemented here. */
export type Api<Of = TRPCOptionsProxy<AppRouter>> = {
  [Name in keyof Of as Name extends Provided | `~${string}`
    ? Name
    : Of[Name] extends (...args: never[]) => unknown
      ? never
      : Name]: Of[Name] extends (...args: never[]) => unknown ? Of[Name] : Api<Of[Name]>;
};

type Extra = { trpc?: { context?: Record<string, unknown> } };

export function createApi(client: TRPCClient<AppRouter>): Api {
  const untyped = getUntypedClient(client);
  const queryKey = (path: readonly string[], input: unknown) => [path, { input, type: 'query' }];
  const provided: Record<Provided, (path: string[], ...args: unknown[]) => unknown> = {
    queryKey,
    pathKey: (path) => [path],
    queryOptions: (path, input, options) => ({
      ...(options as object),
      queryKey: queryKey(path, input),
      queryFn: input === skipToken ? skipToken : () => untyped.query(path.join('.'), input),
    }),
    mutationOptions: (path, options) => ({
      ...(options as object),
      mutationKey: [path],
      mutationFn: (input: unknown) => untyped.mutation(path.join('.'), input, { ...(options as Extra)?.trpc }),
    }),
  };
  const at = (path: string[]): unknown =>
    new Proxy(() => {}, {
      get: (_, name) => at([...path, String(name)]),
      apply: (_, __, args) => provided[path.at(-1) as Provided](path.slice(0, -1), ...args),
    });
  return at([]) as Api;
}
