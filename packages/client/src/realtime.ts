/** Live sync progress and change notifications. */
import type { ClientEvents, ServerEvents } from '@guildhall/contracts/realtime.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { io, type Socket } from 'socket.io-client';
import { createMailbox } from './mailbox.ts';

export type RealtimeOptions = {
  baseUrl: string;
  /** Session token for programs; a browser leaves it out and sends its cookie. */
  token?: string | undefined;
};

/** The connection below; events of the service go through `on` and `watch`. */
export type Connection = {
  readonly connected: boolean;
  on(event: 'connect' | 'disconnect', listener: () => void): unknown;
};

export type RealtimeClient = {
  socket: Connection;
  /**
   * Yields every state of one sync, starting with the current one, and ends after the last. Survives reconnects. Throws
   * `WatchRefused` when the sync does not exist or the caller may not see it, `RealtimeEnded` when the connection is
   * closed for good.
   */
  watch(sessionId: string): AsyncGenerator<SyncSessionView>;
  /** Listens to what the server pushes, e.g. `event.changed`. Returns a function that stops listening. */
  on<E extends keyof ServerEvents>(event: E, listener: ServerEvents[E]): () => void;
  /** Resolves with the reason once no more messages will come: the session has ended, or `close` was called. */
  ended: Promise<Error>;
  close(): void;
};

type GuildhallSocket = Socket<ServerEvents, ClientEvents>;

export class WatchRefused extends Error {}

/** The session is signed out or refused, or this side has closed the connection: no more messages will come. */
export class RealtimeEnded extends Error {}

const PROGRESS = [
  'roster-sync.progress',
  'character-sync.progress',
  'journal-sync.progress',
  'catalogue-sync.progress',
] as const;
/** Refusals of a server that has temporarily lost its database. */
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
  // Lost connections reconnect by themselves; the client must reconnect one that the server refused or ended.
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
    ended: ended.failure,
    watch: (sessionId) => watch(socket, sessionId, ended.failure),
    on(event, listener) {
      // The name and its listener belong together; the generic name hides that from the type checker.
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
    // States arrive both as answers to `watch` and as pushes; an answer may be older than a push that came before it.
    if (session.finishedAt === null && session.progress.done < furthest) return;
    furthest = session.progress.done;
    seen.put(session);
  };
  // The server forgets the rooms of a lost connection, so every new connection asks again and gets the current state.
  const ask = () => {
    clearTimeout(again);
    socket.timeout(ANSWER_MS).emit('sync.watch', { sessionId }, (late, answer) => {
      if (late || ('error' in answer && FOR_NOW.has(answer.error.code))) {
        // A lost connection asks again when it reconnects.
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
