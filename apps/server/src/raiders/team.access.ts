/** A team and what a caller may do with it. NOT_FOUND for outsiders of its organization. */
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { notFound } from '../core/errors.ts';
import {
  abilityFor,
  isLead,
  lacksPermission,
  lockOrganization,
  logManaged,
  type OrganizationAccess,
  organizationAccess,
  refuseArchived,
} from '../membership/rights/organization.access.ts';

const ORGANIZATION = query({ organizationId: 'uuid' })`
  select organization_id as "organizationId" from team where id = $1`;

export const noTeam = () => notFound('team_not_found', 'There is no such team.');

/** The caller's access to the organization of a team that they may see: every member may. */
export async function teamAccess(sql: Sql, actor: Actor, teamId: string): Promise<OrganizationAccess> {
  const place = await sql.maybe(ORGANIZATION, [teamId]);
  if (!place) throw noTeam();
  const access = await organizationAccess(sql, actor, place.organizationId, noTeam);
  if (abilityFor(actor, access).cannot('read', 'Event')) throw noTeam();
  return access;
}

/** People who manage events manage all teams; leads manage their own. */
export const managesTeams = (actor: Actor, access: OrganizationAccess): boolean =>
  abilityFor(actor, access).can('manage', 'Event');
export const managesTeam = (actor: Actor, access: OrganizationAccess, teamId: string): boolean =>
  managesTeams(actor, access) || isLead(access, teamId);

/** The access of a caller who may change this team, under the lock of the organization. Throws FORBIDDEN, CONFLICT. */
export async function lockTeamToChange(sql: Sql, actor: Actor, teamId: string): Promise<OrganizationAccess> {
  const { organizationId } = await teamAccess(sql, actor, teamId);
  await lockOrganization(sql, organizationId);
  const access = await teamAccess(sql, actor, teamId);
  if (!managesTeam(actor, access, teamId)) throw lacksPermission('canManageEvents');
  refuseArchived(access);
  await logManaged(sql, actor, access);
  return access;
}

const THERE = query({ archived: 'bool' })`
  select archived_at is not null as archived from team where organization_id = $1 and id = $2`;

/** Throws NOT_FOUND for a team that this organization does not have, or that is archived. */
export async function refuseUnknownTeam(sql: Sql, organizationId: string, teamId: string): Promise<void> {
  const team = await sql.maybe(THERE, [organizationId, teamId]);
  if (!team || team.archived) throw noTeam();
}
