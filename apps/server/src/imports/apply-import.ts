/** The jobs that write the rows of a run, and take them back: some in a transaction, so that a killed one continues. */
import { EventRole } from '@guildhall/contracts/event.ts';
import { now } from '../core/db/columns.ts';
import { json, query, type RowOf, statement, text } from '../core/db/statement.ts';
import type { JobRun } from '../core/jobs/job.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { type EventRow, lockEventIfThere } from '../events/event/event.access.ts';
import { publishParticipationChange } from '../events/event/publish-changes.ts';
import { promoteFromWaitlist } from '../events/signups/waitlist-and-gaps.ts';
import { linkAwards } from '../loot/awards/link-awards.ts';
import { publishLootChange } from '../loot/awards/loot.access.ts';
import { takeBackAwards } from '../loot/awards/write-awards.ts';
import { takeBackOpenings } from '../loot/points/bring-in-balances.ts';
import { publishRaidersChanged } from '../raiders/raider.access.ts';
import { lockRun, orFail, publishImportChange, type RunRow } from './import.access.ts';
import { ImportColumn, ImportRun, type RawRow, type Wrote } from './import-run.entity.ts';
import { inChunks } from './in-chunks.ts';
import { removeNewEvent } from './new-event.ts';
import { peopleOfRows } from './people-of-rows.ts';
import { type RosterIndex, rosterIndex } from './roster-index.ts';
import { DIGEST, writeImportedAnswers } from './write-answer.ts';
import { AwardRow, writeAwardsOfRows } from './write-awards-of-rows.ts';
import { writeBalancesOfRows } from './write-balances-of-rows.ts';
import { type Applying, type Written, writeCharacters } from './write-character.ts';
import { RESERVES_WRITTEN, tellOfReserves, writeReservesOfRows } from './write-reserves-of-rows.ts';
import { leaveTeam } from './write-standing.ts';

const CHUNK = 50;
/** Answers lock their event, on which people wait who sign up. */
const ANSWERS = 20;

const NEXT = query({
  id: 'uuid',
  number: 'int',
  raw: json<RawRow>(),
  target: 'text?',
  decided: 'bool',
  discordKey: 'text?',
  eventId: 'uuid?',
  externalId: 'text?',
  role: text(EventRole.options).orNull,
})`
  select id, number, raw, external_id as "externalId", target, decided, discord_key as "discordKey", event_id as "eventId", role from import_row
  where run_id = $1 and number > $2 and status = 'matched' order by number limit ${CHUNK}`;
/** Answers that an earlier run has written, or found answered: a decision since then may lead to another raider. */
const BEFORE = query({ externalId: 'text!', eventId: 'uuid!' })`
  with earlier as (
    select w.external_id, w.event_id, w.raw, w.wrote, r.applied_at,
      r.state = 'applied' and w.reason = 'answered_already' as answered
    from import_run r join import_row w on w.run_id = r.id
    where r.organization_id = $1 and r.source = $2 and r.id <> $3 and w.external_id = any($4::text[]))
  select w.external_id as "externalId", p.event_id as "eventId"
  from earlier w join participation p on p.id = (w.wrote -> 'participation' ->> 'id')::uuid
  union all
  select external_id, event_id from earlier where answered and event_id is not null
  union all
  select w.external_id, e.id from earlier w join event e on e.organization_id = $1 and e.created_at <= w.applied_at
    and e.starts_at = (w.raw -> 'night' ->> 'startsAt')::timestamptz
  where w.answered and w.event_id is null`;
const NOTE = statement`
  update import_row r set wrote = n.wrote, reason = n.reason
  from jsonb_to_recordset($1) as n(id uuid, wrote jsonb, reason text) where r.id = n.id`;

