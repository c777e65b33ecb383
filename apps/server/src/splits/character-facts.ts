/** Facts about the characters of a proposal that other wings know: their kills of the week, and what they gain by drops. */
import type { LineupDifficulty } from '@guildhall/contracts/lineup-size.ts';
import type { Region } from '@guildhall/contracts/primitives.ts';
import type { ProposedSplitView } from '@guildhall/contracts/split.ts';
import { killsOfWeek } from '../armory/views/kills-of-week.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import type { EventAccess, EventRow } from '../events/event/event.access.ts';
import type { LineupSetting } from '../events/lineup/lineup.queries.ts';
import { readGains, trackOfDifficulty } from '../loot/wishes/event-wishes.queries.ts';
import { readSeenBy, seesWishesOfOthers } from '../loot/wishes/wish.access.ts';
import type { Gain } from './criteria.ts';

type Known = { id: string; raiderId: string; name: string; realm: string; region: Region | null; shared: boolean };
type KillsOfWeek = ProposedSplitView['runs'][number]['places'][number]['killsOfWeek'];

/** Difficulties of raids that documents of characters count for themselves. */
const COUNTED = new Map([
  [17, 'LFR'],
  [14, 'NORMAL'],
  [15, 'HEROIC'],
  [16, 'MYTHIC'],
] as const);

/** The kills of the event's week at a difficulty, by the id of the character. */
export async function readKills(
  sql: Sql,
  known: readonly Known[],
  event: EventRow,
  { setting: { bosses }, difficulty }: { setting: LineupSetting; difficulty: LineupDifficulty | null },
): Promise<(characterId: string) => KillsOfWeek> {
  const counted = [...COUNTED].find(([id]) => id === difficulty)?.[1];
  if (!counted || bosses.length === 0) return () => null;
  const encounterIds = bosses.map(({ id }) => id);
  // Characters of raiders without an account are read by the roster, which keeps no kills.
  const read = known.flatMap(({ id, region, shared }) => (region === null || !shared ? [] : [{ id, region }]));
  const kills = await killsOfWeek(sql, read, { encounterIds, difficulty: counted, at: new Date(event.startsAt) });
  return (id) => {
    const week = kills.get(id);
    return week ? { ...week, of: bosses.length } : null;
  };
}

type Asked = Pick<EventAccess, 'event' | 'access'> & { actor: Actor; difficulty: LineupDifficulty | null };
type Gains = { state: ProposedSplitView['gains']; of(characterId: string): readonly Gain[] };

const none = (state: ProposedSplitView['gains']): Gains => ({ state, of: () => [] });

/** The gains of characters by drops of the event's instance, if the caller may see wishes. */
export async function readGainsOf(
  sql: Sql,
  known: readonly Known[],
  { actor, access, event, difficulty }: Asked,
): Promise<Gains> {
  if (difficulty === null) return none('no_difficulty');
  if (!seesWishesOfOthers(actor, access, await readSeenBy(sql, event.organizationId))) return none('hidden');
  const [track, instanceId] = [trackOfDifficulty(difficulty), event.journalInstanceId];
  if (track === null || instanceId === null) return none('unknown');
  const raiderIds = [...new Set(known.map(({ raiderId }) => raiderId))];
  const gainsOf = await readGains(sql, raiderIds, { instanceId, track });
  const drops = new Map<number, number>();
  const numbered = known.map((character) => {
    const best = new Map<number, Gain>();
    for (const { itemId, percent } of gainsOf(character)) {
      const drop = drops.get(itemId) ?? drops.size;
      drops.set(itemId, drop);
      // Sims of namesakes on two realms are told apart only where the realm of the character is known.
      best.set(drop, { drop, percent: Math.max(percent, best.get(drop)?.percent ?? 0) });
    }
    return [character.id, [...best.values()]] as const;
  });
  const byId = new Map(numbered);
  return drops.size === 0 ? none('unknown') : { state: 'counted', of: (id) => byId.get(id) ?? [] };
}
