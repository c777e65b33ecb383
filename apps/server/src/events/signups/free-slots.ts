import { query, statement } from '../../core/db/statement.ts';
import { withPatience } from '../../core/jobs/sweep-parts.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { notify } from '../../membership/notifications/notify.ts';
import { forgetRaiders } from '../../raiders/forget-raiders.ts';
import { IS_TO_COME, lookAtEvents } from '../event/changed-events.ts';
import { EVENT_ROW, EventRow, lockEventIfThere } from '../event/event.access.ts';
import { isAway } from '../event/event.queries.ts';
import { publishEventChanges, publishParticipationChange, writeEventLog } from '../event/publish-changes.ts';
import { IS_ARCHIVED_RAIDER, IS_UNFIT } from './choose-character.ts';
import { promoteFromWaitlist, tellOfGaps } from './waitlist-and-gaps.ts';

/**
 * Upcoming participations of people who can no longer come: they, or their character, left or are gone. Raiders without an
 * account and without a key stay where officers put them, and events of an archived guild stay as they are until it is restored.
 */
const UNFIT = `
  from event e join organization o on o.id = e.organization_id
  join participation p on p.event_id = e.id and p.status <> 'declined'
    and (p.user_id is not null or exists (select from raider r where r.id = p.raider_id and r.discord_key is not null))
  left join character c on c.id = p.character_id and c.user_id = p.user_id
  where ${IS_TO_COME} and o.archived_at is null and ${IS_UNFIT}`;

/** A free slot despite a waitlist, left behind by an erased user. */
const UNFILLED = `
  select e.id from event e join organization o on o.id = e.organization_id and o.archived_at is null
  join event_slot s on s.event_id = e.id and s.taken < s.max
  join participation p on p.event_id = e.id and s.role_key = any(p.roles) and p.status = 'waitlist'
  where ${IS_TO_COME} and not ${isAway('p.user_id')} and not ${IS_ARCHIVED_RAIDER}`;

const CONCERNED = query({ id: 'uuid' })`
  select e.id ${UNFIT} and e.id = any($1::uuid[]) union ${UNFILLED} and e.id = any($1::uuid[])`;

const WITHDRAW = query({ raiderId: 'uuid', userId: 'uuid?', status: 'text', isMember: 'bool', why: 'text' })`
  with unfit as (
    select p.id, p.status, p.role_key, case
      when p.user_id is null and ${IS_ARCHIVED_RAIDER} then 'The raider is archived.'
      when p.user_id is null then 'The character has left the guild.'
      when not exists (select from membership m
        where m.organization_id = e.organization_id and m.user_id = p.user_id and m.left_at is null)
        then 'No longer a member of the guild.'
      when c.id is null then 'The character is gone.'
      when c.archived_at is not null then 'The character is archived.'
      else 'The character has left the guild.' end as why
    ${UNFIT} and e.id = $1
  )
  update participation p set status = 'declined', removed = p.user_id is not null, ticket = null, role_key = null, roles = '{}', status_since = clock_timestamp()
  from unfit u where p.id = u.id
  returning p.raider_id as "raiderId", p.user_id as "userId", u.status, u.why,
    p.user_id is not null and u.why <> 'No longer a member of the guild.' as "isMember"`;

/** Frees the slots of participants who can no longer come, whatever the reason, and gives them to the waitlist. */
export const freeLostSlots = (ctx: AppContext, signal: AbortSignal = new AbortController().signal): Promise<void> =>
  lookAtEvents(
    ctx,
    'places',
    async (eventIds) => {
      const failures = new Map<string, unknown>();
      for (const { id } of await ctx.sql.many(CONCERNED, [eventIds])) {
        signal.throwIfAborted();
        try {
          await withPatience(ctx, () => ctx.transact((tx) => freeSlotsOf(tx, id)));
        } catch (error) {
          failures.set(id, error);
        }
      }
      return failures;
    },
    signal,
  );

