/** Teams of an organization: their names, and the raiders in them. */

import { nameKey } from '@guildhall/contracts/name-key.ts';
import type {
  CreateTeamInput,
  SetTeamMemberInput,
  TeamMemberInput,
  TeamMemberView,
  TeamView,
  UpdateTeamInput,
} from '@guildhall/contracts/team.ts';
import type { Actor } from '../core/actor.ts';
import { createCap } from '../core/db/cap.ts';
import { now } from '../core/db/columns.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import type { Raider } from '../membership/characters/raider.entity.ts';
import { seesProof } from '../membership/characters/raider-ref.ts';
import {
  abilityFor,
  authorize,
  lacksPermission,
  lockedAccessTo,
  type OrganizationAccess,
} from '../membership/rights/organization.access.ts';
import { refuseUnheldPermissions } from '../membership/rights/role-authority.ts';
import { writeAudit } from '../membership/rights/write-audit.ts';
import { findRaider, publishRaidersChanged } from './raider.access.ts';
import { lockTeamToChange, managesTeams, noTeam } from './team.access.ts';
import { Team, TeamMember } from './team.entity.ts';
import { notInTeam, readTeam, readTeamMember } from './teams.queries.ts';

export const MOST_TEAMS = 50;
const refuseTooManyTeams = createCap({
  of: 'team where organization_id = $1',
  most: MOST_TEAMS,
  reason: 'too_many_teams',
  message: `An organization has at most ${MOST_TEAMS} teams, archived ones included. Delete one first.`,
});
const refuseTooManyMembers = createCap({
  of: 'team_member where team_id = $1 and until is null',
  most: 200,
  reason: 'team_full',
  message: 'A team has at most 200 raiders. Remove one first.',
});

const SAME_NAME = statement`
  select from team where organization_id = $1 and name_key = $2 and archived_at is null and id is distinct from $3::uuid`;

async function refuseSameName(sql: Sql, organizationId: string, name: string, id: string | null): Promise<void> {
  if ((await sql.run(SAME_NAME, [organizationId, nameKey(name), id])) > 0) {
    throw conflict('team_name_taken', 'Another team has this name. Choose a different one.');
  }
}

const LAST = query({ next: 'int' })`
  select coalesce(max(position) + 1, 0)::int as next from team where organization_id = $1`;

export function createTeam(ctx: AppContext, actor: Actor, input: CreateTeamInput): Promise<TeamView> {
  return ctx.transact(async (tx) => {
    const { sql, em } = tx;
    const access = await lockedAccessTo(sql, actor, input.id, 'manage', 'Event');
    const { organizationId } = access;
    const { name, color = null, schedule = null } = input;
    await refuseTooManyTeams(sql, organizationId);
    await refuseSameName(sql, organizationId, name, null);
    const { next } = await sql.one(LAST, [organizationId]);
    const organization = organizationId;
    const team = em.create(Team, { organization, name, nameKey: nameKey(name), position: next, color, schedule });
    publishRaidersChanged(tx, organizationId);
    return readTeam(sql, actor, access, team.id);
  });
}

const IN_ORDER = query({ id: 'uuid' })`select id from team where organization_id = $1 order by position, id`;
const PLACE = statement`
  update team t set position = o.place - 1 from unnest($1::uuid[]) with ordinality o(id, place)
  where t.id = o.id and t.position is distinct from o.place - 1`;

/** Leads change the name, the colour and the schedule; whether there is a team and its place is for those who manage events. */
export function updateTeam(ctx: AppContext, actor: Actor, input: UpdateTeamInput): Promise<TeamView> {
  return ctx.transact(async (tx) => {
    const { sql, em } = tx;
    const { id, name, color, schedule, archived, position } = input;
    const access = await lockTeamToChange(sql, actor, id);
    const { organizationId } = access;
    if ((archived !== undefined || position !== undefined) && !managesTeams(actor, access)) {
      throw lacksPermission('canManageEvents');
    }
    const team = await em.findOneOrFail(Team, id);
    const isShownAnew = (name ?? team.name) !== team.name || (color !== undefined && color !== team.color);
    if (isShownAnew) await publishEventsOfTeam(tx, organizationId, id);
    const willBeArchived = archived ?? team.archivedAt !== null;
    if (!willBeArchived) await refuseSameName(sql, organizationId, name ?? team.name, id);
    if (name !== undefined) Object.assign(team, { name, nameKey: nameKey(name) });
    if (color !== undefined) team.color = color;
    if (schedule !== undefined) team.schedule = schedule;
    if (willBeArchived !== (team.archivedAt !== null)) team.archivedAt = willBeArchived ? now() : null;
    if (position !== undefined) {
      const others = (await sql.many(IN_ORDER, [organizationId])).map((each) => each.id).filter((each) => each !== id);
      await sql.run(PLACE, [others.toSpliced(position, 0, id)]);
    }
    publishRaidersChanged(tx, organizationId);
    return readTeam(sql, actor, access, id);
  });
}

