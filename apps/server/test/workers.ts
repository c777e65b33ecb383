/** Starts more processes on the database and simulator of a test app. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type RunningService, serve } from '../src/app/serve.ts';
import type { Config, Role } from '../src/core/config.ts';
import { freePort, type TestApp } from './app.ts';
import { BARE_ENVIRONMENT } from './bare-environment.ts';

/** Runs in this process and keeps the app's schedules, if it has any. */
export function startWorkerOf(app: TestApp): Promise<RunningService> {
  const { log, orm } = app.ctx;
  return serve({ ...app.config, roles: new Set(['worker']) }, { log, orm });
}

/** Runs in a separate process, which can be killed. */
export function spawnWorker(app: TestApp) {
  return spawnService(app.config, 'worker');
}

/** Starts another web process and returns its address. */
export async function spawnWeb(app: TestApp, at?: number) {
  const port = at ?? (await freePort());
  return { ...(await spawnService({ ...app.config, port }, 'web')), url: `http://127.0.0.1:${port}` };
}

async function spawnService(config: Config, role: Role) {
  const file = path.join(import.meta.dirname, 'worker-process.ts');
  const child = spawn(process.execPath, [file, role, JSON.stringify(config)], {
    env: { ...process.env, ...BARE_ENVIRONMENT },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The process ended with ${code}`)));
  // Once it is ready, tests end it on purpose.
  died.catch(() => undefined);
  await Promise.race([once(child.stdout, 'data'), died]);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { kill, [Symbol.asyncDispose]: kill };
}
