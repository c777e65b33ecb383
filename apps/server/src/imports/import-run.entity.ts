import { EventRole } from '@guildhall/contracts/event.ts';
import {
  type ImportColumns,
  ImportMatchedBy,
  ImportRowReason,
  ImportRowStatus,
  ImportSource,
  ImportState,
} from '@guildhall/contracts/import.ts';
import type { TeamStatus } from '@guildhall/contracts/organization.ts';
import type { EventAddress } from '@guildhall/guild-tools/raid-helper-client.ts';
import type { ImportedRow } from '@guildhall/guild-tools/rows.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../core/db/columns.ts';
import { GuildEvent } from '../events/event/guild-event.entity.ts';
import { User } from '../identity/people/user.entity.ts';
import { Organization } from '../membership/rights/organization.entity.ts';

export type ImportOptions = {
  eventId: string | null;
  columns: ImportColumns | null;
  /** Those that a job reads, and how many of them the tool has no more. */
  events?: EventAddress[];
  missing?: number;
  newEvents?: boolean;
  markPresent?: boolean;
  teamId?: string;
  /** For points. */
  poolId?: string;
  /** For loot and points: the latest instant of the export. */
  asOf?: string;
};

/** One attempt to bring in what a guild has elsewhere. Its rows are deleted after 30 days, the run stays. */
export const ImportRun = defineEntity({
  name: 'ImportRun',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    source: p.enum(ImportSource.options),
    state: p.enum(ImportState.options),
    createdBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** A hash of everything that was read, to recognize the same thing again. */
    hash: p.text(),
    options: p.json<ImportOptions>(),
    /** The number of the last row that was applied, or undone; while it is read, how many of its events were. */
    cursor: p.integer().default(0),
    written: p.integer().default(0),
    kept: p.integer().default(0),
    createdAt: createdAt(),
    appliedAt: instant().nullable(),
    undoneAt: instant().nullable(),
  },
  uniques: [
    {
      name: 'import_run_one_at_work',
      properties: ['organization'],
      where: `state in ('reading', 'applying', 'undoing')`,
    },
  ],
  indexes: [
    { name: 'import_run_by_time', properties: ['organization', 'createdAt', 'id'] },
    { name: 'import_run_by_hash', properties: ['organization', 'hash'] },
  ],
});

/** A row of the source, without foreign ids; without the note, unless the guild keeps notes. */
export type RawRow = Kept<ImportedRow>;
type Kept<Row> = Row extends ImportedRow ? Omit<Row, 'discordId' | 'line'> : never;

/** A person of whom a row may be: `raider:`, `member:` or `character:` and an id, as `raiders/known-people.ts` writes it. */
export type Proposed = { target: string; by: ImportMatchedBy };

/** Ids of what a row wrote, and digests of what people may change, as it was written. */
export type Wrote = {
  raiderId?: string;
  /** The digest of that raider, as it was written. */
  raiderDigest?: string;
  characters?: { id: string; isMain: boolean }[];
  /** With the raider that it led to before. */
  alias?: { id: string; before: string | null };
  /** An event that was added for the answer, as it was then. */
  event?: { id: string; digest: string };
  participation?: { id: string; eventId: string; digest: string };
  /** Membership of a team as it was written, with the status that the raider had before. */
  member?: { id: string; digest: string; before: TeamStatus | null };
  /** Rows of awards. */
  awards?: string[];
  /** An entry by which a pool takes over the balance of a raider. */
  opening?: string;
  reserve?: { id: string; count: number; plus: number | null };
  /** Words of the source, with the role that they stood for before. */
  column?: { key: string; before: EventRole | null };
};

/** One line or entry of a run. */
export const ImportRow = defineEntity({
  name: 'ImportRow',
  properties: {
    id: id(),
    run: () => p.manyToOne(ImportRun).deleteRule('cascade'),
    number: p.integer(),
    line: p.integer(),
    externalId: p.text().nullable(),
    raw: p.json<RawRow>(),
    discordKey: p.text().nullable(),
    status: p.enum(ImportRowStatus.options),
    decided: p.boolean().default(false),
    /** `no_time` stands in the row of the source. */
    reason: p.enum(ImportRowReason.exclude(['no_time']).options).nullable(),
    /** Null for a guest, and where no one was found. */
    target: p.text().nullable(),
    matchRule: p.enum(ImportMatchedBy.options).nullable(),
    proposals: p.json<Proposed[]>(),
    event: () => p.manyToOne(GuildEvent).nullable().deleteRule('set null').index(),
    role: p.enum(EventRole.options).nullable(),
    wrote: p.json<Wrote>().nullable(),
  },
  uniques: [{ name: 'import_row_one_a_number', properties: ['run', 'number'] }],
  indexes: [{ name: 'import_row_by_status', properties: ['run', 'status', 'number'] }],
});

/** The role behind the words of a guild's own template, as an officer decided. */
export const ImportColumn = defineEntity({
  name: 'ImportColumn',
  properties: {
    organization: () => p.manyToOne(Organization).deleteRule('cascade').primary(),
    /** Folded. */
    key: p.text().primary(),
    role: p.enum(EventRole.options),
  },
});
