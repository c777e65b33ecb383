import type {
  EncountersView,
  InstanceProgress,
  LocalizedCharacterInput,
} from '@guildhall/contracts/character-progress.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import type { EncountersDocument } from '../enrichment/documents/encounters.ts';
import type { MythicKeystoneDocument } from '../enrichment/documents/mythic-keystone.ts';
import { characterSections } from './character-sections.ts';
import { type GameNames, gameNames } from './game-names.ts';
import { NO_EXPANSION } from './reputations.ts';

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
  const nameOf = await gameNames(ctx.sql, locale, listed.flatMap(wantedNames));
  return {
    expansions: byExpansion(listed, nameOf),
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

function byExpansion(listed: Listed[], nameOf: GameNames): EncountersView['expansions'] {
  const own = listed.filter(({ expansionId }) => expansionId !== CURRENT_SEASON);
  const known = new Set(own.map(({ instance }) => instance.id));
  const homeless = listed.filter(
    ({ expansionId, instance }) => expansionId === CURRENT_SEASON && !known.has(instance.id),
  );
  const groups = [...Map.groupBy(own, ({ expansionId }) => expansionId)]
    .toSorted(([left], [right]) => right - left)
    .map(([id, members]) => ({
      expansion: { id, name: nameOf('expansion', id) ?? `Expansion ${id}` },
      instances: members.map((member) => present(member, nameOf)),
    }));
  if (homeless.length === 0) return groups;
  return [...groups, { expansion: NO_EXPANSION, instances: homeless.map((member) => present(member, nameOf)) }];
}

function present({ category, instance }: Listed, nameOf: GameNames): InstanceProgress {
  return {
    id: instance.id,
    name: nameOf('instance', instance.id) ?? `Instance ${instance.id}`,
    category,
    difficulties: instance.difficulties.map(({ encounters, ...difficulty }) => ({
      ...difficulty,
      name: nameOf('difficulty', difficulty.type) ?? difficulty.type,
      encounters: encounters.map((encounter) => ({
        ...encounter,
        name: nameOf('encounter', encounter.id) ?? `Encounter ${encounter.id}`,
      })),
    })),
  };
}
