/** Typed access to the service: `useQuery(api.roster.list.queryOptions({ id }))`. */
import { createGuildhallClient } from '@guildhall/client/client.ts';
import { nextStepOf } from '@guildhall/contracts/next-step.ts';
import type { AppRouter } from '@guildhall/server/router';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureOf } from './errors.ts';
import { fetchWithWords } from './fetch-with-words.ts';
import { createApi } from './options.ts';

const listeners = new Set<() => void>();
/** This module cannot know what happens then. Returns a function that stops listening. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
/** The session of this browser is over, whoever has noticed. */
export function signedOut(): void {
  for (const listener of listeners) listener();
}

function lookAt(error: unknown): void {
  if (nextStepOf(failureOf(error)) === 'signIn') signedOut();
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

export const client = createGuildhallClient<AppRouter>({
  baseUrl: location.origin,
  onSignedOut: forgetSignedIn,
  fetch: fetchWithWords,
});
export const api = createApi(client);

/** Pages that need no account say so too. A cookie that was no longer valid when the page opened is no news. */
function forgetSignedIn(): void {
  if (queryClient.getQueryData(api.auth.getSession.queryOptions({}).queryKey)) signedOut();
}
