/** The job that finds whom the rows of a run name, and to which events its answers belong. */
import type { EventRole } from '@guildhall/contracts/event.ts';
import { EventRole as Roles } from '@guildhall/contracts/event.ts';
import { type ImportMatchedBy, ImportRowReason, type ImportRowStatus } from '@guildhall/contracts/import.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import { createMatcher, type Match, type Wanted } from '@guildhall/guild-tools/match.ts';
import type { Night } from '@guildhall/guild-tools/rows.ts';
import type { Sql } from '../core/db/sql.ts';
import { json, query, statement, text } from '../core/db/statement.ts';
import type { JobRun } from '../core/jobs/job.ts';
import type { AppContext } from '../core/services/context.ts';
import { knownPeople } from '../raiders/known-people.ts';
import { lockRun, orFail, publishImportChange, type RunRow } from './import.access.ts';
import { ImportRun, type Proposed, type RawRow } from './import-run.entity.ts';
import { inChunks } from './in-chunks.ts';
import { canBeAdded, eventAt } from './new-event.ts';
import { readEvents } from './read-events.ts';

const CHUNK = 500;

const ROWS = query({
  id: 'uuid',
  number: 'int',
  raw: json<RawRow>(),
  discordKey: 'text?',
  reason: text(ImportRowReason.options).orNull,
})`
  select id, number, raw, discord_key as "discordKey", reason from import_row
  where run_id = $1 and number > $2 order by number limit ${CHUNK}`;
const ALIASES = query({ key: 'text', raiderId: 'uuid' })`
  select a.key, coalesce(r.merged_into_id, r.id) as "raiderId" from raider_alias a join raider r on r.id = a.raider_id
  where a.organization_id = $1 and a.source = $2`;
const COLUMNS = query({ key: 'text', role: text(Roles.options) })`
  select key, role from import_column where organization_id = $1`;
const FOUND = statement`
  update import_row r set status = f.status, target = f.target, match_rule = f."matchedBy", proposals = f.proposals,
    event_id = f."eventId", role = f.role, reason = f.reason
  from jsonb_to_recordset($1) as f(id uuid, status text, target text, "matchedBy" text, proposals jsonb, "eventId" uuid,
    role text, reason text)
  where r.id = f.id`;

export async function matchImport(ctx: AppContext, { importId }: { importId: string }, job: JobRun): Promise<void> {
  await orFail(ctx, importId, job, async () => {
    await readEvents(ctx, importId, job);
    await matchRows(ctx, importId, job);
  });
}

/** Each transaction reads the people anew. A job that begins again matches all rows again, which changes nothing. */
async function matchRows(ctx: AppContext, importId: string, job: JobRun): Promise<void> {
  let last = 0;
  await inChunks(ctx, job, async (tx) => {
    const { sql } = tx;
    const run = await lockRun(sql, importId);
    if (run?.state !== 'reading') return false;
    const finders = await findersOf(ctx, sql, run);
    const rows = await sql.many(ROWS, [importId, last]);
    const found = [];
    for (const row of rows) found.push({ id: row.id, ...(await findFor(row, finders)) });
    await sql.run(FOUND, [JSON.stringify(found)]);
    tx.afterCommit(() => {
      last = rows.at(-1)?.number ?? last;
    });
    if (rows.length === CHUNK) return true;
    tx.em.assign(await tx.em.findOneOrFail(ImportRun, importId), { state: 'preview', cursor: 0 });
    publishImportChange(tx, run);
    return false;
  });
}

async function findersOf(ctx: AppContext, sql: Sql, run: RunRow): Promise<Finders> {
  const { organizationId, source } = run;
  const aliases = await sql.many(ALIASES, [organizationId, source]);
  return {
    source,
    newEvents: run.options.newEvents ?? false,
    chosen: run.options.eventId,
    match: createMatcher(
      await knownPeople(sql, ctx.sign, organizationId),
      new Map(aliases.map(({ key, raiderId }) => [key, `raider:${raiderId}`])),
    ),
    roles: new Map((await sql.many(COLUMNS, [organizationId])).map(({ key, role }) => [key, role])),
    eventOf: eventFinder(sql, run),
  };
}

