/**
 * The socket.io gateway. Rooms: `user:<id>`, `organization:<id>` of its members, `roster:<id>`, `officers:<id>` and
 * `planners:<id>` of those who may see its roster, its officers' data and its drafts of events, `admin`, and `sync:<id>` of
 * those who watch one sync. Progress of syncs is sent over the bus that processes share through PostgreSQL, so a worker
 * without sockets reaches the sockets of every web process; changes are read from the outbox (`change-teller.ts`).
 */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import {
  type ClientEvents,
  type handshakeRefusals,
  type ServerEvents,
  type WatchAnswer,
  WatchInput,
  type watchRefusals,
} from '@guildhall/contracts/realtime.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { Pool } from 'pg';
import { Server, type Socket } from 'socket.io';
import type { Actor } from '../actor.ts';
import { type ChangeRow, presentChange } from '../changes/read-changes.ts';
import { ADMINISTRATORS } from '../changes/write-changes.ts';
import type { Sql } from '../db/sql.ts';
import type { Logger } from '../logger.ts';
import { createThrottle } from '../throttle.ts';
import { type ChangeTeller, createChangeTeller } from './change-teller.ts';
import { createBus } from './realtime-bus.ts';

type SocketData = {
  actor: Actor;
  /** Maps each watched sync to the room that grants access: leaving the room ends the watching. */
  watched: Map<string, string>;
  /** Requests since the last recheck. */
  asked: number;
};
type BusEvents = { 'cache.forget': (key: string) => void; 'changes.written': (stream: string) => void };
type Io = Server<ClientEvents, ServerEvents, BusEvents, SocketData>;
type GuildhallSocket = Socket<ClientEvents, ServerEvents, BusEvents, SocketData>;

export type Realtime = ReturnType<typeof createRealtime>;

/** The gateway's questions to features; it knows no tables itself. Each takes one statement, however many it covers. */
export type SocketAccess = {
  allowsOrigin(request: IncomingMessage): boolean;
  /** The network under which connections are counted. */
  networkOf(request: IncomingMessage): string;
  /** `token` comes from the page's `auth: { token }`, because browsers set no headers on a socket. */
  authenticate(request: IncomingMessage, token: unknown): Promise<Actor | null>;
  /** The rooms these people belong to now; `admin` grants access to every sync. */
  rooms(userIds: string[]): Promise<Map<string, Set<string>>>;
  aliveSessions(sessionIds: string[]): Promise<Set<string>>;
  findSync(sessionId: string): Promise<SyncSessionView | null>;
  /** Syncs that concern these rooms, running or just ended. */
  currentSyncs(rooms: Set<string>): Promise<SyncSessionView[]>;
};

const THROTTLE_MS = 200;
/** Open sockets notice a revoked session or a lost membership within this time. */
export const RECHECK_MS = 3_000;
const MAX_QUESTIONS = 30;
/** Per process. */
const MAX_SOCKETS_PER_USER = 50;
/** Signed in or not: several people may share a network. */
const MAX_CONNECTIONS_PER_NETWORK = 300;
/** A connection has to show its session within this time. */
const SIGN_IN_MS = 10_000;

