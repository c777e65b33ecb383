import type { DecideImportRowsInput, ImportInput, ImportView } from '@guildhall/contracts/import.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, statement } from '../core/db/statement.ts';
import { conflict, notFound } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { refuseTooManyAwards } from '../loot/awards/loot.access.ts';
import { refuseTooManyEntries } from '../loot/points/point.access.ts';
import { refuseFullSheet } from '../loot/reserves/reserve.access.ts';
import { refuseTooManyRaiders } from '../raiders/raider.access.ts';
import { importNotReady, managedRun, noImport, publishImportChange, type RunRow } from './import.access.ts';
import { ImportRun } from './import-run.entity.ts';
import { applyImportJob, undoImportJob } from './imports.jobs.ts';
import { NAMED, readRun } from './imports.queries.ts';
import { refuseSecondImport } from './start-import.ts';

/** Rows that can write nothing stay skipped: there is nothing to decide about them. */
const OPEN = `coalesce(w.reason not in ('no_event', 'impossible_time', 'later_line'), true)`;
const THESE = `from import_row w where w.run_id = $1 and w.id = any($2::uuid[])`;
const FOUND = query({ count: 'int' })`select count(*)::int as count ${THESE}`;
/** `$3` adds the rows of the same name and status. */
const ids = `w.run_id = $1 and ${OPEN} and (w.id = any($2::uuid[])
  or $3 and (w.status, ${NAMED}) in (select w.status, ${NAMED} ${THESE}))`;
const DECIDE = {
  skip: statement`update import_row w set status = 'skipped', decided = true, target = null, match_rule = null where ${ids}`,
  guest: statement`
    update import_row w set status = 'matched', decided = true, target = null, match_rule = 'decision', reason = null where ${ids}`,
  first: statement`
    update import_row w set status = 'matched', decided = true, target = proposals -> 0 ->> 'target', match_rule = 'decision',
      reason = null
    where ${ids} and jsonb_array_length(proposals) > 0`,
  target: statement`
    update import_row w set status = 'matched', decided = true, target = $4, match_rule = 'decision', reason = null where ${ids}`,
  /** Alike are those with the same words for the role. */
  role: statement`
    update import_row w set role = $4
    where w.run_id = $1 and ${OPEN} and w.raw ->> 'kind' = 'answer' and (w.id = any($2::uuid[])
      or $3 and folded_name(w.raw ->> 'column') in (select folded_name(w.raw ->> 'column') ${THESE}))`,
};

/** Throws NOT_FOUND, FORBIDDEN, and CONFLICT for a run that is not open to decisions. */
export async function decideRows(ctx: AppContext, actor: Actor, input: DecideImportRowsInput): Promise<ImportView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const run = await managedRun(sql, actor, input.id, input.importId);
    if (run.state !== 'preview') throw importNotReady(run.state);
    const { decision, target, role, alike } = input;
    const rowIds = [...new Set(input.rowIds)];
    const { count } = await sql.one(FOUND, [run.id, rowIds]);
    if (count < rowIds.length) throw notFound('import_row_not_found', 'Some of these rows are not in this import.');
    if (target !== undefined) await refuseForeignTarget(sql, run, target);
    const more = decision === 'target' ? [target] : decision === 'role' ? [role] : [];
    await sql.run(DECIDE[decision], [run.id, rowIds, alike, ...more]);
    return told(tx, actor, run);
  });
}

const TARGET = query({ found: 'bool!' })`
  select case $2
    when 'raider' then exists (
      select from raider where organization_id = $1 and id = $3 and merged_into_id is null)
    when 'member' then exists (select from current_member where organization_id = $1 and user_id = $3)
    else exists (select from roster_entry where organization_id = $1 and id = $3 and left_at is null) end as found`;

