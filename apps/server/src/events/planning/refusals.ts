/** Refusals of events and series. */
import { createCap } from '../../core/db/cap.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { badRequest, conflict } from '../../core/errors.ts';
import { lockPerson } from '../../identity/people/lock-person.ts';
import { lockOrganization } from '../../membership/rights/organization.access.ts';
import type { EventRow } from '../event/event.access.ts';
import type { PlannedEvent } from './event-change.ts';

const LISTED = statement`select from journal_instance where id = $1 and listed`;

/** Throws BAD_REQUEST for an instance that is not in the journal. */
export async function refuseUnknownInstance(sql: Sql, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined || (await sql.run(LISTED, [id])) > 0) return;
  throw badRequest('instance_not_found', 'The journal has no such instance.', {
    issues: [{ path: 'journalInstanceId', message: 'is not in the journal: choose one that it lists' }],
  });
}

/** Two years of a weekly event. */
const MOST_GROUP_EVENTS = 104;

const UPCOMING = query({ total: 'int' })`
  select count(*)::int as total from event
  where created_by_id = $1 and scope = 'group' and status in ('draft', 'published') and ends_at > now()`;

/** Limits the upcoming group events of a member who does not manage events. Throws CONFLICT. */
export async function refuseTooManyGroupEvents(sql: Sql, userId: string, starts: { startsAt: Date }[]): Promise<void> {
  await lockPerson(sql, userId);
  const upcoming = await sql.one(UPCOMING, [userId]);
  const total = upcoming.total + starts.filter(({ startsAt }) => startsAt.getTime() > Date.now()).length;
  if (total > MOST_GROUP_EVENTS) {
    throw conflict(
      'too_many_events',
      `You would have ${total} upcoming group events, and ${MOST_GROUP_EVENTS} is the limit. Cancel some first, or make fewer.`,
    );
  }
}

const MOST_TO_COME = 1_000;
const refuseTooManyToCome = createCap({
  of: 'event where organization_id = $1 and ends_at > now()',
  most: MOST_TO_COME,
  reason: 'too_many_events',
  message: `An organization has at most ${MOST_TO_COME} events to come. Delete some first, or plan fewer.`,
});
const refuseTooManyEver = createCap({
  of: 'event where organization_id = $1',
  most: 20_000,
  reason: 'too_many_events',
  message: 'An organization keeps at most 20,000 events. Delete old ones first.',
});

/** Limits the events of an organization. Throws CONFLICT. */
export async function refuseTooManyEvents(sql: Sql, organizationId: string, adding: number): Promise<void> {
  await lockOrganization(sql, organizationId);
  await refuseTooManyToCome(sql, organizationId, adding);
  await refuseTooManyEver(sql, organizationId, adding);
}

const SAME_START = 'Two events of the series would begin at the same time. Choose different days or times.';

/** Two local times may mean the same instant when a clock change skips one of them. Throws BAD_REQUEST. */
export function refuseSameStart(starts: { startsAt: Date }[]): void {
  if (new Set(starts.map(({ startsAt }) => startsAt.getTime())).size < starts.length)
    throw badRequest('same_start_twice', SAME_START);
}

/** Refuses edits of a series into the past, across an event that took place, or to one start for two events. */
export function refuseCollisions(series: EventRow[], plans: PlannedEvent[]): void {
  if (series.length === 0) return;
  const moved = plans.filter(({ changes }) => 'startsAt' in changes || 'endsAt' in changes).map(({ next }) => next);
  if (moved.some(({ startsAt }) => Date.parse(startsAt) <= Date.now())) {
    throw conflict('event_in_past', 'This would move events of the series into the past.');
  }
  const completed = series.filter(({ status }) => status === 'completed');
  if (moved.some((event) => completed.some((other) => overlap(event, other)))) {
    throw conflict('overlaps_completed_event', 'This would move events of the series across one that is completed.');
  }
  const planned = new Map(plans.map(({ next }) => [next.id, next]));
  const starts = series.map(({ id, startsAt }) => Date.parse(planned.get(id)?.startsAt ?? startsAt));
  if (moved.length > 0 && new Set(starts).size < starts.length) throw conflict('same_start_twice', SAME_START);
}

type Span = Pick<EventRow, 'startsAt' | 'endsAt'>;

const overlap = (a: Span, b: Span) =>
  Date.parse(a.startsAt) < Date.parse(b.endsAt) && Date.parse(b.startsAt) < Date.parse(a.endsAt);
