import { query } from '../../core/db/statement.ts';
import { cursorOf, moveCursor, withPatience } from '../../core/jobs/sweep-parts.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { IS_TO_COME, lookAgain, lookAtEvents } from '../event/changed-events.ts';
import { isAway } from '../event/event.queries.ts';
import type { EventMailKind } from '../mails/event-mail.entity.ts';
import { EventMailOrder, queueEventMails } from '../mails/event-mails.ts';

/** Events whose mails are ordered in one transaction: some thousand mails. */
const BATCH = 50;
const OCCASION = `$1::int || 'h ' || to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`;

/**
 * For the events `$3`, from `$1` until `$2` hours before the start. The occasion contains the start, so that a rescheduled event is
 * announced again. Leaves out people who answered after the first of these hours, and events published after it: those
 * people know already.
 */
const mailsOf = (kind: EventMailKind, person: string, tables: string, condition: string) => query(EventMailOrder)`
  select e.id as "eventId", u.id as "userId", '${kind}' as kind, ${OCCASION} as occasion
  from event e join organization o on o.id = e.organization_id and o.archived_at is null ${tables}
  join person u on u.id = ${person} and u.email is not null and u.email_verified_at is not null
    and '${kind}' <> all (u.muted_event_mails)
  where e.id = any($3::uuid[]) and ${IS_TO_COME} and e.starts_at > now() + $2::int * interval '1 hour'
    and e.starts_at <= now() + $1::int * interval '1 hour'
    and not exists (select from event_mail x
      where x.event_id = e.id and x.user_id = u.id and x.kind = '${kind}' and x.occasion = ${OCCASION})
    and ${condition}`;

const REMINDERS = mailsOf(
  'reminder',
  'p.user_id',
  `join participation p on p.event_id = e.id and p.status in ('signed_up', 'tentative')`,
  `p.status_since <= e.starts_at - $1::int * interval '1 hour' and not ${isAway('p.user_id')}`,
);

/** Goes to the event's creator, as long as they belong to the guild. */
const GAPS = mailsOf(
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

/** Those that have come into these hours. Mails of a transaction that committed late are ordered by the minute of overlap. */
const BOUNDS = query({ from: 'text', until: 'text' })`
  select greatest(now() + $2::int * interval '1 hour', $3::timestamptz - interval '1 minute')::text as from,
    (now() + $1::int * interval '1 hour')::text as until`;
const DUE = query({ id: 'uuid', at: 'text' })`
  select e.id, e.starts_at::text as at from event e
  where ${IS_TO_COME} and (e.starts_at, e.id) > ($1::timestamptz, $2::uuid) and e.starts_at <= $3::timestamptz
  order by e.starts_at, e.id limit ${BATCH}`;

/**
 * Reminds participants, and tells the organiser about missing roles, a day and an hour before the start. The cursors say until
 * which start that is done. A mail that falls due after that, because of a new date or a place that is given up, follows from a change.
 */
export async function scheduleReminders(
  ctx: AppContext,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (const hours of HOURS) await orderDue(ctx, hours, signal);
  await lookAtEvents(ctx, 'reminders', (eventIds) => orderEach(ctx, eventIds, signal), signal);
}

type Hours = (typeof HOURS)[number];

async function orderDue(ctx: AppContext, hours: Hours, signal: AbortSignal): Promise<void> {
  const cursor = `reminders ${hours[0]}`;
  const { from, until } = await ctx.sql.one(BOUNDS, [...hours, (await cursorOf(ctx.sql, cursor)) ?? '-infinity']);
  for (let [at, id] = [from, LAST_ID]; ; ) {
    signal.throwIfAborted();
    const due = await ctx.sql.many(DUE, [at, id, until]);
    const last = due.length === BATCH ? due.at(-1) : undefined;
    const failed = await orderEach(
      ctx,
      due.map((event) => event.id),
      signal,
    );
    await ctx.transact(async ({ sql }) => {
      if (failed.size > 0) await lookAgain(sql, 'reminders', [...failed.keys()]);
      await moveCursor(sql, cursor, last?.at ?? until);
    });
    if (!last) return;
    [at, id] = [last.at, last.id];
  }
}

/** After every event of the same start. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Returns the failures by event. One that fails leaves the others. */
async function orderEach(ctx: AppContext, eventIds: string[], signal: AbortSignal): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  if (eventIds.length === 0) return failures;
  const order = (ids: string[]) => withPatience(ctx, () => ctx.transact((tx) => orderMails(tx, ids)));
  try {
    await order(eventIds);
  } catch {
    for (const id of eventIds) {
      signal.throwIfAborted();
      await order([id]).catch((error: unknown) => failures.set(id, error));
    }
  }
  return failures;
}

async function orderMails(tx: UnitOfWork, eventIds: string[]): Promise<void> {
  for (const statement of [REMINDERS, GAPS]) {
    for (const hours of HOURS) {
      const orders = await tx.sql.many(statement, [...hours, eventIds]);
      if (orders.length > 0) await queueEventMails(tx, orders);
    }
  }
}
