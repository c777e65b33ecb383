/** Writes the characters of a run: the raiders that they are of, their place in a team, and the characters. */
import type { EventRole } from '@guildhall/contracts/event.ts';
import type { ImportRowReason } from '@guildhall/contracts/import.ts';
import { classToken } from '@guildhall/simc/tokens.ts';
import type { Sql } from '../core/db/sql.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { EventRow } from '../events/event/event.access.ts';
import type { RunRow } from './import.access.ts';
import type { RawRow, Wrote } from './import-run.entity.ts';
import { addCharacter, characterOf, type PeopleOfRows, raiderOfRow, writePeople } from './people-of-rows.ts';
import { standingsOf, writeStanding } from './write-standing.ts';

export type AppliedRow = {
  id: string;
  raw: RawRow;
  target: string | null;
  decided: boolean;
  discordKey: string | null;
  externalId: string | null;
  eventId: string | null;
  role: EventRole | null;
};

/** `reason` says why a row wrote nothing. */
export type Written = { wrote: Wrote | null; reason: ImportRowReason | null };

/** With the roles of its slots. */
export type LockedEvent = { event: EventRow; roles: EventRole[] };

export type Applying = {
  tx: UnitOfWork;
  sql: Sql;
  run: RunRow;
  people: PeopleOfRows;
  /** Those whose answers changed. */
  events: Map<string, EventRow>;
  /** The event of each evening without one in the preview; null where there is none yet. */
  added: Map<string, string | null>;
  /** Events that this transaction has locked; null for those that are gone. */
  locked: Map<string, LockedEvent | null>;
  /** The foreign ids and events of answers that an earlier run has written. */
  answered: ReadonlySet<string>;
};

type CharacterRaw = Extract<RawRow, { kind: 'character' }>;
type Decided = { raiderId: string | null; reason: ImportRowReason | null };

export async function writeCharacters(applying: Applying, rows: readonly AppliedRow[]) {
  const { people, sql } = applying;
  const decided = rows.flatMap((row) => {
    if (row.raw.kind !== 'character') return [];
    const wrote: Wrote = {};
    return { row, wrote, ...decide(people, row, row.raw, wrote) };
  });
  await writePeople(sql, people);
  const standings = await standingsOf(applying, rows);
  const notes: (Written & { id: string })[] = [];
  for (const { row, wrote, raiderId, reason } of decided) {
    const standing = standings.get(row.id);
    const isFull = raiderId !== null && standing && (await writeStanding(applying, row, standing, raiderId, wrote));
    const written = { id: row.id, ...writtenWith(wrote, reason) };
    notes.push(isFull ? { ...written, reason: 'team_full' } : written);
  }
  return notes;
}

/** Gives the character to the raider of its family. A proof comes before what others write. */
function decide(people: PeopleOfRows, row: AppliedRow, raw: CharacterRaw, wrote: Wrote): Decided {
  const entry = people.entryOf(raw);
  if (entry?.provedById && raw.main && !isOwn(people, row.target, entry.provedById)) {
    return { raiderId: null, reason: 'proved_by_a_person' };
  }
  const raiderId = raiderOfRow(people, row, wrote);
  if (raiderId === null) return { raiderId, reason: 'changed_since' };
  if (entry?.provedById) return { raiderId, reason: 'already_there' };
  const character = { ...characterOf(raw, entry), classId: CLASS_IDS.get(raw.className ?? '') ?? null };
  const holder = addCharacter(people, raiderId, character, raw.main === null, wrote);
  if (holder === null) return { raiderId, reason: null };
  return { raiderId, reason: holder === raiderId ? 'already_there' : 'of_another_raider' };
}

/** Whether the row gives a proved character to the person who proved it. */
function isOwn({ raiders }: PeopleOfRows, target: string | null, provedById: string): boolean {
  const [kind, id = ''] = (target ?? '').split(':');
  return (kind === 'member' ? id : kind === 'raider' ? raiders.get(id)?.userId : null) === provedById;
}

/** The reason counts where nothing was written, and says also then that a character is of another raider. */
export function writtenWith(wrote: Wrote, reason: ImportRowReason | null): Written {
  if (Object.keys(wrote).length === 0) return { wrote: null, reason };
  return { wrote, reason: reason !== null && STAYS.has(reason) ? reason : null };
}

/** Reasons that also hold for a row that wrote something else, such as a raider. */
const STAYS = new Set<ImportRowReason>(['of_another_raider', 'several_balances', 'older_export', 'decayed_since']);

const CLASS_IDS = new Map(Array.from({ length: 20 }, (_, id) => [classToken(id) ?? '', id] as const));
