/** The current session, requested at most once a minute; concurrent callers share one request. */
import type { UserView } from '@guildhall/contracts/user.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, client, queryClient, signedOut } from './client.ts';

const KEEP_MS = 60_000;

export const sessionQuery = queryOptions({
  ...api.auth.getSession.queryOptions({}),
  staleTime: KEEP_MS,
  refetchOnWindowFocus: true,
});

export async function currentSession() {
  const session = await queryClient.fetchQuery(sessionQuery);
  rememberSignedIn(session !== null);
  return session;
}

const MARK = 'signed-in';

/** Whether this browser had a session when it last asked. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return true;
  }
}

function rememberSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(MARK, 'yes');
    else localStorage.removeItem(MARK);
  } catch {
    // Storage may be blocked; pages then load as if there were a session.
  }
}

/** The signed-in person viewing the page, or undefined. */
export function useViewer(): UserView | undefined {
  return useQuery(sessionQuery).data?.user;
}

export function forgetSession(): void {
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

/** Nothing of the person stays in the tab. The open page may still hold its data until it is left. */
export function forgetPerson(): void {
  const session = JSON.stringify(sessionQuery.queryKey);
  queryClient.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey) !== session });
}

/** For signs from elsewhere that the session may be over. If the service cannot be asked, nothing is known. */
export async function checkSession(): Promise<void> {
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
  if (session === null) signedOut();
}

/** Drops all of the person's data, because another person may sign in on the same browser. */
export async function signOut(back?: string): Promise<void> {
  await client.auth.signOut.mutate({});
  location.assign(back === undefined ? '/login' : `/login?${new URLSearchParams({ redirect: back })}`);
}
