/** Attendance from before the first event here, as Warcraft Logs has it: beside the attendance of events, and never part of it. */
import { LogHost, type PastAttendanceInput, type PastAttendanceView } from '@guildhall/contracts/night.ts';
import type { Actor } from '../../core/actor.ts';
import { columns, objects, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { seesProof } from '../../membership/characters/raider-ref.ts';
import { abilityFor, authorize, organizationAccess } from '../../membership/rights/organization.access.ts';
import { CLASSES } from './night.queries.ts';
import { type Evening, uniteEvenings } from './night-rules.ts';
import { peopleOf } from './people-of-targets.ts';
import { classIdOf, matchFighters } from './read-night.ts';

const SOURCE = query({ host: text(LogHost.options), guildId: 'int', readAt: 'instant?' })`
  select host, guild_id as "guildId", history_read_at as "readAt" from log_source where organization_id = $1`;

const PastFighter = columns({ key: 'text', name: 'text', className: 'text?', benched: 'bool' });
type PastFighter = RowOf<typeof PastFighter>;

/** Events that were entered later, for days gone by, take their nights out of the history. */
const NIGHTS = query({ startsAt: 'instant', fighters: objects(PastFighter) })`
  select n.starts_at as "startsAt", (
    select coalesce(jsonb_agg(jsonb_build_object('key', f.name_key, 'name', f.name, 'className', f.class_name, 'benched', f.benched)
      order by f.name_key), '[]') from past_fighter f where f.night_id = n.id) as fighters
  from past_night n
  where n.organization_id = $1 and not exists (
    select from event e where e.organization_id = $1 and e.status in ('published', 'completed')
      and e.starts_at < n.starts_at + interval '1 hour')
  order by n.starts_at limit 500`;

export async function getPastAttendance(
  { sql, sign }: AppContext,
  actor: Actor,
  { id, locale }: PastAttendanceInput,
): Promise<PastAttendanceView> {
  const access = await organizationAccess(sql, actor, id);
  const ability = abilityFor(actor, access);
  const ownOnly = access.isMember && !ability.can('read', 'OfficerData');
  if (!ownOnly) authorize(ability, 'read', 'OfficerData');
  const { organizationId } = access;
  const source = await sql.maybe(SOURCE, [organizationId]);
  const nights = source ? await sql.many(NIGHTS, [organizationId]) : [];
  const evenings = uniteEvenings(
    nights.map(({ startsAt, fighters }) => ({ startsAt: Date.parse(startsAt), fighters })),
  );
  const names = new Map(nights.flatMap(({ fighters }) => fighters.map((fighter) => [fighter.key, fighter] as const)));
  const fighters = new Map([...names].map(([key, { name, className }]) => [key, { name, realm: '', className }]));
  const { targetOf, strangers, ambiguous } = await matchFighters(sql, sign, organizationId, fighters);
  const people = await peopleOf(sql, [...new Set(targetOf.values())], seesProof(actor, access));
  const classes = new Map((await sql.many(CLASSES, [locale])).map((one) => [one.id, one]));
  const classOf = (className: string | null | undefined) => classes.get(classIdOf(className) ?? -1) ?? null;
  const raiders = [...Map.groupBy(targetOf, ([, target]) => target)].flatMap(([target, of]) => {
    const keys = of.map(([key]) => key);
    const person = people.get(target);
    const counted = countEvenings(evenings, keys);
    if (!person || !counted || (ownOnly && person.userId !== actor.userId)) return [];
    const { raider, userId, name } = person;
    return { raider, userId, name, class: classOf(classNameIn(names, keys)), ...counted };
  });
  const unknown = [...names.values()].flatMap(({ key, name, className }) => {
    const counted = ownOnly || targetOf.has(key) || strangers.has(key) ? null : countEvenings(evenings, [key]);
    return counted ? { name, class: classOf(className), ambiguous: ambiguous.has(key), ...counted } : [];
  });
  return {
    url: source && `https://${source.host}.warcraftlogs.com/guild/id/${source.guildId}`,
    readAt: source?.readAt ?? null,
    nights: evenings.length,
    since: instantOf(evenings.at(0)),
    until: instantOf(evenings.at(-1)),
    raiders: raiders.toSorted(byNights),
    unknown: unknown.toSorted(byNights),
  };
}

const instantOf = (evening: Evening | undefined) => (evening ? new Date(evening.startsAt).toISOString() : null);

const classNameIn = (names: ReadonlyMap<string, PastFighter>, keys: readonly string[]) =>
  keys.map((key) => names.get(key)?.className).find((className) => className);

/** Counts the evenings of a raider with these characters, and all evenings since the first that has one of them. */
function countEvenings(evenings: readonly Evening[], keys: readonly string[]) {
  const isIn = (set: ReadonlySet<string>) => keys.some((key) => set.has(key));
  const own = evenings.filter(({ there, benched }) => isIn(there) || isIn(benched));
  const first = own.at(0);
  if (!first) return null;
  const there = own.filter((evening) => isIn(evening.there)).length;
  return {
    there,
    benched: own.length - there,
    of: evenings.length - evenings.indexOf(first),
    firstAt: instantOf(first),
    lastAt: instantOf(own.at(-1)),
  };
}

type Counted = { name: string; there: number; benched: number };
const byNights = (one: Counted, other: Counted) =>
  other.there + other.benched - one.there - one.benched || (one.name < other.name ? -1 : 1);