export async function applyRows(ctx: AppContext, { importId }: { importId: string }, job: JobRun): Promise<void> {
  let index: RosterIndex | undefined;
  const writeSome = async (tx: UnitOfWork): Promise<boolean> => {
    const { sql } = tx;
    const run = await lockRun(sql, importId);
    if (run?.state !== 'applying') return false;
    if (run.source === 'loot') return writeSomeAwards(ctx, tx, run);
    const next = await sql.many(NEXT, [importId, run.cursor]);
    if (run.source === 'points') return writeSomeBalances(tx, run, next);
    const rows = next.slice(0, next[0]?.raw.kind === 'answer' ? ANSWERS : CHUNK);
    if (rows.some(({ raw }) => raw.kind === 'character')) index ??= await rosterIndex(sql, run.organizationId);
    const people = await peopleOfRows(sql, run, index ?? (() => null), rows);
    const ids = rows.flatMap(({ raw, externalId }) => (raw.kind === 'answer' ? (externalId ?? []) : []));
    const before = ids.length === 0 ? [] : await sql.many(BEFORE, [run.organizationId, run.source, importId, ids]);
    const answered = new Set(before.map(({ externalId, eventId }) => `${externalId} ${eventId}`));
    const applying: Applying = {
      ...{ tx, sql, run, people, answered },
      ...{ events: new Map(), added: new Map(), locked: new Map() },
    };
    const notes = [
      ...(await writeCharacters(applying, rows)),
      ...(await writeImportedAnswers(applying, rows)),
      ...(await writeReservesOfRows(applying, rows)),
    ];
    for (const event of applying.events.values()) publishParticipationChange(tx, event);
    await sql.run(NOTE, [JSON.stringify(notes)]);
    const row = await tx.em.findOneOrFail(ImportRun, importId);
    row.cursor = rows.at(-1)?.number ?? row.cursor;
    row.written += notes.filter(({ wrote }) => wrote).length;
    if (rows.length < next.length || rows.length === CHUNK) return true;
    tx.em.assign(row, { state: 'applied', appliedAt: now() });
    await tell(tx, run);
    return false;
  };
  await orFail(ctx, importId, job, () => inChunks(ctx, job, writeSome));
}

const AWARDS = 1_000;
const NEXT_AWARDS = query(AwardRow)`
  select id, number, line, raw, target, decided, discord_key as "discordKey", status from import_row
  where run_id = $1 and number > $2 and status <> 'skipped' order by number limit ${AWARDS}`;

/** Awards of players who are no raiders here are written as well, by their names. */
async function writeSomeAwards(ctx: AppContext, tx: UnitOfWork, run: RunRow): Promise<boolean> {
  const { sql } = tx;
  const rows = await sql.many(NEXT_AWARDS, [run.id, run.cursor]);
  const notes = await writeAwardsOfRows(tx, ctx.sign, run, rows);
  await sql.run(NOTE, [JSON.stringify(notes)]);
  const row = await tx.em.findOneOrFail(ImportRun, run.id);
  row.cursor = rows.at(-1)?.number ?? row.cursor;
  row.written += notes.filter(({ wrote }) => wrote).length;
  if (rows.length === AWARDS) return true;
  await linkAwards(sql, { organizationId: run.organizationId, sign: ctx.sign, ids: null });
  tx.em.assign(row, { state: 'applied', appliedAt: now() });
  await tell(tx, run);
  return false;
}

async function writeSomeBalances(tx: UnitOfWork, run: RunRow, rows: readonly RowOf<typeof NEXT>[]): Promise<boolean> {
  const notes = await writeBalancesOfRows(tx, run, rows);
  await tx.sql.run(NOTE, [JSON.stringify(notes)]);
  const row = await tx.em.findOneOrFail(ImportRun, run.id);
  row.cursor = rows.at(-1)?.number ?? row.cursor;
  row.written += notes.filter(({ wrote }) => wrote).length;
  if (rows.length === CHUNK) return true;
  tx.em.assign(row, { state: 'applied', appliedAt: now() });
  tell(tx, run);
  return false;
}

const LAST = query({ id: 'uuid', number: 'int', wrote: json<Wrote>().known })`
  select id, number, wrote from import_row
  where run_id = $1 and number <= $2 and wrote is not null and reason is distinct from 'changed_since'
  order by number desc limit ${CHUNK}`;

