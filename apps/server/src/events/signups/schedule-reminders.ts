import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { isAway } from '../event/event.queries.ts';
import type { EventMailKind } from '../mails/event-mail.entity.ts';
import { EventMailOrder, queueEventMails } from '../mails/event-mails.ts';
import { IS_TO_COME } from './free-slots.ts';

const BATCH = 200;
const OCCASION = `$1::int || 'h ' || to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`;

/**
 * From `$1` until `$2` hours before the start. The occasion contains the start, so that a rescheduled event is
 * announced again. Leaves out people who answered after the first of these hours, and events published after it: those
 * people know already.
 */
const order = (kind: EventMailKind, person: string, tables: string, condition: string) => query(EventMailOrder)`
  select e.id as "eventId", u.id as "userId", '${kind}' as kind, ${OCCASION} as occasion
  from event e join organization o on o.id = e.organization_id and o.archived_at is null ${tables}
  join person u on u.id = ${person} and u.email is not null and u.email_verified_at is not null
    and '${kind}' <> all (u.muted_event_mails)
  where ${IS_TO_COME} and e.starts_at > now() + $2::int * interval '1 hour'
    and e.starts_at <= now() + $1::int * interval '1 hour'
    and not exists (select from event_mail x
      where x.event_id = e.id and x.user_id = u.id and x.kind = '${kind}' and x.occasion = ${OCCASION})
    and ${condition} limit ${BATCH}`;

const REMINDERS = order(
  'reminder',
  'p.user_id',
  `join participation p on p.event_id = e.id and p.status in ('signed_up', 'tentative')`,
  `p.status_since <= e.starts_at - $1::int * interval '1 hour' and not ${isAway('p.user_id')}`,
);

/** Goes to the event's creator, as long as they belong to the guild. */
const GAPS = order(
  'role_gap',
  'e.created_by_id',
  `join membership m on m.organization_id = e.organization_id and m.user_id = e.created_by_id and m.left_at is null`,
  `e.published_at <= e.starts_at - $1::int * interval '1 hour'
   and exists (select from event_slot s where s.event_id = e.id and s.taken < s.max)`,
);

const HOURS = [
  [24, 1],
  [1, 0],
] as const;

/** Reminds participants, and tells the organiser about missing roles, a day and an hour before the start. */
export async function scheduleReminders(ctx: AppContext): Promise<void> {
  for (const statement of [REMINDERS, GAPS]) {
    for (const hours of HOURS) {
      for (let ordered = BATCH; ordered === BATCH; ) {
        ordered = await ctx.transact(async (tx) => {
          const orders = await tx.sql.many(statement, [...hours]);
          await queueEventMails(tx, orders);
          return orders.length;
        });
      }
    }
  }
}
