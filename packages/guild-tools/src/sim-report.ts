/**
 * Simulations of drops: a Droptimizer of Raidbots (`data.json`) or a report of QE Live's upgrade finder. The
 * same item has one id at every difficulty and may drop from several bosses at several item levels.
 */
import { cleanName, platformName } from '@guildhall/contracts/name.ts';
import { z } from 'zod';
import { checkRows } from './decode-text.ts';
import { FormatError } from './format-error.ts';
import { checkDocument } from './read-document.ts';

export const DROP_TRACKS = ['finder', 'normal', 'heroic', 'mythic'] as const;
export type DropTrack = (typeof DROP_TRACKS)[number];

export type SimGain = {
  itemId: number;
  /** Null where the report does not say which boss drops it. */
  encounterId: number | null;
  instanceId: number | null;
  track: DropTrack;
  itemLevel: number;
  /** The item that drops, where the simulated one is made of it in the catalyst. */
  catalystOf: number | null;
  /** As `ItemSlot` of the contracts says it. */
  slot: string | null;
  percent: number;
  absolute: number;
  /** Relative, in percent; null where the tool states none. */
  error: number | null;
  /** False where the gain is smaller than the error. */
  differs: boolean;
};

export type SimReport = {
  tool: 'raidbots' | 'qe_live';
  character: { name: string; realm: string; region: string | null };
  /** By number, or by the English names of specialization and class. */
  spec: { id: number | null; name: string; className: string };
  fightStyle: string | null;
  simulatedAt: string | null;
  /** The largest of its results, in percent. */
  error: number | null;
  /** Null where the report does not say what the character wore. Slots as the game platform names them. */
  worn: { slot: string; itemId: number }[] | null;
  gains: SimGain[];
  /** Results without a boss of a raid, or without a difficulty. */
  left: number;
};

const Id = z.number().int().min(1).max(2_147_483_647);
const Text = (most: number) => z.string().min(1).max(most).pipe(platformName());
const ItemLevel = z.number().int().min(1).max(10_000);

const Droptimizer = z.object({
  timestamp: z.number().int().min(1_000_000_000).max(4_102_444_800).nullish(),
  sim: z.object({
    options: z.object({ fight_style: Text(60).nullish() }).nullish(),
    players: z
      .array(z.object({ collected_data: z.object({ dps: z.object({ mean: z.number().positive().max(1e12) }) }) }))
      .min(1),
    profilesets: z.object({
      results: z.array(
        z.object({
          name: Text(200),
          mean: z.number().min(0).max(1e12),
          mean_error: z.number().min(0).max(1e12).nullish(),
        }),
      ),
    }),
  }),
  simbot: z.object({
    player: Text(60),
    charClass: Text(40),
    spec: Text(40),
    input: z.string().nullish(),
    meta: z.object({
      rawFormData: z.object({
        character: z.object({ realm: Text(60).nullish(), region: Text(10).nullish() }).nullish(),
        droptimizer: z.object({
          specId: Id.nullish(),
          equipped: z.record(z.string(), z.object({ id: Id }).nullable().catch(null)).nullish(),
        }),
      }),
    }),
  }),
});

const OfAnyType = z.object({ simbot: z.object({ simType: z.string() }) });

/** Throws `FormatError`; its reason is `another_kind` for a sim that is no Droptimizer. */
export function droptimizerReport(document: unknown): SimReport {
  const called = 'a report of Raidbots';
  const { simType } = checkDocument(document, OfAnyType, called).simbot;
  if (simType !== 'droptimizer') throw anotherKind('This sim is no Droptimizer. Run a Droptimizer for the raid.');
  const { timestamp, sim, simbot } = checkDocument(document, Droptimizer, called);
  const { results } = sim.profilesets;
  checkRows(results, JSON.stringify, (row) => results.indexOf(row) + 1);
  const base = sim.players[0]?.collected_data.dps.mean ?? 1;
  const rows = results.map((row) => gainOf(row, base));
  const { character, droptimizer } = simbot.meta.rawFormData;
  return {
    tool: 'raidbots',
    character: {
      name: simbot.player,
      realm: lineOf(simbot.input, 'server') ?? spaced(character?.realm ?? ''),
      region: lineOf(simbot.input, 'region') ?? character?.region ?? null,
    },
    spec: { id: droptimizer.specId ?? null, name: simbot.spec, className: simbot.charClass },
    fightStyle: sim.options?.fight_style ?? null,
    simulatedAt: timestamp ? new Date(timestamp * 1000).toISOString() : null,
    error: rows.reduce(
      (most: number | null, row) => (row?.error == null ? most : Math.max(most ?? 0, row.error)),
      null,
    ),
    worn: droptimizer.equipped ? wornOf(droptimizer.equipped) : null,
    ...bestOf(rows),
  };
}

