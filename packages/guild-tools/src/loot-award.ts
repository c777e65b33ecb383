/** The common part of all tools' awards: the item, the instant, and the key by which an award is known again. */
import { fold, splitRealm } from './fold.ts';
import { FormatError } from './format-error.ts';
import { trackOf } from './loot-track.ts';
import { type AwardRow, classWord, type LootTool, shortText } from './rows.ts';

/** The same reward of the other faction, which tools name by either. */
const TWINS = new Map([
  [18423, 18422],
  [19003, 19002],
  [32386, 32385],
  [43959, 44083],
  [209693, 211452],
  [217350, 217351],
  [221346, 221363],
  [228688, 228689],
]);

/** The id by which such an item is kept. */
export const ofEitherFaction = (itemId: number): number => TWINS.get(itemId) ?? itemId;

/** With those ids; where `keyOf` is the same for several, the first counts. */
export function asOneReward<Named extends { itemId: number }>(
  named: readonly Named[],
  keyOf: (one: Named) => string = ({ itemId }) => `${itemId}`,
): Named[] {
  const known = named.map((one) => ({ ...one, itemId: ofEitherFaction(one.itemId) }));
  return [...Map.groupBy(known, keyOf).values()].flatMap(([first]) => first ?? []);
}

const FIRST = Date.UTC(2004, 0, 1);
const DAY_MS = 86_400_000;

/** ISO of an instant that the game has seen; null for all others. */
export function instantOf(seconds: number, now: Date): string | null {
  const ms = seconds * 1000;
  return Number.isFinite(ms) && ms >= FIRST && ms <= now.getTime() + DAY_MS ? new Date(ms).toISOString() : null;
}

/** Midnight of a date such as 2026-01-22, in UTC. */
export function onDay(text: string, now: Date): Pick<Written, 'receivedAt' | 'saysTime' | 'dayOnly'> {
  const [, date] = /^(\d{4}-\d{2}-\d{2})(?:[ T].*)?$/.exec(text.trim()) ?? [];
  const ms = Date.parse(`${date}T00:00:00Z`);
  const saysTime = !Number.isNaN(ms);
  return { receivedAt: saysTime ? instantOf(ms / 1000, now) : null, saysTime, dayOnly: true };
}

/** Names that addons write for an item that was disenchanted. */
const DISENCHANTED = new Set(['||de||', '_disenchanted', '']);

type Written = {
  line: number;
  tool: LootTool;
  player: string;
  /** The number that the tool gave the award, or null. */
  id: string | null;
  receivedAt: string | null;
  /** Whether the line says a time at all. */
  saysTime: boolean;
  dayOnly?: boolean;
  itemId: number | null;
  itemName?: string | null;
  itemString?: string | null;
  difficultyId?: number | null;
  instance?: string | null;
  boss?: string | null;
  className?: string | null;
  response: string;
  responseCode?: string | null;
  votes?: number | null;
  note?: string | null;
  oldItems?: string[];
};

export function awardOf(written: Written): AwardRow {
  const { line, tool, id, receivedAt, itemString = null, instance = null } = written;
  const named = written.itemId ?? itemIdOf(itemString);
  if (named === null || named < 1 || named > 2_000_000_000) {
    const message = `Line ${line} has no number of an item. Export it again.`;
    throw new FormatError('invalid_value', message, { line, field: 'itemID' });
  }
  const itemId = ofEitherFaction(named);
  const unclaimed = DISENCHANTED.has(written.player.trim().toLowerCase());
  const player = unclaimed ? '' : (shortText(written.player, 100) ?? '');
  const place = shortText(instance, 100);
  const response = shortText(written.response, 100) ?? '';
  return {
    kind: 'award',
    line,
    tool,
    externalId: id,
    key: `${id ?? `${tool} ${receivedAt}`} ${itemId} ${fold(player)}`,
    drop: id === null ? null : `${id} ${itemId}`,
    ...splitRealm(player),
    className: classWord(written.className),
    discordId: null,
    role: null,
    note: shortText(written.note, 300),
    receivedAt,
    whyNoTime: receivedAt !== null ? null : written.saysTime ? 'impossible_time' : 'no_time',
    dayOnly: written.dayOnly ?? false,
    itemId,
    itemName: shortText(written.itemName?.replace(/^\[(.*)\]$/s, '$1'), 150),
    itemString: shortText(itemString, 500),
    track: trackOf({ difficultyId: written.difficultyId ?? null, itemString, instance: place }),
    instance: place,
    boss: shortText(written.boss, 100),
    response: unclaimed ? 'Disenchant' : response,
    responseCode: shortText(written.responseCode, 20),
    votes: written.votes ?? null,
    oldItems: (written.oldItems ?? []).flatMap((item) => shortText(item, 300) ?? []),
    unclaimed,
  };
}

/** The number in `item:160679:…`, or in a link that holds it. */
function itemIdOf(itemString: string | null): number | null {
  const [, digits] = /\bitem:(\d{1,9})\b/.exec(itemString ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

export const numberOf = (text: string | null | undefined): number | null =>
  /^\d{1,9}$/.test((text ?? '').trim()) ? Number(text) : null;

/** Awards without a number of their own: the same item of the same raider at the same time is told apart by its place. */
export function withPlaces(awards: AwardRow[]): AwardRow[] {
  const seen = new Map<string, number>();
  return awards.map((award) => {
    if (award.externalId !== null) return award;
    const place = (seen.get(award.key) ?? 0) + 1;
    seen.set(award.key, place);
    return place === 1 ? award : { ...award, key: `${award.key} #${place}` };
  });
}
