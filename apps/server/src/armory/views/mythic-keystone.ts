import type { KeystoneRun, LocalizedCharacterInput } from '@guildhall/contracts/character-progress.ts';
import type { EarlierSeason, KeystoneSeasonRef, KeystoneView, VaultSlot } from '@guildhall/contracts/gear.ts';
import { json, jsonInstant, query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { CharacterReader } from '../../membership/characters/read-character.ts';
import { keystoneSeasons } from '../../reference/game-data/keystone-seasons.ts';
import type { KeystoneSeasonDocument, MythicKeystoneDocument } from '../enrichment/documents/mythic-keystone.ts';
import { KEYSTONE_SEASON } from '../enrichment/sections.ts';
import { characterSections } from './character-sections.ts';
import { currentWeeks, type SeenWeek } from './vault.ts';

const PROFILE = 'mythic-keystone';

/** A run whose document names no season is of the one in which it ended. */
const PLAYED = query({ seasonId: 'int?', runs: json<EarlierSeason['bestRuns']>() })`
  select best.season_id as "seasonId", jsonb_agg(jsonb_build_object('dungeon', jsonb_build_object('id', dungeon_id, 'name', dungeon_name),
    'level', level, 'durationMs', duration_ms, 'completedAt', ${jsonInstant('completed_at')}, 'inTime', in_time, 'rating', rating)
    order by rating desc nulls last, level desc) as runs
  from (
    select distinct on (s.id, r.dungeon_id) s.id as season_id, r.dungeon_id, r.dungeon_name, r.level, r.duration_ms,
      r.completed_at, r.in_time, r.rating
    from keystone_run r cross join lateral (select coalesce(r.season_id, (select k.id from keystone_season k
      where k.region = $2 and k.starts_at <= r.completed_at and coalesce(k.ends_at > r.completed_at, true)
      order by k.starts_at desc limit 1)) as id) s
    where r.character_id = $1
    order by s.id, r.dungeon_id, r.rating desc nulls last, r.level desc, r.in_time desc
  ) best
  group by best.season_id`;

export async function getMythicKeystone(
  ctx: AppContext,
  actor: CharacterReader,
  { id, locale }: LocalizedCharacterInput,
): Promise<KeystoneView> {
  const character = await characterSections(ctx, actor, id, [PROFILE, KEYSTONE_SEASON]);
  const document = character.document<MythicKeystoneDocument>(PROFILE);
  const season = character.document<KeystoneSeasonDocument>(KEYSTONE_SEASON);
  const profile = character.freshness(PROFILE);
  const ofSeason = character.freshness(KEYSTONE_SEASON);
  const [weekOf, seasons, played] = await Promise.all([
    currentWeeks(ctx.sql, [character]),
    keystoneSeasons(ctx.sql, [character.region], locale),
    ctx.sql.many(PLAYED, [id, character.region]),
  ]);
  const week = weekOf(id);
  const currentSeason = seasons.current(character.region);
  const runsIn = new Map(played.map(({ seasonId, runs }) => [seasonId, runs]));
  const ids = [...(document?.seasonIds ?? []), ...(season ? [season.seasonId] : []), ...runsIn.keys()];
  const newestFirst = [...new Set(ids.filter((one) => one !== null))].toSorted((left, right) => right - left);
  const now = currentSeason?.id ?? newestFirst[0] ?? 0;
  return {
    rating: ratingIn(currentSeason, document),
    currentSeason,
    season: season && {
      ...seasons.named(character.region, season.seasonId),
      current: currentSeason && currentSeason.id === season.seasonId,
      rating: season.rating,
      bestRuns: bestOfEach(season.bestRuns),
    },
    earlierSeasons: newestFirst
      .filter((one) => one < now)
      .map((one) => ({
        ...seasons.named(character.region, one),
        ...(season?.seasonId === one
          ? { rating: season.rating, bestRuns: bestOfEach(season.bestRuns) }
          : { rating: null, bestRuns: runsIn.get(one) ?? [] }),
      })),
    week: keystoneWeek(document, week),
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

/** The platform does not say to which season the rating belongs: it is the current one if the character has played that. */
export const ratingIn = (
  season: KeystoneSeasonRef | null,
  document: Pick<MythicKeystoneDocument, 'rating' | 'seasonIds'> | null,
): number | null => (season && document?.seasonIds.includes(season.id) ? document.rating : null);

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

/** Null where no document was read since the reset. Only the latest document has the party of each run. */
export function keystoneWeek(document: MythicKeystoneDocument | null, week: SeenWeek | null): KeystoneView['week'] {
  const row = week?.rows.find(({ kind }) => kind === 'keystone');
  if (!week || !row || row.count === null) return null;
  const listed = new Map(document?.bestRunsThisWeek.map((run) => [`${run.dungeon?.id} ${run.completedAt}`, run]));
  const runs = week.runs.map(
    ({ dungeonId, dungeonName, ...run }): KeystoneRun =>
      listed.get(`${dungeonId} ${run.completedAt}`) ?? {
        ...run,
        dungeon: { id: dungeonId, name: dungeonName },
        affixes: [],
        members: [],
      },
  );
  const vault: VaultSlot[] = row.slots.map(({ needed, level }) => ({ runs: needed, level }));
  return { startedAt: week.startedAt, runs, vault };
}
