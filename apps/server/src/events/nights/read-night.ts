/** A raid night as its reports have it: pulls, who was there, and what follows for attendance. */
import { Attendance, ParticipationStatus } from '@guildhall/contracts/event.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import { createMatcher } from '@guildhall/guild-tools/match.ts';
import { classToken } from '@guildhall/simc/tokens.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, objects, query, type RowOf, text } from '../../core/db/statement.ts';
import type { Signer } from '../../core/secrets.ts';
import { RaiderColumn, raiderRef } from '../../membership/characters/raider-ref.ts';
import { knownPeople } from '../../raiders/known-people.ts';
import { publishedLineup } from '../event/bosses.ts';
import type { EventRow } from '../event/event.access.ts';
import { BROUGHT_CHARACTER, IS_NOT_LEAVING, isAway } from '../event/event.queries.ts';
import { fighterAlias, LOG_SOURCE, wantedOf } from './fighters.ts';
import { loggedOf, PULL, PullRow } from './logged-pulls.ts';
import { type Measured, measureRaiders, NIGHT_SETTINGS, type Pull, unitePulls } from './night-rules.ts';

const Fighter = columns({ name: 'text', realm: 'text', className: 'text?' });
type Fighter = RowOf<typeof Fighter>;
const Logged = columns({ ...Fighter, specName: 'text?' });
type Logged = RowOf<typeof Logged>;

const PULLS = query({ ...PullRow, fighters: objects(Logged) })`
  select ${PULL}, (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'realm', a.realm, 'className', a.class_name,
        'specName', a.spec_name)
      order by a.name_key, a.realm_key), '[]') from pull_raider a where a.pull_id = p.id) as fighters
  from log_report r join pull p on p.report_id = r.id where r.event_id = $1`;

const SETTINGS = query({ presentPercent: 'int', partPercent: 'int', lateMinutes: 'int' })`
  select present_percent as "presentPercent", part_percent as "partPercent", late_minutes as "lateMinutes"
  from log_source where organization_id = $1`;

/** Raiders whom the published line-up has on the bench, for each of the bosses `$2`. */
const BENCHED = query({ raiderId: 'uuid', encounterId: 'int' })`
  select p.raider_id as "raiderId", b.id as "encounterId" from unnest($2::int[]) b(id)
  join lineup_place p on p.lineup_id = ${publishedLineup('$1', 'b.id')} and p.published and p.party is null`;

/** Decisions of officers about characters of logs come last, and so win. */
const ALIASES = query({ key: 'text', raiderId: 'uuid?', ofLog: 'bool!' })`
  select a.key, coalesce(r.merged_into_id, r.id) as "raiderId", a.source = '${LOG_SOURCE}' as "ofLog"
  from raider_alias a left join raider r on r.id = a.raider_id
  where a.organization_id = $1 and a.key = any($2::text[]) order by a.source = '${LOG_SOURCE}', a.source, a.key`;

const ANSWERS = query({
  participationId: 'uuid',
  raider: RaiderColumn,
  userId: 'uuid?',
  status: text(ParticipationStatus.options),
  attendance: text(Attendance.options).orNull,
  away: 'bool!',
  classId: 'int?',
})`
  select p.id as "participationId", ${raiderRef('$2')} as raider,
    p.user_id as "userId", p.status, p.attendance, ${isAway('p.user_id')} as away, coalesce(c.class_id, f.class_id)::int as "classId"
  from participation p join event e on e.id = p.event_id join raider r on r.id = p.raider_id
  left join person u on u.id = p.user_id left join character c on c.id = p.character_id ${BROUGHT_CHARACTER}
  where p.event_id = $1 and ${IS_NOT_LEAVING}`;

/** Raiders, members and characters by id, who have not answered. */
const OTHERS = query({
  target: 'text!',
  raider: RaiderColumn.orNull,
  userId: 'uuid?',
  name: 'text?',
  away: 'bool!',
})`
  select 'raider:' || r.id as target, ${raiderRef('$3')} as raider,
    r.user_id as "userId", coalesce(u.display_name, r.name) as name, ${isAway('r.user_id')} as away
  from event e join raider r on r.organization_id = e.organization_id and r.id = any($2::uuid[]) left join person u on u.id = r.user_id
  where e.id = $1
  union all
  select 'member:' || u.id, null, u.id, u.display_name, ${isAway('u.id')} from event e join person u on u.id = any($2::uuid[]) where e.id = $1
  union all
  select 'character:' || c.id, null, null, c.name, false from roster_entry c where c.id = any($2::uuid[])`;

