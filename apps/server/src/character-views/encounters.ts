import type {
  EncountersView,
  InstanceProgress,
  LocalizedCharacterInput,
} from '@guildhall/contracts/character-progress.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import type { EncountersDocument } from '../enrichment/documents/encounters.ts';
import type { MythicKeystoneDocument } from '../enrichment/documents/mythic-keystone.ts';
import { characterSections } from './character-sections.ts';
import { type GameNames, gameNames } from './game-names.ts';
import { type InstanceJournal, instanceJournals, undefeated } from './instance-journal.ts';
import { noExpansion } from './reputations.ts';

/** A pseudo-expansion of the platform that repeats instances listed under their own. */
export const CURRENT_SEASON = 505;

type Category = InstanceProgress['category'];
type Listed = { expansionId: number; category: Category; instance: Instance };
export type Instance = EncountersDocument['expansions'][number]['instances'][number];

/** Raids and dungeons of every expansion, newest first, in the platform's order. */
export async function getEncounters(ctx: AppContext, actor: Actor, { id, locale }: LocalizedCharacterInput) {
  const character = await characterSections(ctx, actor, id, ['raids', 'dungeons', 'mythic-keystone']);
  const listed = [
    ...instancesIn(character.document<EncountersDocument>('raids'), 'raid'),
    ...instancesIn(character.document<EncountersDocument>('dungeons'), 'dungeon'),
  ];
  const [nameOf, journalOf] = await Promise.all([
    gameNames(ctx.sql, locale, listed.flatMap(wantedNames)),
    instanceJournals(
      ctx.sql,
      locale,
      listed.map(({ instance }) => instance.id),
    ),
  ]);
  const names = { nameOf, journalOf, locale };
  return {
    expansions: byExpansion(listed, names),
    currentSeasonInstanceIds: [
      ...new Set(listed.flatMap(({ expansionId, instance }) => (expansionId === CURRENT_SEASON ? [instance.id] : []))),
    ],
    keystone: character.document<MythicKeystoneDocument>('mythic-keystone'),
    freshness: {
      raids: character.freshness('raids'),
      dungeons: character.freshness('dungeons'),
      keystone: character.freshness('mythic-keystone'),
    },
  };
}

function instancesIn(document: EncountersDocument | null, category: Category): Listed[] {
  return (document?.expansions ?? []).flatMap((expansion) =>
    expansion.instances.map((instance) => ({ expansionId: expansion.id, category, instance })),
  );
}

const wantedNames = ({ expansionId, instance }: Listed) => [['expansion', expansionId] as const, ...namesOf(instance)];

/** The names of an instance and of all that happens there. */
export const namesOf = ({ id, difficulties }: Instance) => [
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
    const all = [...defeated, ...undefeated(journal, encounters, difficulty.total).map(neverDefeated)];
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
