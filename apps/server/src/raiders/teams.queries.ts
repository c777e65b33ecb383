import { CombatRole, TeamStatus } from '@guildhall/contracts/organization.ts';
import type { TeamDetailView, TeamListInput, TeamListView, TeamView } from '@guildhall/contracts/team.ts';
import type { Actor } from '../core/actor.ts';
import { byName } from '../core/db/by-name.ts';
import type { Sql } from '../core/db/sql.ts';
import { columns, json, object, objects, query, type RowOf, text } from '../core/db/statement.ts';
import { notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { RaiderColumn, RaiderFields, raiderRef, seesProof } from '../membership/characters/raider-ref.ts';
import {
  abilityFor,
  authorize,
  authorizedAccess,
  type OrganizationAccess,
} from '../membership/rights/organization.access.ts';
import { classRef } from '../reference/game-data/playable.ts';
import { managesTeam, noTeam, teamAccess } from './team.access.ts';

/** The live rows `m` of a team, with raider `r` and person `u`; a person who is being erased is not among them. */
const LIVE = `team_member m join raider r on r.id = m.raider_id and r.archived_at is null
  left join person u on u.id = r.user_id where m.until is null and (u.id is not null or r.name is not null)`;
const Belongs = columns({ role: text(CombatRole.options).orNull, status: text(TeamStatus.options), lead: 'bool' });

const Row = columns({
  id: 'uuid',
  organizationId: 'uuid',
  name: 'text',
  color: 'text?',
  position: 'int',
  schedule: 'text?',
  archived: 'bool',
  members: 'int',
  leads: objects(RaiderFields),
  mine: object(Belongs).orNull,
});

/** `$1` is the organization, `$2` the caller, who may see `$4`. */
const TEAMS = `
  select t.id, t.organization_id as "organizationId", t.name, t.color, t.position, t.schedule,
    t.archived_at is not null as archived, of.members, coalesce(of.leads, '[]') as leads, of.mine
  from team t cross join lateral (
    select count(*)::int as members, jsonb_agg(${raiderRef('$4')} order by m.since, m.id) filter (where m.lead) as leads,
      (jsonb_agg(jsonb_build_object('role', m.role, 'status', m.status, 'lead', m.lead)) filter (where r.user_id = $2)) -> 0 as mine
    from ${LIVE} and m.team_id = t.id
  ) of where t.organization_id = $1 and `;
const LIST = query(Row)`${TEAMS} (t.archived_at is not null) = $3 order by t.position, t.id`;
const ONE = query(Row)`${TEAMS} t.id = $3`;

const present =
  (actor: Actor, access: OrganizationAccess) =>
  (row: RowOf<typeof Row>): TeamView => ({
    ...row,
    mayManage: !access.archived && managesTeam(actor, access, row.id),
  });

/** For members. */
export async function listTeams({ sql }: AppContext, actor: Actor, input: TeamListInput): Promise<TeamListView> {
  const access = await authorizedAccess(sql, actor, input.id, 'read', 'Event');
  const rows = await sql.many(LIST, [access.organizationId, actor.userId, input.archived, seesProof(actor, access)]);
  return { teams: rows.map(present(actor, access)) };
}

/** The team as the caller sees it now, including uncommitted changes of this transaction. */
export async function readTeam(sql: Sql, actor: Actor, access: OrganizationAccess, id: string): Promise<TeamView> {
  const row = await sql.maybe(ONE, [access.organizationId, actor.userId, id, seesProof(actor, access)]);
  if (!row) throw noTeam();
  return present(actor, access)(row);
}

const MOST = 200;
const Member = columns({
  raider: RaiderColumn,
  user: object({ id: 'uuid', displayName: 'text' }).orNull,
  main: json<NonNullable<TeamDetailView['roster'][number]['main']>>().orNull,
  ...Belongs,
  since: 'instant',
});
/** `$1` is the team, `$2` a raider or null, `$3` the language. */
const MEMBERS = query(Member)`
  select ${raiderRef('$4')} as raider, case when u.id is not null then jsonb_build_object('id', u.id, 'displayName', u.display_name) end as "user",
    (select jsonb_build_object('name', f.name, 'realm', f.realm,
        'class', case when f.class_id is not null then ${classRef('f.class_id', '$3')} end)
      from raider_family f where f.raider_id = r.id and f.organization_id = r.organization_id
      order by f.is_main desc, f.source = 'claim' desc, f.level desc nulls last, ${byName('f.name')} limit 1) as main,
    m.role, m.status, m.lead, m.since
  from ${LIVE} and m.team_id = $1 and ($2::uuid is null or r.id = $2)
  order by array_position(array['main', 'trial', 'bench', 'social'], m.status),
    array_position(array['tank', 'healer', 'melee', 'ranged'], m.role), ${byName('coalesce(u.display_name, r.name)')}, m.id
  limit ${MOST}`;

/** For those who may see the roster. */
export async function getTeam(
  { sql }: AppContext,
  actor: Actor,
  { id, locale }: { id: string; locale: string },
): Promise<TeamDetailView> {
  const access = await teamAccess(sql, actor, id);
  authorize(abilityFor(actor, access), 'read', 'Roster');
  const [team, roster] = await Promise.all([
    readTeam(sql, actor, access, id),
    sql.many(MEMBERS, [id, null, locale, seesProof(actor, access)]),
  ]);
  return { ...team, roster };
}

export async function readTeamMember(sql: Sql, teamId: string, raiderId: string, seesProof: boolean) {
  const row = await sql.maybe(MEMBERS, [teamId, raiderId, 'en_US', seesProof]);
  if (!row) throw notInTeam();
  return row;
}

export const notInTeam = () => notFound('raider_not_found', 'This raider does not belong to the team.');
