import type {
  OrganizationDetailInput,
  OrganizationSummary,
  OrganizationView,
} from '@guildhall/contracts/organization.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import { buildAbility } from '../core/ability.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { notFound } from '../core/errors.ts';
import { referenceNames } from '../reference/names.ts';
import { listRoster } from '../roster/roster.queries.ts';
import { organizationAccess } from './organization.access.ts';
import {
  type MembershipRow,
  type OrganizationRow,
  presentOrganization,
  type RoleRow,
} from './organization.presenter.ts';
import { organizationRules } from './organization.rules.ts';

const MINE = `
  select o.id, o.name, o.alias, o.type, o.logo_url as "currentLogoUrl"
  from membership m join organization o on o.id = m.organization_id
  where m.user_id = $1 and m.left_at is null and o.archived_at is null order by o.name, o.id`;

/** Organizations in which the person is an active member. */
export function listMyOrganizations(ctx: AppContext, userId: string): Promise<OrganizationSummary[]> {
  return ctx.sql<OrganizationSummary>(MINE, [userId]);
}

export const ORGANIZATION_DETAIL = `
  select id, name, alias, type, source, archived_at as "archivedAt", settings, region, game_version as "gameVersion",
    realm_slug as "realmSlug", faction, emblem_data as "emblemData", member_count as "memberCount",
    roster_synced_at as "rosterSyncedAt", logo_url as "logoUrl", use_custom_logo as "useCustomLogo", created_at as "createdAt"
  from organization where id = $1`;

export const ORGANIZATION_ROLES = `
  select r.id, r.name, r.game_rank as "gameRank", r.is_founder as "isFounder", r.permissions,
    (select count(*) from roster_entry e where e.organization_id = $1 and e.left_at is null
      and (e.rank = r.game_rank or r.is_founder and e.rank = 0 and e.claimed_by_id is not null))::int as "memberCount"
  from role r where r.organization_id = $1 order by r.is_founder desc, r.game_rank nulls last, r.name`;

export const OWN_CHARACTERS = `
  select c.id as "characterId", c.name, c.realm_slug as "realmSlug", e.rank, r.name as "rankName"
  from character c
  join roster_entry e on e.claimed_by_id = c.id and e.left_at is null and e.organization_id = $1
  left join role r on r.organization_id = $1 and r.game_rank = e.rank
  where c.user_id = $2 and c.verified_at is not null order by e.rank, c.name`;

/** Everything of an organization that the caller may see; for a caller without rights its public fields. */
export async function getOrganization(
  ctx: AppContext,
  actor: Actor,
  input: OrganizationDetailInput,
): Promise<OrganizationView> {
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
  if (!organization) throw notFound('organization_not_found', 'There is no such organization.');
  // Settings name chat servers and the like, which is the members' own business.
  if (!insider) organization.settings = {};
  return presentOrganization({ organization, roles, memberships, roster, rules, names });
}