async function freeSlotsOf(tx: UnitOfWork, eventId: string): Promise<void> {
  const event = await lockEventIfThere(tx.sql, eventId);
  if (!event) return;
  const gone = await tx.sql.many(WITHDRAW, [eventId]);
  await writeEventLog(
    tx.sql,
    gone.map(({ raiderId, userId, status, why }) => ({
      eventId,
      kind: 'removed',
      actorId: null,
      personId: userId,
      raiderId,
      changes: { status: [status, 'declined'] },
      why,
    })),
  );
  const { organizationId, title, startsAt } = event;
  // Those who have left the guild know, and see its events no more.
  const members = gone.filter(({ isMember }) => isMember);
  await notify(
    tx,
    members.flatMap(({ userId }) => {
      const details = { eventId, title, startsAt, status: 'declined' as const, roleKey: null };
      return userId === null ? [] : [{ userId, kind: 'place_lost' as const, organizationId, details }];
    }),
  );
  if (gone.length > 0)
    await tellOfGaps(tx, [eventId], { raiderIds: gone.map(({ raiderId }) => raiderId), actorId: null });
  const promoted = await promoteFromWaitlist(tx, [eventId], 'A place became free.');
  if (gone.length + promoted.size > 0) publishParticipationChange(tx, event);
}

const BATCH = 50;

const LOCK = query(EventRow)`${EVENT_ROW}
  where e.id in (
    select id from event where created_by_id = $1 union select event_id from participation where user_id = $1
    union select l.event_id from lineup_place p join lineup l on l.id = p.lineup_id join raider r on r.id = p.raider_id
      where r.user_id = $1
    order by 1 limit ${BATCH})
  order by e.id for no key update`;
const RELEASE = statement`update event set created_by_id = null where created_by_id = $1 and id = any($2::uuid[])`;
/** Past answers stay as those of a former raider, so that the sums of the guild do not change. */
const LEAVE = query({ eventId: 'uuid' })`
  with stays as (
    update participation p set user_id = null, note = null from event e
    where e.id = p.event_id and e.starts_at <= now() and p.user_id = $1 and p.event_id = any($2::uuid[])
  )
  delete from participation p using event e
  where e.id = p.event_id and e.starts_at > now() and p.user_id = $1 and p.event_id = any($2::uuid[])
  returning p.event_id as "eventId"`;

const LEAVE_LINEUPS = query({ eventId: 'uuid!', published: 'bool' })`
  delete from lineup_place p using lineup l, raider r
  where l.id = p.lineup_id and r.id = p.raider_id and r.user_id = $1 and l.event_id = any($2::uuid[])
  returning l.event_id as "eventId", p.published`;

/** Takes a person who is being erased out of all events, and gives their slots to the waitlist. */
export async function leaveEvents(ctx: AppContext, userId: string): Promise<void> {
  for (let left = BATCH; left === BATCH; ) {
    left = await ctx.transact(async (tx) => {
      const events = await tx.sql.many(LOCK, [userId]);
      const ids = events.map(({ id }) => id);
      await tx.sql.run(RELEASE, [userId, ids]);
      const leaving = await tx.sql.many(LEAVE, [userId, ids]);
      const freed = new Set(leaving.map(({ eventId }) => eventId));
      await promoteFromWaitlist(tx, [...freed], 'Somebody withdrew.');
      await tellOfGaps(tx, [...freed], { userIds: [userId], actorId: userId });
      for (const event of events) if (freed.has(event.id)) publishParticipationChange(tx, event);
      const places = await tx.sql.many(LEAVE_LINEUPS, [userId, ids]);
      const shown = new Set(places.filter(({ published }) => published).map(({ eventId }) => eventId));
      const changed = events.filter(({ id }) => shown.has(id));
      await publishEventChanges(tx, changed, 'lineup.changed');
      return events.length;
    });
  }
  await forgetRaiders(ctx, userId);
}
