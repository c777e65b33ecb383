/** The current session, requested at most once a minute; concurrent callers share one request. */
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

/** The signed-in person viewing the page, or undefined. */
export function useViewer(): UserView | undefined {
  return useQuery(sessionQuery).data?.user;
}

export function forgetSession(): void {
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

/** Drops all of the person's data, because somebody else may sign in on the same browser. */
export async function signOut(): Promise<void> {
  await client.auth.signOut.mutate({});
  location.assign('/login');
}
