/** Brings schema, job tables and queues of a database up to date. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { isDatabaseUnavailable } from '../../core/database-failure.ts';
import { type Connection, createDatabase, type Database, withDeadline } from '../../core/db/database.ts';
import { createOrm } from '../../core/db/orm.ts';
import { expectPostgres, recordedChanges, whySchemaIsForeign } from '../../core/db/schema-version.ts';
import { type Sql, sqlOver } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import type { JobDefinition } from '../../core/jobs/job.ts';
import { createJobIndexes, createQueues, installedQueue, missingJobIndexes } from '../../core/jobs/queues.ts';
import { OperatorError } from '../../core/operator-error.ts';
import { readName, type SchemaChange, schemaChanges } from '../../migrations/schema-changes.ts';

export type MigrationOptions = {
  changes?: SchemaChange[];
  /** Whether no process of an older version runs. */
  stopped?: boolean;
  /** Hears of every step that changes an existing database, and of rows that a step had to rename. */
  say?: (line: string) => void;
};

/**
 * While a migration waits for a table, all others who want it wait behind. It also gives up long before PostgreSQL
 * looks for a deadlock, after a second, and ends a request instead.
 */
const LIMITS = { lock_timeout: 300, statement_timeout: 0 };

/** Idempotent. Returns the names of the migrations that were applied. */
export async function migrateDatabase(
  url: string,
  jobs: JobDefinition[],
  options: MigrationOptions = {},
): Promise<string[]> {
  const { changes = schemaChanges, say = () => {} } = options;
  await using database = createDatabase(url, { max: 3, limits: LIMITS, onWarning: (text) => say(text) });
  await expectPostgres(sqlOver(database));
  const turn = await takeTurn(database);
  const orm = await createOrm(database, { changes });
  try {
    const { recorded, pending } = await planMigration(sqlOver(database), options);
    for (const { name } of pending)
      await apply(name, () => orm.migrator.up({ migrations: [name] }), recorded.length > 0 ? say : () => {});
    const boss = new PgBoss({ connectionString: url, schema: 'pgboss', max: 2, supervise: false, schedule: false });
    // Without a listener an error of the queue would end the process before it can be reported.
    boss.on('error', () => {});
    await boss.start();
    await createQueues(boss, jobs);
    await boss.stop({ graceful: false });
    // A backup that is restored lacks them too, and that is no news.
    const isUpgrade = recorded.length > 0 && pending.length > 0;
    if ((await missingJobIndexes(sqlOver(database))).length > 0)
      await apply('Indexes of the job queue', () => createJobIndexes(database), isUpgrade ? say : () => {});
    return pending.map(({ name }) => name);
  } finally {
    turn.release(true);
    await orm.close();
  }
}

const IS_THERE = query({ isEmpty: 'bool!', hasQueue: 'bool!' })`
  select to_regclass('mikro_orm_migrations') is null as "isEmpty", to_regclass('pgboss.version') is not null as "hasQueue"`;
const QUEUE_VERSION = query({ version: 'int' })`select version from pgboss.version`;

/**
 * The migrations that the database has, those that it gets, and the version of the job queue's tables if they are too old.
 * Throws OperatorError when it cannot get them.
 */
export async function planMigration(sql: Sql, { changes = schemaChanges, stopped = false }: MigrationOptions = {}) {
  const { isEmpty, hasQueue } = await sql.one(IS_THERE);
  const recorded = isEmpty ? [] : await recordedChanges(sql);
  const foreign = whySchemaIsForeign(recorded, changes);
  if (foreign) throw new OperatorError(foreign);
  const newer = recorded.findLast((name) => !changes.some((change) => change.name === name));
  if (newer) {
    throw new OperatorError(
      `A newer version of Guildhall has migrated this database (${newer}), and nothing leads back: start that version, or restore a backup of this one.`,
    );
  }
  const pending = changes.filter(({ name }) => !recorded.includes(name));
  const before = readName(recorded.at(-1) ?? '')?.number;
  const tooSoon = pending.find(({ needs }) => before !== undefined && needs > before);
  if (tooSoon && !stopped) {
    throw new OperatorError(
      `${tooSoon.name} takes away what the processes of the installed version may still use. Either upgrade to the releases in between, ` +
        'one after the other, or stop all processes and run `pnpm migrate --stopped`.',
    );
  }
  const queue = hasQueue ? (await sql.one(QUEUE_VERSION)).version : null;
  return { recorded, pending, oldQueue: queue !== null && queue < installedQueue().version ? queue : null };
}

