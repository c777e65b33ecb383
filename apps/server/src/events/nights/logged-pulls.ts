/** Pulls as reports have them, and what bosses are called. */
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, type RowOf } from '../../core/db/statement.ts';
import type { EventRow } from '../event/event.access.ts';
import { type Pull, unitePulls } from './night-rules.ts';

/** The columns of `PULL`. */
export const PullRow = columns({
  eventId: 'uuid!',
  reportCode: 'text',
  fightId: 'int',
  encounterId: 'int',
  journalEncounterId: 'int?',
  name: 'text',
  difficulty: 'int',
  size: 'int',
  kill: 'bool',
  startedAt: 'instant',
  seconds: 'int',
  percent: 'float?',
});
/** Needs a report `r` and its pull `p` in scope. */
export const PULL = `r.event_id as "eventId", r.code_key as "reportCode", p.fight_id as "fightId", p.encounter_id as "encounterId",
  p.journal_encounter_id as "journalEncounterId", p.name, p.difficulty, p.size, p.kill, p.started_at as "startedAt", p.seconds, p.percent`;

export const loggedOf = ({ startedAt, ...pull }: RowOf<typeof PullRow>, people: readonly string[]) => ({
  ...pull,
  startsAt: Date.parse(startedAt),
  people,
});

export const unitedByNight = (rows: readonly RowOf<typeof PullRow>[]) =>
  [...Map.groupBy(rows, ({ eventId }) => eventId)].map(([eventId, all]) => ({
    eventId,
    pulls: unitePulls(all.map((row) => loggedOf(row, []))),
  }));

/** Pulls of the same team before this instant; bounded, because a guild pulls for years. */
const EARLIER = query(PullRow)`
  select ${PULL} from event e join log_report r on r.event_id = e.id join pull p on p.report_id = r.id
  where e.organization_id = $1 and e.team_id is not distinct from $2::uuid and e.id <> $3 and p.started_at < $4
    and p.encounter_id = any($5::int[])
  order by p.started_at limit 5000`;

/** The pulls of an event, with what its team had done at the same boss and difficulty ahead of each. */
export async function countPulls(
  sql: Sql,
  { id, organizationId, teamId }: Pick<EventRow, 'id' | 'organizationId' | 'teamId'>,
  pulls: readonly Pull[],
) {
  const [first] = pulls;
  if (!first) return [];
  const encounters = [...new Set(pulls.map(({ encounterId }) => encounterId))];
  const rows = await sql.many(EARLIER, [
    organizationId,
    teamId,
    id,
    new Date(first.startsAt).toISOString(),
    encounters,
  ]);
  const earlier = unitedByNight(rows).flatMap((night) => night.pulls);
  return pulls.map((pull, index) => {
    const same = [...earlier, ...pulls.slice(0, index)].filter(
      (other) => other.encounterId === pull.encounterId && other.difficulty === pull.difficulty,
    );
    return {
      ...pull,
      firstKill: pull.kill && !same.some(({ kill }) => kill),
      wipesBefore: same.filter(({ kill }) => !kill).length,
    };
  });
}

const NAMES = query({ id: 'int', name: 'text?' })`
  select e.id, coalesce(own.name, english.name) as name from journal_encounter e
  left join journal_encounter_locale own on own.entity_id = e.id and own.locale = $2
  left join journal_encounter_locale english on english.entity_id = e.id and english.locale = 'en_US'
  where e.id = any($1::int[])`;

/** In the language of the reader, where the journal knows the boss. */
export async function bossNames(sql: Sql, bosses: readonly { journalEncounterId: number | null }[], locale: string) {
  const ids = [...new Set(bosses.flatMap(({ journalEncounterId }) => journalEncounterId ?? []))];
  const rows = ids.length === 0 ? [] : await sql.many(NAMES, [ids, locale]);
  return new Map<number | null, string>(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}
