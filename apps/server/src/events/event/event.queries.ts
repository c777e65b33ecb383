import { type EventLogInput, EventLogKind, type EventLogView, type EventView } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import { readPage } from '../../core/db/read-page.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, object, query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type EventAccess, noEvent, seeEvent } from './event.access.ts';
import { EventViewRow, presentEvent } from './event.presenter.ts';

/** The position of a participation `p` on the waitlist, the best of those of its roles. Null unless waitlisted. */
export const positionOf = (p: string) => `case when ${p}.status = 'waitlist' then (
  select min(ahead)::int from (
    select count(*) as ahead from unnest(${p}.roles) r
    join participation w on w.event_id = ${p}.event_id and w.status = 'waitlist' and r = any(w.roles) and w.ticket <= ${p}.ticket
    group by r) lines) end`;

/** `$1` is the caller. `page` selects rows of `event`, `order` sorts them. */
export const eventViews = (page: string, order: string) => `
  with page as (${page})
  select e.id, e.organization_id as "organizationId", e.title, e.description, e.type, e.scope, e.status, e.version,
    e.starts_at as "startsAt", e.ends_at as "endsAt", coalesce(e.actual_start, e.local_start) as "localStart", e.time_zone as "timeZone",
    (select coalesce(o.settings ->> 'timeZone', 'UTC') from organization o where o.id = e.organization_id) as "guildTimeZone",
    e.signup_closes_minutes as "signupClosesMinutes", e.recurring_series_id as "recurringSeriesId",
    e.any_role as "anyRole", e.counts_for_attendance as "countsForAttendance", e.created_at as "createdAt",
    u.id as "createdById", u.display_name as "createdByName",
    case when i.id is not null then json_build_object('id', i.id, 'category', i.category,
      'name', coalesce(own.name, english.name, 'Instance ' || i.id)) end as "journalInstance",
    coalesce(e.image_url, '/api/v1/images/' || pending.id || '/' || (pending.sizes ->> 0) || '.webp', i.image_url) as "imageUrl",
    faces.faces, answers."signedUp", answers.tentative, answers.waitlist, answers.declined, slots.slots,
    case when m.id is not null then json_build_object('id', m.id, 'characterId', m.character_id, 'roleKey', m.role_key,
      'roles', m.roles, 'status', m.status, 'position', ${positionOf('m')}, 'note', m.note,
      'lateMinutes', m.late_minutes, 'attendance', m.attendance) end as mine
  from page e
  left join person u on u.id = e.created_by_id
  left join participation m on m.event_id = e.id and m.user_id = $1
  left join image pending on pending.subject_id = e.id and pending.purpose = 'event' and pending.status = 'pending'
    and pending.uploaded_by_id = $1
  left join journal_instance i on i.id = e.journal_instance_id
  left join journal_instance_locale english on english.entity_id = i.id and english.locale = 'en_US'
  left join journal_instance_locale own on own.entity_id = i.id
    and own.locale = (select locale from person where id = $1)
  cross join lateral (
    select count(*) filter (where p.status = 'signed_up')::int as "signedUp",
      count(*) filter (where p.status = 'tentative')::int as tentative,
      count(*) filter (where p.status = 'waitlist')::int as waitlist,
      count(*) filter (where p.status = 'declined')::int as declined
    from participation p where p.event_id = e.id and p.user_id not in (table leaving)
  ) answers
  cross join lateral (
    select coalesce(json_agg(json_build_object('user', json_build_object('id', first.user_id, 'displayName', first.display_name),
      'character', case when first.name is not null then json_build_object('name', first.name, 'classId', first.class_id,
        'avatarUrl', first.avatar_url) end) order by first.ticket), '[]') as faces
    from (
      select p.user_id, p.ticket, u.display_name, c.name, c.class_id, c.avatar_url
      from participation p join person u on u.id = p.user_id left join character c on c.id = p.character_id
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

/** Editors of the event read everything; others read entries about the event itself and about themselves. */
const VISIBLE = `l.event_id = $1 and ($2::uuid is null or l.person_id = $2
  or l.kind in ('created', 'edited', 'published', 'cancelled', 'reopened', 'completed', 'image_changed'))`;

const LOG = query({
  id: 'uuid',
  kind: text(EventLogKind.options),
  actor: object({ id: 'uuid', displayName: 'text' }).orNull,
  service: object({ id: 'uuid', name: 'text' }).orNull,
  person: object({ id: 'uuid', displayName: 'text' }).orNull,
  via: text(['discord']).orNull,
  changes: json<Record<string, unknown>>(),
  why: 'text?',
  at: 'instant',
})`
  select l.id, l.kind, l.via, l.changes, l.why, l.at,
    case when a.id is not null then jsonb_build_object('id', a.id, 'displayName', a.display_name) end as actor,
    case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as service,
    case when p.id is not null then jsonb_build_object('id', p.id, 'displayName', p.display_name) end as person
  from event_log_entry l left join person a on a.id = l.actor_id left join person p on p.id = l.person_id
    left join service_account s on s.id = l.service_id
  where ${VISIBLE} order by l.at desc, l.id desc limit $3 offset $4`;
const LOG_LENGTH = query({ total: 'int' })`select count(*)::int as total from event_log_entry l where ${VISIBLE}`;

export async function listEventLog({ sql }: AppContext, actor: Actor, input: EventLogInput): Promise<EventLogView> {
  const { event, mayEdit } = await seeEvent(sql, actor, input.id);
  const reader = mayEdit ? null : actor.userId;
  const { rows, pagination } = await readPage(sql, LOG, LOG_LENGTH, [event.id, reader], input);
  return { entries: rows, pagination };
}
