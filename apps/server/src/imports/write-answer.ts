/** Writes the answers of rows to their events. An answer that is there already stays as it is. */
import { EventRole } from '@guildhall/contracts/event.ts';
import type { ImportRowReason } from '@guildhall/contracts/import.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import type { AnswerRow } from '@guildhall/guild-tools/rows.ts';
import { query, statement, text, texts } from '../core/db/statement.ts';
import { type EventRow, lockEventIfThere } from '../events/event/event.access.ts';
import { type EventLogLine, writeEventLog } from '../events/event/publish-changes.ts';
import { characterOfRaider } from '../events/signups/choose-character.ts';
import { answerChanges, type RequestedAnswer, signUpStateOfRaider, writeAnswer } from '../events/signups/sign-up.ts';
import type { Wrote } from './import-run.entity.ts';
import { addNewEvent, eventAt } from './new-event.ts';
import { raiderOfRow, writePeople } from './people-of-rows.ts';
import { type AppliedRow, type Applying, type LockedEvent, writtenWith } from './write-character.ts';

const SLOTS = query({ roles: texts(EventRole.options) })`
  select coalesce(array_agg(role_key), '{}') as roles from event_slot where event_id = $1`;
/** Needs a participation `p` in scope: tells whether anything of it was changed. */
export const DIGEST = 'md5(to_jsonb(p)::text)';
const AS_WRITTEN = query({ id: 'uuid', digest: 'text!' })`
  select p.id, ${DIGEST} as digest from participation p where p.id = any($1::uuid[])`;
const MARK_PRESENT = statement`update participation set attendance = 'present' where id = any($1::uuid[])`;
const REMEMBER_ROLE = query({ before: text(EventRole.options).orNull })`
  insert into import_column (organization_id, key, role) values ($1, $2, $3)
  on conflict (organization_id, key) do update set role = excluded.role where import_column.role <> excluded.role
  returning case when old.role is not null then old.role end as before`;

type Answer = Pick<AnswerRow, 'status' | 'note' | 'column' | 'role' | 'night'>;

/** An answer that a row may give; `event` is null for one that the run adds. */
type Decided = { raiderId: string; wish: Wished; event: EventRow | null };
type Given = { wrote: Wrote; id: string; event: EventRow; isPresent: boolean; line: EventLogLine };

export async function writeImportedAnswers(applying: Applying, rows: readonly AppliedRow[]) {
  const { people, sql } = applying;
  const decided = [];
  for (const row of rows) {
    if (row.raw.kind !== 'answer') continue;
    const wrote: Wrote = {};
    decided.push({ row, answer: row.raw, wrote, decision: await decide(applying, row, row.raw, wrote) });
  }
  await writePeople(sql, people);
  const given: Given[] = [];
  const notes: { id: string; wrote: Wrote; reason: ImportRowReason | null }[] = [];
  for (const { row, answer, wrote, decision } of decided) {
    const outcome =
      typeof decision === 'string' ? decision : await giveAnswer(applying, row, { answer, wrote, ...decision });
    if (typeof outcome !== 'string') given.push({ wrote, ...outcome });
    notes.push({ id: row.id, wrote, reason: typeof outcome === 'string' ? outcome : null });
  }
  await finishAnswers(applying, given);
  return notes.map(({ id, wrote, reason }) => ({ id, ...writtenWith(wrote, reason) }));
}

async function decide(
  applying: Applying,
  row: AppliedRow,
  answer: Answer,
  wrote: Wrote,
): Promise<Decided | ImportRowReason> {
  const { run, people, answered } = applying;
  const there = await eventOfRow(applying, row, answer);
  if (there && there.event.organizationId !== run.organizationId) return 'no_event';
  if (there && answered.has(`${row.externalId} ${there.event.id}`)) return 'answered_already';
  const wish = wishOf(answer, row.role, there?.roles ?? []);
  if (!wish) return 'no_role';
  const raiderId = raiderOfRow(people, row, wrote);
  return raiderId === null ? 'changed_since' : { raiderId, wish, event: there?.event ?? null };
}

