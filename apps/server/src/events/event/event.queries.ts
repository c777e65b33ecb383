import type { EventView } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type EventAccess, noEvent, seeEvent } from './event.access.ts';
import { EventViewRow, presentEvent } from './event.presenter.ts';

/**
 * The position of a participation `p` on the waitlist of its role; with several roles, the best of its positions. Null
 * unless waitlisted.
 */
export const positionOf = (p: string) => `case when ${p}.status = 'waitlist' then (
  select min(ahead)::int from (
    select count(*) as ahead from unnest(${p}.roles) r
    join participation w on w.event_id = ${p}.event_id and w.status = 'waitlist' and r = any(w.roles) and w.ticket <= ${p}.ticket
    group by r) lines) end`;

/**
 * `$1` is the caller. `page` selects rows of `event`, `order` sorts them. Selects columns where a row has one value:
 * building JSON is most of the cost of such a statement.
 */
export const eventViews = (page: string, order: string) => `
  with page as (${page})
  select e.id, e.organization_id as "organizationId", e.title, e.description, e.type, e.scope, e.status, e.version,
    e.starts_at as "startsAt", e.ends_at as "endsAt", coalesce(e.actual_start, e.local_start) as "localStart", e.time_zone as "timeZone",
    e.signup_closes_minutes as "signupClosesMinutes", e.recurring_series_id as "recurringSeriesId",
    e.any_role as "anyRole", e.counts_for_attendance as "countsForAttendance", e.created_at as "createdAt",
    u.id as "createdById", u.display_name as "createdByName",
    i.id as "instanceId", i.category as "instanceCategory",
    coalesce(own.name, english.name, 'Instance ' || i.id) as "instanceName",
    coalesce(e.image_url, '/api/v1/images/' || pending.id || '/' || (pending.sizes ->> 0) || '.webp', i.image_url) as "imageUrl",
    faces.faces, answers."signedUp", answers.tentative, answers.waitlist, answers.declined, slots.slots,
    m.id as "mineId", m.character_id as "mineCharacterId", m.role_key as "mineRoleKey", m.roles as "mineRoles", m.status as "mineStatus",
    m.note as "mineNote", m.late_minutes as "mineLateMinutes", m.attendance as "mineAttendance",
    ${positionOf('m')} as "minePosition"
  from page e
  left join app_user u on u.id = e.created_by_id
  left join participation m on m.event_id = e.id and m.user_id = $1
  left join image pending on pending.subject_id = e.id and pending.purpose = 'event' and pending.status = 'pending'
    and pending.uploaded_by_id = $1
  left join journal_instance i on i.id = e.journal_instance_id
  left join journal_instance_locale english on english.entity_id = i.id and english.locale = 'en_US'
  left join journal_instance_locale own on own.entity_id = i.id
    and own.locale = (select locale from app_user where id = $1)
  cross join lateral (
    select count(*) filter (where p.status = 'signed_up')::int as "signedUp",
      count(*) filter (where p.status = 'tentative')::int as tentative,
      count(*) filter (where p.status = 'waitlist')::int as waitlist,
      count(*) filter (where p.status = 'declined')::int as declined
    from participation p where p.event_id = e.id
  ) answers
  cross join lateral (
    select coalesce(json_agg(json_build_object('user', json_build_object('id', first.user_id, 'displayName', first.display_name),
      'character', case when first.name is not null then json_build_object('name', first.name, 'classId', first.class_id,
        'avatarUrl', first.avatar_url) end) order by first.ticket), '[]') as faces
    from (
      select p.user_id, p.ticket, u.display_name, c.name, c.class_id, c.avatar_url
      from participation p join app_user u on u.id = p.user_id left join character c on c.id = p.character_id
      where p.event_id = e.id and p.status = 'signed_up' and answers."signedUp" > 0 order by p.ticket limit 8
    ) first
  ) faces
  cross join lateral (
    select coalesce(json_agg(json_build_object('roleKey', s.role_key, 'max', s.max, 'signedUp', s.taken, 'waitlist',
      case when answers.waitlist = 0 then 0 else (select count(*) from participation w
        where w.event_id = e.id and s.role_key = any(w.roles) and w.status = 'waitlist') end) order by s.position), '[]') as slots
    from event_slot s where s.event_id = e.id
  ) slots
  order by ${order}`;

const ONE = query(EventViewRow)(eventViews('select * from event where id = $2', 'e.id'));

export async function getEvent(ctx: AppContext, actor: Actor, input: { id: string }): Promise<EventView> {
  return viewOf(ctx, ctx.sql, await seeEvent(ctx.sql, actor, input.id));
}

/** The event as the actor sees it now, including uncommitted changes of this transaction. */
export async function viewOf(
  { pictureUrl }: AppContext,
  sql: Sql,
  { event, viewer }: Pick<EventAccess, 'event' | 'viewer'>,
): Promise<EventView> {
  const row = await sql.maybe(ONE, [viewer.userId, event.id]);
  if (!row) throw noEvent();
  return presentEvent(row, viewer, pictureUrl);
}
