/** The state of the event form, and its conversion into the service's input. */

import type {
  CreateEventInput,
  EventRole,
  EventScope,
  EventType,
  EventView,
  UpdateEventInput,
} from '@guildhall/contracts/event.ts';
import { serviceTime } from '../../api/service-time.ts';
import { addDays } from '../signups/days.ts';
import { instantOf } from './clock.ts';

export const ROLES: readonly EventRole[] = ['tank', 'healer', 'melee', 'ranged', 'flex'];
type Places = Record<EventRole, number>;

export type Draft = {
  title: string;
  type: EventType;
  journalInstanceId: number | null;
  description: string;
  day: string;
  time: string;
  durationMinutes: number;
  /** Minutes before the start; null means the start itself. */
  deadlineMinutes: number | null;
  places: Places;
  anyRole: boolean;
  scope: EventScope;
  teamId: string | null;
};

/** With what only one of the two forms asks for. */
export type NewEvent = Draft & {
  repeat: Repeat;
  status: 'draft' | 'published';
  /** The template whose line-up and notes it brings; empty for none. */
  templateId: string;
};

export type Repeat = { weekdays: readonly number[]; until: string; leftOut: readonly string[] };

export const SLOT_PRESETS: Record<number, Places> = {
  10: { tank: 2, healer: 2, melee: 3, ranged: 3, flex: 0 },
  20: { tank: 2, healer: 4, melee: 7, ranged: 7, flex: 0 },
  25: { tank: 2, healer: 5, melee: 9, ranged: 9, flex: 0 },
  5: { tank: 1, healer: 1, melee: 0, ranged: 0, flex: 3 },
};
const NO_PLACES: Places = { tank: 0, healer: 0, melee: 0, ranged: 0, flex: 0 };

export function emptyDraft(scope: EventScope, day: string): Draft {
  return {
    title: '',
    type: 'raid',
    journalInstanceId: null,
    description: '',
    day,
    time: '20:00',
    durationMinutes: 180,
    deadlineMinutes: null,
    places: SLOT_PRESETS[20] ?? NO_PLACES,
    anyRole: false,
    scope,
    teamId: null,
  };
}

export const placesOf = (slots: readonly { roleKey: EventRole; max: number }[]): Places => ({
  ...NO_PLACES,
  ...Object.fromEntries(slots.map(({ roleKey, max }) => [roleKey, max])),
});

export function draftOf(event: EventView): Draft {
  const [day = '', time = ''] = event.localStart.split('T');
  const start = Date.parse(event.startsAt);
  return {
    title: event.title,
    type: event.type,
    journalInstanceId: event.journalInstance?.id ?? null,
    description: event.description ?? '',
    day,
    time: time.slice(0, 5),
    durationMinutes: (Date.parse(event.endsAt) - start) / 60_000,
    deadlineMinutes: event.signupDeadline === null ? null : (start - Date.parse(event.signupDeadline)) / 60_000,
    places: placesOf(event.slots),
    anyRole: event.anyRole,
    scope: event.scope,
    teamId: event.team?.id ?? null,
  };
}

/** Copies a past event to the same weekday in the future, at least a week later. */
export function copyOfEvent(event: EventView, timeZone: string, scope: EventScope): Draft {
  const draft = draftOf(event);
  let day = draft.day;
  do day = addDays(day, 7);
  while ((instantOf(`${day}T${draft.time}`, timeZone)?.getTime() ?? Infinity) < serviceTime());
  return { ...draft, day, scope: scope === 'group' ? scope : draft.scope };
}

export const startOfDraft = ({ day, time }: Draft, timeZone: string) => instantOf(`${day}T${time}`, timeZone);

function fieldsOf(draft: Draft, timeZone: string) {
  const start = startOfDraft(draft, timeZone);
  return {
    title: draft.title.trim(),
    type: draft.type,
    journalInstanceId: draft.journalInstanceId,
    description: draft.description.trim() || null,
    localStart: `${draft.day}T${draft.time}`,
    durationMinutes: draft.durationMinutes,
    signupDeadline:
      draft.deadlineMinutes === null || !start
        ? null
        : new Date(start.getTime() - draft.deadlineMinutes * 60_000).toISOString(),
    slots: ROLES.filter((role) => draft.places[role] > 0).map((roleKey) => ({ roleKey, max: draft.places[roleKey] })),
    anyRole: draft.anyRole,
    scope: draft.scope,
    teamId: draft.teamId,
  };
}

type Creating = { id: string; timeZone: string; status: 'draft' | 'published'; days: readonly string[] };

export function createInput(draft: Draft, { id, timeZone, status, days }: Creating): CreateEventInput {
  const further = days.filter((day) => day !== draft.day);
  return {
    ...fieldsOf(draft, timeZone),
    id,
    timeZone,
    status,
    ...(further.length > 0 ? { recurringDates: further } : {}),
  };
}

type Updating = Pick<UpdateEventInput, 'apply'> & { id: string; version: number; timeZone: string };

/** Only fields changed here, so that other people's changes stay. */
export function updateInput(draft: Draft, before: Draft, { timeZone, ...event }: Updating): UpdateEventInput {
  const now = fieldsOf(draft, timeZone);
  const was: Record<string, unknown> = fieldsOf(before, timeZone);
  const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]));
  const fields: Partial<typeof now> = Object.fromEntries(changed);
  // The end depends on the start, so both are sent together.
  return { ...event, ...fields };
}

/** The days of a series, including the first. */
export function daysOf({ day }: Draft, { weekdays, until }: Repeat): string[] {
  const days = [day];
  if (weekdays.length === 0 || !until || !day) return days;
  for (let at = addDays(day, 1); at <= until && days.length < 400; at = addDays(at, 1)) {
    if (weekdays.includes(new Date(`${at}T12:00Z`).getUTCDay())) days.push(at);
  }
  return days;
}