export async function undoRows(ctx: AppContext, { importId }: { importId: string }, job: JobRun): Promise<void> {
  const takeSomeBack = async (tx: UnitOfWork): Promise<boolean> => {
    const { sql } = tx;
    const run = await lockRun(sql, importId);
    if (run?.state !== 'undoing') return false;
    const next = await sql.many(LAST, [importId, run.cursor]);
    const rows = next.slice(0, next.some(({ wrote }) => wrote.participation) ? ANSWERS : CHUNK);
    const events = new Map<string, EventRow>();
    for (const id of new Set(rows.flatMap(({ wrote }) => wrote.participation?.eventId ?? []))) {
      const event = await lockEventIfThere(sql, id);
      if (event) events.set(id, event);
    }
    const notes: (Written & { id: string })[] = [];
    for (const { id, wrote, left } of await takeBack(tx, run.organizationId, rows)) {
      if (wrote.event && !left?.event) events.delete(wrote.event.id);
      notes.push({ id, wrote: left, reason: left === null ? null : 'changed_since' });
    }
    await sql.run(NOTE, [JSON.stringify(notes)]);
    const row = await tx.em.findOneOrFail(ImportRun, importId);
    row.cursor = (rows.at(-1)?.number ?? 1) - 1;
    row.kept += notes.filter(({ wrote }) => wrote).length;
    await promoteFromWaitlist(tx, [...events.keys()], 'An import was undone.');
    for (const event of events.values()) publishParticipationChange(tx, event);
    if (rows.length < next.length || rows.length === CHUNK) return true;
    tx.em.assign(row, { state: 'undone', undoneAt: now() });
    await tell(tx, run);
    return false;
  };
  await orFail(ctx, importId, job, () => inChunks(ctx, job, takeSomeBack));
}

/** As it was written: whatever was changed or recorded since stays. */
const ANSWERS_WRITTEN = {
  takeBack: statement`
    delete from participation p using jsonb_to_recordset($1) as w(id uuid, digest text)
    where p.id = w.id and ${DIGEST} = w.digest`,
  left: query({ id: 'uuid' })`select id from participation where id = any($1::uuid[])`,
};
const CHARACTERS_WRITTEN = {
  takeBack: statement`
    delete from raider_character c using jsonb_to_recordset($1) as w(id uuid, "isMain" boolean)
    where c.id = w.id and c.is_main = w."isMain" and c.source = 'import'
      and not exists (select from participation p where p.raider_character_id = c.id)`,
  left: query({ id: 'uuid' })`select id from raider_character where id = any($1::uuid[])`,
};
/** A raider whom nothing refers to and who is as it was written: not named, noted, archived or proved since. */
const RAIDERS_WRITTEN = {
  takeBack: statement`
    delete from raider r using jsonb_to_recordset($1) as w(id uuid, digest text)
    where r.id = w.id and md5(to_jsonb(r)::text) = w.digest
      and not exists (select from participation p where p.raider_id = r.id)
      and not exists (select from lineup_place p where p.raider_id = r.id)
      and not exists (select from loot_award a where a.raider_id = r.id)
      and not exists (select from reserve w where w.raider_id = r.id)
      and not exists (select from wish w where w.raider_id = r.id)
      and not exists (select from sim_report s where s.raider_id = r.id)
      and not exists (select from point_entry e where e.raider_id = r.id)
      and not exists (select from team_member m where m.raider_id = r.id)
      and not exists (select from raider_character c where c.raider_id = r.id)
      and not exists (select from raider_alias a where a.raider_id = r.id)
      and not exists (select from raider_change c where c.source_id = r.id or c.target_id = r.id)
      and not exists (select from raider o where o.merged_into_id = r.id)`,
  left: query({ id: 'uuid' })`select id from raider where id = any($1::uuid[])`,
};
/** A decision leads again to the raider of before, and is forgotten where there was none, or is none any more. */
const FORGET_ALIASES = statement`
  delete from raider_alias a using jsonb_to_recordset($1) as w(id uuid, before uuid)
  where a.id = w.id and not exists (select from raider r where r.id = w.before)`;