export function createRealtime(pool: Pool, sql: Sql, log: Logger, corsOrigins: string[]) {
  let attached: SocketAccess | undefined;
  const places: Places = new Map();
  const bus = createBus(pool, () => {
    if (!attached) return;
    teller.changed(streamsOf(localRooms(io)));
    tellWhereThingsStand(allSockets(io), attached).catch((err) =>
      log.warn({ err }, 'syncs when the bus began to hear'),
    );
  });
  const io: Io = new Server({
    serveClient: false,
    connectTimeout: SIGN_IN_MS,
    maxHttpBufferSize: 10_000,
    cors: { origin: corsOrigins, credentials: true },
    adapter: createAdapter(bus.pool, { errorHandler: (err) => log.warn({ err }, 'realtime bus') }),
  });
  const throttle = createThrottle<SyncSessionView>(THROTTLE_MS, (session) => {
    io.to([`sync:${session.id}`, roomOf(session)]).emit(`${session.kind}-sync.progress`, session);
  });
  const teller = createChangeTeller({
    sql,
    everyMs: THROTTLE_MS,
    tell: (change) => tellChange(io, change),
    failed: (err) => log.warn({ err }, 'changes for sockets'),
  });
  const written = createThrottle<string>(THROTTLE_MS, (stream) => void io.serverSideEmit('changes.written', stream));
  const listeners: ((stream: string) => void)[] = [];
  const noteChanged = (streams: string[]) => {
    teller.changed(streams);
    for (const stream of streams) for (const listener of listeners) listener(stream);
  };
  io.on('changes.written', (stream) => noteChanged([stream]));
  let recheck: NodeJS.Timeout | undefined;

  function disconnect(): void {
    clearInterval(recheck);
    // A worker has a bus, but no sockets.
    if (recheck) io.engine.close();
  }

  return {
    /** Sends the state of a sync to all concerned: at most five times a second per session, but always the end. */
    publishSync: (session: SyncSessionView) => throttle.push(session.id, session, session.finishedAt !== null),
    /** Discards unsent updates of this process about a sync, because other processes have newer ones. */
    dropSync: (sessionId: string) => throttle.drop(sessionId),

    /** The number of sockets connected to this process. */
    sockets: () => io.sockets.sockets.size,
    /** Tells every other process that a cached value is out of date. */
    forget: (key: string) => void io.serverSideEmit('cache.forget', key),
    onForget: (listener: (key: string) => void) => void io.on('cache.forget', listener),
    /** Call after a commit, with the streams of the outbox that have new changes. */
    changed(streams: string[]): void {
      noteChanged(streams);
      for (const stream of streams) written.push(stream, stream, false);
    },

    /** Hears of each stream with new changes, whichever process wrote them. A call may be lost; the changes stay. */
    onChanged: (listener: (stream: string) => void) => void listeners.push(listener),

    listen(server: HttpServer, access: SocketAccess): void {
      attached = access;
      const connections: Places = new Map();
      const isFull = (network: string) => (connections.get(network) ?? 0) >= MAX_CONNECTIONS_PER_NETWORK;
      io.attach(server, {
        // Asked at handshakes only.
        allowRequest: (request, decide) => {
          if (isFull(access.networkOf(request))) decide('too_many_connections', false);
          else decide(null, access.allowsOrigin(request));
        },
      });
      // Counted once a handshake is done, so several at the same moment may pass the check above.
      io.engine.on('connection', (connection) => {
        const network = access.networkOf(connection.request);
        if (isFull(network)) return connection.close(true);
        connection.once('close', takePlace(connections, network));
      });
      io.use((socket, next) => {
        admit(places, socket, access, teller).then(
          (refusal) => next(refusal),
          (err) => {
            log.error({ err }, 'socket handshake');
            next(refusal('unavailable'));
          },
        );
      });
      io.on('connection', (socket) => {
        socket.on('sync.watch', (input, answer) => {
          if (typeof answer !== 'function') return;
          watch(socket, access, input)
            .catch((err) => {
              log.error({ err }, 'sync.watch');
              return refused('SERVICE_UNAVAILABLE', 'Something went wrong on our side. Try again.');
            })
            .then(answer);
        });
        // Informs late and returning clients as well.
        tellWhereThingsStand([socket], access).catch((err) => log.warn({ err }, 'current syncs of a new socket'));
      });
      recheck = setInterval(
        () => void recheckSockets(io, access, teller).catch((err) => log.warn({ err }, 'recheck')),
        RECHECK_MS,
      );
    },

    /** Ends every connection of this process; an HTTP server cannot close before that. */
    disconnect,

    async close(): Promise<void> {
      throttle.close();
      written.close();
      teller.close();
      disconnect();
      await io.sockets.adapter.close();
      bus.close();
    },
  };
}

