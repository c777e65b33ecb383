/** Who is signed in: asked at most once a minute, and once however many parts want to know at the same time. */
import type { UserView } from '@guildhall/contracts/user.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, client, queryClient } from './client.ts';

const KEEP_MS = 60_000;

export const sessionQuery = queryOptions({
  ...api.auth.getSession.queryOptions({}),
  staleTime: KEEP_MS,
  refetchOnWindowFocus: true,
});

export const currentSession = () => queryClient.fetchQuery(sessionQuery);

/** The person who looks at the page, or undefined. */
export function useViewer(): UserView | undefined {
  return useQuery(sessionQuery).data?.user;
}

export function forgetSession(): void {
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

/** Keeps nothing of the person: another may sign in at the same browser. */
export async function signOut(): Promise<void> {
  await client.auth.signOut.mutate({});
  location.assign('/login');
}