const RETURN_ALIASES = statement`
  update raider_alias a set raider_id = r.id
  from jsonb_to_recordset($1) as w(id uuid, before uuid) join raider r on r.id = w.before where a.id = w.id`;

type Kind = typeof ANSWERS_WRITTEN;
type WrittenRow = RowOf<typeof LAST>;

/** Takes back what rows wrote, the last one first; `left` is what stays because it was changed or is used. */
async function takeBack(tx: UnitOfWork, organizationId: string, rows: readonly WrittenRow[]) {
  const { sql } = tx;
  const remaining = async (kind: Kind, written: { id: string }[]) => {
    if (written.length === 0) return new Set<string>();
    await sql.run(kind.takeBack, [JSON.stringify(written)]);
    return new Set((await sql.many(kind.left, [written.map(({ id }) => id)])).map(({ id }) => id));
  };
  const all = rows.map(({ wrote }) => wrote);
  const answers = await remaining(
    ANSWERS_WRITTEN,
    all.flatMap(({ participation }) => participation ?? []),
  );
  const reserves = await remaining(
    RESERVES_WRITTEN,
    all.flatMap(({ reserve }) => reserve ?? []),
  );
  const awards = await takeBackAwards(
    sql,
    all.flatMap((wrote) => wrote.awards ?? []),
  );
  await takeBackOpenings(
    tx,
    all.flatMap(({ opening }) => opening ?? []),
  );
  const others: Wrote[] = [];
  for (const wrote of all) others.push(await takeBackOthers(tx, organizationId, wrote));
  const characters = await remaining(
    CHARACTERS_WRITTEN,
    all.flatMap((wrote) => wrote.characters ?? []),
  );
  // The first of several rows with a decision about one name knows what was before all of them.
  const aliases = new Map(all.flatMap(({ alias }) => (alias ? [[alias.id, alias] as const] : [])));
  if (aliases.size > 0) {
    await sql.run(FORGET_ALIASES, [JSON.stringify([...aliases.values()])]);
    await sql.run(RETURN_ALIASES, [JSON.stringify([...aliases.values()])]);
  }
  const raiders = await remaining(
    RAIDERS_WRITTEN,
    all.flatMap(({ raiderId, raiderDigest }) => (raiderId === undefined ? [] : { id: raiderId, digest: raiderDigest })),
  );
  return rows.map(({ id, wrote }, index) => {
    const left: Wrote = { ...others[index] };
    const { participation, raiderId, raiderDigest, reserve } = wrote;
    if (reserve && reserves.has(reserve.id)) left.reserve = reserve;
    if (participation && answers.has(participation.id)) left.participation = participation;
    const kept = (wrote.characters ?? []).filter((character) => characters.has(character.id));
    if (kept.length > 0) left.characters = kept;
    const amended = (wrote.awards ?? []).filter((award) => awards.has(award));
    if (amended.length > 0) left.awards = amended;
    if (raiderId !== undefined && raiders.has(raiderId)) {
      left.raiderId = raiderId;
      if (raiderDigest !== undefined) left.raiderDigest = raiderDigest;
    }
    return { id, wrote, left: Object.keys(left).length > 0 ? left : null };
  });
}

/** Few rows write an event, a membership of a team, or the role behind words of the source. */
async function takeBackOthers(tx: UnitOfWork, organizationId: string, { event, member, column }: Wrote) {
  const left: Wrote = {};
  if (event && !(await removeNewEvent(tx, event))) left.event = event;
  if (member && !(await leaveTeam(tx.sql, member))) left.member = member;
  if (column) {
    const { key, before } = column;
    const known = await tx.em.findOne(ImportColumn, { organization: organizationId, key });
    if (known && before !== null) known.role = before;
    else if (known) tx.em.remove(known);
  }
  return left;
}

/** Members, teams and answers may have changed with the run. */
async function tell(tx: UnitOfWork, run: RunRow): Promise<void> {
  publishImportChange(tx, run);
  publishRaidersChanged(tx, run.organizationId);
  if (run.source === 'loot') publishLootChange(tx, run.organizationId);
  if (run.source === 'reserves') await tellOfReserves(tx, run);
}
