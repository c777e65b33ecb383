import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { NewStart } from './insert-events.ts';

/** Two years of a weekly event. */
export const MOST_GROUP_EVENTS = 104;

const LOCK = statement`select from app_user where id = $1 for no key update`;
const UPCOMING = query({ total: 'int' })`
  select count(*)::int as total from event
  where created_by_id = $1 and scope = 'group' and status in ('draft', 'published') and ends_at > now()`;

/** Limits the upcoming group events of a member who does not manage events. Throws CONFLICT. */
export async function refuseTooMany(sql: Sql, userId: string, starts: NewStart[]): Promise<void> {
  await sql.run(LOCK, [userId]);
  const upcoming = await sql.one(UPCOMING, [userId]);
  const total = upcoming.total + starts.filter(({ startsAt }) => startsAt.getTime() > Date.now()).length;
  if (total > MOST_GROUP_EVENTS) {
    throw conflict(
      'too_many_events',
      `You would have ${total} group events to come, and ${MOST_GROUP_EVENTS} are the most. Cancel some first, or make fewer.`,
    );
  }
}
