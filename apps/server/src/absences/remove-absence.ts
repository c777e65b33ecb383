import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import { notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { EVENT_ROW, EventRow } from '../events/event/event.access.ts';
import { tellParticipation } from '../events/event/tell-changes.ts';
import { promote } from '../events/signups/promote.ts';
import { tellAbsence } from './tell-absence.ts';

/** Events whose waitlist still holds the person, who was passed over while away. */
const WAITING = query(EventRow)`${EVENT_ROW}
  where e.id in (select p.event_id from participation p where p.user_id = $1 and p.status = 'waitlist')
    and exists (select from absence a where a.id = $2 and a.user_id = $1 and a.starts_at <= e.starts_at and a.ends_at > e.starts_at)
  order by e.id for no key update of e`;
const REMOVE = query({ organizationId: 'uuid?' })`
  delete from absence where id = $2 and user_id = $1
  returning organization_id as "organizationId"`;

/** Declined events stay declined, because somebody else has the slot by now. Waitlists consider the person again. */
export async function removeAbsence(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<void> {
  await ctx.transact(async (tx) => {
    const waiting = await tx.sql.many(WAITING, [actor.userId, id]);
    const removed = await tx.sql.maybe(REMOVE, [actor.userId, id]);
    if (!removed) throw notFound('absence_not_found', 'You have no such absence.');
    const ids = waiting.map((event) => event.id);
    const promoted = await promote(tx, ids, 'Somebody is back.');
    await tellAbsence(tx, actor, 'absence_removed', removed.organizationId);
    for (const event of waiting) if (promoted.has(event.id)) tellParticipation(tx, event);
  });
}
