/** A run of an organization. NOT_FOUND for those of other organizations. */
import { ImportSource, ImportState } from '@guildhall/contracts/import.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { columns, json, query, type RowOf, text } from '../core/db/statement.ts';
import { conflict, notFound } from '../core/errors.ts';
import { type JobRun, Postponed } from '../core/jobs/job.ts';
import type { Changing } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import {
  abilityFor,
  authorize,
  lacksPermission,
  lockedAccess,
  type OrganizationAccess,
  organizationAccess,
  type Right,
  refuseArchived,
} from '../membership/rights/organization.access.ts';
import { type ImportOptions, ImportRun } from './import-run.entity.ts';

const RunRow = columns({
  id: 'uuid',
  organizationId: 'uuid',
  createdById: 'uuid?',
  source: text(ImportSource.options),
  state: text(ImportState.options),
  options: json<ImportOptions>(),
  cursor: 'int',
});
export type RunRow = RowOf<typeof RunRow>;

const LOCKED = query(RunRow)`
  select id, organization_id as "organizationId", created_by_id as "createdById", source, state, options, cursor
  from import_run where id = $1 for no key update`;

/** Loads and locks the run for a job; null if it is gone. */
export const lockRun = (sql: Sql, id: string): Promise<RunRow | null> => sql.maybe(LOCKED, [id]);

/** The right that imports of a source need. */
export const rightOver = (source: ImportSource): Right =>
  source === 'loot' || source === 'points' || source === 'reserves' ? ['update', 'Loot'] : ['update', 'Roster'];

/** The sources whose imports the caller may see and change. Throws FORBIDDEN for none. */
export function sourcesOf(actor: Actor, access: OrganizationAccess): ImportSource[] {
  const ability = abilityFor(actor, access);
  const sources = ImportSource.options.filter((source) => ability.can(...rightOver(source)));
  if (sources.length === 0) throw lacksPermission('canManageRoster');
  return sources;
}

/** Throws NOT_FOUND and FORBIDDEN. */
export async function importAccess(sql: Sql, actor: Actor, ref: string) {
  const access = await organizationAccess(sql, actor, ref);
  return { ...access, sources: sourcesOf(actor, access) };
}

/** The run of a caller who may change it, under the lock of the organization. Throws NOT_FOUND, FORBIDDEN and CONFLICT. */
export async function managedRun(sql: Sql, actor: Actor, ref: string, importId: string): Promise<RunRow> {
  const access = await lockedAccess(sql, actor, ref);
  sourcesOf(actor, access);
  refuseArchived(access);
  const run = await findRun(sql, access.organizationId, importId);
  authorize(abilityFor(actor, access), ...rightOver(run.source));
  return run;
}

async function findRun(sql: Sql, organizationId: string, id: string): Promise<RunRow> {
  const run = await lockRun(sql, id);
  if (run?.organizationId !== organizationId) throw noImport();
  return run;
}

type Changed = Pick<RunRow, 'id' | 'organizationId' | 'createdById'>;

export function publishImportChange(
  { changed }: Pick<Changing, 'changed'>,
  { id, organizationId, createdById }: Changed,
): void {
  changed({ type: 'import.changed', organizationId, subjectId: id, audience: 'officers', personId: createdById });
}

/** A run whose last attempt fails can be undone, or discarded. */
export async function orFail(ctx: AppContext, id: string, job: JobRun, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (job.lastAttempt && !(error instanceof Postponed)) await fail(ctx, id);
    throw error;
  }
}

const fail = (ctx: AppContext, id: string) =>
  ctx.transact(async (tx) => {
    const run = await lockRun(tx.sql, id);
    if (!run || !['reading', 'applying', 'undoing'].includes(run.state)) return;
    await tx.em.nativeUpdate(ImportRun, id, { state: 'failed' });
    publishImportChange(tx, run);
  });

export const noImport = () => notFound('import_not_found', 'There is no such import in this organization.');

export const importNotReady = (state: ImportState) =>
  conflict('import_not_ready', `This import is ${WORDS[state]}. ${NEXT[state]}`);

const WORDS: Record<ImportState, string> = {
  reading: 'still being read',
  preview: 'not applied yet',
  applying: 'being applied',
  applied: 'applied',
  undoing: 'being undone',
  undone: 'undone',
  failed: 'failed',
};
const WAIT = 'Wait until it has finished.';
const NEXT: Record<ImportState, string> = {
  reading: WAIT,
  preview: 'Apply it first.',
  applying: WAIT,
  applied: 'Undo it first, or start another one.',
  undoing: WAIT,
  undone: 'Start another one.',
  failed: 'Start another one.',
};
