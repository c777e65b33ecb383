/** Further workers on the database and the simulator of a test app. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type RunningService, serve } from '../src/serve.ts';
import type { TestApp } from './app.ts';

/** In this process. */
export function startWorkerOf(app: TestApp): Promise<RunningService> {
  return serve({ ...app.config, roles: new Set(['worker']) }, { log: app.ctx.log });
}

/** In a process of its own, which can be killed without a farewell. */
export async function spawnWorker(app: TestApp) {
  const file = path.join(import.meta.dirname, 'worker-process.ts');
  const child = spawn(process.execPath, [file, JSON.stringify(app.config)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { kill, [Symbol.asyncDispose]: kill };
}