export type AtNight = Omit<Measured, 'raiderId'> & {
  /** `raider:`, `member:` or `character:` and an id. */
  target: string;
  participationId: string | null;
  raider: RowOf<typeof ANSWERS>['raider'] | null;
  userId: string | null;
  name: string;
  classId: number | null;
  /** Specializations of that class in which the log has them, as it writes these. */
  specNames: string[];
  status: ParticipationStatus | null;
  away: boolean;
  attendance: Attendance | null;
  /** Their characters of the log that an officer matched. */
  decided: Fighter[];
};

type Night = {
  /** By the keys of characters. */
  pulls: Pull[];
  raiders: AtNight[];
  unknown: { fighter: Fighter; pulls: number; firstAt: number }[];
  /** Characters of no raider here, as an officer said. */
  strangers: Fighter[];
};

const keyOf = ({ name, realm }: Fighter) => `${fold(name)} ${fold(realm)}`;

/** The ids that the game gives to its classes, by the word of the log: `DeathKnight`. */
const CLASS_IDS = new Map(
  Array.from({ length: 13 }, (_, index) => index + 1).map((id) => [classToken(id) ?? '', id] as const),
);

export const classIdOf = (className: string | null | undefined) => CLASS_IDS.get(fold(className ?? '')) ?? null;

/** Everything that the reports of an event say, and the attendance that they propose. */
export async function readNight(
  sql: Sql,
  sign: Signer,
  event: Pick<EventRow, 'id' | 'organizationId'>,
  seesProof = false,
): Promise<Night> {
  const rows = await sql.many(PULLS, [event.id]);
  const fighters = new Map(rows.flatMap((row) => row.fighters.map((fighter) => [keyOf(fighter), fighter] as const)));
  const pulls = unitePulls(rows.map(({ fighters: all, ...row }) => loggedOf(row, all.map(keyOf))));
  if (pulls.length === 0) return { pulls, raiders: [], unknown: [], strangers: [] };
  const { targetOf, decided, strangers } = await matchFighters(sql, sign, event.organizationId, fighters);
  const byTarget = pulls.map((pull) => ({
    ...pull,
    people: [...new Set(pull.people.flatMap((key) => targetOf.get(key) ?? []))],
  }));
  const people = await peopleAt(sql, event.id, [...new Set(targetOf.values())], seesProof);
  const settings = await sql.maybe(SETTINGS, [event.organizationId]);
  const bosses = [...new Set(pulls.flatMap(({ journalEncounterId }) => journalEncounterId ?? []))];
  const benched = await sql.many(BENCHED, [event.id, bosses]);
  const measured = measureRaiders(
    byTarget,
    people.map(({ target, status, away }) => ({
      ...{ raiderId: target, status, absent: away },
      benchedAt: benched.flatMap(({ raiderId, encounterId }) => (target === `raider:${raiderId}` ? encounterId : [])),
    })),
    settings
      ? {
          presentShare: settings.presentPercent / 100,
          partShare: settings.partPercent / 100,
          lateMinutes: settings.lateMinutes,
        }
      : NIGHT_SETTINGS,
  );
  const classOf = new Map<string, string>();
  for (const [key, { className }] of fighters) {
    const target = targetOf.get(key);
    if (target && className && !classOf.has(target)) classOf.set(target, className);
  }
  const specs = specsOf(rows, targetOf);
  const raiders = people.map((person, index): AtNight => {
    const { raiderId: _, ...one } = measured[index] ?? NOT_MEASURED;
    const classId = person.classId ?? classIdOf(classOf.get(person.target));
    return {
      ...person,
      ...one,
      decided: [...fighters].flatMap(([key, fighter]) =>
        decided.has(key) && targetOf.get(key) === person.target ? fighter : [],
      ),
      classId,
      specNames: [...(specs.get(`${person.target} ${classId}`) ?? [])],
    };
  });
  const unknown = [...fighters].flatMap(([key, fighter]) => {
    const own = pulls.filter((pull) => pull.people.includes(key));
    const [first] = own;
    return targetOf.has(key) || strangers.has(key) || !first
      ? []
      : [{ fighter, pulls: own.length, firstAt: first.startsAt }];
  });
  return {
    pulls,
    raiders,
    unknown,
    strangers: [...fighters].flatMap(([key, fighter]) => (strangers.has(key) ? fighter : [])),
  };
}

