/** Opens ledgers with the balances of a run, for the raiders that its rows name. */
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { openLedgers } from '../loot/points/bring-in-balances.ts';
import type { RunRow } from './import.access.ts';
import type { Wrote } from './import-run.entity.ts';
import { peopleOfRows, type RowOfPerson, raiderOfRow, writePeople } from './people-of-rows.ts';
import { type Written, writtenWith } from './write-character.ts';

export async function writeBalancesOfRows(
  tx: UnitOfWork,
  run: RunRow,
  rows: readonly (RowOfPerson & { id: string })[],
): Promise<(Written & { id: string })[]> {
  const people = await peopleOfRows(tx.sql, run, () => null, rows);
  const named = rows.flatMap((row) => {
    const { raw } = row;
    if (raw.kind !== 'balance') return [];
    const wrote: Wrote = {};
    return { id: row.id, wrote, raw, raiderId: raiderOfRow(people, row, wrote) };
  });
  await writePeople(tx.sql, people);
  const opened = await openLedgers(
    tx,
    { poolId: run.options.poolId ?? null, byId: run.createdById },
    named.flatMap(({ id, raiderId, raw }) => (raiderId === null ? [] : { key: id, ...raw, raiderId })),
  );
  return named.map(({ id, wrote, raiderId }) => {
    const entry = opened?.get(id);
    if (entry !== undefined) wrote.opening = entry;
    return { id, ...writtenWith(wrote, raiderId === null || opened === null ? 'changed_since' : 'already_there') };
  });
}
