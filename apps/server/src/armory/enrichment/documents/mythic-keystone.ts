import type {
  CharacterMythicKeystone,
  CharacterMythicKeystoneSeason,
} from '@guildhall/battlenet/schemas/mythic-keystone.ts';
import type { KeystoneProgress, KeystoneRun } from '@guildhall/contracts/character-progress.ts';
import { instantFrom } from '../../../guilds/guild-sync/platform-values.ts';
import { namedRef } from '../../../reference/game-data/names.ts';

export type MythicKeystoneDocument = KeystoneProgress;

export function mythicKeystoneDocument(raw: CharacterMythicKeystone): MythicKeystoneDocument {
  return {
    rating: raw.current_mythic_rating?.rating ?? null,
    bestRunsThisWeek: (raw.current_period?.best_runs ?? []).map(runOf),
    seasonIds: raw.seasons.map(({ id }) => id),
  };
}

export type KeystoneSeasonDocument = ReturnType<typeof keystoneSeasonDocument>;

/** `asked` is the season of documents that do not name theirs. */
export const keystoneSeasonDocument = (raw: CharacterMythicKeystoneSeason, asked: number) => ({
  seasonId: raw.season?.id ?? asked,
  rating: raw.mythic_rating?.rating ?? null,
  bestRuns: raw.best_runs.map(runOf),
});

type Run = CharacterMythicKeystoneSeason['best_runs'][number];

const runOf = (run: Run): KeystoneRun => ({
  dungeon: namedRef(run.dungeon, 'Dungeon'),
  level: run.keystone_level,
  durationMs: run.duration,
  completedAt: instantFrom(run.completed_timestamp),
  inTime: run.is_completed_within_time ?? false,
  rating: run.mythic_rating?.rating ?? null,
  affixes: run.keystone_affixes.flatMap((affix) => namedRef(affix, 'Affix') ?? []),
  members: run.members.map(({ character, specialization, race, equipped_item_level }) => ({
    name: character.name,
    realmSlug: character.realm?.slug ?? null,
    specialization: namedRef(specialization, 'Specialization'),
    race: namedRef(race, 'Race'),
    itemLevel: equipped_item_level,
  })),
});
