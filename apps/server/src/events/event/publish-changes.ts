/** Tells of a change of an event: its log, clients, and the people who meant to come. */
import type { EventLogKind } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { notify } from '../../membership/notifications/notify.ts';
import type { EventRow } from './event.access.ts';
import { isExpected } from './event.queries.ts';

export type EventLogLine = {
  eventId: string;
  kind: EventLogKind;
  /** Null for the service itself. */
  actorId: string | null;
  /** The service through which the actor acted. */
  serviceId?: string | undefined;
  personId?: string | null;
  /** A raider without an account, which no `personId` names. */
  raiderId?: string | undefined;
  via?: Actor['via'];
  /** Values before and after. Nothing that names a person. */
  changes: Record<string, unknown>;
  why?: string | null | undefined;
};

const LOG = statement`
  insert into event_log_entry (event_id, kind, actor_id, service_id, person_id, raider_id, via, changes, why, at)
  select "eventId", kind, "actorId", "serviceId", "personId", case when "personId" is null then "raiderId" end, via, changes, why, clock_timestamp()
  from jsonb_to_recordset($1) as e("eventId" uuid, kind text, "actorId" uuid, "serviceId" uuid, "personId" uuid,
    "raiderId" uuid, via text, changes jsonb, why text)`;

/** Call in the transaction of the logged change, so that neither exists without the other. */
export async function writeEventLog(sql: Sql, entries: EventLogLine[]): Promise<void> {
  if (entries.length > 0) await sql.run(LOG, [JSON.stringify(entries)]);
}

type ChangedEvent = Pick<EventRow, 'id' | 'organizationId' | 'unpublished'>;

/** The people who may edit unpublished content of these events, and therefore may know about it. */
const MAKERS = query({ id: 'uuid', personId: 'uuid!' })`
  with maker as (
    select id, organization_id, created_by_id as user_id from event where id = any($1::uuid[]) and scope = 'group'
    union
    select e.id, e.organization_id, r.user_id from event e
    join team t on t.id = e.team_id and t.archived_at is null
    join team_member m on m.team_id = t.id and m.lead and m.until is null join raider r on r.id = m.raider_id
    where e.id = any($1::uuid[])
  )
  select distinct k.id, k.user_id as "personId" from maker k
  join current_member m on m.organization_id = k.organization_id and m.organization_id = any($2::uuid[])
    and m.user_id = k.user_id`;

/** Those who may see an event hear that it, its line-ups, or its reserves changed. Call it while the events are still there. */
export async function publishEventChanges(
  tx: UnitOfWork,
  events: ChangedEvent[],
  type: 'event.changed' | 'lineup.changed' | 'reserve.changed' = 'event.changed',
): Promise<void> {
  const drafts = events.filter(({ unpublished }) => unpublished);
  const values = [drafts.map(({ id }) => id), drafts.map(({ organizationId }) => organizationId)];
  const makers = drafts.length > 0 ? await tx.sql.many(MAKERS, values) : [];
  for (const { id, organizationId, unpublished } of events) {
    const of = { type, organizationId, subjectId: id } as const;
    if (!unpublished) {
      tx.changed({ ...of, audience: 'members' });
      continue;
    }
    const [personId = null, ...others] = makers.filter((maker) => maker.id === id).map((maker) => maker.personId);
    // First, because webhooks tell the latest of several changes of one event.
    for (const other of others) tx.changed({ ...of, audience: 'person', personId: other });
    tx.changed({ ...of, audience: 'planners', personId });
  }
}

/** One person's answer may move others, so the message only names the event whose participations to reload. */
export function publishParticipationChange(tx: UnitOfWork, { id: subjectId, organizationId }: ChangedEvent): void {
  tx.changed({ type: 'participation.changed', organizationId, subjectId, audience: 'members' });
}

type Happened = {
  kind: 'event_moved' | 'event_cancelled';
  /** They know already. */
  actorId: string;
  events: { id: string; previousStartsAt?: string }[];
  reason?: string | null | undefined;
};

/** Each person is told once about a series: of the next event that they meant to come to. */
const CONCERNED = query({
  userId: 'uuid!',
  eventId: 'uuid',
  organizationId: 'uuid',
  title: 'text',
  startsAt: 'instant',
  count: 'int',
})`
  select distinct on (p.user_id) p.user_id as "userId", e.id as "eventId", e.organization_id as "organizationId", e.title,
    e.starts_at as "startsAt", (count(*) over (partition by p.user_id))::int as count
  from participation p join event e on e.id = p.event_id
  where e.id = any($1::uuid[]) and p.status <> 'declined' and p.user_id <> $2 and e.starts_at > now()
  order by p.user_id, e.starts_at, e.id`;

/** Tells those who meant to come that events are at another time, or not at all. */
export async function notifyParticipants(tx: UnitOfWork, { kind, actorId, events, reason = null }: Happened) {
  if (events.length === 0) return;
  const rows = await tx.sql.many(CONCERNED, [events.map(({ id }) => id), actorId]);
  const before = new Map(events.map(({ id, previousStartsAt }) => [id, previousStartsAt]));
  await notify(
    tx,
    rows.map(({ userId, organizationId, ...row }) => {
      const previousStartsAt = before.get(row.eventId);
      const details = { ...row, reason, ...(previousStartsAt ? { previousStartsAt } : {}) };
      return { userId, kind, organizationId, details };
    }),
  );
}

const ASKING = query({ userId: 'uuid' })`
  select u.id as "userId" from person u
  join membership m on m.user_id = u.id and m.organization_id = $1 and m.left_at is null
  where u.preferences @> '{"requestedNotifications": ["event_new"]}' and u.id <> $2
    and exists (select from event e where e.id = $3 and ${isExpected('u.id')})`;

type NewEvent = Pick<EventRow, 'id' | 'startsAt'>;

/** Tells members who asked for it, and whom they expect, of published events: each of them once, of the first that has not begun. */
export async function notifyOfNewEvents(
  tx: UnitOfWork,
  { organizationId, title, actorId }: { organizationId: string; title: string; actorId: string },
  events: NewEvent[],
) {
  const toCome = events.filter(({ startsAt }) => Date.parse(startsAt) > Date.now());
  const [first] = toCome.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  if (!first) return;
  const asking = await tx.sql.many(ASKING, [organizationId, actorId, first.id]);
  const details = { eventId: first.id, title, startsAt: first.startsAt, count: toCome.length };
  await notify(
    tx,
    asking.map(({ userId }) => ({ userId, kind: 'event_new', organizationId, details })),
  );
}
