import { instantOf } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { notify } from '../../notifications/notify.ts';

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
export async function notifyParticipants(tx: UnitOfWork, happened: Happened): Promise<void> {
  const { kind, actorId, events, reason = null } = happened;
  if (events.length === 0) return;
  const rows = await tx.sql.many(CONCERNED, [events.map(({ id }) => id), actorId]);
  const before = new Map(events.map(({ id, previousStartsAt }) => [id, previousStartsAt]));
  await notify(
    tx,
    rows.map(({ userId, organizationId, eventId, title, count, startsAt }) => {
      const previousStartsAt = before.get(eventId);
      return {
        userId,
        kind,
        organizationId,
        details: {
          eventId,
          title,
          count,
          startsAt: instantOf(startsAt),
          reason,
          ...(previousStartsAt ? { previousStartsAt: instantOf(previousStartsAt) } : {}),
        },
      };
    }),
  );
}
