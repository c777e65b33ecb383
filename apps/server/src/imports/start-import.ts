/** Reads what an officer brings and keeps it as rows of a run, which a job then matches. */
import { createHash } from 'node:crypto';
import type { StartImportInput } from '@guildhall/contracts/import.ts';
import { familiesOf } from '@guildhall/guild-tools/families.ts';
import type { EventAddress } from '@guildhall/guild-tools/raid-helper-client.ts';
import type { AwardRow, CharacterRow, ImportedRow } from '@guildhall/guild-tools/rows.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import { given } from '../core/given.ts';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';
import { loadVisibleEvent } from '../events/event/event.access.ts';
import { refuseOtherPool } from '../loot/points/bring-in-balances.ts';
import { refuseHiddenReserves } from '../loot/reserves/reserve.access.ts';
import {
  abilityFor,
  authorize,
  authorizedAccess,
  lacksPermission,
  lockedAccessTo,
  type OrganizationAccess,
  refuseArchived,
} from '../membership/rights/organization.access.ts';
import { livingCharacters } from '../raiders/known-people.ts';
import { managesTeam, refuseUnknownTeam } from '../raiders/team.access.ts';
import { noImport, publishImportChange, rightOver } from './import.access.ts';
import type { ImportOptions } from './import-run.entity.ts';
import { matchImportJob } from './imports.jobs.ts';
import { readRun } from './imports.queries.ts';
import { type KeptRow, keepRows } from './keep-rows.ts';
import { linkedEvent, readSource } from './read-source.ts';

const NAME = query({ name: 'text' })`select name from organization where id = $1`;
const AT_WORK = query({ id: 'uuid' })`
  select id from import_run where organization_id = $1 and state in ('reading', 'applying', 'undoing')`;
const ADD_RUN = statement`
  insert into import_run (id, organization_id, source, state, created_by_id, hash, options)
  values ($1, $2, $3, 'reading', $4, $5, $6)`;
/** A file has no text of its own limit: it was read from bytes. */
type Brought = Pick<StartImportInput, 'id' | 'source' | 'eventId' | 'columns' | 'hasHeadings' | 'keepNotes'> &
  Partial<
    Pick<StartImportInput, 'text' | 'link' | 'links' | 'key' | 'newEvents' | 'markPresent' | 'teamId' | 'poolId'>
  >;

/** Throws FORBIDDEN, NOT_FOUND, CONFLICT for a second run at work, and what `readSource` throws. */
export async function startImport(ctx: AppContext, actor: Actor, input: Brought) {
  const seen = await authorizedAccess(ctx.sql, actor, input.id, ...rightOver(input.source));
  refuseArchived(seen);
  await refuseForeignEvent(ctx.sql, actor, seen.organizationId, input.eventId);
  if (input.source === 'reserves') await refuseHiddenReserves(ctx.sql, input.eventId);
  await refuseMoreThanRoster(ctx.sql, actor, seen, input);
  if (input.poolId !== undefined) await refuseOtherPool(ctx.sql, seen.organizationId, input.poolId);
  const events = input.links && distinct(input.links.map(linkedEvent));
  await ctx.limits.take('import', actor.userId);
  const { name } = await ctx.sql.one(NAME, [seen.organizationId]);
  const rows = events ? [] : await readSource(ctx, input, name);
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await lockedAccessTo(sql, actor, input.id, ...rightOver(input.source));
    await refuseMoreThanRoster(sql, actor, access, input);
    const { organizationId } = access;
    if (input.poolId !== undefined) await refuseOtherPool(sql, organizationId, input.poolId);
    await refuseSecondImport(sql, organizationId);
    const id = uuidv7();
    const options: ImportOptions = {
      eventId: input.eventId ?? null,
      columns: input.columns ?? null,
      ...given({ events, newEvents: input.newEvents, markPresent: input.markPresent, teamId: input.teamId }),
      ...given({ poolId: input.poolId }),
      ...given({ asOf: latestInstant(rows) }),
    };
    await sql.run(ADD_RUN, [
      id,
      organizationId,
      input.source,
      actor.userId,
      hashOf(input, rows),
      JSON.stringify(options),
    ]);
    const kept = withFamilies(rows, await livingCharacters(sql, organizationId));
    await keepRows(sql, ctx.sign, { id, organizationId, keepNotes: input.keepNotes }, kept);
    await tx.enqueue(matchImportJob, { importId: id });
    publishImportChange(tx, { id, organizationId, createdById: actor.userId });
    const run = await readRun(sql, organizationId, id);
    if (!run) throw noImport();
    return run;
  });
}

