/** Typed access to the service: `useQuery(api.roster.list.queryOptions({ id }))`. */
import { createGuildhallClient } from '@guildhall/client/client.ts';
import type { AppRouter } from '@guildhall/server/router';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureOf } from './errors.ts';
import { apiOf } from './options.ts';

/** Set by the router: this module cannot know what happens then. */
let signedOut = () => {};
export function onSignedOut(listener: () => void): void {
  signedOut = listener;
}

function lookAt(error: unknown): void {
  if (failureOf(error).reason === 'not_signed_in') signedOut();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: lookAt }),
  mutationCache: new MutationCache({ onError: lookAt }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refused request would be refused again.
      retry: (count, error) => count < 2 && failureOf(error).kind === 'fault',
    },
    mutations: { retry: false },
  },
});

export const client = createGuildhallClient<AppRouter>({ baseUrl: location.origin });
export const api = apiOf(client);