type Finders = {
  source: RunRow['source'];
  /** Whether an evening without an event gets one. */
  newEvents: boolean;
  /** The event that was chosen. */
  chosen: string | null;
  match: (wanted: Wanted) => Match;
  roles: ReadonlyMap<string, EventRole>;
  eventOf: (night: Night) => Promise<string | null>;
};
type Found = {
  status: ImportRowStatus;
  reason: ImportRowReason | null;
  target: string | null;
  matchedBy: ImportMatchedBy | null;
  proposals: Proposed[];
  eventId: string | null;
  role: EventRole | null;
};

const SET_BEFORE: (ImportRowReason | null)[] = [
  ...(['circle', 'several_mains', 'impossible_time', 'later_line'] as const),
  ...(['later_balance', 'no_balance', 'for_many', 'of_main'] as const),
];

async function findFor(
  { raw, discordKey, reason }: { raw: RawRow; discordKey: string | null; reason: ImportRowReason | null },
  { source, newEvents, chosen, match, roles, eventOf }: Finders,
): Promise<Found> {
  const result = match(wantedPerson(raw, discordKey));
  const found: Found = {
    status: result.outcome,
    reason: null,
    target: result.outcome === 'matched' ? result.id : null,
    matchedBy: result.outcome === 'matched' ? result.by : null,
    proposals: result.outcome === 'matched' ? [] : result.proposals.map(({ id, by }) => ({ target: id, by })),
    eventId: null,
    role: raw.role,
  };
  // Set when the file was read: it writes nothing, whomever it names.
  if (SET_BEFORE.includes(reason)) return { ...found, status: 'skipped', reason };
  if (raw.kind === 'balance') return found;
  if (raw.kind === 'reserve') return { ...found, eventId: chosen };
  if (raw.kind === 'award') return raw.unclaimed ? { ...found, status: 'matched', target: null, proposals: [] } : found;
  if (raw.kind === 'character') {
    const saysNothing = source === 'roster_notes' && raw.main === null;
    return saysNothing ? { ...found, status: 'skipped', reason: 'nothing_to_write' } : found;
  }
  const eventId = await eventOf(raw.night);
  const role = raw.role ?? (raw.column === null ? null : (roles.get(fold(raw.column)) ?? null));
  if (eventId === null && !(newEvents && canBeAdded(raw.night))) {
    return { ...found, role, status: 'skipped', reason: 'no_event' };
  }
  return { ...found, eventId, role };
}

/** A character of a family is looked for by its main. */
export function wantedPerson(raw: RawRow, discordKey: string | null): Wanted {
  const { name, realm } = raw.kind === 'character' && raw.main ? raw.main : raw;
  return { name, realm, discordKey: raw.kind === 'character' && raw.main ? null : discordKey };
}

/** On the clock of the event. */
const ON = query({ id: 'uuid' })`
  select id from event where organization_id = $1 and status in ('published', 'completed')
    and left(local_start, 10) = $2 limit 2`;

/** The event of an evening: the chosen one, the one that begins then, or the only one of the day. */
function eventFinder(sql: Sql, { organizationId, options }: RunRow): Finders['eventOf'] {
  const known = new Map<string, string | null>();
  async function find({ startsAt, day, title }: Night): Promise<string | null> {
    if (startsAt !== null) return eventAt(sql, { organizationId, startsAt, title });
    const [only, ...others] = day === null ? [] : await sql.many(ON, [organizationId, day]);
    return only && others.length === 0 ? only.id : null;
  }
  return async (night) => {
    if (options.eventId !== null) return options.eventId;
    const key = `${night.startsAt ?? night.day} ${night.title}`;
    const event = known.has(key) ? (known.get(key) ?? null) : await find(night);
    known.set(key, event);
    return event;
  };
}
