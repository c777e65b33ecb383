import type {
  OrganizationDetailInput,
  OrganizationSummary,
  OrganizationView,
} from '@guildhall/contracts/organization.ts';
import type { OrganizationSettings } from '@guildhall/contracts/organization-settings.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import { buildAbility } from '../core/ability.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { referenceNames } from '../reference/names.ts';
import { listRoster } from '../roster/roster.queries.ts';
import { CURRENT_LOGO, logoUrl } from './current-logo.ts';
import { noSuchOrganization, organizationAccess } from './organization.access.ts';
import {
  type MembershipRow,
  type OrganizationRow,
  presentOrganization,
  type RoleRow,
} from './organization.presenter.ts';
import { organizationRules } from './organization.rules.ts';

const MINE = `
  select o.id, o.name, o.alias, o.type, ${CURRENT_LOGO} as "currentLogoUrl"
  from membership m join organization o on o.id = m.organization_id
  where m.user_id = $1 and m.left_at is null and o.archived_at is null order by o.name, o.id`;

/** Organizations in which the person is an active member. */
export async function listMyOrganizations(ctx: AppContext, userId: string): Promise<OrganizationSummary[]> {
  const rows = await ctx.sql<OrganizationSummary>(MINE, [userId]);
  return rows.map((row) => ({ ...row, currentLogoUrl: logoUrl(ctx.config.baseUrl, row.currentLogoUrl) }));
}

/** Of an organization `o`. */
export const MEMBER_COUNT = `(case o.source when 'synced' then o.member_count
  else (select count(*) from membership m where m.organization_id = o.id and m.left_at is null) end)::int`;

export const ORGANIZATION_DETAIL = `
  select o.id, o.name, o.alias, o.type, o.source, o.archived_at as "archivedAt", o.settings, o.region,
    o.game_version as "gameVersion", o.realm_slug as "realmSlug", o.faction, o.emblem_data as "emblemData",
    ${MEMBER_COUNT} as "memberCount", o.achievement_points as "achievementPoints", o.founded_at as "foundedAt",
    o.roster_synced_at as "rosterSyncedAt", o.synced_logo_url as "logoUrl", o.use_custom_logo as "useCustomLogo",
    ${CURRENT_LOGO} as "currentLogoUrl", o.created_at as "createdAt"
  from organization o where o.id = $1`;

/** Ranks are counted in the roster; other roles by whom they were granted to, the founder role also by rank 0. */
export const ORGANIZATION_ROLES = `
  select r.id, r.name, r.game_rank as "gameRank", r.is_founder as "isFounder", r.permissions,
    (case when r.game_rank is not null
      then (select count(*) from roster_entry e where e.organization_id = $1 and e.left_at is null and e.rank = r.game_rank)
      else (select count(*) from (
        select m.user_id from role_holder h join membership m
          on m.organization_id = $1 and m.user_id = h.user_id and m.left_at is null where h.role_id = r.id
        union
        select c.user_id from roster_entry e join character c on c.id = e.claimed_by_id and c.verified_at is not null
          where r.is_founder and e.organization_id = $1 and e.left_at is null and e.rank = 0) holders)
    end)::int as "memberCount"
  from role r where r.organization_id = $1 order by r.is_founder desc, r.game_rank nulls last, r.name`;

export const OWN_CHARACTERS = `
  select c.id as "characterId", c.name, c.realm_slug as "realmSlug", e.rank, r.name as "rankName"
  from character c
  join roster_entry e on e.claimed_by_id = c.id and e.left_at is null and e.organization_id = $1
  left join role r on r.organization_id = $1 and r.game_rank = e.rank
  where c.user_id = $2 and c.verified_at is not null order by e.rank, c.name`;

const FIRST_PAGE = { page: 1, pageSize: 50, sortBy: 'rank' } as const;

/** Everything of an organization that the caller may see; for a caller without rights its public fields. */
export async function getOrganization(
  ctx: AppContext,
  actor: Actor,
  asked: Pick<OrganizationDetailInput, 'id'> & Partial<OrganizationDetailInput>,
): Promise<OrganizationView> {
  const input = { ...FIRST_PAGE, ...asked };
  const access = await organizationAccess(ctx.sql, actor, input.id);
  const { organizationId } = access;
  const rules = organizationRules(actor, access);
  const ability = buildAbility(rules);
  const insider = rules.length > 0;
  const mayRead = access.source === 'synced' && ability.can('read', 'Roster');
  const [[organization], roles, memberships, roster, names] = await Promise.all([
    ctx.sql<OrganizationRow>(ORGANIZATION_DETAIL, [organizationId]),
    insider ? ctx.sql<RoleRow>(ORGANIZATION_ROLES, [organizationId]) : [],
    ctx.sql<MembershipRow>(OWN_CHARACTERS, [organizationId, actor.userId]),
    mayRead
      ? listRoster(ctx, organizationId, { ...input, includeLeft: false })
      : { members: [], pagination: paginationOf(input.page, input.pageSize, 0) },
    referenceNames(ctx),
  ]);
  if (!organization) throw noSuchOrganization();
  if (!insider) organization.settings = settingsForOutsiders(organization.settings);
  return presentOrganization({ organization, roles, memberships, roster, rules, names, baseUrl: ctx.config.baseUrl });
}

/** Chat servers and how presence counts are the members' own business. */
function settingsForOutsiders({ attendance, chat, ...settings }: OrganizationSettings): OrganizationSettings {
  return settings;
}
