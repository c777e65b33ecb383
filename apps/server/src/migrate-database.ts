import { PgBoss } from 'pg-boss';
import { type Connection, createDatabase, type Database, withPatience } from './core/db/database.ts';
import { createOrm } from './core/db/orm.ts';
import type { JobDefinition } from './core/jobs/job.ts';
import { createQueues } from './core/jobs/queues.ts';

/** Brings schema, job tables and queues up to date. Idempotent. Returns how many migrations were applied. */
export async function migrateDatabase(url: string, jobs: JobDefinition[]): Promise<number> {
  await using database = createDatabase(url, { max: 3 });
  const orm = await createOrm(database);
  const turn = await takeTurn(database);
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
    turn.release(true);
    await orm.close();
  }
}

/** The longest wait of one migration for another. */
const TURN_SECONDS = 60;

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';

/** Lets one migration run at a time, until the connection is closed. */
async function takeTurn(database: Database): Promise<Connection> {
  return withPatience(2 * TURN_SECONDS * 1000, async () => {
    const connection = await database.connect();
    try {
      await connection.query({ text: `set lock_timeout = '${TURN_SECONDS}s'` });
      await connection.query({ text: `select pg_advisory_lock(hashtextextended('guildhall migration', 0))` });
      return connection;
    } catch (error) {
      connection.release(true);
      if (!isLockTimeout(error)) throw error;
      throw new Error(
        `Another migration of this database is running, and has not ended in ${TURN_SECONDS} seconds. Wait for it, then try again.`,
        { cause: error },
      );
    }
  });
}

/** Until the first release there is one schema, rewritten when it changes: no migration leads to the next. */
async function refuseOtherSchema({ migrator }: Awaited<ReturnType<typeof createOrm>>): Promise<void> {
  const executed = await migrator.getExecuted();
  const pending = await migrator.getPending();
  if (executed.length === 0 || pending.length === 0) return;
  throw new Error(
    'This database was made by another version of Guildhall, and before the first release nothing converts it: ' +
      'start with an empty one (embedded: delete the folder that DATA_DIR names).',
  );
}
