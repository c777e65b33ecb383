import type { EventListInput, EventListView, EventView } from '@guildhall/contracts/event.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { forbidden } from '../core/errors.ts';
import type { Sql } from '../core/sql.ts';
import { listHolidays } from '../holidays/holidays.queries.ts';
import { organizationAccess } from '../organizations/organization.access.ts';
import { type EventAccess, noEvent, seeEvent, UNPUBLISHED } from './event.access.ts';
import { type EventViewRow, presentEvent } from './event.presenter.ts';
import { eventViewer } from './event.rules.ts';
import { rangeOf } from './event-times.ts';
import { guildTimeZone } from './guild-time-zone.ts';

/** More than any guild has in a hundred days; of what is beyond it the pagination tells. */
const CALENDAR_LIMIT = 1_000;

/**
 * `$1` is the caller. `page` gives the rows of `event`, `order` their order. Columns rather than objects, where there is one
 * row of something: building JSON is most of what such a statement costs.
 */
const views = (page: string, order: string) => `
  with page as (${page})
  select e.id, e.organization_id as "organizationId", e.title, e.description, e.type, e.scope, e.status,
    e.starts_at as "startsAt", e.ends_at as "endsAt", e.local_start as "localStart", e.time_zone as "timeZone",
    e.signup_closes_minutes as "signupClosesMinutes", e.recurring_series_id as "recurringSeriesId",
    e.counts_for_attendance as "countsForAttendance", e.created_at as "createdAt",
    u.id as "createdById", u.display_name as "createdByName",
    i.id as "instanceId", i.category as "instanceCategory",
    coalesce(own.name, english.name, 'Instance ' || i.id) as "instanceName",
    coalesce(e.image_url, '/api/v1/images/' || pending.id || '/' || (pending.sizes ->> 0) || '.webp', i.image_url) as "imageUrl",
    answers."signedUp", answers.tentative, answers.waitlist, answers.declined, slots.slots,
    m.id as "mineId", m.character_id as "mineCharacterId", m.role_key as "mineRoleKey", m.status as "mineStatus",
    m.note as "mineNote", m.attendance as "mineAttendance",
    case when m.status = 'waitlist' then (select count(*)::int from participation w where w.event_id = e.id
      and w.status = 'waitlist' and w.role_key = m.role_key and w.ticket <= m.ticket) end as "minePosition"
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
    select coalesce(json_agg(json_build_object('roleKey', s.role_key, 'max', s.max, 'signedUp', s.taken, 'waitlist',
      case when answers.waitlist = 0 then 0 else (select count(*) from participation w
        where w.event_id = e.id and w.role_key = s.role_key and w.status = 'waitlist') end) order by s.position), '[]') as slots
    from event_slot s where s.event_id = e.id
  ) slots
  order by ${order}`;

const ONE = views('select * from event where id = $2', 'e.id');

export async function getEvent(ctx: AppContext, actor: Actor, input: { id: string }): Promise<EventView> {
  return viewOf(ctx, ctx.sql, await seeEvent(ctx.sql, actor, input.id));
}

/** The event as the actor sees it now, also within the transaction that changed it. */
export async function viewOf(
  { config }: AppContext,
  sql: Sql,
  { event, viewer }: Pick<EventAccess, 'event' | 'viewer'>,
): Promise<EventView> {
  const [row] = await sql<EventViewRow>(ONE, [viewer.userId, event.id]);
  if (!row) throw noEvent();
  return presentEvent(row, viewer, config.baseUrl);
}

type ListQuery = Pick<EventListInput, 'type' | 'status' | 'mine' | 'sortOrder' | 'page' | 'pageSize'> & {
  range: { from: Date; to: Date } | null;
  managesEvents: boolean;
};

/** The statements of a list. Text is built from fixed parts only; everything a caller sends is a parameter. */
export function eventListStatements(userId: string, organizationId: string, query: ListQuery) {
  const values: unknown[] = [userId, organizationId];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = ['e.organization_id = $2'];
  if (!query.managesEvents) where.push(`(not ${UNPUBLISHED} or e.scope = 'group' and e.created_by_id = $1)`);
  if (query.range) {
    const [from, to] = [add(query.range.from), add(query.range.to)];
    // No event is longer than a week, so that the index bounds the range on both sides.
    where.push(
      `e.starts_at < ${to} and e.starts_at > ${from}::timestamptz - interval '7 days' and e.ends_at > ${from}`,
    );
  }
  if (query.type) where.push(`e.type = ${add(query.type)}`);
  if (query.status) where.push(`e.status = ${add(query.status)}`);
  if (query.mine) {
    where.push(`(e.created_by_id = $1 or e.id in (
      select p.event_id from participation p where p.user_id = $1 and p.status <> 'declined'))`);
  }
  const condition = where.join(' and ');
  const counted = [...values];
  const direction = query.range ? 'asc' : query.sortOrder;
  const order = `e.starts_at ${direction}, e.id ${direction}`;
  const limit = query.range ? CALENDAR_LIMIT : query.pageSize;
  const offset = query.range ? 0 : (query.page - 1) * query.pageSize;
  const page = `select e.* from event e where ${condition} order by ${order} limit ${add(limit)} offset ${add(offset)}`;
  return {
    count: {
      // Every statement has the caller as its first parameter, whether it asks for it or not.
      text: `select count(*)::int as total from event e where ${condition} and $1::uuid is not null`,
      values: counted,
    },
    page: { text: views(page, order), values },
  };
}

/** A calendar view of some days, or a page of all events. */
export async function listEvents(ctx: AppContext, actor: Actor, input: EventListInput): Promise<EventListView> {
  const access = await organizationAccess(ctx.sql, actor, input.id);
  const viewer = eventViewer(actor, access);
  const { isMember, managesEvents } = viewer;
  if (!isMember && !managesEvents) throw forbidden('Only members see the events of this organization.');
  const { organizationId } = access;
  const { startDate, endDate } = input;
  const range =
    startDate === undefined || endDate === undefined
      ? null
      : rangeOf(startDate, endDate, input.timeZone ?? (await guildTimeZone(ctx.sql, organizationId)));
  const { count, page } = eventListStatements(actor.userId, organizationId, {
    ...input,
    range,
    managesEvents,
  });
  const [rows, counted, holidays] = await Promise.all([
    ctx.sql<EventViewRow>(page.text, page.values),
    range ? null : ctx.sql<{ total: number }>(count.text, count.values),
    startDate && endDate ? listHolidays(ctx, startDate, endDate) : [],
  ]);
  const events = rows.map((row) => presentEvent(row, viewer, ctx.config.baseUrl));
  if (counted)
    return { events, holidays, pagination: paginationOf(input.page, input.pageSize, counted[0]?.total ?? 0) };
  const total =
    rows.length < CALENDAR_LIMIT ? rows.length : (await ctx.sql<{ total: number }>(count.text, count.values))[0]?.total;
  return { events, holidays, pagination: paginationOf(1, CALENDAR_LIMIT, total ?? 0) };
}
