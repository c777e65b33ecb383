/** Writes the awards of a run, with the raiders that its rows name. */
import { type ImportRowReason, ImportRowStatus } from '@guildhall/contracts/import.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import { columns, json, query, type RowOf, text } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { Signer } from '../core/secrets.ts';
import { linkAwards } from '../loot/awards/link-awards.ts';
import { settledAwards, writeAwards } from '../loot/awards/write-awards.ts';
import { wantItems } from '../reference/game-data/items.ts';
import type { RunRow } from './import.access.ts';
import type { RawRow, Wrote } from './import-run.entity.ts';
import { peopleOfRows, raiderOfRow, writePeople } from './people-of-rows.ts';
import { type Written, writtenWith } from './write-character.ts';

export const AwardRow = columns({
  id: 'uuid',
  number: 'int',
  line: 'int',
  raw: json<RawRow>(),
  target: 'text?',
  decided: 'bool',
  discordKey: 'text?',
  status: text(ImportRowStatus.options),
});

/** A community has no branch of the game, so the items of its awards keep the names that its tools wrote. */
const BRANCH = query({ gameVersion: text(GameVersion.options).orNull })`
  select game_version as "gameVersion" from organization where id = $1`;

export async function writeAwardsOfRows(
  tx: UnitOfWork,
  sign: Signer,
  run: RunRow,
  rows: readonly RowOf<typeof AwardRow>[],
) {
  const { sql } = tx;
  const people = await peopleOfRows(sql, run, () => null, rows);
  const keys = rows.flatMap(({ raw }) => (raw.kind === 'award' ? raw.key : []));
  const settled = await settledAwards(sql, { organizationId: run.organizationId, sign }, keys);
  const decided = rows.flatMap((row) => {
    const { raw, status, line } = row;
    if (raw.kind !== 'award' || raw.receivedAt === null) return [];
    const wrote: Wrote = {};
    // No raider appears for an award that has one.
    const isNamed = status === 'matched' && !raw.unclaimed && (row.decided || !settled.has(raw.key));
    const raiderId = isNamed ? raiderOfRow(people, row, wrote) : null;
    return { id: row.id, wrote, award: { ...raw, receivedAt: raw.receivedAt, line, raiderId } };
  });
  await writePeople(sql, people);
  const { organizationId, createdById, options } = run;
  const bringing = { organizationId, sign, createdById, asOf: options.asOf ?? '', teamId: options.teamId ?? null };
  const written = await writeAwards(
    sql,
    bringing,
    decided.map(({ award }) => award),
  );
  const { gameVersion } = await sql.one(BRANCH, [organizationId]);
  const itemIds = decided.map(({ award }) => award.itemId);
  if (gameVersion) await wantItems(tx, gameVersion, itemIds);
  const notes: (Written & { id: string })[] = decided.map(({ id, wrote, award }) => {
    const awards = written.get(award.key) ?? null;
    if (awards) wrote.awards = awards;
    const reason: ImportRowReason | null = awards ? null : 'already_there';
    return { id, ...writtenWith(wrote, reason) };
  });
  const ids = notes.flatMap(({ wrote }) => wrote?.awards ?? []);
  if (ids.length > 0) await linkAwards(sql, { organizationId, sign, ids });
  return notes;
}
