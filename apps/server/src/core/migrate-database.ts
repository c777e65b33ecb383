import { PgBoss } from 'pg-boss';
import { createQueues } from './create-queues.ts';
import { createDatabase } from './database.ts';
import type { JobDefinition } from './job.ts';
import { createOrm } from './orm.ts';

type Entities = Parameters<typeof createOrm>[1];

/** Brings schema, job tables and queues to the newest state. Idempotent. Answers how many migrations were applied. */
export async function migrateDatabase(url: string, entities: Entities, jobs: JobDefinition[]): Promise<number> {
  await using database = createDatabase(url, { max: 2 });
  const orm = await createOrm(database, entities);
  try {
    await refuseOtherSchema(orm);
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

/** Until the first release there is one schema, which is written anew when it changes: nothing leads from one to the next. */
async function refuseOtherSchema({ migrator }: Awaited<ReturnType<typeof createOrm>>): Promise<void> {
  const executed = await migrator.getExecuted();
  const pending = await migrator.getPending();
  if (executed.length === 0 || pending.length === 0) return;
  throw new Error(
    'This database was made by another version of Guildhall, and before the first release nothing converts it: ' +
      'start with an empty one (embedded: delete the folder that DATA_DIR names).',
  );
}
