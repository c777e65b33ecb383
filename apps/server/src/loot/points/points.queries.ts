/** Pools of points, and who stands where in them. */
import type {
  PointPoolsInput,
  PointPoolsView,
  PointPoolView,
  StandingsInput,
  StandingsView,
} from '@guildhall/contracts/points.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { readPage } from '../../core/db/read-page.ts';
import type { Sql } from '../../core/db/sql.ts';
import { object, query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { guildTimeZone } from '../../events/event/event-times.ts';
import { RaiderColumn, raiderRef, seesProof } from '../../membership/characters/raider-ref.ts';
import {
  abilityFor,
  isLead,
  lacksPermission,
  organizationAccess,
} from '../../membership/rights/organization.access.ts';
import { managesPoints, POOL, PoolRow, type SeenPool, seenPool } from './point.access.ts';

const POOLS = query(PoolRow)`
  ${POOL} where p.organization_id = $1 and ($2 or p.archived_at is null)
    and ($3::uuid[] is null or p.team_id = any($3::uuid[]))
  order by p.archived_at is not null, ${byName('p.name')}, p.id`;

/** A lead who may not see the roster gets the pools of their teams. Throws NOT_FOUND, FORBIDDEN. */
export async function listPools(ctx: AppContext, actor: Actor, input: PointPoolsInput): Promise<PointPoolsView> {
  const { sql } = ctx;
  const access = await organizationAccess(sql, actor, input.id);
  const { organizationId } = access;
  const ability = abilityFor(actor, access);
  const seesAll = ability.can('read', 'Roster') || ability.can('update', 'Loot');
  const teams = access.leads.filter((teamId) => isLead(access, teamId));
  if (!seesAll && teams.length === 0) throw lacksPermission('canViewRoster');
  const rows = await sql.many(POOLS, [organizationId, input.archived ?? false, seesAll ? null : teams]);
  const timeZone = await guildTimeZone(sql, organizationId);
  return {
    pools: rows.map((pool) =>
      presentPool({ pool, access, mayManage: managesPoints(actor, access, pool.team?.id ?? null) }, timeZone),
    ),
  };
}

export async function getPool(sql: Sql, actor: Actor, id: string): Promise<PointPoolView> {
  const seen = await seenPool(sql, actor, id);
  return presentPool(seen, await guildTimeZone(sql, seen.pool.organizationId));
}

function presentPool({ pool, access, mayManage }: SeenPool, timeZone: string): PointPoolView {
  const { decayHundredths, decayEveryDays, decayNextOn, decayNegatives, weeklyRaids, attendanceWeeks, ...rest } = pool;
  const decays = decayHundredths !== null && decayEveryDays !== null && decayNextOn !== null;
  return {
    ...rest,
    decay: decays
      ? {
          percent: decayHundredths / 100,
          everyDays: decayEveryDays,
          nextOn: decayNextOn,
          negatives: decayNegatives,
        }
      : null,
    attendance:
      weeklyRaids !== null && attendanceWeeks !== null ? { raidsAWeek: weeklyRaids, weeks: attendanceWeeks } : null,
    mayManage: mayManage && !access.archived,
    timeZone,
  };
}

/** Former raiders: archived ones, and people who left. */
const FORMER = `(r.archived_at is not null or r.user_id is not null and not exists (
  select from current_member m where m.organization_id = r.organization_id and m.user_id = r.user_id))`;

/** Everybody with an entry, and the members of the pool's team. `$2` adds former raiders. */
export const PLACED = `
  with pool as (select * from point_pool where id = $1),
  sums as (
    select raider_id, sum(points) as points, sum(gp) as gp, max(at) as booked_at from point_entry
    where pool_id = $1 and raider_id is not null group by raider_id),
  listed as (
    select r.id, coalesce(u.display_name, r.name) as name, r.kind, r.created_at, ${FORMER} as former,
      coalesce(s.points, 0) as points, greatest(pool.base_gp + coalesce(s.gp, 0), pool.base_gp) as gp, s.booked_at, pool.min_ep
    from pool join raider r on r.organization_id = pool.organization_id and r.merged_into_id is null
    left join person u on u.id = r.user_id left join sums s on s.raider_id = r.id
    where s.raider_id is not null or exists (
      select from team_member m where m.team_id = pool.team_id and m.raider_id = r.id and m.until is null)),
  ordered as (
    select l.*, case when gp is null then points when points >= min_ep then points / gp end as priority
    from listed l where $2 or not former),
  placed as (
    select o.*, case when priority is not null then rank() over (order by priority desc nulls last) end as place,
      priority is not null and count(*) over (partition by priority) > 1 as tied
    from ordered o)`;
const FOUND = `from placed p where $3::text is null or strpos(search_key(p.name), search_key($3)) > 0`;

/** Raids with recorded attendance by week, counted back from today on the clock of the guild (`$4`). */
const ATTENDED = `
  left join lateral (
    select sum(least(w.raids::numeric / pool.weekly_raids, 1)) as whole, sum(w.raids)::int as raids, min(w.since) as since
    from (
      select count(*) as raids, min(e.starts_at) as since from participation a join event e on e.id = a.event_id
      where a.raider_id = p.id and a.attendance in ('present', 'late', 'benched') and e.type = 'raid'
        and e.organization_id = pool.organization_id and (pool.team_id is null or e.team_id = pool.team_id)
        and e.starts_at > now() - (pool.attendance_weeks * 7 + 1) * interval '1 day'
        and (now() at time zone (select known_zone($4)))::date - (e.starts_at at time zone (select known_zone($4)))::date between 0 and pool.attendance_weeks * 7 - 1
      group by ((now() at time zone (select known_zone($4)))::date - (e.starts_at at time zone (select known_zone($4)))::date) / 7) w) attended on true
  cross join lateral (
    select least(pool.attendance_weeks, 1 + greatest(0, (now() at time zone (select known_zone($4)))::date
      - (least(p.created_at, attended.since) at time zone (select known_zone($4)))::date) / 7)::int as weeks) counted`;
const RECORDED = `exists (
  select from participation a join event e on e.id = a.event_id
  where e.organization_id = pool.organization_id and (pool.team_id is null or e.team_id = pool.team_id) and e.type = 'raid'
    and a.attendance is not null and e.starts_at > now() - (pool.attendance_weeks * 7) * interval '1 day')`;

const STANDINGS = query({
  place: 'int?',
  tied: 'bool!',
  raider: RaiderColumn,
  classId: 'int?',
  points: 'float!',
  gp: 'float?',
  priority: 'float?',
  attendance: object({ percent: 'float', raids: 'int', weeks: 'int' }).orNull,
  bookedAt: 'instant?',
})`
  ${PLACED}
  select p.place::int as place, p.tied, ${raiderRef('$7', { name: 'p.name' })} as raider,
    (select f.class_id from raider_family f where f.raider_id = p.id and f.class_id is not null
      order by f.is_main desc, f.level desc nulls last limit 1) as "classId",
    p.points::float8 as points, p.gp::float8 as gp,
    case when p.gp is not null then round(p.priority, 4)::float8 end as priority,
    case when pool.attendance_weeks is not null and ${RECORDED} then jsonb_build_object(
      'percent', round(100 * coalesce(attended.whole, 0) / counted.weeks, 1)::float8, 'raids', coalesce(attended.raids, 0),
      'weeks', counted.weeks) end as attendance,
    p.booked_at as "bookedAt"
  from (select * ${FOUND} order by place nulls last, points desc, ${byName('name')}, id limit $5 offset $6) p
  join raider r on r.id = p.id cross join pool ${ATTENDED}
  order by p.place nulls last, p.points desc, ${byName('p.name')}, p.id`;
/** The zone, which the list takes, tells nothing here. */
const TOTAL = query({ total: 'int' })`${PLACED} select count(*)::int as total ${FOUND} and $4::text is not null`;
const COUNT_FORMER = query({ former: 'int' })`
  select count(*)::int as former from raider r join point_pool pool on pool.id = $1 and pool.organization_id = r.organization_id
  where r.merged_into_id is null and ${FORMER}
    and exists (select from point_entry e where e.pool_id = $1 and e.raider_id = r.id)`;

/** Throws NOT_FOUND, FORBIDDEN. */
export async function listStandings(ctx: AppContext, actor: Actor, input: StandingsInput): Promise<StandingsView> {
  const { sql } = ctx;
  const seen = await seenPool(sql, actor, input.id);
  const pool = presentPool(seen, await guildTimeZone(sql, seen.pool.organizationId));
  const sought = input.search || null;
  const values = [pool.id, input.former ?? false, sought, pool.timeZone];
  const [{ rows, pagination }, { former }] = await Promise.all([
    readPage(sql, STANDINGS, TOTAL, values, input, [seesProof(actor, seen.access)]),
    sql.one(COUNT_FORMER, [pool.id]),
  ]);
  return { pool, standings: rows, former, pagination };
}

const OWN = query({ place: 'int?', of: 'int!', points: 'float!', gp: 'float?' })`
  ${PLACED}
  select p.place::int as place, (select count(*)::int from placed o where o.place is not null) as of, p.points::float8 as points,
    p.gp::float8 as gp
  from placed p join raider r on r.id = p.id where r.user_id = $3`;

/** The caller's own standings in the pools that they may see. Throws what `listPools` throws. */
export async function ownStandings(ctx: AppContext, actor: Actor, organizationId: string) {
  const { pools } = await listPools(ctx, actor, { id: organizationId });
  const found = await Promise.all(
    pools.map(async (pool) => ({ pool, own: await ctx.sql.maybe(OWN, [pool.id, false, actor.userId]) })),
  );
  return found.flatMap(({ pool, own }) => (own ? { pool, ...own } : []));
}
