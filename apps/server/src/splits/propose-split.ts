/** Proposes how the people of an event are divided over several runs. Writes nothing. */
import { EventRole } from '@guildhall/contracts/event.ts';
import type { LineupDifficulty } from '@guildhall/contracts/lineup-size.ts';
import { CombatRole } from '@guildhall/contracts/organization.ts';
import { Region } from '@guildhall/contracts/primitives.ts';
import { RAID_BUFFS } from '@guildhall/contracts/raid-buffs.ts';
import type { ProposedSplitView, ProposeSplitInput } from '@guildhall/contracts/split.ts';
import type { Actor } from '../core/actor.ts';
import { json, object, query, type RowOf, text, texts } from '../core/db/statement.ts';
import { AppError } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { eventViewer, loadEventToEdit, noEvent } from '../events/event/event.access.ts';
import { IS_NOT_LEAVING } from '../events/event/event.queries.ts';
import { offeredOf, readSetting, sizeOf } from '../events/lineup/lineup.queries.ts';
import { specIn, withClass } from '../events/lineup/lineup-places.queries.ts';
import { IS_OFFERED } from '../events/signups/choose-character.ts';
import { RaiderColumn, raiderRef } from '../membership/characters/raider-ref.ts';
import { SEES_RAIDER } from '../membership/characters/sharing.ts';
import { lacksPermission, organizationAccess, refuseArchived } from '../membership/rights/organization.access.ts';
import { currentItemLevel } from '../reference/game-data/newest-patch.ts';
import { classRef, playableRoles } from '../reference/game-data/playable.ts';
import { readGainsOf, readKills } from './character-facts.ts';
import { averageItemLevel, type Gain, gainOf, type SplitCharacter } from './criteria.ts';
import { divide, inGroups } from './divide.ts';

/** More people than eight raids of forty take. */
const MOST_PEOPLE = 320;

const PEOPLE = query({
  raider: RaiderColumn,
  broughtId: 'uuid?',
  roles: texts(EventRole.options),
})`
  select ${raiderRef('$2')} as raider,
    coalesce(p.character_id, p.raider_character_id) as "broughtId",
    array_remove(p.role_key || p.roles, null) as roles
  from participation p join raider r on r.id = p.raider_id left join person u on u.id = r.user_id
  where p.event_id = $1 and p.status <> 'declined' and ${IS_NOT_LEAVING} and (r.user_id is null or u.id is not null)
  order by p.status <> 'signed_up', p.ticket nulls last, p.id limit ${MOST_PEOPLE}`;

/**
 * The characters of these raiders that may stand in a line-up: their own in the guild, and those of raiders without an account. The
 * language is `$2`, the caller `$4`.
 */
const CHARACTERS = query({
  raiderId: 'uuid',
  id: 'uuid',
  proved: 'bool',
  region: text(Region.options).orNull,
  name: 'text',
  realm: 'text',
  class: json<{ id: number; name: string } | null>().orNull,
  spec: object({ id: 'int', name: 'text' }).orNull,
  level: 'int?',
  itemLevel: 'int?',
  /** Whether the caller may know what it did in the game. */
  shared: 'bool',
  main: 'bool',
})`
  select r.id as "raiderId", c.id, true as proved, c.region, c.name, c.realm_slug as realm, ${classRef('c.class_id', '$2')} as class,
    ${specIn('c.spec_id')} as spec,
    c.level::int, (case when ${SEES_RAIDER('r.user_id', '$4')} then ${currentItemLevel('c', 'equipped_item_level')} end)::int as "itemLevel",
    ${SEES_RAIDER('r.user_id', '$4')} as shared, c.is_main as main
  from raider r join organization o on o.id = r.organization_id join character c on c.user_id = r.user_id
  where o.id = $1 and r.id = any($3::uuid[]) and ${IS_OFFERED}
    and c.game_version = coalesce(o.game_version, c.game_version)
  union all
  select r.id, f.id, false, null, coalesce(e.name, f.name), coalesce(e.realm_slug, f.realm),
    case when coalesce(e.class_id, f.class_id) is not null then ${classRef('coalesce(e.class_id, f.class_id)', '$2')} end,
    null, e.level::int, null, false, f.is_main
  from raider r join raider_character f on f.raider_id = r.id left join roster_entry e on e.id = f.roster_entry_id
  where r.organization_id = $1 and r.id = any($3::uuid[]) and r.user_id is null`;

type Known = RowOf<typeof CHARACTERS>;
type Person = RowOf<typeof PEOPLE>;

