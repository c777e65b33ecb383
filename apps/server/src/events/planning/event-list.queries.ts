/** Lists the events of one organization, or of all that a person belongs to. */
import type { EventListInput, EventListView, MyEventListInput, MyEventListView } from '@guildhall/contracts/event.ts';
import { PAGE_SIZE, paginationOf } from '@guildhall/contracts/page.ts';
import type { Actor } from '../../core/actor.ts';
import { json, query, type RowOf } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { accessToMine, organizationAccess } from '../../membership/rights/organization.access.ts';
import { type EventViewer, eventViewer, UNPUBLISHED } from '../event/event.access.ts';
import { EVENT_VIEWS, presentEvent } from '../event/event.queries.ts';
import { endOfDay, guildTimeZone, personTimeZone, startOfDay } from '../event/event-times.ts';

/** More than any guild holds in a hundred days; the pagination reports any excess. */
const CALENDAR_LIMIT = 1_000;

/** Stops counting here: counting a lifetime of events takes longer than reading a page of them. */
const COUNTED = 10_000;

export async function listEvents(ctx: AppContext, actor: Actor, input: EventListInput): Promise<EventListView> {
  const access = await organizationAccess(ctx.sql, actor, input.id);
  const viewer = eventViewer(actor, access);
  if (!viewer.isMember && !viewer.managesEvents) {
    throw forbidden('Only members can see the events of this organization.');
  }
  const { organizationId } = access;
  return list(ctx, actor, new Map([[organizationId, viewer]]), input, () => guildTimeZone(ctx.sql, organizationId));
}

const NAMES = query({ id: 'uuid', name: 'text', alias: 'text?' })`
  select id, name, alias from organization where id = any($1::uuid[])`;

/** Lists the events of all organizations the caller belongs to, as each would list them. */
export async function listMyEvents(ctx: AppContext, actor: Actor, input: MyEventListInput): Promise<MyEventListView> {
  const { sql } = ctx;
  const mine = (await accessToMine(sql, actor.userId)).filter(({ isMember, archived }) => isMember && !archived);
  const viewers = new Map(mine.map((access) => [access.organizationId, eventViewer(actor, access)]));
  const { events, ...rest } = await list(ctx, actor, viewers, input, () => personTimeZone(sql, actor.userId));
  const organizations = await sql.many(NAMES, [[...viewers.keys()]]);
  const byId = new Map(organizations.map((organization) => [organization.id, organization]));
  return {
    ...rest,
    events: events.flatMap((event) => {
      const organization = byId.get(event.organizationId);
      return organization ? [{ ...event, organization }] : [];
    }),
  };
}

async function list(
  ctx: AppContext,
  actor: Actor,
  viewers: Map<string, EventViewer>,
  input: MyEventListInput,
  zoneOf: () => Promise<string>,
): Promise<EventListView> {
  const { startDate, endDate } = input;
  const timeZone = startDate || endDate ? (input.timeZone ?? (await zoneOf())) : 'UTC';
  const from = startDate ? startOfDay(startDate, timeZone) : undefined;
  const to = endDate ? endOfDay(endDate, timeZone) : undefined;
  const isWhole = startDate && endDate && input.page === undefined && input.pageSize === undefined;
  const pageNumber = input.page ?? 1;
  const pageSize = isWhole ? CALENDAR_LIMIT : (input.pageSize ?? PAGE_SIZE);
  const wanted = { ...input, from, to, page: pageNumber, pageSize };
  const { page, count } = eventListStatements(actor.userId, viewers, wanted);
  const readEvents = async () => {
    const ids = (await ctx.sql.many(page, page.values)).map(({ id }) => id);
    return ids.length === 0 ? [] : ctx.sql.many(EVENT_VIEWS, [actor.userId, ids]);
  };
  const [rows, counted, holidays] = await Promise.all([
    readEvents(),
    isWhole ? null : ctx.sql.one(count, count.values),
    startDate && endDate ? listHolidays(ctx, startDate, endDate) : [],
  ]);
  const events = rows.flatMap((row) => {
    const viewer = viewers.get(row.organizationId);
    return viewer ? [presentEvent(row, viewer, ctx.pictureUrl)] : [];
  });
  const missing = counted === null && rows.length === CALENDAR_LIMIT;
  const all = missing ? await ctx.sql.one(count, count.values) : counted;
  return { events, holidays, pagination: paginationOf(pageNumber, pageSize, all?.total ?? rows.length) };
}