/** The room that hears about a sync and may watch it. */
function roomOf({ kind, subjectId }: SyncSessionView): string {
  if (kind === 'journal' || kind === 'catalogue') return 'admin';
  return `${kind === 'roster' ? kind : 'user'}:${subjectId}`;
}

/** The person's rooms, without `admin` for a bot's token: a token stored in some tool is never an administrator. */
function roomsFor({ userId, botScope }: Actor, rooms: Map<string, Set<string>>): Set<string> | undefined {
  const held = rooms.get(userId);
  return held && botScope ? held.difference(new Set(['admin'])) : held;
}

const localRooms = (io: Io) => [...io.sockets.adapter.rooms.keys()];

/** The streams of the outbox that belong to these rooms. */
function streamsOf(rooms: string[]): string[] {
  return rooms.flatMap((room) =>
    room === 'admin' ? ADMINISTRATORS : (/^(?:organization|user):(.+)$/.exec(room)?.[1] ?? []),
  );
}

/** Tells the sockets of this process only, because every process reads the outbox for its own. */
function tellChange(io: Io, change: ChangeRow & { epoch: string }): void {
  const rooms = changeRooms(change);
  // Event name and message match by construction, but the checker cannot see that through a generic name.
  const emit = io.local.to(rooms).emit as (name: string, body: unknown) => boolean;
  if (rooms.length > 0) emit.call(io.local.to(rooms), change.type, presentChange(change, change.epoch));
}

const ROOM_OF = { members: 'organization', roster: 'roster', officers: 'officers', planners: 'planners' } as const;

function changeRooms({ audience, streamId, personId }: ChangeRow): string[] {
  const person = personId === null ? [] : [`user:${personId}`];
  if (audience === 'administrators') return ['admin', ...person];
  return audience === 'person' ? person : [`${ROOM_OF[audience]}:${streamId}`, ...person];
}

const refusal = (reason: keyof typeof handshakeRefusals) => new Error(reason);

type Places = Map<string, number>;

/** The reason to refuse the connection, if any. */
async function admit(
  places: Places,
  socket: GuildhallSocket,
  access: SocketAccess,
  teller: ChangeTeller,
): Promise<Error | undefined> {
  const actor = await access.authenticate(socket.request, socket.handshake.auth.token);
  if (!actor) return refusal('unauthorized');
  const { userId } = actor;
  if (!seat(places, socket, userId)) return refusal('too_many_connections');
  socket.data = { actor, watched: new Map(), asked: 0 };
  const rooms = [...(roomsFor(actor, await access.rooms([userId])) ?? [])];
  await socket.join(rooms);
  await teller.follow(streamsOf(rooms));
  return undefined;
}

/** Returns what ends the place, at the first call. */
function takePlace(places: Places, owner: string): () => void {
  places.set(owner, (places.get(owner) ?? 0) + 1);
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    const left = (places.get(owner) ?? 1) - 1;
    if (left > 0) places.set(owner, left);
    else places.delete(owner);
  };
}

/** Checks and takes a place synchronously, so that simultaneous handshakes see each other. */
function seat(places: Places, socket: GuildhallSocket, userId: string): boolean {
  // A connection that has closed in the meantime would never free its place.
  if ((places.get(userId) ?? 0) >= MAX_SOCKETS_PER_USER || socket.conn.readyState !== 'open') return false;
  const free = takePlace(places, userId);
  // A connection may end before it has a socket, and a socket before its connection.
  socket.conn.once('close', free);
  socket.once('disconnect', free);
  return true;
}

/** Messages that reach the socket during the database query are newer than its result. */
function listenIn(socket: GuildhallSocket) {
  const newer = new Map<string, SyncSessionView>();
  const note = (event: string, session: SyncSessionView) => {
    if (event.endsWith('-sync.progress')) newer.set(session.id, session);
  };
  socket.onAnyOutgoing(note);
  return { newer, [Symbol.dispose]: () => void socket.offAnyOutgoing(note) };
}