const distinct = (events: EventAddress[]) => [...new Map(events.map((event) => [event.id, event])).values()];

/** Events and teams are not part of the right to manage the roster. Throws FORBIDDEN, and NOT_FOUND for another team. */
async function refuseMoreThanRoster(sql: Sql, actor: Actor, access: OrganizationAccess, input: Brought): Promise<void> {
  const { newEvents, teamId } = input;
  if (newEvents) authorize(abilityFor(actor, access), 'manage', 'Event');
  if (teamId === undefined) return;
  await refuseUnknownTeam(sql, access.organizationId, teamId);
  if (input.source === 'loot') return;
  if (!managesTeam(actor, access, teamId)) throw lacksPermission('canManageEvents');
}

/** Throws NOT_FOUND for an event of another organization. */
export async function refuseForeignEvent(sql: Sql, actor: Actor, organizationId: string, eventId: string | undefined) {
  if (eventId === undefined) return;
  const { event } = await loadVisibleEvent(sql, actor, eventId);
  if (event.organizationId !== organizationId) {
    throw conflict('invalid_input', 'This event belongs to another organization. Choose one of this organization.');
  }
}

export async function refuseSecondImport(sql: Sql, organizationId: string): Promise<void> {
  if (await sql.maybe(AT_WORK, [organizationId])) {
    throw conflict('import_running', 'Another import of this organization is at work. Wait until it has finished.');
  }
}

/** A hash of what the source says, in any order, and of the event that was chosen. */
function hashOf({ source, eventId, poolId }: Brought, rows: readonly ImportedRow[]): string {
  const lines = rows.map(({ line: _line, ...row }) => JSON.stringify(row)).sort();
  return createHash('sha256')
    .update(JSON.stringify([source, eventId ?? poolId ?? null, lines]))
    .digest('hex');
}

/** Characters get the main that they or their notes name. One without has nothing to say about a family. */
function withFamilies(rows: readonly ImportedRow[], living: { name: string; realm: string }[]): KeptRow[] {
  const characters = rows.filter((row) => row.kind === 'character');
  const families = familiesOf(characters, living);
  const keptOf = new Map(characters.map((row, index) => [row, familyRow(row, families[index] ?? { outcome: 'none' })]));
  const lastOf = new Map(rows.flatMap((row) => (row.kind === 'award' ? [[row.key, row] as const] : [])));
  return rows.map((row) => {
    if (row.kind === 'balance') return { raw: row, status: row.why ? 'skipped' : 'unmatched', reason: row.why };
    if (row.kind === 'award') return awardRow(row, lastOf.get(row.key) !== row);
    return (row.kind === 'character' && keptOf.get(row)) || { raw: row, status: 'unmatched', reason: null };
  });
}

/** The last one of several lines about an award holds. */
function awardRow(row: AwardRow, isAmended: boolean): KeptRow {
  if (row.receivedAt === null) return { raw: row, status: 'skipped', reason: 'impossible_time' };
  return isAmended
    ? { raw: row, status: 'skipped', reason: 'later_line' }
    : { raw: row, status: 'unmatched', reason: null };
}

/** The latest instant of awards or balances, which tells which of two exports is newer. */
const latestInstant = (rows: readonly ImportedRow[]): string | undefined =>
  rows
    .flatMap((row) => (row.kind === 'award' ? (row.receivedAt ?? []) : row.kind === 'balance' ? (row.at ?? []) : []))
    .toSorted()
    .at(-1);

function familyRow(row: CharacterRow, family: ReturnType<typeof familiesOf>[number]): KeptRow {
  switch (family.outcome) {
    case 'alt':
      return { raw: { ...row, main: family.main }, status: 'unmatched', reason: null };
    case 'circle':
      return { raw: { ...row, main: null }, status: 'skipped', reason: 'circle' };
    case 'ambiguous':
      return { raw: { ...row, main: null }, status: 'skipped', reason: 'several_mains' };
    case 'none':
      return { raw: { ...row, main: null }, status: 'unmatched', reason: null };
  }
}
