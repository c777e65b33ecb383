/** Socket clients of ordinary people and of attackers. */
import {
  type ClientEvents,
  type ProgressEvent,
  progressEvents,
  type ServerEvents,
  type WatchAnswer,
} from '@guildhall/contracts/realtime.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { SignedInClient, TestApp } from './app.ts';

const PROGRESS = Object.keys(progressEvents) as ProgressEvent[];

type Options = Partial<ManagerOptions & SocketOptions>;

/** A connected socket that records its messages; or the reason why it was refused. */
export async function connect({ url }: Pick<TestApp, 'url'>, options: Options) {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    transports: ['websocket'],
    reconnection: false,
    ...options,
  });
  const heard: SyncSessionView[] = [];
  for (const event of PROGRESS) socket.on(event, (session) => void heard.push(session));
  const refusal = await new Promise<string | null>((resolve) => {
    socket.once('connect', () => resolve(null));
    socket.once('connect_error', (error) => resolve(error.message));
  });
  return {
    socket,
    refusal,
    heard,
    of: (kind: string) => heard.filter((session) => session.kind === kind),
    watch: (sessionId: string): Promise<WatchAnswer> => socket.emitWithAck('sync.watch', { sessionId }),
    [Symbol.dispose]: () => void socket.disconnect(),
  };
}

/** Connects with a signed-in person's bearer token. */
export const listen = (app: TestApp, client: Pick<SignedInClient, 'token'>) =>
  connect(app, { extraHeaders: { Authorization: `Bearer ${client.token}` } });