async function refuseForeignTarget(sql: Sql, { organizationId }: RunRow, target: string): Promise<void> {
  const [kind, id] = target.split(':');
  const { found } = await sql.one(TARGET, [organizationId, kind, id]);
  if (!found) throw notFound('member_not_found', 'There is no such raider, member or character in this organization.');
}

/** Those who appear when the run is applied: guests, and characters of the roster that have no raider. */
const NEW_RAIDERS = query({ count: 'int' })`
  select count(distinct coalesce(w.target, ${NAMED}))::int as count
  from import_row w where w.run_id = $1 and w.status = 'matched' and w.raw ->> 'name' <> ''
    and (w.target is null or w.target like 'character:%')`;
const TO_WRITE = query({ count: 'int' })`
  select count(*)::int as count from import_row where run_id = $1 and status <> 'skipped'`;
const HAS_ROWS = statement`select from import_row where run_id = $1 limit 1`;

/** A job writes what was decided. Throws NOT_FOUND, FORBIDDEN, and CONFLICT while another run is at work, or for too many raiders. */
export async function applyImport(ctx: AppContext, actor: Actor, input: ImportInput): Promise<ImportView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const run = await managedRun(sql, actor, input.id, input.importId);
    if (run.state !== 'preview') throw importNotReady(run.state);
    await refuseSecondImport(sql, run.organizationId);
    const { count } = await sql.one(NEW_RAIDERS, [run.id]);
    if (count > 0) await refuseTooManyRaiders(sql, run.organizationId, count);
    await refuseTooManyRows(sql, run, (await sql.one(TO_WRITE, [run.id])).count);
    tx.em.assign(await tx.em.findOneOrFail(ImportRun, run.id), { state: 'applying', cursor: 0 });
    await tx.enqueue(applyImportJob, { importId: run.id });
    return told(tx, actor, run);
  });
}

async function refuseTooManyRows(sql: Sql, { source, organizationId, options }: RunRow, count: number): Promise<void> {
  const { poolId, eventId } = options;
  if (source === 'loot') await refuseTooManyAwards(sql, organizationId, count);
  if (source === 'points' && poolId) await refuseTooManyEntries(sql, poolId, count);
  if (source === 'reserves' && eventId) await refuseFullSheet(sql, eventId, count);
}

/** A job deletes what the run wrote and has not changed since. Throws as above. */
export async function undoImport(ctx: AppContext, actor: Actor, input: ImportInput): Promise<ImportView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const run = await managedRun(sql, actor, input.id, input.importId);
    if (run.state !== 'applied' && run.state !== 'failed') throw importNotReady(run.state);
    if ((await sql.run(HAS_ROWS, [run.id])) === 0) {
      throw conflict('import_not_ready', 'This import can no longer be undone: its rows were deleted after 30 days.');
    }
    await refuseSecondImport(sql, run.organizationId);
    tx.em.assign(await tx.em.findOneOrFail(ImportRun, run.id), { state: 'undoing' });
    await tx.enqueue(undoImportJob, { importId: run.id });
    return told(tx, actor, run);
  });
}

/** Forgets a run that has written nothing. A job that reads it ends quietly. Throws NOT_FOUND, FORBIDDEN and CONFLICT. */
export async function discardImport(ctx: AppContext, actor: Actor, input: ImportInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const run = await managedRun(tx.sql, actor, input.id, input.importId);
    const { written } = await tx.em.findOneOrFail(ImportRun, run.id);
    const hasWritten = run.state === 'failed' && (written ?? 0) > 0;
    if (hasWritten || !['reading', 'preview', 'failed'].includes(run.state)) throw importNotReady(run.state);
    await tx.em.nativeDelete(ImportRun, run.id);
    publishImportChange(tx, run);
  });
}

async function told(tx: UnitOfWork, actor: Actor, { id, organizationId }: RunRow): Promise<ImportView> {
  publishImportChange(tx, { id, organizationId, createdById: actor.userId });
  const view = await readRun(tx.sql, organizationId, id);
  if (!view) throw noImport();
  return view;
}