async function giveAnswer(
  applying: Applying,
  row: AppliedRow,
  { answer, wrote, raiderId, wish, event: there }: Decided & { answer: Answer; wrote: Wrote },
): Promise<Omit<Given, 'wrote'> | ImportRowReason> {
  const { sql, run, events } = applying;
  const event = there ?? (await addedEvent(applying, row, answer, wrote));
  if (!event) return 'no_event';
  await rememberRole(applying, row, answer, wrote);
  const standing = await signUpStateOfRaider(sql, event, raiderId);
  if (standing.part) return 'answered_already';
  const raiderCharacterId = await characterOfRaider(sql, raiderId, null, { ...event, anyRole: true }, []);
  const written = await writeAnswer(sql, event, standing, { ...wish, raiderId, characterId: null, raiderCharacterId });
  events.set(event.id, event);
  const isOver = row.eventId === null && event.status === 'completed';
  return {
    ...{ id: written.id, event },
    isPresent: isOver && run.options.markPresent === true && written.status === 'signed_up',
    line: {
      ...{ eventId: event.id, kind: 'added', actorId: run.createdById, raiderId, why: 'Brought in.' },
      changes: answerChanges(null, written),
    },
  };
}

/** Attendance, the digests by which an undo knows the answers again, and the log. */
async function finishAnswers({ sql }: Applying, given: readonly Given[]): Promise<void> {
  if (given.length === 0) return;
  const present = given.flatMap(({ id, isPresent }) => (isPresent ? id : []));
  if (present.length > 0) await sql.run(MARK_PRESENT, [present]);
  const digests = await sql.many(AS_WRITTEN, [given.map(({ id }) => id)]);
  const digestOf = new Map(digests.map(({ id, digest }) => [id, digest]));
  for (const { wrote, id, event } of given) {
    wrote.participation = { id, eventId: event.id, digest: digestOf.get(id) ?? '' };
  }
  await writeEventLog(
    sql,
    given.map(({ line }) => line),
  );
}

/** The event of the evening, locked. Without one in the preview it is one that the run adds, with its first answer. */
async function eventOfRow(applying: Applying, row: AppliedRow, { night }: Answer): Promise<LockedEvent | null> {
  const { sql, run, added } = applying;
  if (row.eventId !== null) return lockedOnce(applying, row.eventId);
  if (!run.options.newEvents || night.startsAt === null) return null;
  const { organizationId } = run;
  const { startsAt, title } = night;
  const key = keyOf(night);
  if (!added.has(key)) added.set(key, await eventAt(sql, { organizationId, startsAt, title, notOf: run.id }));
  const id = added.get(key) ?? null;
  return id === null ? null : lockedOnce(applying, id);
}

async function lockedOnce({ sql, locked }: Applying, id: string): Promise<LockedEvent | null> {
  const known = locked.get(id);
  if (known !== undefined) return known;
  const event = await lockEventIfThere(sql, id);
  const there = event && { event, ...(await sql.one(SLOTS, [id])) };
  locked.set(id, there);
  return there;
}

async function addedEvent(applying: Applying, row: AppliedRow, { night }: Answer, wrote: Wrote) {
  const { tx, run, added } = applying;
  if (row.eventId !== null || !run.options.newEvents) return null;
  const id = added.get(keyOf(night)) ?? null;
  if (id !== null) return (await lockedOnce(applying, id))?.event ?? null;
  const made = await addNewEvent(tx, run, night);
  if (!made) return null;
  wrote.event = made.wrote;
  added.set(keyOf(night), made.event.id);
  return made.event;
}

const keyOf = ({ startsAt, title }: AnswerRow['night']) => `${startsAt} ${title}`;

type Wished = Omit<RequestedAnswer, 'raiderId' | 'characterId'>;

/** Null where a slot needs a role that no officer has decided about. A bench without slots is a maybe. */
function wishOf({ status, note }: Answer, role: EventRole | null, slots: EventRole[]): Wished | null {
  const comes = status === 'signed_up' || status === 'waitlist';
  const fits = role !== null && slots.includes(role);
  if (comes && slots.length > 0 && !fits) return null;
  const roles = role !== null && (slots.length === 0 || fits) ? [role] : [];
  if (status === 'waitlist' && slots.length === 0)
    return { roles, status: 'tentative', note: note ?? 'Bench', lateMinutes: null };
  return { roles, status, note, lateMinutes: null };
}

/** The role behind the guild's own words, as an officer decided it, is known the next time. */
async function rememberRole({ sql, run }: Applying, { role }: AppliedRow, answer: Answer, wrote: Wrote): Promise<void> {
  if (role === null || answer.role !== null || answer.column === null) return;
  const key = fold(answer.column);
  const column = await sql.maybe(REMEMBER_ROLE, [run.organizationId, key, role]);
  if (column) wrote.column = { key, ...column };
}
