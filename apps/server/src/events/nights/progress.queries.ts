import type { ProgressInput, ProgressView } from '@guildhall/contracts/night.ts';
import type { Actor } from '../../core/actor.ts';
import { object, query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { authorizedAccess } from '../../membership/rights/organization.access.ts';
import { bossNames, PULL, PullRow, unitedByNight } from './logged-pulls.ts';
import { countProgress } from './night-rules.ts';

/** Bounded, because a guild pulls for years. */
const ALL = query({ ...PullRow, team: object({ id: 'uuid', name: 'text', color: 'text?' }).orNull })`
  select ${PULL}, case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) end as team
  from event e join log_report r on r.event_id = e.id join pull p on p.report_id = r.id left join team t on t.id = e.team_id
  where e.organization_id = $1 and ($2::uuid is null or e.team_id = $2) and e.status in ('published', 'completed')
  order by p.started_at desc limit 20000`;

export async function getProgress({ sql }: AppContext, actor: Actor, input: ProgressInput): Promise<ProgressView> {
  const { organizationId } = await authorizedAccess(sql, actor, input.id, 'read', 'Roster');
  const rows = await sql.many(ALL, [organizationId, input.teamId ?? null]);
  const teams = new Map(rows.map(({ eventId, team }) => [eventId, team]));
  const nights = unitedByNight(rows).map((night) => ({ ...night, teamId: teams.get(night.eventId)?.id ?? null }));
  const bosses = countProgress(nights);
  const names = await bossNames(sql, bosses, input.locale);
  const teamOf = new Map([...teams.values()].map((team) => [team?.id ?? null, team]));
  return {
    bosses: bosses.map(({ teamId, firstKillAt, ...boss }) => ({
      ...boss,
      name: names.get(boss.journalEncounterId) ?? boss.name,
      team: teamOf.get(teamId) ?? null,
      firstKillAt: firstKillAt === null ? null : new Date(firstKillAt).toISOString(),
    })),
    since: rows.at(-1)?.startedAt ?? null,
  };
}
