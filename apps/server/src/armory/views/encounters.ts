import type {
  EncountersView,
  InstanceProgress,
  LocalizedCharacterInput,
} from '@guildhall/contracts/character-progress.ts';
import type { KeystoneSeasonRef } from '@guildhall/contracts/gear.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { CharacterReader } from '../../membership/characters/read-character.ts';
import { keystoneSeasons } from '../../reference/game-data/keystone-seasons.ts';
import { type GameNames, gameNames } from '../../reference/game-data/names.ts';
import type { EncountersDocument } from '../enrichment/documents/encounters.ts';
import type { MythicKeystoneDocument } from '../enrichment/documents/mythic-keystone.ts';
import { characterSections } from './character-sections.ts';
import { type InstanceJournal, instanceJournals, undefeatedEncounters } from './instance-journal.ts';
import { ratingIn } from './mythic-keystone.ts';
import { noExpansion } from './reputations.ts';

/** A pseudo-expansion of the platform that repeats instances listed under their own. */
export const CURRENT_SEASON = 505;

type Category = InstanceProgress['category'];
type Listed = { expansionId: number; category: Category; instance: Instance };
export type Instance = EncountersDocument['expansions'][number]['instances'][number];

/** Raids and dungeons of every expansion, newest first, in the platform's order. */
export async function getEncounters(ctx: AppContext, actor: CharacterReader, { id, locale }: LocalizedCharacterInput) {
  const character = await characterSections(ctx, actor, id, ['raids', 'dungeons', 'mythic-keystone']);
  const listed = [
    ...instancesIn(character.document<EncountersDocument>('raids'), 'raid'),
    ...instancesIn(character.document<EncountersDocument>('dungeons'), 'dungeon'),
  ];
  const [seasons, nameOf, journalOf] = await Promise.all([
    keystoneSeasons(ctx.sql, [character.region], locale),
    gameNames(ctx.sql, locale, listed.flatMap(wantedNames)),
    instanceJournals(
      ctx.sql,
      locale,
      listed.map(({ instance }) => instance.id),
    ),
  ]);
  const names = { nameOf, journalOf, locale };
  const season = seasons.current(character.region);
  const ofNow = listed.filter(
    ({ expansionId, category }) =>
      expansionId === CURRENT_SEASON && isOfSeason(character.shownAt(`${category}s`), season),
  );
  const keystone = character.document<MythicKeystoneDocument>('mythic-keystone');
  return {
    expansions: byExpansion(listed, names),
    currentSeasonInstanceIds: [...new Set(ofNow.map(({ instance }) => instance.id))],
    keystone: keystone && { ...keystone, rating: ratingIn(season, keystone) },
    freshness: {
      raids: character.freshness('raids'),
      dungeons: character.freshness('dungeons'),
      keystone: character.freshness('mythic-keystone'),
    },
  };
}

/** The platform shows a character as of its last logout, with the instances of the season that ran then. */
export const isOfSeason = (shownAt: string | null, season: KeystoneSeasonRef | null): boolean =>
  !shownAt || !season?.startedAt || Date.parse(shownAt) >= Date.parse(season.startedAt);

function instancesIn(document: EncountersDocument | null, category: Category): Listed[] {
  return (document?.expansions ?? []).flatMap((expansion) =>
    expansion.instances.map((instance) => ({ expansionId: expansion.id, category, instance })),
  );
}

const wantedNames = ({ expansionId, instance }: Listed) => [
  ['expansion', expansionId] as const,
  ...namesOfInstance(instance),
];

/** The names of an instance and of all that happens there. */
export const namesOfInstance = ({ id, difficulties }: Instance) => [
  ['instance', id] as const,
  ...difficulties.flatMap(({ type, encounters }) => [
    ['difficulty', type] as const,
    ...encounters.map((encounter) => ['encounter', encounter.id] as const),
  ]),
];

type Names = { nameOf: GameNames; journalOf: (instanceId: number) => InstanceJournal; locale: Locale };

function byExpansion(listed: Listed[], names: Names): EncountersView['expansions'] {
  const own = listed.filter(({ expansionId }) => expansionId !== CURRENT_SEASON);
  const known = new Set(own.map(({ instance }) => instance.id));
  const homeless = listed.filter(
    ({ expansionId, instance }) => expansionId === CURRENT_SEASON && !known.has(instance.id),
  );
  const groups = [...Map.groupBy(own, ({ expansionId }) => expansionId)]
    .toSorted(([left], [right]) => right - left)
    .map(([id, members]) => ({
      expansion: { id, name: names.nameOf('expansion', id) ?? `Expansion ${id}` },
      instances: members.map((member) => present(member, names)),
    }));
  if (homeless.length === 0) return groups;
  return [
    ...groups,
    { expansion: noExpansion(names.locale), instances: homeless.map((member) => present(member, names)) },
  ];
}

function present({ category, instance }: Listed, { nameOf, journalOf }: Names): InstanceProgress {
  const journal = journalOf(instance.id);
  const started = instance.difficulties.map(({ encounters, ...difficulty }) => {
    const defeated = encounters.map((encounter) => ({
      ...encounter,
      name: nameOf('encounter', encounter.id) ?? `Encounter ${encounter.id}`,
    }));
    const all = [...defeated, ...undefeatedEncounters(journal, encounters, difficulty.total).map(neverDefeated)];
    return {
      ...difficulty,
      name: nameOf('difficulty', difficulty.type) ?? difficulty.type,
      encounters: inOrderOf(
        journal.encounters.map(({ id }) => id),
        all,
        ({ id }) => id,
      ),
    };
  });
  return {
    id: instance.id,
    name: nameOf('instance', instance.id) ?? `Instance ${instance.id}`,
    category,
    difficulties: category === 'raid' ? withUntouched(started, journal) : started,
  };
}

type Difficulty = InstanceProgress['difficulties'][number];

const neverDefeated = (encounter: { id: number; name: string }) => ({ ...encounter, kills: 0, lastKillAt: null });

/** Adds the difficulties that the character never entered, if their encounters are those of the others. */
function withUntouched(started: Difficulty[], { encounters, difficulties }: InstanceJournal): Difficulty[] {
  const total = encounters.length;
  if (total === 0 || started.some((difficulty) => difficulty.total !== total)) return started;
  const untouched = difficulties
    .filter(({ type }) => started.every((difficulty) => difficulty.type !== type))
    .map((difficulty) => ({
      ...difficulty,
      complete: false,
      defeated: 0,
      total,
      encounters: encounters.map(neverDefeated),
    }));
  return inOrderOf(
    difficulties.map(({ type }) => type),
    [...started, ...untouched],
    ({ type }) => type,
  );
}

/** In the order of the journal. Encounters that the journal does not know come first, as the platform lists them. */
function inOrderOf<Key, T>(keys: Key[], list: T[], keyOf: (one: T) => Key): T[] {
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = (one: T) => places.get(keyOf(one)) ?? -1;
  return list.toSorted((left, right) => placeOf(left) - placeOf(right));
}
