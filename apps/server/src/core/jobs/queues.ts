import { randomUUID } from 'node:crypto';
import { getConstructionPlans, type PgBoss } from 'pg-boss';
import { statement } from '../db/statement.ts';
import type { JobDefinition } from './job.ts';

/** Fails unless the queue has been installed. */
export const QUEUE_SCHEMA = statement`select from pgboss.version`;

/** The tables of the installed queue, and their version. */
export function installedQueue() {
  const text = getConstructionPlans('pgboss');
  const [, version] = /INTO pgboss\.version\(version\) VALUES \('(\d+)'\)/.exec(text) ?? [];
  return { text, version: Number(version) };
}

/** Creates the queues. Part of a deployment step and idempotent; both roles need them before they send or work. */
export async function createQueues(boss: PgBoss, definitions: JobDefinition[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const { name, queue } of definitions) {
    const { policy, ...updatable } = queue;
    if (existing.has(name)) await boss.updateQueue(name, updatable);
    else await boss.createQueue(name, queue);
  }
}

/** The database name of worker connections, by which worker processes are counted. */
export const WORKER_NAME = 'guildhall-worker';

/** Unique to this process. */
export const queueConnectionName = (isWorker: boolean) =>
  isWorker ? `${WORKER_NAME}-${randomUUID().slice(0, 13)}` : 'guildhall-web';