export async function proposeSplit(
  { sql }: AppContext,
  actor: Actor,
  input: ProposeSplitInput,
): Promise<ProposedSplitView> {
  const access = await organizationAccess(sql, actor, input.id);
  const viewer = eventViewer(actor, access);
  if (!viewer.managesEvents && viewer.leads.length === 0) throw lacksPermission('canManageEvents');
  refuseArchived(access);
  const { event } = await loadEventToEdit(sql, actor, input.eventId);
  if (event.organizationId !== access.organizationId) throw noEvent();
  const setting = await readSetting(sql, event.id, input.locale);
  const { difficulty, runs, together } = input;
  if (difficulty !== null && offeredOf(setting, event, difficulty) === null) throw notOffered(difficulty);
  const people = await sql.many(PEOPLE, [event.id, viewer.seesProof]);
  const raiderIds = people.map(({ raider }) => raider.id);
  const known = await sql.many(CHARACTERS, [event.organizationId, input.locale, raiderIds, actor.userId]);
  const size = sizeOf(setting, event, difficulty);
  const { gameVersion } = setting;
  const killsOf = await readKills(sql, known, event, { setting, difficulty });
  const wished = await readGainsOf(sql, known, { actor, access, event, difficulty });
  const candidates = candidatesOf(people, known, gameVersion, wished.of);
  const divided = divide(raiderIds, candidates, { gameVersion, runs, together, size });

  const raiders = new Map(people.map(({ raider }) => [raider.id, raider]));
  const characters = new Map(known.map((one) => [one.id, one]));
  return {
    eventId: event.id,
    gameVersion,
    size,
    holds: divided.runs.every(({ problems }) => problems.length === 0),
    gains: wished.state,
    runs: divided.runs.map(({ seated, problems, missingBuffs }) => ({
      places: inGroups(seated).flatMap(({ character: { id, raiderId, itemLevel, main }, role, group, slot }) => {
        const [raider, character] = [raiders.get(raiderId), characters.get(id)];
        if (!raider || !character) return [];
        const { spec } = character;
        const place = { role, group, slot, killsOfWeek: killsOf(id) };
        return [{ raider, character: presentCharacter(character), spec, itemLevel, main, ...place }];
      }),
      problems,
      buffsOf: RAID_BUFFS[gameVersion].version,
      missingBuffs,
      itemLevel: averageItemLevel(seated),
      itemLevelsKnown: seated.filter(({ character }) => character.itemLevel !== null).length,
      gain: wished.state === 'counted' ? gainOf(seated) : null,
      gainsKnown: seated.filter(({ character }) => character.gains.length > 0).length,
    })),
    leftOut: divided.leftOut.flatMap(({ raiderId, why }) => {
      const raider = raiders.get(raiderId);
      return raider ? [{ raider, why }] : [];
    }),
  };
}

const notOffered = (difficulty: LineupDifficulty) =>
  new AppError('UNPROCESSABLE_CONTENT', 'invalid_input', 'The instance of this event does not offer this difficulty.', {
    issues: [
      { path: 'difficulty', message: `${difficulty} is not offered: choose one that a line-up of the event offers` },
    ],
  });

/**
 * A character that a person signed up with comes in the roles that they named. Any other comes in the role of its
 * specialization, or to do damage if that is not known, and only at the level of those who are coming.
 */
function candidatesOf(
  people: Person[],
  known: Known[],
  gameVersion: ProposedSplitView['gameVersion'],
  gainsOf: (characterId: string) => readonly Gain[],
): SplitCharacter[] {
  const byRaider = new Map(people.map((person) => [person.raider.id, person]));
  const isBrought = ({ id, raiderId }: Known) => byRaider.get(raiderId)?.broughtId === id;
  const levels = known.filter(isBrought).map(({ level }) => level ?? 0);
  const highest = Math.max(0, ...levels);
  return known.flatMap((one) => {
    const brought = isBrought(one);
    if (!brought && (one.level ?? 0) < highest) return [];
    const roles = rolesOf(one, brought ? (byRaider.get(one.raiderId)?.roles ?? []) : [], gameVersion);
    if (roles.length === 0) return [];
    const { id, raiderId, itemLevel } = one;
    const [classId, specId] = [one.class?.id ?? null, one.spec?.id ?? null];
    return [
      {
        id,
        raiderId,
        roles,
        classId,
        specId,
        itemLevel,
        main: brought || (one.main && !hasBrought(one, byRaider)),
        gains: gainsOf(id),
      },
    ];
  });
}

/** The character that a person signed up with counts before their main. */
const hasBrought = ({ raiderId }: Known, people: Map<string, Person>) =>
  (people.get(raiderId)?.broughtId ?? null) !== null;

function rolesOf(one: Known, named: EventRole[], gameVersion: ProposedSplitView['gameVersion']): CombatRole[] {
  const asked = CombatRole.options.filter((role) => named.includes(role));
  const inOrder = named.flatMap((role) => asked.find((each) => each === role) ?? []);
  if (inOrder.length > 0) return [...new Set(inOrder)];
  const classId = one.class?.id;
  if (classId === undefined) return [];
  const playable = playableRoles(gameVersion, classId, one.spec?.id);
  return one.spec ? playable.slice(0, 1) : playable.filter((role) => role === 'melee' || role === 'ranged');
}

function presentCharacter({ id, proved, name, realm, class: of }: Known) {
  return withClass({ characterId: proved ? id : null, raiderCharacterId: proved ? null : id, name, realm, class: of });
}
