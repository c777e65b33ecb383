/** One event and the caller's relation to it. NOT_FOUND for those who may not see it, FORBIDDEN if they may not act. */

import {
  EventScope,
  EventStatus,
  EventType,
  type SeriesPart,
  type SeriesPreviewInput,
} from '@guildhall/contracts/event.ts';
import { type AbilityRules, buildAbility } from '../../core/ability.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, type RowOf, text } from '../../core/db/statement.ts';
import { conflict, forbidden, notFound } from '../../core/errors.ts';
import { seesProof } from '../../membership/characters/raider-ref.ts';
import {
  abilityFor,
  accessOf,
  isHidden,
  lacksPermission,
  logManaged,
  ORGANIZATION_ACCESS,
  OrganizationAccess,
  refuseArchived,
} from '../../membership/rights/organization.access.ts';

export const EventFields = columns({
  id: 'uuid',
  organizationId: 'uuid',
  title: 'text',
  description: 'text?',
  type: text(EventType.options),
  scope: text(EventScope.options),
  status: text(EventStatus.options),
  startsAt: 'instant',
  endsAt: 'instant',
  localStart: 'text',
  timeZone: 'text',
  signupClosesMinutes: 'int?',
  recurringSeriesId: 'uuid?',
  teamId: 'uuid?',
  anyRole: 'bool',
  countsForAttendance: 'bool',
  createdById: 'uuid?',
  version: 'int',
});
export const EventRow = columns({
  ...EventFields,
  actualStart: 'text?',
  journalInstanceId: 'int?',
  ownFields: 'text[]',
  unpublished: 'bool',
  started: 'bool',
  closed: 'bool',
});
export type EventRow = RowOf<typeof EventRow>;

export type EventAccess = {
  event: EventRow;
  access: OrganizationAccess;
  viewer: EventViewer;
  mayEdit: boolean;
  mayManage: boolean;
};

/** Needs an event `e` in scope. A draft cancelled with its series stays unpublished. */
export const UNPUBLISHED = `(e.published_at is null and e.status in ('draft', 'cancelled'))`;

export const EVENT_ROW = `
  select e.id, e.organization_id as "organizationId", e.title, e.description, e.type, e.scope, e.status,
    e.starts_at as "startsAt", e.ends_at as "endsAt", e.local_start as "localStart", e.actual_start as "actualStart", e.time_zone as "timeZone",
    e.signup_closes_minutes as "signupClosesMinutes", e.journal_instance_id as "journalInstanceId",
    e.recurring_series_id as "recurringSeriesId", e.team_id as "teamId", e.own_fields as "ownFields",
    e.any_role as "anyRole", e.counts_for_attendance as "countsForAttendance", e.created_by_id as "createdById", e.version, ${UNPUBLISHED} as unpublished,
    e.starts_at <= clock_timestamp() as started,
    e.starts_at - coalesce(e.signup_closes_minutes, 0) * interval '1 minute' <= clock_timestamp() as closed
  from event e `;

const BY_ID = `${EVENT_ROW} where e.id = $1`;
const LOCKED = query(EventRow)`${BY_ID} for no key update`;
const SEEN = query({ ...EventRow, ...OrganizationAccess })`
  select * from (${BY_ID}) event
  join lateral (${ORGANIZATION_ACCESS} o.id = event."organizationId") access using ("organizationId")`;

export async function loadVisibleEvent(sql: Sql, actor: Actor, id: string, missing = noEvent): Promise<EventAccess> {
  const event = await sql.maybe(SEEN, [id, actor.userId]);
  if (!event) throw missing();
  const access = accessOf(event, actor);
  if (isHidden(access, actor)) throw missing();
  const viewer = eventViewer(actor, access);
  const ability = abilityOn(event, viewer);
  const mayEdit = ability.can('update', 'Event');
  if (!ability.can('read', 'Event') || (event.unpublished && !mayEdit)) throw missing();
  return { event, access, viewer, mayEdit, mayManage: ability.can('manage', 'Event') };
}

export async function loadEventToEdit(sql: Sql, actor: Actor, id: string): Promise<EventAccess> {
  const seen = await loadVisibleEvent(sql, actor, id);
  if (!seen.mayEdit) throw lacksPermission('canManageEvents');
  refuseArchived(seen.access);
  return seen;
}

/** Loads and locks the event: until the transaction ends no other one changes it or its participations. */
export async function lockEvent(sql: Sql, id: string): Promise<EventRow> {
  const event = await lockEventIfThere(sql, id);
  if (!event) throw noEvent();
  return event;
}

/** Loads and locks the event, as above, for a caller who may edit it. */
export async function lockEventToEdit(sql: Sql, actor: Actor, id: string): Promise<EventAccess> {
  const seen = await loadEventToEdit(sql, actor, id);
  const event = await lockEvent(sql, id);
  await logManaged(sql, actor, seen.access);
  return { ...seen, event };
}

/** For actions of the service itself: a missing event is no error. */
export function lockEventIfThere(sql: Sql, id: string): Promise<EventRow | null> {
  return sql.maybe(LOCKED, [id]);
}

const SERIES = `${EVENT_ROW} where e.recurring_series_id = $1 order by e.id`;
const SEE_SERIES = query(EventRow)(SERIES);
const LOCK_SERIES = query(EventRow)`${SERIES} for no key update`;

type Series = { event: EventRow; series: EventRow[] };

