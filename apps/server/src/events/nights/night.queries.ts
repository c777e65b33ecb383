/** The night of an event as its readers see it. */
import type { NightInput, NightView } from '@guildhall/contracts/night.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { abilityFor, authorize } from '../../membership/rights/organization.access.ts';
import { loadVisibleEvent } from '../event/event.access.ts';
import { readReportsOf } from './change-reports.ts';
import { likelyPeople } from './likely-people.ts';
import { bossNames, countPulls } from './logged-pulls.ts';
import { OF_ROSTER, proposalsOf, readNight } from './read-night.ts';

export const CLASSES = query({ id: 'int', name: 'text!' })`
  select id, coalesce(names->>$1, names->>'en_US', 'Class ' || id) as name from playable_class`;

const SPECS = query({ id: 'int', classId: 'int', name: 'text!', english: 'text?' })`
  select id, class_id as "classId", coalesce(names->>$1, names->>'en_US', 'Specialization ' || id) as name, names->>'en_US' as english
  from specialization`;

const SOURCE = query({ confirmsItself: 'bool' })`
  select confirms_itself as "confirmsItself" from log_source where organization_id = $1`;

const CONFIRMED_AFTER_MS = 48 * 3_600_000;

const instantOf = (ms: number) => new Date(ms).toISOString();
const instantOrNull = (ms: number | null) => (ms === null ? null : instantOf(ms));

export async function getNight(ctx: AppContext, actor: Actor, { id, locale }: NightInput): Promise<NightView> {
  const { sql, sign } = ctx;
  const seen = await loadVisibleEvent(sql, actor, id);
  const { event, access, mayManage } = seen;
  const ability = abilityFor(actor, access);
  authorize(ability, 'read', 'Roster');
  const reports = await readReportsOf(sql, actor, seen);
  const { pulls, raiders, unknown, strangers } = await readNight(sql, sign, event, seen.viewer.seesProof);
  const seesAll = mayManage || ability.can('read', 'OfficerData');
  const names = await bossNames(sql, pulls, locale);
  const classes = new Map((await sql.many(CLASSES, [locale])).map((one) => [one.id, one]));
  const specs = new Map(
    (await sql.many(SPECS, [locale])).map(({ id, name, classId, english }) => [
      `${classId} ${fold(english ?? '')}`,
      { id, name },
    ]),
  );
  const counted = await countPulls(sql, event, pulls);
  const source = await sql.maybe(SOURCE, [event.organizationId]);
  const asked = mayManage ? unknown.map(({ fighter }) => fighter) : [];
  const likely = asked.length === 0 ? [] : await likelyPeople(sql, sign, event.organizationId, asked);
  return {
    available: ctx.warcraftLogs !== null,
    named: source !== null,
    reports,
    pulls: counted.map(({ people: _people, reportCodes: _codes, startsAt, ...pull }) => ({
      ...pull,
      name: names.get(pull.journalEncounterId) ?? pull.name,
      startsAt: instantOf(startsAt),
    })),
    people: new Set(pulls.flatMap(({ people }) => people)).size,
    raiders: raiders
      .filter(({ userId }) => seesAll || userId === actor.userId)
      .map(({ target, classId, specNames, firstAt, lastAt, proposal, decided, ...one }) => ({
        ...one,
        rosterEntryId: target.startsWith(OF_ROSTER) ? target.slice(OF_ROSTER.length) : null,
        class: classId === null ? null : (classes.get(classId) ?? null),
        specs: specNames.flatMap((spec) => specs.get(`${classId} ${fold(spec)}`) ?? []),
        decided: mayManage ? decided : [],
        firstAt: instantOrNull(firstAt),
        lastAt: instantOrNull(lastAt),
        proposal: proposal?.attendance ?? null,
        part: proposal?.part ?? false,
      })),
    unknown: seesAll
      ? unknown.map(({ fighter, firstAt, pulls: count }, index) => ({
          ...fighter,
          pulls: count,
          firstAt: instantOf(firstAt),
          likely: likely[index] ?? [],
        }))
      : [],
    strangers: mayManage ? strangers : [],
    proposals: seesAll ? proposalsOf({ raiders }).length : 0,
    mayConfirm: mayManage,
    confirmsAt: source?.confirmsItself ? instantOf(Date.parse(event.endsAt) + CONFIRMED_AFTER_MS) : null,
  };
}