const TABLES = query({ name: 'text', rows: 'int' })`
  select relname as name, greatest(reltuples, 0)::int as rows from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`;
const NAMED = /\b(?:table|update|into|from|on|join)\s+(?:only\s+|if\s+(?:not\s+)?exists\s+)?"?(\w+)/gi;

/** A line for each step that a migration would take, with the tables that it names, and about how large they are. */
export async function describeMigration(sql: Sql, options: MigrationOptions = {}): Promise<string[]> {
  const { recorded, pending, oldQueue } = await planMigration(sql, options);
  if (pending.length === 0 && oldQueue === null) return ['The schema is up to date'];
  if (recorded.length === 0) return ['The schema would be created'];
  const tables = await sql.many(TABLES);
  const steps = pending.map(({ name, inBatches, text }) => {
    const named = new Set([...text().matchAll(NAMED)].map(([, table]) => table));
    const sizes = tables
      .filter((table) => named.has(table.name))
      .map((table) => `${table.name} (about ${table.rows} rows)`);
    return [`${name} would run ${inBatches ? 'in batches' : 'at once'}`, ...sizes].join(', ');
  });
  if (oldQueue !== null) {
    steps.push(`The tables of the job queue would change from version ${oldQueue} to ${installedQueue().version}`);
  }
  return steps;
}

/** How long a migration tries to get a table that others hold. */
const GIVEN_UP_MS = 10 * 60_000;
const A_DAY_MS = 24 * 3_600_000;

async function apply(name: string, up: () => Promise<unknown>, say: (line: string) => void): Promise<void> {
  const started = performance.now();
  const ms = () => performance.now() - started;
  say(`${name} …`);
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, 5_000)) {
    try {
      await withDeadline(A_DAY_MS, up);
      return say(`${name} took ${(ms() / 1000).toFixed(1)} s`);
    } catch (error) {
      if (!isBusy(error)) throw failed(name, error);
      if (ms() > GIVEN_UP_MS) {
        throw new OperatorError(
          `${name} cannot get a table that a long transaction holds: end that (\`select * from pg_stat_activity\` shows it), then migrate again.`,
          { cause: error },
        );
      }
    }
    await sleep(pauseMs);
  }
}

/** Whether a lock was refused, or given to others to end a deadlock. */
const isBusy = (error: unknown) => hasCode(error, '55P03') || hasCode(error, '40P01');

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;

function failed(name: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || isDatabaseUnavailable(cause)) return cause;
  return new OperatorError(
    `${name} failed: ${cause.message.split('\n')[0]}. What was done before it stays; once the cause is gone, migrate again.`,
    { cause },
  );
}

/** The longest wait of one migration for another. */
const TURN_SECONDS = 60;

/**
 * Lets one migration run at a time, until the connection is closed. Asks again and again: a statement that waits would
 * hold up the `create index concurrently` of the one that runs.
 */
async function takeTurn(database: Database): Promise<Connection> {
  const givenUpAt = performance.now() + TURN_SECONDS * 1000;
  const connection = await database.connect();
  try {
    for (;;) {
      const { rows } = await connection.query<{ mine: boolean }>({ text: TAKE_TURN });
      if (rows[0]?.mine) return connection;
      if (performance.now() > givenUpAt) throw new OperatorError(TURN_TAKEN);
      await sleep(200);
    }
  } catch (error) {
    connection.release(true);
    throw error;
  }
}

const TAKE_TURN = `select pg_try_advisory_lock(hashtextextended('guildhall migration', 0)) as mine`;
const TURN_TAKEN = `Another migration of this database is running, and has not ended in ${TURN_SECONDS} seconds. Wait for it, then try again.`;
