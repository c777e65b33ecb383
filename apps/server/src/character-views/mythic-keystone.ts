import type { KeystoneRun } from '@guildhall/contracts/character-progress.ts';
import type { KeystoneView, VaultSlot } from '@guildhall/contracts/gear.ts';
import type { Region } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import type { KeystoneSeasonDocument, MythicKeystoneDocument } from '../enrichment/documents/mythic-keystone.ts';
import { KEYSTONE_SEASON } from '../enrichment/sections.ts';
import { lastWeeklyReset } from '../enrichment/weekly-reset.ts';
import { characterSections } from './character-sections.ts';

const PROFILE = 'mythic-keystone';

export async function getMythicKeystone(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<KeystoneView> {
  const character = await characterSections(ctx, actor, id, [PROFILE, KEYSTONE_SEASON]);
  const document = character.document<MythicKeystoneDocument>(PROFILE);
  const season = character.document<KeystoneSeasonDocument>(KEYSTONE_SEASON);
  const profile = character.freshness(PROFILE);
  const ofSeason = character.freshness(KEYSTONE_SEASON);
  return {
    rating: document?.rating ?? null,
    season: season && { id: season.seasonId, rating: season.rating, bestRuns: bestOfEach(season.bestRuns) },
    week: keystoneWeek(document, character.region, profile.fetchedAt),
    freshness: {
      profile,
      // A character without any run has no season.
      season:
        ofSeason.status === 'pending' && profile.status !== 'pending'
          ? { ...ofSeason, status: 'not_available' }
          : ofSeason,
    },
  };
}

/**
 * The best run of each dungeon, best first: the platform lists both the best one in time and the best one over time, in
 * no order.
 */
function bestOfEach(runs: KeystoneRun[]): KeystoneRun[] {
  const bestFirst = runs.toSorted(
    (left, right) =>
      (right.rating ?? -1) - (left.rating ?? -1) ||
      (right.level ?? 0) - (left.level ?? 0) ||
      Number(right.inTime) - Number(left.inTime),
  );
  return [...Map.groupBy(bestFirst, (run) => run.dungeon?.id ?? run).values()].flatMap(([best]) => best ?? []);
}

/** The number of runs that unlocks each slot of the vault. */
const SLOTS = [1, 4, 8];

/** Null when the stored data is of an earlier week. */
export function keystoneWeek(
  document: MythicKeystoneDocument | null,
  region: Region,
  fetchedAt: string | null,
): KeystoneView['week'] {
  const startedAt = lastWeeklyReset(region, new Date()).toISOString();
  if (!document || !fetchedAt || fetchedAt < startedAt) return null;
  const runs = document.bestRunsThisWeek
    .filter(({ completedAt }) => completedAt !== null && completedAt >= startedAt)
    .toSorted((left, right) => (right.level ?? 0) - (left.level ?? 0));
  const vault: VaultSlot[] = SLOTS.map((needed) => ({ runs: needed, level: runs[needed - 1]?.level ?? null }));
  return { startedAt, runs, vault };
}
