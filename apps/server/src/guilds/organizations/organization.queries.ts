import type { OrganizationListInput, OrganizationListItem } from '@guildhall/contracts/manage-organization.ts';
import {
  Faction,
  type OrganizationDetailInput,
  OrganizationSource,
  type OrganizationSummary,
  OrganizationType,
  type OrganizationView,
  type RoleView,
} from '@guildhall/contracts/organization.ts';
import type { OrganizationSettings } from '@guildhall/contracts/organization-settings.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { buildAbility } from '../../core/ability.ts';
import type { Reader } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { readPage } from '../../core/db/read-page.ts';
import { columns, json, jsonInstant, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { PictureUrl } from '../../core/services/picture-url.ts';
import {
  abilityFor,
  accessToMine,
  effectiveSettings,
  IS_OPEN,
  noSuchOrganization,
  organizationAccess,
  organizationRules,
  shownRules,
} from '../../membership/rights/organization.access.ts';
import { ALL_ROLES } from '../../membership/roles/roles.queries.ts';
import { CURRENT_LOGO } from '../../pictures/images/logo.ts';
import { type ReferenceNames, referenceNames } from '../../reference/game-data/names.ts';
import { RIGHTS_END_AT } from '../roster/apply-roster.ts';
import { listRoster, rosterViewer } from '../roster/roster.queries.ts';

export const SummaryRow = columns({
  id: 'uuid',
  name: 'text',
  alias: 'text?',
  type: text(OrganizationType.options),
  currentLogoUrl: 'text?',
});

const MINE = query(SummaryRow)`
  select o.id, o.name, o.alias, o.type, ${CURRENT_LOGO} as "currentLogoUrl"
  from membership m join organization o on o.id = m.organization_id
  where m.user_id = $1 and m.left_at is null and o.archived_at is null order by ${byName('o.name')}, o.id`;

/** Lists the organizations of which the person is an active member. */
export async function listMyOrganizations(ctx: AppContext, userId: string): Promise<OrganizationSummary[]> {
  const rows = await ctx.sql.many(MINE, [userId]);
  return rows.map((row) => ({ ...row, currentLogoUrl: ctx.pictureUrl(row.currentLogoUrl) }));
}

const OrganizationRow = columns({
  ...SummaryRow,
  source: text(OrganizationSource.options),
  archivedAt: 'instant?',
  region: text(Region.options).orNull,
  gameVersion: text(GameVersion.options).orNull,
  realmSlug: 'text?',
  faction: text(Faction.options).orNull,
  emblemData: json<NonNullable<OrganizationView['emblemData']>>().orNull,
  memberCount: 'int?',
  logoUrl: 'text?',
  createdAt: 'instant',
});

/** Needs an organization `o` in scope. */
const ORGANIZATION_COLUMNS = `
  o.id, o.name, o.alias, o.type, o.source, o.archived_at as "archivedAt", o.region, o.game_version as "gameVersion",
  o.realm_slug as "realmSlug", o.faction, o.emblem_data as "emblemData",
  (case o.source when 'synced' then o.member_count
    else (select count(*) from membership m where m.organization_id = o.id and m.left_at is null
      and m.user_id not in (table leaving)) end)::int as "memberCount",
  o.synced_logo_url as "logoUrl", ${CURRENT_LOGO} as "currentLogoUrl", o.created_at as "createdAt"`;

const DetailRow = columns({
  ...OrganizationRow,
  settings: json<OrganizationSettings>(),
  description: 'text?',
  achievementPoints: 'int?',
  foundedAt: 'instant?',
  rosterSyncedAt: 'instant?',
  missingSince: 'instant?',
  rightsEndAt: 'instant?',
  useCustomLogo: 'bool',
  rosterProblem: json<NonNullable<OrganizationView['rosterProblem']>>().orNull,
  roles: json<RoleView[]>(),
  memberships: json<{ characterId: string; name: string; realmSlug: string; rank: number; rankName: string }[]>(),
});

const ORGANIZATION_DETAIL = `
  select ${ORGANIZATION_COLUMNS}, o.settings,
    (select v.body from text_version v where v.organization_id = o.id and v.type = 'description'
      order by v.version desc limit 1) as description,
    o.achievement_points as "achievementPoints", o.founded_at as "foundedAt", o.roster_synced_at as "rosterSyncedAt",
    o.missing_since as "missingSince", ${RIGHTS_END_AT} as "rightsEndAt", o.use_custom_logo as "useCustomLogo"
  from organization o where o.id = $1`;

const OWN_CHARACTERS = `
  select c.id as "characterId", c.name, c.realm_slug as "realmSlug", e.rank,
    coalesce(r.name, 'Rank ' || e.rank) as "rankName"
  from proven_claim e join character c on c.id = e.character_id
  left join role r on r.organization_id = $1 and r.game_rank = e.rank
  where e.organization_id = $1 and e.user_id = $2 order by e.rank, ${byName('c.name')}`;

/** For insiders (`$3`), and for people about to become one. */
const ROSTER_PROBLEM = `
  (select json_build_object('reason', s.error_reason, 'message', s.error_message, 'at',
    ${jsonInstant('s.finished_at')}) from (
    select * from sync_session where kind = 'roster' and subject_id = $1 and finished_at is not null
    order by created_at desc limit 1
  ) s where s.status in ('failed', 'held') and ($3 or exists (
    select from character c where c.user_id = $2 and c.guild_id = $1 and c.verified_at is not null
      and c.archived_at is null)))`;

/** One statement, because a round trip costs more than the work in the database. `$3`: whether to include roles. */
export const OVERVIEW = query(DetailRow)`
  select detail.*, ${ROSTER_PROBLEM} as "rosterProblem",
    (select coalesce(json_agg(r), '[]') from (${ALL_ROLES.text}) r where $3) as roles,
    (select coalesce(json_agg(c), '[]') from (${OWN_CHARACTERS}) c) as memberships
  from (${ORGANIZATION_DETAIL}) detail`;

const FIRST_PAGE = { page: 1, pageSize: 50, sortBy: 'rank' } as const;

/** Everything about an organization that the caller may see; without rights, its public fields. */
export async function getOrganization(
  ctx: AppContext,
  actor: Reader,
  asked: Pick<OrganizationDetailInput, 'id'> & Partial<OrganizationDetailInput>,
): Promise<OrganizationView> {
  const input = { ...FIRST_PAGE, ...asked };
  const access = await organizationAccess(ctx.sql, actor, input.id);
  const { organizationId } = access;
  const rules = organizationRules(actor, access);
  const ability = buildAbility(rules);
  const insider = rules.length > 0;
  const mayRead = access.source === 'synced' && ability.can('read', 'Roster');
  const [overview, roster, names] = await Promise.all([
    ctx.sql.maybe(OVERVIEW, [organizationId, actor.userId, insider]),
    mayRead
      ? listRoster(ctx, organizationId, rosterViewer(actor, access), { ...input, includeLeft: false })
      : { members: [], pagination: paginationOf(input.page, input.pageSize, 0) },
    referenceNames(ctx),
  ]);
  if (!overview) throw noSuchOrganization();
  const { memberships, ...organization } = overview;
  return {
    ...presentOrganization(organization, names, ctx.pictureUrl),
    settings: effectiveSettings(organization.settings, insider),
    memberships: memberships.map(({ realmSlug, ...membership }) => ({
      ...membership,
      realm: { slug: realmSlug, name: names.realmName(organization, realmSlug) },
    })),
    rosterMembers: roster.members,
    rosterPagination: roster.pagination,
    // CASL's wire form allows more keys; the contract allows these.
    abilityRules: shownRules(actor, rules, organization.archivedAt !== null).map(({ action, subject, conditions }) => ({
      action,
      subject: subject as string | string[],
      ...(conditions && { conditions }),
    })),
  };
}

const IS_RECRUITING = `coalesce((o.settings -> 'recruiting' ->> 'open')::bool, false)`;

/** `$1` type, `$2` whether all, `$3` the caller's own, `$4` whether archived too, `$5` those the caller manages. */
const VISIBLE = `
  from organization o where ($1::text is null or o.type = $1) and (
    o.archived_at is null and ($2 or ${IS_OPEN} or o.id = any($3))
    or o.archived_at is not null and $4 and ($2 or o.id = any($5)))
  and ($6::text is null or strpos(search_key(o.name), search_key($6)) > 0)
  and ($7::text is null or o.region = $7) and ($8::text is null or o.game_version = $8)
  and (not $9 or ${IS_RECRUITING})`;

const Listed = columns({
  ...OrganizationRow,
  isMember: 'bool',
  recruiting: json<OrganizationListItem['recruiting']>(),
});

const LIST = query(Listed)`
  select ${ORGANIZATION_COLUMNS}, o.id = any($3) as "isMember",
    jsonb_build_object('open', ${IS_RECRUITING},
      'roles', coalesce(o.settings -> 'recruiting' -> 'roles', '[]')) as recruiting
  ${VISIBLE} order by ${byName('o.name')}, o.id limit $10 offset $11`;

const COUNT = query({ total: 'int' })`select count(*)::int as total ${VISIBLE}`;

/** Lists public organizations and the caller's own, by name; administrators see all. */
export async function listOrganizations(ctx: AppContext, actor: Reader, input: OrganizationListInput) {
  const mine = actor.userId === null ? [] : await accessToMine(ctx.sql, actor.userId);
  const members = mine.filter(({ isMember }) => isMember);
  const managed = members.filter((access) => abilityFor(actor, access).can('delete', 'Organization'));
  const ids = (accesses: typeof mine) => accesses.map(({ organizationId }) => organizationId);
  const visible = [input.type ?? null, actor.isAdmin, ids(members), input.includeArchived, ids(managed)];
  const wanted = [input.search || null, input.region ?? null, input.gameVersion ?? null, input.recruiting];
  const [{ rows, pagination }, names] = await Promise.all([
    readPage(ctx.sql, LIST, COUNT, [...visible, ...wanted], input),
    referenceNames(ctx),
  ]);
  return { organizations: rows.map((row) => presentOrganization(row, names, ctx.pictureUrl)), pagination };
}

function presentOrganization<Row extends RowOf<typeof OrganizationRow>>(
  { realmSlug, ...row }: Row,
  names: ReferenceNames,
  pictureUrl: PictureUrl,
) {
  return {
    ...row,
    active: row.archivedAt === null,
    realm: realmSlug === null ? null : { slug: realmSlug, name: names.realmName(row, realmSlug) },
    logoUrl: pictureUrl(row.logoUrl),
    currentLogoUrl: pictureUrl(row.currentLogoUrl),
  };
}
