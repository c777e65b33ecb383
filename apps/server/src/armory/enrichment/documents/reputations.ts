import { type LocalizedText, textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import type { CharacterReputations } from '@guildhall/battlenet/schemas/reputations.ts';
import type { NameCollector } from '../../../reference/game-data/names.ts';

export type ReputationsDocument = ReturnType<typeof reputationsDocument>;

export function reputationsDocument(raw: CharacterReputations, names: NameCollector) {
  return {
    factions: raw.reputations.map(({ faction, standing, paragon }) => {
      names.add('faction', faction.id, faction.name);
      const key = standing && standingKey(standing.name);
      if (standing && key) names.add('standing', key, standing.name);
      const renownLevel = standing?.renown_level ?? null;
      return {
        id: faction.id,
        /** The filterable tier: EXALTED, BEST_FRIEND, or RENOWN for any level. */
        tier: renownLevel === null ? key : 'RENOWN',
        /** The key under which the standing's name is stored. */
        standing: key,
        value: standing?.value ?? 0,
        max: standing?.max ?? 0,
        raw: standing?.raw ?? 0,
        renownLevel,
        paragon: paragon && { value: paragon.value ?? 0, max: paragon.max ?? 0 },
      };
    }),
  };
}

/**
 * The platform numbers the tiers of each ladder separately, so a number means different things on different ladders:
 * only the name identifies a standing, and the English one is the same for all.
 */
function standingKey(name: LocalizedText): string | null {
  const key = (textIn(name, 'en_US') ?? '').toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return key.replace(/^_|_$/g, '').slice(0, 40) || null;
}
