/** Sweeps of several parts: each has its own patience, and the database knows when it was last done. */
import { withDeadline } from '../db/database.ts';
import type { Sql } from '../db/sql.ts';
import { query, statement } from '../db/statement.ts';
import type { Logger } from '../logger.ts';
import { JOB_PATIENCE } from './job.ts';

type PartContext = { sql: Sql; log: Logger; config: { databasePatienceMs: number } };
/** Throws the reason of the signal where it stops with more to do. */
type Part<Context> = (ctx: Context, signal: AbortSignal) => Promise<void>;

type Sweep<Context> = {
  sweep: string;
  /** Carried out in this order. */
  parts: Record<string, Part<Context>>;
  /** A part that was not done for so long is reported. */
  lateAfterSeconds: number;
  /** A part with more to do than fits into this time goes on in the next run. Far below the expiry of the job. */
  partSeconds?: number;
  failure: string;
};

/** Work that may wait as long as a job: what is beside it does not share its patience. */
export const withPatience = <T>({ config }: Pick<PartContext, 'config'>, work: () => T): T =>
  withDeadline(JOB_PATIENCE * config.databasePatienceMs, work);

/** A part that fails, or waits for longer than a job may, leaves the others running; the sweep fails when all were tried. */
export const sweepOf =
  <Context extends PartContext>({ sweep, parts, lateAfterSeconds, partSeconds = 40, failure }: Sweep<Context>) =>
  async (ctx: Context, stop: AbortSignal): Promise<void> => {
    const failures: unknown[] = [];
    await ctx.sql.run(FORGET, [sweep, Object.keys(parts)]);
    for (const [name, part] of Object.entries(parts)) {
      // Another worker goes on with the job.
      stop.throwIfAborted();
      const key = [sweep, name, lateAfterSeconds];
      const timeout = AbortSignal.timeout(partSeconds * 1_000);
      try {
        await withPatience(ctx, () => part(ctx, AbortSignal.any([stop, timeout])));
        await ctx.sql.run(DONE, key);
      } catch (error) {
        stop.throwIfAborted();
        if (timeout.aborted && error === timeout.reason) {
          ctx.log.info({ sweep, part: name }, 'part of a sweep goes on in the next run');
          await ctx.sql.run(UNFINISHED, key);
          continue;
        }
        failures.push(error);
        const text = error instanceof Error ? error.message : String(error);
        // The database may be what has failed.
        await ctx.sql.run(FAILED, [...key, text.slice(0, 500)]).catch(() => {});
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, failure);
  };

/** Parts of an earlier version would be late for ever. */
const FORGET = statement`delete from sweep_part where sweep = $1 and part <> all ($2::text[])`;
const DONE = statement`
  insert into sweep_part as s (sweep, part, late_after_seconds) values ($1, $2, $3)
  on conflict (sweep, part) do update set done_at = now(), late_after_seconds = excluded.late_after_seconds, failed_at = null, error = null`;
/** It gets late in the end, without an error. */
const UNFINISHED = statement`
  insert into sweep_part as s (sweep, part, late_after_seconds) values ($1, $2, $3)
  on conflict (sweep, part) do update set late_after_seconds = excluded.late_after_seconds, failed_at = null, error = null`;
const FAILED = statement`
  insert into sweep_part as s (sweep, part, late_after_seconds, failed_at, error) values ($1, $2, $3, now(), $4)
  on conflict (sweep, part) do update set late_after_seconds = excluded.late_after_seconds, failed_at = now(), error = excluded.error`;

/** `lateSeconds` counts from the time at which the part should have been done again; 0 means that it is in time. */
export const SWEEP_PARTS = query({ sweep: 'text', part: 'text', ageSeconds: 'float', lateSeconds: 'float' })`
  select sweep, part, age as "ageSeconds", greatest(0, age - late_after_seconds)::float8 as "lateSeconds"
  from (select *, extract(epoch from now() - done_at)::float8 as age from sweep_part) s order by sweep, part`;

const READ = query({ position: 'text' })`select position from sweep_cursor where name = $1`;
const MOVE = statement`
  insert into sweep_cursor (name, position) values ($1, $2) on conflict (name) do update set position = excluded.position`;

/** Null means that the sweep begins. */
export const cursorOf = async (sql: Sql, name: string): Promise<string | null> =>
  (await sql.maybe(READ, [name]))?.position ?? null;
export const moveCursor = (sql: Sql, name: string, position: string): Promise<unknown> =>
  sql.run(MOVE, [name, position]);

type Shares<Row> = {
  /** Names the cursor. */
  name: string;
  most: number;
  beginning: string;
  /** The next rows, at most so many, after this position. */
  read: (after: string) => Promise<Row[]>;
  positionOf: (row: Row) => string;
};

/**
 * Handles the next share of a list, which begins again after its end, and returns whether that is reached. A share is handled
 * again if the worker was killed meanwhile; one that fails waits for its next turn. A list of at most one share is handled as a
 * whole each time.
 */
export async function handleShare<Row>(
  sql: Sql,
  { name, most, beginning, read, positionOf }: Shares<Row>,
  handle: (rows: Row[]) => Promise<void>,
): Promise<boolean> {
  const from = (await cursorOf(sql, name)) ?? beginning;
  const rows = await read(from);
  const last = rows.length === most ? rows.at(-1) : undefined;
  const next = last ? positionOf(last) : beginning;
  try {
    await handle(rows);
  } finally {
    if (next !== from) await moveCursor(sql, name, next);
  }
  return last === undefined;
}
