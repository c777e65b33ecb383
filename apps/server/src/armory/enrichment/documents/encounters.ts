import type { CharacterEncounters } from '@guildhall/battlenet/schemas/encounters.ts';
import { instantFrom } from '../../../guilds/guild-sync/platform-values.ts';
import type { NameCollector } from '../../../reference/game-data/names.ts';

export type EncountersDocument = ReturnType<typeof encountersDocument>;

/** Progress by ids, in the platform's order. */
export function encountersDocument(raw: CharacterEncounters, names: NameCollector) {
  return {
    expansions: raw.expansions.map(({ expansion, instances }) => {
      names.add('expansion', expansion.id, expansion.name);
      return {
        id: expansion.id,
        instances: instances.map(({ instance, modes }) => {
          names.add('instance', instance.id, instance.name);
          return { id: instance.id, difficulties: modes.map((mode) => difficultyOf(mode, names)) };
        }),
      };
    }),
  };
}

type Mode = CharacterEncounters['expansions'][number]['instances'][number]['modes'][number];

function difficultyOf({ difficulty, status, progress }: Mode, names: NameCollector) {
  names.add('difficulty', difficulty.type, difficulty.name);
  const encounters = (progress?.encounters ?? []).map(({ encounter, completed_count, last_kill_timestamp }) => {
    names.add('encounter', encounter.id, encounter.name);
    return { id: encounter.id, kills: completed_count ?? 0, lastKillAt: instantFrom(last_kill_timestamp) };
  });
  const defeated = progress?.completed_count ?? encounters.length;
  const total = progress?.total_count ?? encounters.length;
  // Without a stated status, a difficulty is complete when all its encounters were defeated.
  const complete = status ? status.type === 'COMPLETE' : total > 0 && defeated >= total;
  return { type: difficulty.type, complete, defeated, total, encounters };
}