type Holiday = RowOf<typeof HOLIDAYS>;

const HOLIDAYS = query({
  key: 'text',
  year: 'int',
  startsAt: 'text',
  endsAt: 'text',
  names: json<Record<string, string>>(),
  id: 'uuid',
})`
  select id, key, year, starts_at::text as "startsAt", ends_at::text as "endsAt", names from holiday
  where starts_at <= $2::date and ends_at >= $1::date order by starts_at, key`;

/** Holidays that overlap the period between two days (ISO text, inclusive), in order of their start. */
export function listHolidays(ctx: AppContext, from: string, to: string): Promise<Holiday[]> {
  return ctx.sql.many(HOLIDAYS, [from, to]);
}

type ListQuery = Pick<MyEventListInput, 'when' | 'type' | 'status' | 'teamId' | 'mine' | 'sortOrder'> & {
  from?: Date | undefined;
  to?: Date | undefined;
  page: number;
  pageSize: number;
};

const counting = query({ total: 'int' });
const listing = query({ id: 'uuid' });

/** The ids of a page, and how many there are. The text consists of fixed parts only; all input is passed as parameters. */
export function eventListStatements(userId: string, viewers: Map<string, EventViewer>, wanted: ListQuery) {
  const ids = [...viewers.keys()];
  const managed = ids.filter((id) => viewers.get(id)?.managesEvents);
  const { from, to } = wanted;
  const when = wanted.when ?? (from || to ? undefined : 'upcoming');
  // An equality lets a single organization be read in the order of its index.
  const [only, ...others] = ids;
  const values: unknown[] = [userId, others.length === 0 && only ? only : ids];
  const add = (value: unknown) => `$${values.push(value)}`;
  // The caller is the first parameter of both statements, whether needed or not.
  const where = [
    '$1::uuid is not null',
    others.length === 0 && only ? 'e.organization_id = $2' : 'e.organization_id = any($2::uuid[])',
  ];
  if (managed.length < ids.length) {
    const manages = managed.length > 0 ? `e.organization_id = any(${add(managed)}::uuid[]) or ` : '';
    const led = [...viewers.values()].flatMap(({ leads }) => leads);
    const leads = led.length > 0 ? `e.team_id = any(${add(led)}::uuid[]) or ` : '';
    where.push(`(not ${UNPUBLISHED} or ${manages}${leads}e.scope = 'group' and e.created_by_id = $1)`);
  }
  // No event is longer than a week, so the index bounds the range on both sides.
  if (from) {
    const start = add(from);
    where.push(`e.starts_at > ${start}::timestamptz - interval '7 days' and e.ends_at > ${start}`);
  }
  if (to) where.push(`e.starts_at < ${add(to)}`);
  if (when === 'upcoming') where.push(`e.starts_at > now() - interval '7 days' and e.ends_at > now()`);
  if (when === 'past') where.push('e.starts_at < now() and e.ends_at <= now()');
  if (wanted.type) where.push(`e.type = ${add(wanted.type)}`);
  if (wanted.teamId) where.push(`e.team_id = ${add(wanted.teamId)}`);
  if (wanted.status) where.push(`e.status = ${add(wanted.status)}`);
  if (wanted.mine) {
    where.push(`(e.created_by_id = $1 or e.id in (
      select p.event_id from participation p where p.user_id = $1 and p.status <> 'declined'))`);
  }
  const condition = where.join(' and ');
  const counted = [...values];
  const isBackward = when === 'past' || (when === undefined && !from);
  const direction = wanted.sortOrder ?? (isBackward ? 'desc' : 'asc');
  const limit = `limit ${add(wanted.pageSize)} offset ${add((wanted.page - 1) * wanted.pageSize)}`;
  return {
    count: {
      ...counting(`select count(*)::int as total from (
        select from event e where ${condition} limit ${COUNTED}) counted`),
      values: counted,
    },
    page: {
      ...listing(
        `select e.id from event e where ${condition} order by e.starts_at ${direction}, e.id ${direction} ${limit}`,
      ),
      values,
    },
  };
}