type Result = z.infer<typeof Droptimizer>['sim']['profilesets']['results'][number];

/** `instance/encounter/difficulty/item/level/enchant/slot///swap/catalyst`. Null for trash and for what is no drop of a raid. */
function gainOf({ name, mean, mean_error }: Result, base: number): SimGain | null {
  const [instance, encounter, difficulty = '', item, level, , slot = '', , , , catalyst = ''] = name.split('/');
  const [instanceId, encounterId, itemId, itemLevel] = [instance, encounter, item, level].map(wholeNumber);
  const track = DROP_TRACKS.find((word) => difficulty.includes(WORDS[word]));
  if (!instanceId || !encounterId || !itemId || !itemLevel || !track || !/^raid\b/.test(difficulty)) return null;
  const absolute = mean - base;
  const percent = (absolute / base) * 100;
  const error = mean_error == null || mean === 0 ? null : (mean_error / mean) * 100;
  return {
    itemId,
    encounterId,
    instanceId,
    track,
    itemLevel,
    catalystOf: wholeNumber(catalyst),
    slot: SLOTS[slot.replace(/\d$/, '')] ?? null,
    percent,
    absolute,
    error,
    differs: error === null ? percent !== 0 : Math.abs(percent) >= error,
  };
}

const WORDS: Record<DropTrack, string> = { finder: 'lfr', normal: 'normal', heroic: 'heroic', mythic: 'mythic' };

/** Negative numbers stand for trash and for sets of bosses. */
const wholeNumber = (text: string | undefined): number | null => {
  const number = /^\d{1,10}$/.test(text ?? '') ? Number(text) : 0;
  return number >= 1 && number <= 2_147_483_647 ? number : null;
};

const SLOTS: Record<string, string> = {
  head: 'head',
  neck: 'neck',
  shoulder: 'shoulder',
  shoulders: 'shoulder',
  back: 'back',
  chest: 'chest',
  wrist: 'wrist',
  wrists: 'wrist',
  hands: 'hands',
  waist: 'waist',
  legs: 'legs',
  feet: 'feet',
  finger: 'finger',
  trinket: 'trinket',
  main_hand: 'weapon',
  off_hand: 'off_hand',
};

/** A Droptimizer of a raid has some sixty. */
const MOST_GAINS = 600;

/** A drop may be tried in two slots, or beside other swaps: the best result is what it is worth. */
function bestOf(rows: readonly (SimGain | null)[]): Pick<SimReport, 'gains' | 'left'> {
  const best = new Map<string, SimGain>();
  for (const row of rows) {
    if (row === null) continue;
    const key = [row.itemId, row.encounterId, row.track, row.itemLevel, row.catalystOf].join();
    const known = best.get(key);
    if (!known || row.percent > known.percent) best.set(key, row);
  }
  if (best.size === 0) throw new FormatError('no_rows', 'The report has no drop of a raid boss.');
  if (best.size > MOST_GAINS) {
    throw new FormatError('too_many_rows', `The report has more than ${MOST_GAINS} drops. Sim one raid at a time.`);
  }
  return { gains: [...best.values()], left: rows.filter((row) => row === null).length };
}

/** A line of the profile that was simulated, as in `server=area_52`. */
function lineOf(input: string | null | undefined, key: string): string | null {
  const line = (input ?? '').split(/[\r\n]+/).find((one) => one.startsWith(`${key}=`)) ?? '';
  const [, value] = /^"?([^"]{1,60})"?\s*$/.exec(line.slice(key.length + 1)) ?? [];
  return value === undefined ? null : spaced(cleanName(value)) || null;
}

const spaced = (text: string) => text.replaceAll('_', ' ');

/** Worn for looks alone. */
const COSMETIC = new Set(['shirt', 'tabard']);

/** `finger1` and `mainHand` become FINGER_1 and MAIN_HAND. */
function wornOf(equipped: Record<string, { id: number } | null>): { slot: string; itemId: number }[] {
  return Object.entries(equipped)
    .slice(0, 30)
    .flatMap(([slot, item]) => (item && !COSMETIC.has(slot) ? [{ slot: platformSlot(slot), itemId: item.id }] : []));
}

