import { columns, query, type RowOf, text } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { CHAT_USER } from './event.message.ts';
import type { EventMailKind } from './event-mail.entity.ts';
import { sendEventMailJob } from './events.jobs.ts';

export const EventMailOrder = columns({
  eventId: 'uuid',
  userId: 'uuid',
  kind: text<EventMailKind>(),
  occasion: 'text',
});
export type EventMailOrder = RowOf<typeof EventMailOrder>;

/**
 * Skips people whom nothing reaches, those who opted out, and mails already ordered. Locks events and people
 * before rows refer to them, so that a deleted one does not fail the others.
 */
const ORDER = query({ id: 'uuid' })`
  insert into event_mail (event_id, user_id, kind, occasion)
  select m.event_id, m.user_id, m.kind, m.occasion
  from jsonb_to_recordset($1) as m(event_id uuid, user_id uuid, kind text, occasion text)
  join event e on e.id = m.event_id
  join app_user u on u.id = m.user_id and m.kind <> all (u.muted_event_mails)
    and (u.email_verified_at is not null and u.email is not null or ${CHAT_USER} is not null)
  order by m.event_id, m.user_id for key share of e, u
  on conflict do nothing returning id`;

/** The mails exist if and only if the transaction commits; when a worker is killed, the next one sends its mail. */
export async function queueEventMails(tx: UnitOfWork, orders: EventMailOrder[]): Promise<void> {
  const rows = orders.map(({ eventId, userId, kind, occasion }) => ({
    event_id: eventId,
    user_id: userId,
    kind,
    occasion,
  }));
  const mails = await tx.sql.many(ORDER, [JSON.stringify(rows)]);
  await tx.enqueueAll(
    sendEventMailJob,
    mails.map(({ id }) => ({ payload: { eventMailId: id } })),
  );
}
