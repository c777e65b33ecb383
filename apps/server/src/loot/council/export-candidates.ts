/** The candidates for all items that raiders want, as other tools take them. */
import type { CandidateView, ExportCandidatesInput, ExportedCandidatesView } from '@guildhall/contracts/candidate.ts';
import { csvFile } from '@guildhall/contracts/csv.ts';
import type { ItemRef } from '@guildhall/contracts/item.ts';
import { pointsOf } from '@guildhall/contracts/point-price.ts';
import type { WishTrack } from '@guildhall/contracts/wish.ts';
import type { Actor } from '../../core/actor.ts';
import type { AppContext } from '../../core/services/context.ts';
import { realmSuffix } from '../../events/lineup/formats/format-lineup.ts';
import { candidatesFor } from './candidates.queries.ts';
import { seenCouncil } from './council.access.ts';
import { wantedItemsFor } from './wanted-items.queries.ts';

type Listed = { item: ItemRef; track: WishTrack; candidates: readonly CandidateView[]; decimals: number };

/** Throws NOT_FOUND, and FORBIDDEN for those who do not see the wishes of others. */
export async function exportCandidates(
  ctx: AppContext,
  actor: Actor,
  { id, as, teamId, locale }: ExportCandidatesInput,
): Promise<ExportedCandidatesView> {
  const seen = await seenCouncil(ctx.sql, actor, id);
  const { items } = await wantedItemsFor(ctx.sql, seen, { teamId, locale });
  const wanted = items.flatMap(({ item, wanted: counts }) => counts.map(({ track }) => ({ item, track })));
  const listed: Listed[] = [];
  // At most five tracks, each read at once for all of its items.
  for (const [track, some] of Map.groupBy(wanted, (one) => one.track)) {
    if (as === 'priority_loot' && !(track in ADDON_TRACKS)) continue;
    const itemIds = some.map(({ item }) => item.id);
    const { candidates: found, pool } = await candidatesFor(ctx, seen, { itemIds, track, teamId, locale });
    const decimals = pool?.decimals ?? 0;
    listed.push(...some.map(({ item }) => ({ item, track, candidates: found.get(item.id) ?? [], decimals })));
  }
  const nameless = listed.flatMap(({ candidates }) => candidates.filter(({ character }) => character === null));
  return {
    as,
    text: as === 'csv' ? csvOf(listed) : priorityLoot(listed),
    items: new Set(listed.map(({ item }) => item.id)).size,
    leftOut: as === 'csv' ? [] : [...new Set(nameless.map(({ raider }) => raider.name ?? ''))],
  };
}

const ADDON_TRACKS: Partial<Record<WishTrack, 'H' | 'M'>> = { heroic: 'H', mythic: 'M' };

/** Base64 of `{"priority": {"160679": {"H": ["Name-Realm"]}}, "players": {}}`; the addon refuses a text without players. */
function priorityLoot(listed: readonly Listed[]): string {
  const priority: Record<string, { H?: string[]; M?: string[] }> = {};
  for (const { item, track, candidates } of listed) {
    const key = ADDON_TRACKS[track];
    const names = candidates.flatMap(({ character }) =>
      character ? `${character.name}-${realmSuffix(character.realm)}` : [],
    );
    if (key && names.length > 0) priority[item.id] = { ...priority[item.id], [key]: names };
  }
  return Buffer.from(JSON.stringify({ priority, players: {} })).toString('base64');
}

const HEAD =
  'item id,item,track,place,tied,raider,character,realm,team,team status,own wish,gain percent,stale,points,gp,awards,attendance percent';

const csvOf = (listed: readonly Listed[]): string =>
  csvFile([
    HEAD.split(','),
    ...listed.flatMap(({ item, track, candidates, decimals }) =>
      candidates.map(({ place, tied, raider, character, team, wish, gain, points, awards, attendance }) => [
        ...[item.id, item.name, track, place, tied ? 'yes' : 'no', raider.name, character?.name, character?.realm],
        ...[team?.name, team?.status, wish?.rank, gain && (gain.differs ? Math.round(gain.percent * 10) / 10 : 0)],
        ...[gain?.stale.join(' '), points && pointsOf(points.points, decimals)],
        ...[points?.gp == null ? null : pointsOf(points.gp, decimals), awards],
        attendance?.rate == null ? null : Math.round(attendance.rate * 100),
      ]),
    ),
  ]);
