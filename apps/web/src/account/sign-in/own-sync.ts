/** The person's newest character sync, while it runs and afterwards. */

import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { useSyncProgress } from '../../api/live.ts';
import { serviceTime } from '../../api/service-time.ts';

/** Without the socket, the running sync is polled. */
const ASK_AGAIN_MS = 2_000;
const newestSync = () => api.characters.syncNewest.queryOptions({});
const isRunning = (session: SyncSessionView | null | undefined) => session?.finishedAt === null;

export type OwnSync = {
  /** Whether it is known what the newest sync is. */
  isKnown: boolean;
  session: SyncSessionView | null;
  running: boolean;
  start(): void;
  error: unknown;
};

/** A sync that ended earlier was there when the page was opened. */
const JUST_NOW_MS = 60_000;
/** Syncs whose end this tab has noticed. */
const noticed = new Set<string>();

/** `ended` is called once for a sync that ended while the page was open, or was just being opened. */
export function useOwnSync(ended?: (session: SyncSessionView) => void): OwnSync {
  const newest = useQuery({
    ...newestSync(),
    refetchInterval: ({ state }) => (isRunning(state.data) ? ASK_AGAIN_MS : false),
  });
  const known = newest.data ?? null;
  const progress = useSyncProgress(isRunning(known) ? known?.id : undefined, (session) => {
    queryClient.setQueryData(newestSync().queryKey, session);
  });
  const begin = useMutation(
    api.characters.sync.mutationOptions({
      // A refusal may mean that one runs already.
      onSettled: () => queryClient.invalidateQueries({ queryKey: newestSync().queryKey }),
    }),
  );
  const session = isRunning(known) ? (progress ?? known) : known;
  const running = isRunning(session) || begin.isPending;
  useEffect(() => {
    if (!session?.finishedAt || noticed.has(session.id)) return;
    if (serviceTime() - Date.parse(session.finishedAt) > JUST_NOW_MS) return;
    noticed.add(session.id);
    void queryClient.invalidateQueries({ queryKey: api.characters.list.pathKey() });
    ended?.(session);
  }, [session, ended]);
  return {
    isKnown: !newest.isPending,
    session,
    running,
    start: () => begin.mutate({}),
    error: begin.error,
  };
}
