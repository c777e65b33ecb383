/**
 * Works out an edit for each affected event. A new start shifts by calendar days or to another time of day, so that
 * every event of a series keeps its local hour; fields changed in one event alone keep their values there.
 */
import type { SlotInput, UpdateEventInput } from '@guildhall/contracts/event.ts';
import type { EventRow } from '../event/event.access.ts';
import {
  actualStart,
  closingMinutes,
  daysBetween,
  durationInMinutes,
  instantAt,
  localAt,
  movedLocal,
  timeOfDay,
} from '../event/event-times.ts';

const PLAIN = [
  'title',
  'description',
  'type',
  'scope',
  'journalInstanceId',
  'teamId',
  'anyRole',
  'countsForAttendance',
] as const;
type Plain = (typeof PLAIN)[number];
type Field = Plain | 'start' | 'duration' | 'signupDeadline' | 'slots';

type EventChange = {
  fields: Field[];
  plain: Pick<UpdateEventInput, Plain>;
  start: { days: number; time: string | undefined; timeZone: string; exactly: Date | null } | null;
  minutes: number | null;
  signupClosesMinutes: number | null | undefined;
  slots: SlotInput[] | undefined;
};

/** `event` is the one named by the input. Throws BAD_REQUEST. */
export function planEventChange(event: EventRow, input: UpdateEventInput): EventChange {
  const fields: Field[] = PLAIN.filter((name) => input[name] !== undefined);
  const start = startOf(event, input);
  const startsAt = start ? startFor(event, start, true) : new Date(event.startsAt);
  const minutes =
    input.durationMinutes ?? (input.endsAt === undefined ? null : durationInMinutes(startsAt, input.endsAt));
  const signupClosesMinutes =
    input.signupDeadline === undefined ? undefined : closingMinutes(startsAt, input.signupDeadline);
  if (start) fields.push('start');
  if (minutes !== null) fields.push('duration');
  if (signupClosesMinutes !== undefined) fields.push('signupDeadline');
  if (input.slots) fields.push('slots');
  return { fields, plain: input, start, minutes, signupClosesMinutes, slots: input.slots };
}

function startOf(event: EventRow, { startsAt, localStart, timeZone }: UpdateEventInput): EventChange['start'] {
  if (startsAt === undefined && localStart === undefined && timeZone === undefined) return null;
  const zone = timeZone ?? event.timeZone;
  const local = startsAt ? localAt(new Date(startsAt), zone) : (localStart ?? event.localStart);
  return {
    days: daysBetween(event.localStart, local),
    // Events of the series at another hour keep theirs, unless the edit changes the hour.
    time: timeOfDay(local) === timeOfDay(event.localStart) ? undefined : timeOfDay(local),
    timeZone: zone,
    exactly: startsAt ? new Date(startsAt) : null,
  };
}

type Start = NonNullable<EventChange['start']>;

function startFor(event: EventRow, { days, time, timeZone, exactly }: Start, itself: boolean): Date {
  return itself && exactly ? exactly : instantAt(movedLocal(event.localStart, days, time), timeZone);
}

type Written = Omit<EventRow, 'started' | 'closed' | 'status' | 'organizationId' | 'createdById'>;
export type PlannedEvent = {
  event: EventRow;
  next: Written;
  /** The new slots, if they change. */
  slots: SlotInput[] | undefined;
  /** Values before and after, by field. */
  changes: Record<string, unknown>;
};

/** An event edited `alone`, the one named by the edit of a series (`itself`), or another one of it. */
type EditMode = 'alone' | 'itself' | 'other';

export function planEvent(event: EventRow, change: EventChange, mode: EditMode, slots: SlotInput[]): PlannedEvent {
  const fields = change.fields.filter((field) => mode !== 'other' || !event.ownFields.includes(field));
  const takes = (field: Field) => fields.includes(field);
  const plain = Object.fromEntries(PLAIN.filter(takes).map((name) => [name, change.plain[name]]));
  const next: Written = { ...event, ...plain };
  if (change.start && takes('start')) {
    const { days, time, timeZone } = change.start;
    next.localStart = movedLocal(event.localStart, days, time);
    next.timeZone = timeZone;
    const startsAt = startFor(event, change.start, mode !== 'other');
    next.startsAt = startsAt.toISOString();
    next.actualStart = actualStart(next.localStart, startsAt, timeZone);
  }
  const length = Date.parse(event.endsAt) - Date.parse(event.startsAt);
  const minutes = change.minutes !== null && takes('duration') ? change.minutes : length / 60_000;
  next.endsAt = new Date(Date.parse(next.startsAt) + minutes * 60_000).toISOString();
  if (change.signupClosesMinutes !== undefined && takes('signupDeadline')) {
    next.signupClosesMinutes = change.signupClosesMinutes;
  }
  const resized = change.slots && takes('slots') && differ(slots, change.slots) ? change.slots : undefined;
  const changes = difference(event, next);
  if (resized) changes.slots = [slots, resized];
  next.ownFields = ownFieldsAfter(event, change, mode, changes);
  if (Object.keys(changes).length > 0) next.version = event.version + 1;
  return { event, next, slots: resized, changes };
}

const LOGGED = [...PLAIN, 'localStart', 'timeZone', 'signupClosesMinutes', 'startsAt', 'endsAt'] as const;

/** Only notes that a description changed, because descriptions can be long. */
function difference(event: EventRow, next: Written): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const name of LOGGED) {
    if (event[name] !== next[name]) changes[name] = name === 'description' ? true : [event[name], next[name]];
  }
  return changes;
}

const FIELD_OF: Record<string, Field> = {
  localStart: 'start',
  timeZone: 'start',
  signupClosesMinutes: 'signupDeadline',
};

function ownFieldsAfter(event: EventRow, { fields }: EventChange, mode: EditMode, changes: object): string[] {
  if (event.recurringSeriesId === null || mode === 'other') return event.ownFields;
  if (mode === 'itself') return event.ownFields.filter((own) => !fields.some((field) => field === own));
  const names = Object.keys(changes).map((name) => FIELD_OF[name] ?? name);
  // The end moves with the start; the duration counts as changed here only when the edit names it.
  const own = names.flatMap((name) => (name === 'startsAt' ? ['start'] : name === 'endsAt' ? [] : [name]));
  return [...new Set([...event.ownFields, ...own, ...(fields.includes('duration') ? ['duration'] : [])])];
}

const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