/** The specializations of people in each of their classes, by `target` and the id of the class. */
function specsOf(rows: readonly { fighters: readonly Logged[] }[], targetOf: ReadonlyMap<string, string>) {
  const logged = new Map(
    rows.flatMap(({ fighters }) => fighters.map((fighter) => [Object.values(fighter).join('\n'), fighter] as const)),
  );
  const specs = new Map<string, Set<string>>();
  for (const fighter of logged.values()) {
    const target = targetOf.get(keyOf(fighter));
    if (!target || !fighter.specName) continue;
    const key = `${target} ${classIdOf(fighter.className)}`;
    specs.set(key, (specs.get(key) ?? new Set()).add(fighter.specName));
  }
  return specs;
}

const NOT_MEASURED: Measured = { raiderId: '', pulls: 0, base: 0, firstAt: null, lastAt: null, proposal: null };

/** The person here behind each character, where exactly one is, and what officers decided about characters. */
export async function matchFighters(
  sql: Sql,
  sign: Signer,
  organizationId: string,
  fighters: ReadonlyMap<string, Fighter>,
) {
  const all = [...fighters.values()];
  const rows = await sql.many(ALIASES, [organizationId, all.map(fighterAlias)]);
  const aliases = new Map(rows.flatMap(({ key, raiderId }) => (raiderId ? [[key, `raider:${raiderId}`]] : [])));
  const among = { names: all.map(({ name }) => fold(name)), ids: [...aliases.values()] };
  const match = createMatcher(await knownPeople(sql, sign, organizationId, among), aliases);
  const ofLog = new Map(rows.flatMap(({ key, raiderId, ofLog: is }) => (is ? [[key, raiderId]] : [])));
  const targetOf = new Map<string, string>();
  const decided = new Set<string>();
  const strangers = new Set<string>();
  const ambiguous = new Set<string>();
  for (const [key, fighter] of fighters) {
    const decision = ofLog.get(fighterAlias(fighter));
    if (decision === null) {
      strangers.add(key);
      continue;
    }
    if (decision !== undefined) decided.add(key);
    const result = match({ ...wantedOf(fighter), discordKey: null });
    if (result.outcome === 'matched') targetOf.set(key, result.id);
    if (result.outcome === 'ambiguous') ambiguous.add(key);
  }
  return { targetOf, decided, strangers, ambiguous };
}

type Person = Omit<AtNight, keyof Measured | 'decided' | 'specNames'>;

/** Those who answered, and those who fought. */
async function peopleAt(sql: Sql, eventId: string, found: readonly string[], seesProof: boolean): Promise<Person[]> {
  const answers = await sql.many(ANSWERS, [eventId, seesProof]);
  const answered = answers.map((row) => ({ ...row, target: `raider:${row.raider.id}`, name: row.raider.name ?? '' }));
  const missing = found.filter((target) => !answered.some((one) => one.target === target));
  const ids = missing.map((target) => target.slice(target.indexOf(':') + 1));
  const others = ids.length === 0 ? [] : await sql.many(OTHERS, [eventId, ids, seesProof]);
  return [
    ...answered,
    ...others
      .filter(({ target }) => missing.includes(target))
      .map((row) => ({
        ...row,
        name: row.name ?? '',
        participationId: null,
        classId: null,
        status: null,
        attendance: null,
      })),
  ];
}

/** The records that confirming would make: none where an officer has entered one. */
export const proposalsOf = ({ raiders }: Pick<Night, 'raiders'>) =>
  raiders.flatMap((one) => (one.proposal && one.attendance === null ? [{ ...one, proposal: one.proposal }] : []));

/** How a target begins that is a character of the roster. */
export const OF_ROSTER = 'character:';