/** Its events stay, as events of the whole organization. */
export function deleteTeam(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    const access = await lockTeamToChange(tx.sql, actor, id);
    if (!managesTeams(actor, access)) throw lacksPermission('canManageEvents');
    await publishEventsOfTeam(tx, access.organizationId, id);
    await tx.em.nativeDelete(Team, id);
    publishRaidersChanged(tx, access.organizationId);
  });
}

/** Those that are not over. Events of the past are a record, of which a channel would be told one by one. */
const EVENTS = query({ id: 'uuid', isDraft: 'bool!' })`
  select id, published_at is null and status in ('draft', 'cancelled') as "isDraft" from event
  where team_id = $1 and ends_at > now()`;

/** The events show the team and its notes, so they change with it. */
export async function publishEventsOfTeam(tx: UnitOfWork, organizationId: string, teamId: string): Promise<void> {
  for (const { id, isDraft } of await tx.sql.many(EVENTS, [teamId])) {
    const audience = isDraft ? 'planners' : 'members';
    tx.changed({ type: 'event.changed', organizationId, subjectId: id, audience });
  }
}

const live = (teamId: string, raiderId: string) => ({ team: teamId, raider: raiderId, until: null });

/** Puts a raider into the team, or changes how they belong to it. */
export function setTeamMember(ctx: AppContext, actor: Actor, input: SetTeamMemberInput): Promise<TeamMemberView> {
  return ctx.transact(async (tx) => {
    const { sql, em } = tx;
    const { id, raiderId, role, status, lead } = input;
    const access = await lockTeamToChange(sql, actor, id);
    const { organizationId } = access;
    const team = await em.findOneOrFail(Team, id);
    if (team.archivedAt !== null) throw conflict('team_archived', 'This team is archived. Restore it first.');
    const raider = await findRaider(tx, organizationId, raiderId);
    let member = await em.findOne(TeamMember, live(id, raiderId));
    if (!member) {
      await refuseTooManyMembers(sql, id);
      member = em.create(TeamMember, { team: id, raider: raiderId, role, status });
    }
    member.role = role;
    member.status = status;
    if (lead !== undefined && lead !== (member.lead ?? false)) {
      await nameLead(tx, actor, access, raider, { id, name: team.name, lead });
      member.lead = lead;
    }
    publishRaidersChanged(tx, organizationId);
    return readTeamMember(sql, id, raiderId, seesProof(actor, access));
  });
}

type Named = { id: string; name: string; lead: boolean };

/** A lead has rights, so they are given as roles are: by those who manage roles, to a person, and recorded. */
async function nameLead(
  tx: UnitOfWork,
  actor: Actor,
  access: OrganizationAccess,
  { user }: Raider,
  { id, name, lead }: Named,
): Promise<void> {
  authorize(abilityFor(actor, access), 'manage', 'Role');
  const { organizationId, permissions, isFounder } = access;
  const userId = user?.id ?? null;
  if (lead) {
    refuseUnheldPermissions({ mayAll: actor.isAdmin || isFounder, permissions }, ['canManageEvents']);
    if (userId === null || (await tx.sql.run(MEMBER, [organizationId, userId])) === 0) throw needsAccount();
  }
  const action = lead ? 'team_lead_named' : 'team_lead_dismissed';
  await writeAudit(tx, organizationId, actor, action, { teamId: id, name }, userId);
}

/** Keeps the membership from ending before the commit. */
const MEMBER = statement`
  select from membership where organization_id = $1 and user_id = $2 and left_at is null for share`;

const needsAccount = () =>
  conflict('lead_needs_account', 'Only a member with an account can lead a team. Ask them to sign in first.');

/** The time they belonged to it stays on record. A lead is removed by those who manage roles, or leaves by themselves. */
export function removeTeamMember(ctx: AppContext, actor: Actor, input: TeamMemberInput): Promise<void> {
  return ctx.transact(async (tx) => {
    const { sql, em } = tx;
    const access = await lockTeamToChange(sql, actor, input.id);
    const raider = await findRaider(tx, access.organizationId, input.raiderId);
    const member = await em.findOne(TeamMember, live(input.id, input.raiderId));
    if (!member) throw notInTeam();
    if (member.lead) {
      const team = await em.findOne(Team, input.id);
      if (!team) throw noTeam();
      if (raider.user?.id !== actor.userId) authorize(abilityFor(actor, access), 'manage', 'Role');
      const details = { teamId: team.id, name: team.name };
      await writeAudit(tx, access.organizationId, actor, 'team_lead_dismissed', details, raider.user?.id);
    }
    member.lead = false;
    member.until = now();
    publishRaidersChanged(tx, access.organizationId);
  });
}
