import type { CharacterMythicKeystone } from '@guildhall/battlenet/schemas/mythic-keystone.ts';
import type { KeystoneProgress } from '@guildhall/contracts/character-progress.ts';
import { instantFrom, namedRef } from '../game-name.ts';

export type MythicKeystoneDocument = KeystoneProgress;

export function mythicKeystoneDocument(raw: CharacterMythicKeystone): MythicKeystoneDocument {
  return {
    rating: raw.current_mythic_rating?.rating ?? null,
    bestRunsThisWeek: (raw.current_period?.best_runs ?? []).map((run) => ({
      dungeon: namedRef(run.dungeon, 'Dungeon'),
      level: run.keystone_level,
      durationMs: run.duration,
      completedAt: instantFrom(run.completed_timestamp),
      inTime: run.is_completed_within_time ?? false,
      rating: run.mythic_rating?.rating ?? null,
      affixes: run.keystone_affixes.flatMap((affix) => namedRef(affix, 'Affix') ?? []),
    })),
    seasonIds: raw.seasons.map(({ id }) => id),
  };
}