const allSockets = (io: Io): GuildhallSocket[] => [...io.sockets.sockets.values()];

/** Sends the current state to new sockets, and to all when the bus begins to listen: earlier messages were lost. */
async function tellWhereThingsStand(sockets: GuildhallSocket[], access: SocketAccess): Promise<void> {
  if (sockets.length === 0) return;
  using listening = new DisposableStack();
  const listeners = sockets.map((socket) => ({ socket, heard: listening.use(listenIn(socket)) }));
  const rooms = new Set(sockets.flatMap((socket) => [...socket.rooms, ...socket.data.watched.values()]));
  for (const session of await access.currentSyncs(rooms)) {
    const concerned = [`sync:${session.id}`, roomOf(session)];
    for (const { socket, heard } of listeners) {
      if (heard.newer.has(session.id) || !concerned.some((room) => socket.rooms.has(room))) continue;
      socket.emit(`${session.kind}-sync.progress`, session);
    }
  }
}

const refused = (code: (typeof watchRefusals)[number], message: string): WatchAnswer => ({ error: { code, message } });

async function watch(socket: GuildhallSocket, access: SocketAccess, input: unknown): Promise<WatchAnswer> {
  const { data, rooms } = socket;
  data.asked += 1;
  if (data.asked > MAX_QUESTIONS) return refused('TOO_MANY_REQUESTS', 'You ask too often. Wait a few seconds.');
  const parsed = WatchInput.safeParse(input);
  if (!parsed.success) return refused('BAD_REQUEST', 'Send { sessionId }.');
  const { sessionId } = parsed.data;
  using heard = listenIn(socket);
  const found = await access.findSync(sessionId);
  // A new member need not wait for the next recheck.
  if (found && !rooms.has(roomOf(found))) {
    const allowed = roomsFor(data.actor, await access.rooms([data.actor.userId]));
    if (allowed?.has(roomOf(found))) await socket.join(roomOf(found));
  }
  if (!found || !(rooms.has(roomOf(found)) || rooms.has('admin'))) {
    return refused('NOT_FOUND', 'There is no sync with this id, or it is not yours to see.');
  }
  data.watched.set(sessionId, roomOf(found));
  await socket.join(`sync:${sessionId}`);
  // A socket that joins only now may have missed a change since the sync was read.
  const session = heard.newer.get(sessionId) ?? (await access.findSync(sessionId)) ?? found;
  return { session };
}

async function recheckSockets(io: Io, access: SocketAccess, teller: ChangeTeller): Promise<void> {
  const sockets = allSockets(io);
  if (sockets.length === 0) return;
  const actors = sockets.map((socket) => socket.data.actor);
  const [alive, rooms] = await Promise.all([
    access.aliveSessions([...new Set(actors.map((actor) => actor.sessionId))]),
    access.rooms([...new Set(actors.map((actor) => actor.userId))]),
  ]);
  for (const socket of sockets) {
    const { actor } = socket.data;
    const { sessionId } = actor;
    const allowed = roomsFor(actor, rooms);
    if (!allowed || !alive.has(sessionId)) socket.disconnect(true);
    else await correctRooms(socket, allowed);
  }
  await teller.followOnly(streamsOf(localRooms(io)));
}

async function correctRooms(socket: GuildhallSocket, allowed: Set<string>): Promise<void> {
  const { data, rooms } = socket;
  data.asked = 0;
  const keeps = (room: string) => {
    if (room === socket.id || allowed.has(room)) return true;
    const about = room.startsWith('sync:') && data.watched.get(room.slice('sync:'.length));
    return about && (allowed.has(about) || allowed.has('admin'));
  };
  for (const room of [...rooms]) if (!keeps(room)) await socket.leave(room);
  for (const room of allowed) if (!rooms.has(room)) await socket.join(room);
}
