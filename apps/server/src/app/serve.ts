/** One process of the service: starts its roles from a configuration, and stops them in reverse order. */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../core/config.ts';
import { createHttpServer } from '../core/http/http-server.ts';
import { answerUnreadable } from '../core/http/unreadable-request.ts';
import { sendJob } from '../core/jobs/job.ts';
import { startWorker } from '../core/jobs/worker.ts';
import { refusedForMs } from '../core/platform/platform-failure.ts';
import type { Realtime } from '../core/realtime/realtime.ts';
import type { AppContext } from '../core/services/context.ts';
import { wakeReaders } from '../core/services/wake-readers.ts';
import { socketAccessOf } from '../identity/sessions/socket-access.ts';
import { referenceSyncJob, seasonSyncJob } from '../reference/game-data/reference.jobs.ts';
import { type ContextOverrides, createContext } from './compose.ts';
import type { WebClient } from './pages/web-client.ts';
import { createWorkerApp } from './worker-app.ts';

export type RunningService = {
  ctx: AppContext;
  port: number;
  /** Goes on answering but is not ready, and closes each connection, so that clients turn to another process. */
  drain(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** How long requests in progress may still take. */
const GRACE_MS = 5_000;

export async function serve(
  config: Config,
  overrides: ContextOverrides = {},
  web?: WebClient,
): Promise<RunningService> {
  await using stack = new AsyncDisposableStack();
  const isWeb = config.roles.has('web');
  // A process that only works does without the procedures, and one that only answers without the jobs. Reading either
  // blocks the process; the queue, if it were connected, would report each wait that ended meanwhile.
  const createHandler: CreateHandler = isWeb ? (await import('./app.ts')).createApp : createWorkerApp;
  const work = config.roles.has('worker') ? await import('./jobs.ts') : undefined;
  const ctx = stack.use(await createContext(config, overrides));
  let port = config.port;
  const ownPort = isWeb ? config.port : config.workerPort;
  if (ownPort !== undefined) {
    const server = createHttpServer(createHandler(ctx, web));
    closeConnectionsOnce(ctx.stopping.signal, server);
    server.on('clientError', answerUnreadable);
    if (isWeb) ctx.realtime.listen(server, socketAccessOf(ctx));
    port = await listen(server, { ...config, port: ownPort });
    stack.defer(() => close(server, ctx.realtime));
  }
  if (work) {
    stack.use(await startWorker(ctx, work.jobs, refusedForMs));
    stack.use(wakeReaders(ctx, work.changeReaders));
    if (config.schedules) await work.scheduleJobs(ctx);
    await sendJob(ctx.boss, referenceSyncJob, {});
    await sendJob(ctx.boss, seasonSyncJob, {});
  }
  const owned = stack.move();
  const drain = async () => {
    ctx.stopping.abort();
    if (config.roles.has('web')) await sleep(config.drainSeconds * 1000);
  };
  return { ctx, port, drain, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

type CreateHandler = (ctx: AppContext, web?: WebClient) => RequestListener;

function listen(server: Server, config: Config): Promise<number> {
  const host = config.host ?? (config.production ? '0.0.0.0' : '127.0.0.1');
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(config.port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : config.port);
    });
  });
}

/** From then on, every answer is the last one of its connection. */
function closeConnectionsOnce(stopping: AbortSignal, server: Server): void {
  const open = new Set<ServerResponse>();
  const close = (response: ServerResponse) => void (response.headersSent || response.setHeader('Connection', 'close'));
  server.prependListener('request', (_request, response) => {
    if (stopping.aborted) return close(response);
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  stopping.addEventListener('abort', () => open.forEach(close));
}

/** Refuses new connections; ends sockets and idle connections now, and lets the others finish their work. */
async function close(server: Server, realtime: Realtime): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  realtime.disconnect();
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(timer);
}
