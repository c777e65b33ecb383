/** Tells of a change of an event: its log, clients, and the people who meant to come. */
import type { EventLogKind } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { notify } from '../../notifications/notify.ts';
import type { EventRow } from './event.access.ts';

type Entry = {
  eventId: string;
  kind: EventLogKind;
  /** Null for the service itself. */
  actorId: string | null;
  /** The service through which the actor acted. */
  serviceId?: string | undefined;
  personId?: string;
  via?: Actor['via'];
  /** Values before and after. Nothing that names a person. */
  changes: Record<string, unknown>;
  why?: string | null | undefined;
};

const LOG = statement`
  insert into event_log_entry (event_id, kind, actor_id, service_id, person_id, via, changes, why, at)
  select "eventId", kind, "actorId", "serviceId", "personId", via, changes, why, clock_timestamp()
  from jsonb_to_recordset($1) as e("eventId" uuid, kind text, "actorId" uuid, "serviceId" uuid, "personId" uuid,
    via text, changes jsonb, why text)`;

/** Call in the transaction of the logged change, so that neither exists without the other. */
export async function writeEventLog(sql: Sql, entries: Entry[]): Promise<void> {
  if (entries.length > 0) await sql.run(LOG, [JSON.stringify(entries)]);
}

type Told = Pick<EventRow, 'id' | 'organizationId' | 'unpublished'>;

/** The people who may edit unpublished content of these events, and therefore may know about it. */
const MAKERS = query({ id: 'uuid', personId: 'uuid!' })`
  select e.id, e.created_by_id as "personId" from event e
  join current_member m on m.organization_id = e.organization_id and m.organization_id = any($2::uuid[])
    and m.user_id = e.created_by_id
  where e.id = any($1::uuid[]) and e.scope = 'group'`;

/** Those who may see an event hear that it changed. Call it while the events are still there. */
export async function tellEvents(tx: UnitOfWork, events: Told[]): Promise<void> {
  const drafts = events.filter(({ unpublished }) => unpublished);
  const values = [drafts.map(({ id }) => id), drafts.map(({ organizationId }) => organizationId)];
  const makers = drafts.length > 0 ? await tx.sql.many(MAKERS, values) : [];
  for (const { id, organizationId, unpublished } of events) {
    const of = { type: 'event.changed', organizationId, subjectId: id } as const;
    const personId = makers.find((maker) => maker.id === id)?.personId ?? null;
    tx.changed(unpublished ? { ...of, audience: 'planners', personId } : { ...of, audience: 'members' });
  }
}

/** One person's answer may move others, so the message only names the event whose participations to reload. */
export function tellParticipation(tx: UnitOfWork, { id: subjectId, organizationId }: Told): void {
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
  userId: 'uuid',
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
  where u.preferences @> '{"requestedNotifications": ["event_new"]}' and u.id <> $2`;

type NewEvent = Pick<EventRow, 'id' | 'startsAt'>;

/** Tells members who asked for it of published events: each of them once, of the first that has not begun. */
export async function notifyOfNewEvents(
  tx: UnitOfWork,
  { organizationId, title, actorId }: { organizationId: string; title: string; actorId: string },
  events: NewEvent[],
) {
  const toCome = events.filter(({ startsAt }) => Date.parse(startsAt) > Date.now());
  const [first] = toCome.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  if (!first) return;
  const asking = await tx.sql.many(ASKING, [organizationId, actorId]);
  const details = { eventId: first.id, title, startsAt: first.startsAt, count: toCome.length };
  await notify(
    tx,
    asking.map(({ userId }) => ({ userId, kind: 'event_new', organizationId, details })),
  );
}