function platformSlot(slot: string): string {
  const word = slot
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/_?(\d)$/, '_$1')
    .toUpperCase();
  return { SHOULDERS: 'SHOULDER', WRISTS: 'WRIST' }[word] ?? word;
}

const UpgradeReport = z.object({
  /** The day, as in `2026 - 11 - 2`. */
  dateCreated: z.string().max(40).nullish(),
  playername: Text(60),
  realm: Text(60),
  region: Text(10).nullish(),
  /** As in `Holy Paladin`. */
  spec: Text(60),
  contentType: z.string().max(40).nullish(),
  gameType: z.string().max(40).nullish(),
  equippedItems: z
    .array(z.object({ id: Id, slot: Text(40), isEquipped: z.boolean().nullish() }))
    .max(200)
    .nullish()
    .catch(null),
  results: z.array(
    z.object({
      item: Id,
      dropLoc: z.string().max(60),
      dropDifficulty: z.union([z.number(), z.string().max(20)]).nullish(),
      level: ItemLevel,
      rawDiff: z.number().min(-1e12).max(1e12),
      percDiff: z.number().min(-1e4).max(1e4),
    }),
  ),
});

/** The answer is JSON inside a JSON string; a pasted text may be either. Throws `FormatError`. */
export function upgradeReport(document: unknown): SimReport {
  const report = checkDocument(unpacked(document), UpgradeReport, 'a report of QE Live');
  if (report.gameType && report.gameType !== 'Retail') {
    throw anotherKind('This report is of another version of the game than retail.');
  }
  checkRows(report.results, JSON.stringify, (row) => report.results.indexOf(row) + 1);
  const [name = '', ...className] = report.spec.split(' ');
  return {
    tool: 'qe_live',
    character: { name: report.playername, realm: spaced(report.realm), region: report.region ?? null },
    spec: { id: null, name, className: className.join(' ') },
    fightStyle: null,
    simulatedAt: dayOf(report.dateCreated),
    error: null,
    worn: report.equippedItems ? wornBy(report.equippedItems) : null,
    ...bestOf(
      report.results.map(({ item, dropLoc, dropDifficulty, level, rawDiff, percDiff }) => {
        const track = DROP_TRACKS[Number(dropDifficulty ?? Number.NaN)];
        if (dropLoc !== 'Raid' || dropDifficulty === '' || !track) return null;
        return {
          itemId: item,
          encounterId: null,
          instanceId: null,
          track,
          itemLevel: level,
          catalystOf: null,
          slot: null,
          percent: percDiff,
          absolute: rawDiff,
          error: null,
          differs: percDiff !== 0,
        };
      }),
    ),
  };
}

function unpacked(document: unknown): unknown {
  if (typeof document !== 'string') return document;
  try {
    return JSON.parse(document);
  } catch {
    throw new FormatError('not_json', 'The report within the text is not valid JSON. Copy it again.');
  }
}

function dayOf(text: string | null | undefined): string | null {
  const [, year, month, day] = /^(\d{4}) ?- ?(\d{1,2}) ?- ?(\d{1,2})$/.exec((text ?? '').trim()) ?? [];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

const WORN_SLOTS: Record<string, string> = {
  '1H Weapon': 'MAIN_HAND',
  '2H Weapon': 'MAIN_HAND',
  Weapon: 'MAIN_HAND',
  Offhand: 'OFF_HAND',
  Holdable: 'OFF_HAND',
  Shield: 'OFF_HAND',
};

/** The second ring, trinket and one-handed weapon have the same word as the first. */
function wornBy(items: { id: number; slot: string; isEquipped?: boolean | null | undefined }[]) {
  const seen = new Map<string, number>();
  return items
    .filter(({ isEquipped }) => isEquipped !== false)
    .map(({ id, slot }) => {
      const word = WORN_SLOTS[slot] ?? platformSlot(slot);
      const place = (seen.get(word) ?? 0) + 1;
      seen.set(word, place);
      if (word === 'MAIN_HAND' && place > 1) return { slot: 'OFF_HAND', itemId: id };
      return { slot: /^(FINGER|TRINKET)$/.test(word) ? `${word}_${place}` : word, itemId: id };
    })
    .slice(0, 30);
}

const anotherKind = (message: string) => new FormatError('another_kind', message);
