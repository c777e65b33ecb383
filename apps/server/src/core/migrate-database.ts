import { PgBoss } from 'pg-boss';
import { createDatabase } from './database.ts';
import type { JobDefinition } from './job.ts';
import { createOrm } from './orm.ts';
import { createQueues } from './worker.ts';

type Entities = Parameters<typeof createOrm>[1];

/** Brings schema, job tables and queues to the newest state. Idempotent. Answers how many migrations were applied. */
export async function migrateDatabase(url: string, entities: Entities, jobs: JobDefinition[]): Promise<number> {
  await using database = createDatabase(url, 2);
  const orm = await createOrm(database, entities);
  try {
    const applied = await orm.migrator.up();
    const boss = new PgBoss({ connectionString: url, schema: 'pgboss', max: 2, supervise: false, schedule: false });
    // Without a listener an error of the queue would end the process before it can be reported.
    boss.on('error', () => {});
    await boss.start();
    await createQueues(boss, jobs);
    await boss.stop({ graceful: false });
    return applied.length;
  } finally {
    await orm.close();
  }
}
