/** Live progress of syncs, and word of what changed. */
import type { ClientEvents, ServerEvents } from '@guildhall/contracts/realtime.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { io, type Socket } from 'socket.io-client';
import { createMailbox } from './mailbox.ts';

export type RealtimeOptions = {
  baseUrl: string;
  /** Session token for programs; a browser leaves it out and sends its cookie. */
  token?: string;
};

export type RealtimeClient = {
  socket: GuildhallSocket;
  /**
   * Every state of one sync, the current one first; ends after the last. Reconnects are bridged. Throws `WatchRefused` when
   * there is no such sync or it is not the caller's to see, `RealtimeEnded` when the connection is over for good.
   */
  watch(sessionId: string): AsyncGenerator<SyncSessionView>;
  /** What the server tells without being asked, e.g. `event.changed`. Answers how to stop listening. */
  on<E extends keyof ServerEvents>(event: E, listener: ServerEvents[E]): () => void;
  close(): void;
};

type GuildhallSocket = Socket<ServerEvents, ClientEvents>;

export class WatchRefused extends Error {}

/** The session is signed out or not admitted, or this side has closed: nothing more will come. */
export class RealtimeEnded extends Error {}

const PROGRESS = [
  'roster-sync.progress',
  'character-sync.progress',
  'journal-sync.progress',
  'catalogue-sync.progress',
] as const;
/** What a server that has lost its database says for a while. */
const FOR_NOW = new Set(['unavailable', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS']);
const AGAIN_MS = 1_000;
const ANSWER_MS = 10_000;

export function connectRealtime({ baseUrl, token }: RealtimeOptions): RealtimeClient {
  const socket: GuildhallSocket = io(baseUrl, {
    transports: ['websocket'],
    withCredentials: true,
    ...(token ? { extraHeaders: { authorization: `Bearer ${token}` } } : {}),
  });
  const ended = createMailbox<never>();
  let again: ReturnType<typeof setTimeout> | undefined;
  const end = (why: string) => ended.fail(new RealtimeEnded(why));
  // Lost connections come back by themselves; one that the server refuses or ends does not.
  socket.on('connect_error', ({ message }) => {
    if (socket.active) return;
    if (FOR_NOW.has(message)) again = setTimeout(() => socket.connect(), AGAIN_MS);
    else end(message);
  });
  socket.on('disconnect', (reason) => {
    if (!socket.active) end(reason);
  });
  return {
    socket,
    watch: (sessionId) => watch(socket, sessionId, ended.failure),
    on(event, listener) {
      // The name and its listener belong together; a generic name hides it from the checker.
      const untyped = socket as unknown as Record<'on' | 'off', (name: string, listener: unknown) => void>;
      untyped.on(event, listener);
      return () => void untyped.off(event, listener);
    },
    close() {
      clearTimeout(again);
      socket.close();
      end('closed');
    },
  };
}

async function* watch(
  socket: GuildhallSocket,
  sessionId: string,
  ended: Promise<Error>,
): AsyncGenerator<SyncSessionView> {
  const seen = createMailbox<SyncSessionView>();
  let again: ReturnType<typeof setTimeout> | undefined;
  ended.then(seen.fail);
  let furthest = 0;
  const push = (session: SyncSessionView) => {
    if (session.id !== sessionId) return;
    // Word of it comes on two ways: the answer to being asked may have overtaken what was told before.
    if (session.finishedAt === null && session.progress.done < furthest) return;
    furthest = session.progress.done;
    seen.put(session);
  };
  // The server forgets the rooms of a lost connection: every new one asks again, and is told the current state.
  const ask = () => {
    clearTimeout(again);
    socket.timeout(ANSWER_MS).emit('sync.watch', { sessionId }, (late, answer) => {
      if (late || ('error' in answer && FOR_NOW.has(answer.error.code))) {
        // A lost connection asks by coming back.
        if (socket.connected) again = setTimeout(ask, AGAIN_MS);
      } else if ('session' in answer) push(answer.session);
      else seen.fail(new WatchRefused(answer.error.message));
    });
  };
  for (const event of PROGRESS) socket.on(event, push);
  socket.on('connect', ask);
  if (socket.connected) ask();
  try {
    for (;;) {
      const session = await seen.take();
      yield session;
      if (session.finishedAt !== null) return;
    }
  } finally {
    clearTimeout(again);
    for (const event of PROGRESS) socket.off(event, push);
    socket.off('connect', ask);
  }
}
