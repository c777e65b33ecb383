/** Live progress of syncs. */
import type { ClientEvents, ServerEvents } from '@guildhall/contracts/realtime.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { io, type Socket } from 'socket.io-client';

export type RealtimeOptions = {
  baseUrl: string;
  /** Session token for programs; a browser leaves it out and sends its cookie. */
  token?: string;
};

export type RealtimeClient = {
  socket: Socket<ServerEvents, ClientEvents>;
  /** Every state of one sync, the current one first; ends after the last. Reconnects are bridged. */
  watch(sessionId: string): AsyncGenerator<SyncSessionView>;
  close(): void;
};

/** Thrown by `watch` when there is no such sync, or it is not the caller's to see. */
export class WatchRefused extends Error {}

export function connectRealtime({ baseUrl, token }: RealtimeOptions): RealtimeClient {
  const socket: Socket<ServerEvents, ClientEvents> = io(baseUrl, {
    transports: ['websocket'],
    withCredentials: true,
    ...(token ? { extraHeaders: { authorization: `Bearer ${token}` } } : {}),
  });
  return { socket, watch: (sessionId) => watch(socket, sessionId), close: () => void socket.close() };
}

async function* watch(socket: Socket<ServerEvents, ClientEvents>, sessionId: string): AsyncGenerator<SyncSessionView> {
  const seen: SyncSessionView[] = [];
  let wake = Promise.withResolvers<void>();
  const push = (session: SyncSessionView) => {
    if (session.id !== sessionId) return;
    seen.push(session);
    wake.resolve();
  };
  // The server forgets the rooms of a lost connection: every new one asks again, and is told the current state.
  const ask = () =>
    socket.emit('sync.watch', { sessionId }, (answer) => {
      if ('session' in answer) push(answer.session);
      else wake.reject(new WatchRefused(answer.error.message));
    });
  const events = ['roster-sync.progress', 'character-sync.progress', 'journal-sync.progress'] as const;
  for (const event of events) socket.on(event, push);
  socket.on('connect', ask);
  if (socket.connected) ask();
  try {
    for (;;) {
      await wake.promise;
      wake = Promise.withResolvers<void>();
      for (const session of seen.splice(0)) {
        yield session;
        if (session.finishedAt !== null) return;
      }
    }
  } finally {
    for (const event of events) socket.off(event, push);
    socket.off('connect', ask);
  }
}
