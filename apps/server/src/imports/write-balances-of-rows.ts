/** Takes over the balances of a run, for the raiders that its rows name. */
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { type Export, takeOverBalances } from '../loot/points/bring-in-balances.ts';
import type { RunRow } from './import.access.ts';
import type { Wrote } from './import-run.entity.ts';
import { peopleOfRows, type RowOfPerson, raiderOfRow, writePeople } from './people-of-rows.ts';
import { type Written, writtenWith } from './write-character.ts';

export async function writeBalancesOfRows(
  tx: UnitOfWork,
  run: RunRow,
  rows: readonly (RowOfPerson & { id: string })[],
): Promise<(Written & { id: string })[]> {
  const { sql } = tx;
  const people = await peopleOfRows(sql, run, () => null, rows);
  const unclear = await unclearRows(
    sql,
    run.id,
    rows.map(({ id }) => id),
  );
  const named = rows.flatMap((row) => {
    const { raw } = row;
    if (raw.kind !== 'balance') return [];
    const wrote: Wrote = {};
    return { id: row.id, wrote, raw, raiderId: raiderOfRow(people, row, wrote) };
  });
  await writePeople(sql, people);
  const taken = await takeOverBalances(
    tx,
    {
      poolId: run.options.poolId ?? null,
      bookingId: run.id,
      byId: run.createdById,
      export: await exportOf(sql, run),
    },
    named.flatMap(({ id, raiderId, raw }) =>
      raiderId === null || unclear.has(id) ? [] : { key: id, ...raw, raiderId },
    ),
  );
  return named.map(({ id, wrote, raiderId }) => {
    if (unclear.has(id)) return { id, ...writtenWith(wrote, 'several_balances') };
    const entry = taken?.get(id);
    if (entry?.entryId) wrote.opening = entry.entryId;
    return { id, ...writtenWith(wrote, raiderId === null || !entry ? 'changed_since' : entry.reason) };
  });
}

/** A text without a time is as old as the first import of the same text. */
const TIMED = `
  select r.id, r.state, r.written, coalesce((r.options ->> 'asOf')::timestamptz, least(r.created_at, (
    select min(e.created_at) from import_run e
    where e.organization_id = r.organization_id and e.hash = r.hash and e.state = 'applied'))) as at
  from import_run r where r.organization_id = $1 and r.source = 'points' and r.options ->> 'poolId' = $2`;
const EXPORT = query({ at: 'instant!', isOlder: 'bool!' })`
  with timed as (${TIMED})
  select t.at, exists (
    select from timed o where o.at > t.at and (o.state = 'applied' or o.state = 'failed' and o.written > 0)) as "isOlder"
  from timed t where t.id = $3`;

/** When the balances of a run were so, and whether its pool has taken over later ones. */
export const exportOf = (
  sql: Sql,
  { id, organizationId, options }: Pick<RunRow, 'id' | 'organizationId' | 'options'>,
) => sql.one(EXPORT, [organizationId, options.poolId, id]) satisfies Promise<Export>;

const UNCLEAR = query({ id: 'uuid' })`
  select w.id from import_row w
  where w.run_id = $1 and w.id = any($2::uuid[]) and w.status = 'matched' and exists (
    select from import_row o
    where o.run_id = $1 and o.status = 'matched' and o.target = w.target
      and (o.raw -> 'points', o.raw -> 'gp') is distinct from (w.raw -> 'points', w.raw -> 'gp'))`;

/** Rows of a raider of whom another row says another balance: an officer decides which one holds. */
export async function unclearRows(sql: Sql, runId: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await sql.many(UNCLEAR, [runId, ids])).map(({ id }) => id));
}
