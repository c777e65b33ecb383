import type { PgBoss } from 'pg-boss';
import type { JobDefinition } from './job.ts';

/** Creates the queues. Part of a deployment step and idempotent; both roles need them before they send or work. */
export async function createQueues(boss: PgBoss, definitions: JobDefinition[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const { name, queue } of definitions) {
    const { policy, ...updatable } = queue;
    if (existing.has(name)) await boss.updateQueue(name, updatable);
    else await boss.createQueue(name, queue);
  }
}