/** The series of an event in order of start. Throws CONFLICT when there is none. */
export const loadVisibleSeries = (sql: Sql, seen: EventRow): Promise<Series> =>
  seriesOf(seen, (id) => sql.many(SEE_SERIES, [id]));

/** The events of a series that the viewer may see, in order of start. Throws CONFLICT when there is none. */
export async function readSeries(sql: Sql, { event: seen, viewer }: EventAccess): Promise<EventRow[]> {
  const { series } = await loadVisibleSeries(sql, seen);
  return series.filter((event) => {
    const ability = abilityOn(event, viewer);
    return ability.can('read', 'Event') && (!event.unpublished || ability.can('update', 'Event'));
  });
}

/** Locks the series, and reads it as above. */
export const lockSeries = (sql: Sql, seen: EventRow): Promise<Series> =>
  seriesOf(seen, (id) => sql.many(LOCK_SERIES, [id]));

async function seriesOf(seen: EventRow, read: (id: string) => Promise<EventRow[]>): Promise<Series> {
  if (seen.recurringSeriesId === null)
    throw conflict('not_in_series', 'This event is not part of a series. Change the event itself.');
  const events = await read(seen.recurringSeriesId);
  const series = events.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  return { event: series.find(({ id }) => id === seen.id) ?? seen, series };
}

/**
 * The events of a series that a change covers. An edit also leaves out what has begun or is completed: that stays as a
 * record. Throws FORBIDDEN, because the right to change one event of a series does not imply the right to change all.
 */
export function eventsCoveredBy(
  { apply, change, event, viewer }: { apply: SeriesPart; change: SeriesChange; event: EventRow; viewer: EventViewer },
  series: EventRow[],
): EventRow[] {
  const covered = series.filter((other) => isInSeriesPart(apply, event, other) && isChangeable(change, other));
  if (covered.some((other) => abilityOn(other, viewer).cannot(change === 'delete' ? 'delete' : 'update', 'Event')))
    throw forbidden('You cannot change some events of this series.');
  return covered;
}

export type SeriesChange = SeriesPreviewInput['change'];

const isToCome = ({ status, started }: EventRow) => status !== 'completed' && !started;

export function isInSeriesPart(apply: SeriesPart, event: EventRow, other: EventRow): boolean {
  switch (apply) {
    case 'this':
      return other.id === event.id;
    case 'following':
      return Date.parse(other.startsAt) >= Date.parse(event.startsAt);
    case 'upcoming':
      return isToCome(other);
    case 'all':
      return true;
  }
}

function isChangeable(change: SeriesChange, event: EventRow): boolean {
  switch (change) {
    case 'edit':
      return isToCome(event);
    case 'cancel':
      return event.status !== 'cancelled';
    case 'delete':
      return true;
  }
}

export const nothingToChange = () =>
  conflict(
    'nothing_to_change',
    'No event of this series would change: those chosen are as requested, or have begun. Choose other events.',
  );

const abilityOn = (event: EventRow, viewer: EventViewer) => buildAbility(eventRules(viewer, event));

export const noEvent = () => notFound('event_not_found', 'There is no such event.');

/** The caller's rights over the events of one organization, determined once for any number of events. */
export type EventViewer = {
  userId: string;
  botScope?: Actor['botScope'];
  isMember: boolean;
  managesEvents: boolean;
  seesProof: boolean;
  /** The teams whose events they manage too. */
  leads: string[];
  /** Nothing of the organization can be changed. */
  archived: boolean;
};

export function eventViewer(actor: Actor, access: OrganizationAccess): EventViewer {
  const managesEvents = abilityFor(actor, access).can('manage', 'Event');
  const { isMember, archived } = access;
  const leads = isMember ? access.leads : [];
  return {
    ...{ userId: actor.userId, botScope: actor.botScope, isMember, leads, archived },
    ...{ managesEvents, seesProof: seesProof(actor, access) },
  };
}

type Owned = { scope: 'guild' | 'group'; createdById: string | null; teamId: string | null };

/** Whether the viewer manages an event that names this team, or none. */
export const managesEventOf = ({ managesEvents, leads }: EventViewer, teamId: string | null): boolean =>
  managesEvents || (teamId !== null && leads.includes(teamId));

const MANAGE: AbilityRules = [{ action: 'manage', subject: 'Event' }];
const READ: AbilityRules = [{ action: 'read', subject: 'Event' }];
const OWN: AbilityRules = [...READ, { action: ['update', 'delete'], subject: 'Event' }];

/** The viewer's rights over one event. Empty for an outsider. */
export function eventRules(viewer: EventViewer, event: Owned): AbilityRules {
  const { userId, isMember } = viewer;
  if (managesEventOf(viewer, event.teamId)) return MANAGE;
  if (!isMember) return [];
  return event.scope === 'group' && event.createdById === userId ? OWN : READ;
}

/** Any member may create a group event; those of the guild or a team require the right to manage them. */
export function mayCreateEvent(viewer: EventViewer, { scope, teamId }: Pick<Owned, 'scope' | 'teamId'>): boolean {
  return managesEventOf(viewer, teamId) || (scope === 'group' && teamId === null && viewer.isMember);
}

export const notTheirTeam = () =>
  forbidden('Only people who manage events and the leads of this team can plan its events. Leave the team out.');

/** Otherwise members could raise their own rate with events of their own, or lower that of others. */
export const COUNTS_BY_OFFICERS = 'Only people who manage events can decide whether an event counts for attendance.';
