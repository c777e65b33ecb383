/** Live updates on this screen: one socket per tab, loaded when the page is idle. Nothing depends on it. */
import type { RealtimeClient } from '@guildhall/client/realtime.ts';
import type { ServerEvents } from '@guildhall/contracts/realtime.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, queryClient } from './client.ts';
import { setConnection } from './connection.ts';
import { checkSession } from './session.ts';

let connected: Promise<RealtimeClient> | undefined;

/** Queries that each message of the service makes stale. The bell and `useSyncProgress` listen for the others. */
const INVALIDATES = {
  'event.changed': () => [api.events.pathKey(), api.planNotes.pathKey(), api.week.pathKey()],
  'participation.changed': () => [
    api.participations.pathKey(),
    api.lineups.pathKey(),
    api.events.pathKey(),
    api.nights.pathKey(),
    api.planNotes.pathKey(),
    api.week.pathKey(),
  ],
  'lineup.changed': () => [api.lineups.pathKey(), api.planNotes.pathKey()],
  'post.changed': () => [api.posts.pathKey(), api.week.pathKey()],
  'roster.changed': () => [api.roster.pathKey()],
  'raider.changed': () => [
    api.raiders.pathKey(),
    api.imports.samePeople.pathKey(),
    api.teams.pathKey(),
    api.participations.pathKey(),
    api.events.pathKey(),
    api.loot.pathKey(),
  ],
  'import.changed': () => [api.imports.pathKey(), api.raiders.pathKey()],
  'night.changed': () => [api.nights.pathKey()],
  'wish.changed': () => [api.wishes.pathKey(), api.council.pathKey()],
  'reserve.changed': () => [api.reserves.pathKey()],
  'loot.changed': () => [api.loot.pathKey(), api.wishes.pathKey(), api.council.pathKey(), api.reserves.pathKey()],
  'points.changed': () => [api.points.pathKey(), api.council.pathKey()],
  'membership.changed': () => [api.members.pathKey(), api.organizations.pathKey(), api.week.pathKey()],
  'rights.changed': () => [api.roles.pathKey(), api.members.pathKey(), api.organizations.pathKey()],
  'organization.changed': () => [
    api.organizations.pathKey(),
    api.texts.pathKey(),
    api.logos.pathKey(),
    api.wishes.pathKey(),
    api.lootPolicy.pathKey(),
    api.council.pathKey(),
  ],
  'absence.changed': () => [api.absences.pathKey(), api.week.pathKey()],
  'moderation.changed': () => [api.moderation.pathKey(), api.logos.pathKey()],
  'job.changed': () => [api.admin.pathKey()],
} satisfies Partial<Record<keyof ServerEvents, () => readonly (readonly unknown[])[]>>;
/** A page that has just read a thousand members does not read them again. */
const TOO_LARGE_TO_READ_TWICE: keyof ServerEvents = 'roster.changed';
const COALESCE_MS = 1_000;

export function connectLive(): Promise<RealtimeClient> {
  connected ??= import('@guildhall/client/realtime.ts').then(({ connectRealtime }) => {
    const live = connectRealtime({ baseUrl: location.origin });
    live.socket.on('connect', () => {
      const before = setConnection('connected');
      // Messages sent during the gap are lost; at first, the gap began when the page was loaded.
      if (before === 'reconnecting') void queryClient.invalidateQueries();
      else
        for (const [event, keys] of Object.entries(INVALIDATES))
          if (event !== TOO_LARGE_TO_READ_TWICE) invalidateSoon(keys());
    });
    live.socket.on('disconnect', () => setConnection('reconnecting'));
    // The service ends the connections of a session that has ended; a lost one comes back by itself.
    live.ended.then(() => {
      connected = undefined;
      void checkSession();
    });
    live.on('character-sync.progress', ({ finishedAt }) => {
      if (finishedAt !== null) invalidateSoon([api.characters.pathKey()]);
    });
    for (const event of Object.keys(INVALIDATES) as (keyof typeof INVALIDATES)[]) {
      live.on(event, () => invalidateSoon(INVALIDATES[event]()));
    }
    return live;
  });
  connected.catch(() => {
    connected = undefined;
  });
  return connected;
}

/** If the socket's code does not load, a page still shows what it reads. */
export const withoutNews = () => {};

/** The progress of a running sync, and its end. Pass undefined while there is none. */
export function useSyncProgress(sessionId: string | undefined, ended: (session: SyncSessionView) => void) {
  const key = ['sync', sessionId] as const;
  const { data } = useQuery<SyncSessionView>({ queryKey: key, queryFn: skipToken });
  useEffect(() => {
    if (!sessionId) return;
    let left = false;
    void connectLive().then(async (live) => {
      for await (const session of live.watch(sessionId)) {
        if (left) return;
        queryClient.setQueryData(key, session);
        if (session.finishedAt !== null) ended(session);
      }
    }, withoutNews);
    return () => {
      left = true;
    };
  }, [sessionId]);
  return data;
}

const waiting = new Map<string, readonly unknown[]>();

function invalidateSoon(keys: readonly (readonly unknown[])[]): void {
  if (waiting.size === 0) {
    setTimeout(() => {
      for (const queryKey of waiting.values()) void queryClient.invalidateQueries({ queryKey });
      waiting.clear();
    }, COALESCE_MS);
  }
  for (const key of keys) waiting.set(JSON.stringify(key), key);
}
