import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { isAway } from '../event/away.ts';
import { writeEventLog } from '../event/tell-changes.ts';

const DECLINE = query({ eventId: 'uuid', userId: 'uuid', status: 'text' })`
  with gone as (
    select p.id, p.status from participation p join event e on e.id = p.event_id
    where e.id = any($1::uuid[]) and p.status <> 'declined' and ($2::uuid is null or p.user_id = $2) and ${isAway('p.user_id')}
  )
  update participation p set status = 'declined', removed = $3, ticket = null, role_key = null, roles = '{}', status_since = clock_timestamp()
  from gone where p.id = gone.id
  returning p.event_id as "eventId", p.user_id as "userId", gone.status`;

/** `actor` is null for the service itself. */
type Whose = { userId: string | null; actor: Actor | null; why: string };

/** Declines for people who are away, or for one; returns the events. Needs their locks, and `promote` afterwards. */
export async function declineAway(sql: Sql, eventIds: string[], { userId, actor, why }: Whose): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const gone = await sql.many(DECLINE, [eventIds, userId, actor === null]);
  await writeEventLog(
    sql,
    gone.map((part) => ({
      eventId: part.eventId,
      kind: actor === null ? 'removed' : 'answered',
      actorId: actor?.userId ?? null,
      serviceId: actor?.service?.id,
      via: actor?.via,
      personId: part.userId,
      changes: { status: [part.status, 'declined'] },
      why,
    })),
  );
  return [...new Set(gone.map(({ eventId }) => eventId))];
}
