/** A place that is given up goes to the waitlist, and officers learn of the gap in their line-up. */
import { EventRole } from '@guildhall/contracts/event.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import { json, query, type RowOf, text, texts } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { notify } from '../../membership/notifications/notify.ts';
import { IS_NOT_LEAVING, isAway } from '../event/event.queries.ts';
import { writeEventLog } from '../event/publish-changes.ts';
import { queueEventMails } from '../mails/event-mails.ts';
import { canPlay, IS_UNFIT } from './choose-character.ts';

/**
 * Free slots and the participants waiting for them, in the order of their tickets. Only before the start, because an
 * hour into the event a slot is no use; leaves out people who are away, leave the service or can no longer come, whom the
 * next run of `freeLostSlots` takes off the list. An archived guild promotes no members before it is restored. An event
 * without slots has no waitlist.
 */
const WAITING = query({
  eventId: 'uuid',
  places: json<Partial<Record<EventRole, number>>>().orNull,
  hasSlots: 'bool',
  id: 'uuid',
  roleKey: text(EventRole.options).known,
  roles: texts(EventRole.options),
  anyRole: 'bool',
  gameVersion: text(GameVersion.options).orNull,
  classId: 'int?',
})`
  with open as (
    select e.id, e.organization_id, e.starts_at, e.any_role from event e where e.id = any($1::uuid[]) and e.status = 'published' and e.starts_at > clock_timestamp()
  ), free as (
    select e.id, e.organization_id, e.starts_at, e.any_role, json_object_agg(s.role_key, s.max - s.taken) filter (where s.taken < s.max) as places,
      coalesce(array_agg(s.role_key) filter (where s.taken < s.max), '{}') as roles, count(s.role_key) > 0 as "hasSlots"
    from open e left join event_slot s on s.event_id = e.id group by 1, 2, 3, 4
  )
  select e.id as "eventId", e.places, e."hasSlots", p.id, p.role_key as "roleKey", p.roles,
    e.any_role as "anyRole", coalesce(c.game_version, o.game_version) as "gameVersion",
    coalesce(c.class_id, r.class_id, n.class_id)::int as "classId"
  from free e join participation p on p.event_id = e.id and p.status = 'waitlist' and (not e."hasSlots" or p.roles && e.roles)
  join organization o on o.id = e.organization_id and o.archived_at is null
  left join character c on c.id = p.character_id and c.user_id = p.user_id
  left join raider_character n on n.id = p.raider_character_id
  left join roster_entry r on r.id = n.roster_entry_id
  where not ${isAway('p.user_id')} and ${IS_NOT_LEAVING} and not ${IS_UNFIT}
  order by p.event_id, p.ticket`;

type WaitingRow = RowOf<typeof WAITING>;

/** An event that took any role when the person asked for it may do so no more. */
const mayPlay = ({ anyRole, gameVersion, classId }: WaitingRow, role: EventRole) =>
  anyRole || gameVersion === null || classId === null || canPlay(gameVersion, classId, role);

/** First come, first served; each gets the first of their roles that has a free slot and is open to their class. */
function slotsFor(waiting: WaitingRow[]): { id: string; roleKey: EventRole }[] {
  const free = new Map(waiting.map(({ eventId, places }) => [eventId, { ...places }]));
  return waiting.flatMap((row) => {
    const { eventId, hasSlots, id, roleKey, roles } = row;
    if (!hasSlots) return [{ id, roleKey }];
    const places = free.get(eventId) ?? {};
    const role = roles.find((each) => (places[each] ?? 0) > 0 && mayPlay(row, each));
    if (!role) return [];
    places[role] = (places[role] ?? 0) - 1;
    return [{ id, roleKey: role }];
  });
}

const PROMOTE = query({
  eventId: 'uuid',
  raiderId: 'uuid',
  userId: 'uuid?',
  roleKey: 'text!',
  ticket: 'int!',
  organizationId: 'uuid',
  title: 'text',
  startsAt: 'instant',
})`
  update participation p set status = 'signed_up', role_key = l."roleKey", status_since = clock_timestamp()
  from jsonb_to_recordset($1) as l(id uuid, "roleKey" text), event e where p.id = l.id and e.id = p.event_id
  returning p.event_id as "eventId", p.raider_id as "raiderId", p.user_id as "userId", p.role_key as "roleKey", p.ticket,
    e.organization_id as "organizationId", e.title, e.starts_at as "startsAt"`;

/** Gives free slots to the waitlist, under the events' locks; returns the events in which it did. `why` is logged. */
export async function promoteFromWaitlist(tx: UnitOfWork, eventIds: string[], why: string): Promise<Set<string>> {
  const next = slotsFor(await tx.sql.many(WAITING, [eventIds]));
  if (next.length === 0) return new Set();
  const promoted = await tx.sql.many(PROMOTE, [JSON.stringify(next)]);
  await writeEventLog(
    tx.sql,
    promoted
      .toSorted((a, b) => a.ticket - b.ticket)
      .map(({ eventId, raiderId, userId, roleKey }) => ({
        eventId,
        kind: 'promoted',
        actorId: null,
        personId: userId,
        raiderId,
        changes: { status: ['waitlist', 'signed_up'], roleKey },
        why,
      })),
  );
  // Nothing reaches a raider without an account but the post.
  const reached = promoted.flatMap(({ userId, ...row }) => (userId === null ? [] : [{ ...row, userId }]));
  await queueEventMails(
    tx,
    reached.map(({ eventId, userId, ticket }) => ({
      eventId,
      userId,
      kind: 'promotion',
      occasion: `ticket ${ticket}`,
    })),
  );
  await notify(
    tx,
    reached.map(({ eventId, userId, organizationId, title, startsAt }) => ({
      userId,
      kind: 'waitlist_promoted',
      organizationId,
      details: { eventId, title, startsAt },
    })),
  );
  return new Set(promoted.map(({ eventId }) => eventId));
}

/** The officer who last changed a line-up with a place of these raiders, or who made the event. */
const OFFICERS = query({
  userId: 'uuid!',
  eventId: 'uuid',
  organizationId: 'uuid',
  title: 'text',
  startsAt: 'instant',
  count: 'int',
})`
  select o.user_id as "userId", e.id as "eventId", e.organization_id as "organizationId", e.title, e.starts_at as "startsAt",
    count(distinct p.raider_id)::int as count
  from lineup l join event e on e.id = l.event_id and e.status = 'published' and e.starts_at > now()
  join lineup_place p on p.lineup_id = l.id and not p.published and p.party is not null
  join raider r on r.id = p.raider_id and (r.id = any($2::uuid[]) or r.user_id = any($3::uuid[]))
  join current_member o on o.organization_id = e.organization_id and o.user_id = coalesce(l.changed_by_id, e.created_by_id)
  where l.event_id = any($1::uuid[]) and o.user_id is distinct from $4 group by o.user_id, e.id`;

type Gone = { raiderIds?: string[]; userIds?: string[]; actorId: string | null };

/** Tells officers that people whom they gave a place in a line-up no longer come. The place stays, and is marked there. */
export async function tellOfGaps(
  tx: UnitOfWork,
  eventIds: string[],
  { raiderIds, userIds, actorId }: Gone,
): Promise<void> {
  if (eventIds.length === 0) return;
  const rows = await tx.sql.many(OFFICERS, [eventIds, raiderIds ?? [], userIds ?? [], actorId]);
  await notify(
    tx,
    rows.map(({ userId, organizationId, ...details }) => ({ userId, kind: 'lineup_gap', organizationId, details })),
  );
}
