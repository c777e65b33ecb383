/** How a character of a team there stands, as the status of its raider in the team that the officer chose. */
import { CombatRole, TeamStatus } from '@guildhall/contracts/organization.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, statement, text } from '../core/db/statement.ts';
import type { Wrote } from './import-run.entity.ts';
import { NAMED } from './imports.queries.ts';
import type { AppliedRow, Applying } from './write-character.ts';

/**
 * A raider with several characters, or several rows, has the standing of the one that plays most, in whatever order the rows
 * come.
 */
const STRONGEST = query({ id: 'uuid', standing: text(TeamStatus.options).orNull })`
  select id, (array['main', 'trial', 'bench', 'social'])[place] as standing
  from (select w.id, min(array_position(array['main', 'trial', 'bench', 'social'], w.raw ->> 'standing'))
      over (partition by coalesce(w.target, ${NAMED})) as place
    from import_row w where w.run_id = $1 and w.status = 'matched') r where id = any($2::uuid[])`;
const JOIN = query({ id: 'uuid', digest: 'text!', before: text(TeamStatus.options).orNull })`
  insert into team_member (team_id, raider_id, role, status)
  select t.id, $2, $3, $4 from team t where t.id = $1 and t.organization_id = $5 and t.archived_at is null
    and (exists (select from team_member where team_id = t.id and raider_id = $2 and until is null)
      or (select count(*) from team_member where team_id = t.id and until is null) < 200)
  on conflict (team_id, raider_id) where until is null do update set status = excluded.status
  where team_member.status <> excluded.status
  returning new.id, md5(to_jsonb(new)::text) as digest, case when old.id is not null then old.status end as before`;
const BELONGS = statement`select from team_member where team_id = $1 and raider_id = $2 and until is null`;

export type Standings = ReadonlyMap<string, TeamStatus | null>;

/** The standings of the raiders of these rows, by the ids of the rows. */
export async function standingsOf({ sql, run }: Applying, rows: readonly AppliedRow[]): Promise<Standings> {
  if (run.options.teamId === undefined) return new Map();
  const found = await sql.many(STRONGEST, [run.id, rows.map(({ id }) => id)]);
  return new Map(found.map(({ id, standing }) => [id, standing]));
}

/** Whether the team had no place for the raider. */
export async function writeStanding(
  { sql, run }: Applying,
  row: AppliedRow,
  status: TeamStatus,
  raiderId: string,
  wrote: Wrote,
): Promise<boolean> {
  const { teamId } = run.options;
  if (teamId === undefined || row.raw.kind !== 'character' || row.raw.standing === null) return false;
  const role = CombatRole.safeParse(row.raw.role).data ?? null;
  const member = await sql.maybe(JOIN, [teamId, raiderId, role, status, run.organizationId]);
  if (member) wrote.member = member;
  return !member && (await sql.run(BELONGS, [teamId, raiderId])) === 0;
}

const LEAVE = statement`
  delete from team_member m using jsonb_to_recordset($1) as w(id uuid, digest text)
  where m.id = w.id and md5(to_jsonb(m)::text) = w.digest`;
const RETURN = statement`
  update team_member m set status = w.before
  from jsonb_to_recordset($1) as w(id uuid, digest text, before text)
  where m.id = w.id and md5(to_jsonb(m)::text) = w.digest`;
const THERE = statement`select from team_member where id = $1`;

/** Whether the raider belongs to the team as before: whatever was changed since stays. */
export async function leaveTeam(sql: Sql, member: NonNullable<Wrote['member']>): Promise<boolean> {
  const undone = await sql.run(member.before === null ? LEAVE : RETURN, [JSON.stringify([member])]);
  return undone > 0 || (await sql.run(THERE, [member.id])) === 0;
}
