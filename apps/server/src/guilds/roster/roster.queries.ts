import { nameKey } from '@guildhall/contracts/name-key.ts';
import {
  CombatRole,
  Faction,
  type RosterEntryView,
  type RosterInput,
  type RosterSort,
  type WholeRosterInput,
  type WholeRosterView,
} from '@guildhall/contracts/organization.ts';
import { type Pagination, paginationOf } from '@guildhall/contracts/page.ts';
import type { Reader } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { columns, object, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { shortId } from '../../core/short-id.ts';
import { abilityFor, type OrganizationAccess } from '../../membership/rights/organization.access.ts';
import { type ReferenceNames, referenceNames } from '../../reference/game-data/names.ts';
import { currentItemLevel } from '../../reference/game-data/newest-patch.ts';

const RosterRow = columns({
  id: 'uuid',
  name: 'text',
  realmSlug: 'text',
  region: 'text!',
  gameVersion: 'text!',
  level: 'int',
  classId: 'int',
  raceId: 'int',
  faction: text(Faction.options).orNull,
  rank: 'int',
  rankName: 'text?',
  role: text(CombatRole.options).orNull,
  itemLevel: 'int?',
  lastLoginAt: 'instant?',
  lastSeenInRoster: 'instant',
  joinedAt: 'instant',
  leftAt: 'instant?',
  claimedByCharacter: object({
    id: 'uuid',
    name: 'text',
    verified: 'bool',
    user: object({ id: 'uuid', displayName: 'text' }),
  }).orNull,
});
type RosterRow = RowOf<typeof RosterRow>;

function presentRosterEntry(row: RosterRow, names: ReferenceNames): RosterEntryView {
  const { realmSlug, region, gameVersion, classId, raceId, ...entry } = row;
  return {
    ...entry,
    realm: { slug: realmSlug, name: names.realmName({ region, gameVersion }, realmSlug) },
    class: { id: classId, name: names.className(classId) },
    race: { id: raceId, name: names.raceName(raceId) },
    rankName: row.rankName ?? `Rank ${row.rank}`,
  };
}

/** Members as columns, and each name once. */
export function presentWholeRoster(members: RosterEntryView[]): WholeRosterView {
  const column = <Value>(read: (member: RosterEntryView) => Value) => members.map(read);
  const realms = listOnce(
    column(({ realm }) => realm),
    'slug',
  );
  const people = listOnce(
    members.flatMap(({ claimedByCharacter }) => claimedByCharacter?.user ?? []),
    'id',
  );
  return {
    realms: realms.all,
    classes: listOnce(
      column((member) => member.class),
      'id',
    ).all,
    races: listOnce(
      column(({ race }) => race),
      'id',
    ).all,
    ranks: listOnce(
      column(({ rank, rankName }) => ({ rank, name: rankName })),
      'rank',
    ).all,
    people: people.all,
    members: {
      id: column(({ id }) => shortId(id)),
      name: column(({ name }) => name),
      realm: column(({ realm }) => realms.placeOf(realm)),
      level: column(({ level }) => level),
      classId: column((member) => member.class.id),
      raceId: column(({ race }) => race.id),
      faction: column(({ faction }) => faction),
      rank: column(({ rank }) => rank),
      role: column(({ role }) => role),
      itemLevel: column(({ itemLevel }) => itemLevel),
      lastLoginAt: column(({ lastLoginAt }) => minutesOf(lastLoginAt)),
      lastSeenInRoster: column(({ lastSeenInRoster }) => minutesOf(lastSeenInRoster)),
      joinedAt: column(({ joinedAt }) => minutesOf(joinedAt)),
      leftAt: column(({ leftAt }) => minutesOf(leftAt)),
      claim: column(
        ({ claimedByCharacter: claim }) =>
          claim && {
            characterId: claim.id,
            name: claim.name,
            verified: claim.verified,
            person: people.placeOf(claim.user),
          },
      ),
    },
  };
}

function minutesOf(instant: string): number;
function minutesOf(instant: string | null): number | null;
function minutesOf(instant: string | null): number | null {
  return instant === null ? null : Math.floor(Date.parse(instant) / 60_000);
}

function listOnce<Value, Key extends keyof Value>(values: Value[], key: Key) {
  const all = [...new Map(values.map((value) => [value[key], value])).values()];
  const places = new Map(all.map((value, place) => [value[key], place]));
  return { all, placeOf: (value: Value) => places.get(value[key]) ?? -1 };
}

type RosterQuery = Omit<RosterInput, 'id'>;

/** An unproven claim is visible to its owner and to those who decide about claims. */
type RosterViewer = { userId: string | null; seesUnproven: boolean };

export function rosterViewer(actor: Reader, access: OrganizationAccess): RosterViewer {
  const ability = abilityFor(actor, access);
  const seesUnproven = ability.can('read', 'OfficerData') || ability.can('update', 'Roster');
  return { userId: actor.userId, seesUnproven };
}

/** The last sighting of the roster, for current members never seen online. `organization` is an id. */
const syncedAt = (organization: string) =>
  `(select o.roster_synced_at from organization o where o.id = ${organization})`;

/** Every sort ends in name and id, so that pages never overlap. */
const SORTS: Record<RosterSort, (direction: string) => string> = {
  rank: (direction) => `e.rank ${direction}, ${byName('e.name')} ${direction}, e.id ${direction}`,
  name: (direction) => `${byName('e.name')} ${direction}, e.id ${direction}`,
  lastLogin: (direction) =>
    `coalesce(e.last_login_at, e.last_seen_in_roster, ${syncedAt('$1')}) ${direction} nulls last, ${byName('e.name')}, e.id`,
};

/** `viewer` holds the parameters for the reader's id and whether they see unproven claims. */
type Entries = { which: string; order: string; limit?: string; organization: string; viewer: [string, string] };

/**
 * Filters, sorts and cuts entries to a page before looking up details, because some sorts have to see all of them. The
 * look-ups are lateral rather than plain joins that the planner could reorder: unaware of how short a page is, it would
 * read whole tables.
 */
const entries = ({ which, order, limit = '', organization, viewer: [userId, seesUnproven] }: Entries) => query(
  RosterRow,
)`
  with page as (select e.* from roster_entry e where ${which} order by ${order} ${limit})
  select e.id, e.name, e.realm_slug as "realmSlug", e.level, e.class_id as "classId", e.race_id as "raceId", e.faction,
    e.rank, (select r.name from role r where r.organization_id = e.organization_id and r.game_rank = e.rank) as "rankName",
    e.role, ${currentItemLevel('e', 'item_level', { region: 'guild.region', gameVersion: 'guild."gameVersion"' })} as "itemLevel", e.last_login_at as "lastLoginAt",
    coalesce(e.last_seen_in_roster, ${syncedAt(organization)}, e.joined_at) as "lastSeenInRoster",
    e.joined_at as "joinedAt", e.left_at as "leftAt",
    guild.*, claimed.*
  from page e
  left join lateral (
    select o.region, o.game_version as "gameVersion" from organization o where o.id = ${organization} limit 1
  ) guild on true
  left join lateral (
    select jsonb_build_object('id', c.id, 'name', c.name, 'verified', c.verified_at is not null,
      'user', jsonb_build_object('id', u.id, 'displayName', u.display_name)) as "claimedByCharacter"
    from character c join person u on u.id = c.user_id
    where c.id = e.claimed_by_id and (c.verified_at is not null or ${seesUnproven} or c.user_id = ${userId}) limit 1
  ) claimed on true
  order by ${order}`;

/** Hides members who have come back under another identity; the roster shows only the new one. */
const NOT_TRANSFERRED = '(e.left_at is null or e.transferred_to_id is null)';

const counting = query({ total: 'int' });

/** The statements of one page. The text consists of fixed parts only; all input is passed as parameters. */
export function rosterStatements(organizationId: string, viewer: RosterViewer, input: RosterQuery) {
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
  const shown = [...values, viewer.userId, viewer.seesUnproven, input.pageSize, (input.page - 1) * input.pageSize];
  const [userId = '', seesUnproven = '', size, offset] = [1, 2, 3, 4].map((next) => `$${values.length + next}`);
  const order = SORTS[input.sortBy](input.sortOrder ?? (input.sortBy === 'lastLogin' ? 'desc' : 'asc'));
  return {
    count: { ...counting(`select count(*)::int as total from roster_entry e where ${condition}`), values },
    page: {
      ...entries({
        which: condition,
        order,
        limit: `limit ${size} offset ${offset}`,
        organization: '$1',
        viewer: [`${userId}::uuid`, `${seesUnproven}::boolean`],
      }),
      values: shown,
    },
  };
}

/** One page of a guild's roster. Callers check access. */
export async function listRoster(
  ctx: AppContext,
  organizationId: string,
  viewer: RosterViewer,
  input: RosterQuery,
): Promise<{ members: RosterEntryView[]; pagination: Pagination }> {
  const { count, page } = rosterStatements(organizationId, viewer, input);
  const [counted, rows, names] = await Promise.all([
    ctx.sql.one(count, count.values),
    ctx.sql.many(page, page.values),
    referenceNames(ctx),
  ]);
  return {
    members: rows.map((row) => presentRosterEntry(row, names)),
    pagination: paginationOf(input.page, input.pageSize, counted.total),
  };
}

/** A guild of the game has a thousand members at most; of those who left the latest are kept within this. */
const MAX_WHOLE = 3_000;

const WHOLE = entries({
  which: `e.organization_id = $1 and (e.left_at is null or $4 and e.transferred_to_id is null)`,
  order: `e.left_at desc nulls first, e.rank, ${byName('e.name')}, e.id`,
  limit: `limit ${MAX_WHOLE}`,
  organization: '$1',
  viewer: ['$2::uuid', '$3::boolean'],
});

/** All members at once. The caller's right to see it is the caller's business. */
export async function wholeRoster(
  ctx: AppContext,
  organizationId: string,
  viewer: RosterViewer,
  { includeLeft, locale }: Pick<WholeRosterInput, 'includeLeft' | 'locale'>,
): Promise<RosterEntryView[]> {
  const [rows, names] = await Promise.all([
    ctx.sql.many(WHOLE, [organizationId, viewer.userId, viewer.seesUnproven, includeLeft]),
    referenceNames(ctx, locale),
  ]);
  return rows.map((row) => presentRosterEntry(row, names));
}

const BY_ID = entries({
  which: 'e.id = any($1)',
  order: 'e.id',
  organization: 'e.organization_id',
  viewer: ['null', 'true'],
});

/** Looks up entries by id, in whatever guild, with everything that officers see. */
export async function rosterEntries(ctx: AppContext, ids: string[]): Promise<Map<string, RosterEntryView>> {
  const [rows, names] = await Promise.all([ctx.sql.many(BY_ID, [ids]), referenceNames(ctx)]);
  return new Map(rows.map((row) => [row.id, presentRosterEntry(row, names)]));
}
