import { isAway } from '../absences/away.ts';
import type { UnitOfWork } from '../core/unit-of-work.ts';
import { queueEventMails } from './queue-event-mails.ts';
import { writeEventLog } from './write-event-log.ts';

/**
 * First come, first served, role by role. Before the start only: nobody is told an hour into an event that there is a
 * place, and nobody who is away. Without slots there is nothing to wait for.
 */
const PROMOTE = `
  with open as (
    select e.id, e.organization_id, e.starts_at from event e where e.id = any($1::uuid[]) and e.status = 'published' and e.starts_at > clock_timestamp()
  ), lucky as (
    select w.id from open e join event_slot s on s.event_id = e.id and s.taken < s.max
    cross join lateral (
      select p.id from participation p where p.event_id = e.id and p.role_key = s.role_key and p.status = 'waitlist'
        and not ${isAway('p.user_id')}
      order by p.ticket limit s.max - s.taken
    ) w
    union all
    select p.id from open e join participation p on p.event_id = e.id and p.status = 'waitlist'
    where not exists (select from event_slot s where s.event_id = e.id) and not ${isAway('p.user_id')}
  )
  update participation p set status = 'signed_up', status_since = clock_timestamp() from lucky where p.id = lucky.id
  returning p.event_id as "eventId", p.user_id as "userId", p.role_key as "roleKey", p.ticket`;

type PromotedRow = { eventId: string; userId: string; roleKey: string; ticket: number };

/**
 * Gives free places to those who wait for them; answers in which events. The caller holds the lock of each event. `why` is
 * for the log.
 */
export async function promote(tx: UnitOfWork, eventIds: string[], why: string): Promise<Set<string>> {
  const promoted = await tx.sql<PromotedRow>(PROMOTE, [eventIds]);
  if (promoted.length === 0) return new Set();
  await writeEventLog(
    tx.sql,
    promoted
      .toSorted((a, b) => a.ticket - b.ticket)
      .map(({ eventId, userId, roleKey }) => ({
        eventId,
        kind: 'promoted',
        actorId: null,
        personId: userId,
        changes: { status: ['waitlist', 'signed_up'], roleKey },
        why,
      })),
  );
  await queueEventMails(
    tx,
    promoted.map(({ eventId, userId, ticket }) => ({
      eventId,
      userId,
      kind: 'promotion',
      occasion: `ticket ${ticket}`,
    })),
  );
  return new Set(promoted.map(({ eventId }) => eventId));
}
