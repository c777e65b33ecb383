/**
 * The socket.io gateway. Sent after commit; rooms `user:<id>`, `organization:<id>`, `sync:<id>`. Processes share one
 * bus through PostgreSQL, so a worker without sockets reaches the sockets of every web process.
 */
import { type ClientEvents, type ServerEvents, WatchInput } from '@guildhall/contracts/realtime.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Pool } from 'pg';
import { Server, type Socket } from 'socket.io';
import type { Actor } from './actor.ts';
import type { Logger } from './logger.ts';

type SocketData = { actor: Actor };
type Io = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>;
type GuildhallSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>;

export type Realtime = {
  /** Tells everybody concerned how a sync stands; at most five times a second a session, its end always. */
  publishSync(session: SyncSessionView): void;
  /** Serves sockets on this process. */
  listen(server: HttpServer, gates: RealtimeGates): void;
  close(): Promise<void>;
};

/** What the gateway asks features; it knows no tables itself. */
export type RealtimeGates = {
  allowsOrigin(request: IncomingMessage): boolean;
  authenticate(request: IncomingMessage): Promise<Actor | null>;
  /** Rooms the actor belongs to now. */
  rooms(actor: Actor): Promise<string[]>;
  /** Which of these sign-ins are still good. */
  aliveSessions(sessionIds: string[]): Promise<Set<string>>;
  /** The session if the actor may watch it, else null. */
  watchable(actor: Actor, sessionId: string): Promise<SyncSessionView | null>;
  activeSyncs(actor: Actor): Promise<SyncSessionView[]>;
};

const THROTTLE_MS = 200;
/** A revoked session or a lost membership is felt by open sockets within this time. */
const RECHECK_MS = 3_000;
const MAX_SOCKETS_PER_USER = 50;

export function createRealtime(pool: Pool, log: Logger): Realtime {
  const io: Io = new Server({
    serveClient: false,
    maxHttpBufferSize: 10_000,
    adapter: createAdapter(pool, { errorHandler: (err) => log.warn({ err }, 'realtime bus') }),
  });
  const throttled = new Map<string, { at: number; timer: NodeJS.Timeout | undefined; latest: SyncSessionView }>();
  let recheck: NodeJS.Timeout | undefined;

  const emit = (session: SyncSessionView) => {
    const rooms = [`sync:${session.id}`];
    if (session.subjectId) rooms.push(`${session.kind === 'roster' ? 'organization' : 'user'}:${session.subjectId}`);
    io.to(rooms).emit(`${session.kind}-sync.progress`, session);
  };

  return {
    publishSync(session) {
      const last = throttled.get(session.id);
      const ended = session.finishedAt !== null;
      const waitMs = last ? last.at + THROTTLE_MS - Date.now() : 0;
      if (ended || waitMs <= 0) {
        clearTimeout(last?.timer);
        if (ended) throttled.delete(session.id);
        else throttled.set(session.id, { at: Date.now(), timer: undefined, latest: session });
        emit(session);
      } else if (last) {
        last.latest = session;
        last.timer ??= setTimeout(() => {
          throttled.set(session.id, { at: Date.now(), timer: undefined, latest: last.latest });
          emit(last.latest);
        }, waitMs);
      }
    },

    listen(server, gates) {
      io.attach(server, { allowRequest: (request, decide) => decide(null, gates.allowsOrigin(request)) });
      io.use(async (socket, next) => {
        try {
          const actor = await gates.authenticate(socket.request);
          if (!actor) return next(new Error('unauthorized'));
          socket.data.actor = actor;
          if ((await io.local.in(`user:${actor.userId}`).fetchSockets()).length >= MAX_SOCKETS_PER_USER) {
            return next(new Error('too_many_connections'));
          }
          await socket.join([`user:${actor.userId}`, ...(await gates.rooms(actor))]);
          next();
        } catch (err) {
          log.error({ err }, 'socket handshake');
          next(new Error('unavailable'));
        }
      });
      io.on('connection', (socket) => greet(socket, gates, log));
      recheck = setInterval(() => void recheckSockets(io, gates).catch((err) => log.warn({ err }, 'recheck')), RECHECK_MS);
    },

    async close() {
      clearInterval(recheck);
      for (const { timer } of throttled.values()) clearTimeout(timer);
      await io.close();
    },
  };
}

function greet(socket: GuildhallSocket, gates: RealtimeGates, log: Logger): void {
  const { actor } = socket.data;
  socket.on('sync.watch', async (input, answer) => {
    if (typeof answer !== 'function') return;
    const parsed = WatchInput.safeParse(input);
    if (!parsed.success) return answer({ error: { code: 'BAD_REQUEST', message: 'Send { sessionId }.' } });
    try {
      // Join first, then read: a change in between is seen twice rather than not at all.
      const room = `sync:${parsed.data.sessionId}`;
      await socket.join(room);
      const session = await gates.watchable(actor, parsed.data.sessionId);
      if (session) return answer({ session });
      await socket.leave(room);
      answer({ error: { code: 'NOT_FOUND', message: 'There is no such sync.' } });
    } catch (err) {
      log.error({ err }, 'sync.watch');
      answer({ error: { code: 'SERVICE_UNAVAILABLE', message: 'Try again.' } });
    }
  });
  gates
    .activeSyncs(actor)
    .then((sessions) => {
      for (const session of sessions) socket.emit(`${session.kind}-sync.progress`, session);
    })
    .catch((err) => log.warn({ err }, 'active syncs of a new socket'));
}

async function recheckSockets(io: Io, gates: RealtimeGates): Promise<void> {
  const sockets = [...io.sockets.sockets.values()];
  if (sockets.length === 0) return;
  const alive = await gates.aliveSessions([...new Set(sockets.map((socket) => socket.data.actor.sessionId))]);
  const roomsByUser = new Map<string, Promise<string[]>>();
  for (const socket of sockets) {
    const { actor } = socket.data;
    if (!alive.has(actor.sessionId)) {
      socket.disconnect(true);
      continue;
    }
    const rooms = roomsByUser.get(actor.userId) ?? gates.rooms(actor);
    roomsByUser.set(actor.userId, rooms);
    const allowed = new Set(await rooms);
    for (const room of socket.rooms) {
      if (room.startsWith('organization:') && !allowed.has(room)) await socket.leave(room);
      if (room.startsWith('sync:') && !(await gates.watchable(actor, room.slice('sync:'.length)))) await socket.leave(room);
    }
    for (const room of allowed) if (!socket.rooms.has(room)) await socket.join(room);
  }
}
