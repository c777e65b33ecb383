import type { RosterEntryView, RosterInput, RosterSort } from '@guildhall/contracts/organization.ts';
import { type Pagination, paginationOf } from '@guildhall/contracts/page.ts';
import type { AppContext } from '../core/context.ts';
import { referenceNames } from '../reference/names.ts';
import { nameKey } from './name-key.ts';
import { presentRosterEntry, type RosterRow } from './roster.presenter.ts';

type RosterQuery = Omit<RosterInput, 'id'>;

/** Every sort ends in name and id, so that pages never overlap. */
const SORTS: Record<RosterSort, (direction: string) => string> = {
  rank: (direction) => `e.rank ${direction}, e.name ${direction}, e.id ${direction}`,
  name: (direction) => `e.name ${direction}, e.id ${direction}`,
  lastLogin: (direction) =>
    `coalesce(e.last_login_at, e.last_seen_in_roster, roster_synced_at) ${direction} nulls last, e.name, e.id`,
};

/** The entries are picked and cut to a page before anything is joined to them: some sorts have to look at all of them. */
const entries = (which: string, order: string, limit = '') => `
  with page as (
    select e.*, o.region, o.roster_synced_at from roster_entry e join organization o on o.id = e.organization_id
    where ${which} order by ${order} ${limit}
  )
  select e.id, e.name, e.realm_slug as "realmSlug", e.level, e.class_id as "classId", e.race_id as "raceId",
    e.faction, e.rank, r.name as "rankName", e.role, e.item_level as "itemLevel",
    e.last_login_at as "lastLoginAt", coalesce(e.last_seen_in_roster, e.roster_synced_at, e.joined_at) as "lastSeen",
    e.joined_at as "joinedAt", e.left_at as "leftAt", e.region,
    c.id as "characterId", c.name as "characterName", u.id as "userId", u.display_name as "userName"
  from page e
  left join role r on r.organization_id = e.organization_id and r.game_rank = e.rank
  left join character c on c.id = e.claimed_by_id
  left join app_user u on u.id = c.user_id
  order by ${order}`;

/** Who has come back under another identity stands in the roster under that one only. */
const NOT_TRANSFERRED = `(e.left_at is null or not exists (
  select from transfer_candidate t where t.leaver_id = e.id and t.decision = 'confirmed'))`;

/** The statements of one page. Text is built from fixed parts only; everything a caller sends is a parameter. */
export function rosterStatements(organizationId: string, input: RosterQuery) {
  const values: unknown[] = [organizationId];
  const where = ['e.organization_id = $1'];
  const add = (condition: (parameter: string) => string, value: unknown) => {
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  where.push(input.includeLeft ? NOT_TRANSFERRED : 'e.left_at is null');
  if (input.search) add((parameter) => `strpos(e.name_key, ${parameter}) > 0`, nameKey(input.search));
  if (input.classId !== undefined) add((parameter) => `e.class_id = ${parameter}`, input.classId);
  if (input.rank !== undefined) add((parameter) => `e.rank = ${parameter}`, input.rank);

  const condition = where.join(' and ');
  const order = SORTS[input.sortBy](input.sortOrder ?? (input.sortBy === 'lastLogin' ? 'desc' : 'asc'));
  return {
    count: { text: `select count(*)::int as total from roster_entry e where ${condition}`, values },
    page: {
      text: entries(condition, order, `limit $${values.length + 1} offset $${values.length + 2}`),
      values: [...values, input.pageSize, (input.page - 1) * input.pageSize],
    },
  };
}

/** One page of a guild's roster. The caller's right to see it is the caller's business. */
export async function listRoster(
  ctx: AppContext,
  organizationId: string,
  input: RosterQuery,
): Promise<{ members: RosterEntryView[]; pagination: Pagination }> {
  const { count, page } = rosterStatements(organizationId, input);
  const [counted, rows, names] = await Promise.all([
    ctx.sql<{ total: number }>(count.text, count.values),
    ctx.sql<RosterRow>(page.text, page.values),
    referenceNames(ctx),
  ]);
  return {
    members: rows.map((row) => presentRosterEntry(row, names)),
    pagination: paginationOf(input.page, input.pageSize, counted[0]?.total ?? 0),
  };
}

const BY_ID = entries('e.id = any($1)', 'e.id');

/** These entries by id, whatever their guild. */
export async function rosterEntries(ctx: AppContext, ids: string[]): Promise<Map<string, RosterEntryView>> {
  const [rows, names] = await Promise.all([ctx.sql<RosterRow>(BY_ID, [ids]), referenceNames(ctx)]);
  return new Map(rows.map((row) => [row.id, presentRosterEntry(row, names)]));
}
