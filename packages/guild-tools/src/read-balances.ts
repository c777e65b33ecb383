/** Points that a guild has in other tools: CEPGP, Core Loot Manager and EQdkp-Plus, recognized by their first bytes. */
import { z } from 'zod';
import { checkRows, checkText } from './decode-text.ts';
import { readEqdkpPoints } from './eqdkp.ts';
import { fold, splitRealm } from './fold.ts';
import { FormatError } from './format-error.ts';
import { instantOf } from './loot-award.ts';
import { type LuaTable, type LuaValue, readLua } from './lua.ts';
import { readDocument } from './read-document.ts';
import { type BalanceRow, type BalanceTool, classWord, shortText } from './rows.ts';

/** Throws `FormatError`. */
export function readBalances(text: string, now: Date): BalanceRow[] {
  const checked = checkText(text).trimStart();
  const rows = readerOf(checked)(checked, now);
  checkRows(rows, JSON.stringify, ({ line }) => line);
  return rows;
}

type Reader = (text: string, now: Date) => BalanceRow[];

function readerOf(text: string): Reader {
  if (text.startsWith('{')) return readClm;
  if (text.startsWith('<')) return readEqdkp;
  if (/^(?:--[^\n]*\n\s*)*[A-Za-z_]\w*\s*=/.test(text)) return readCepgp;
  throw new FormatError(
    'another_format',
    'These are no points that we know. Bring in the file that CEPGP saves, the standings of Core Loot Manager as JSON, or the points of EQdkp-Plus as XML.',
  );
}

type Written = {
  line: number;
  tool: BalanceTool;
  player: string;
  className?: string | null;
  points: number | null;
  gp: number | null;
  at?: string | null;
  said?: string | null;
};

function balanceOf({ line, tool, player, className, points, gp, at = null, said }: Written): BalanceRow {
  const name = shortText(player, 100);
  if (name === null) throw new FormatError('invalid_value', `Line ${line} has no name.`, { line, field: 'name' });
  return {
    kind: 'balance',
    ...{ line, tool, externalId: null, discordId: null, role: null, note: shortText(said, 300) },
    ...splitRealm(name),
    className: classWord(className),
    ...{ points: inRange(points), gp: inRange(gp), at },
    why: points === null ? 'no_balance' : null,
  };
}

/** More than any addon counts, and still exact in thousandths. */
const MOST = 1_000_000;
const inRange = (points: number | null) =>
  points !== null && Number.isFinite(points) && Math.abs(points) <= MOST ? points : null;

/** Targets that stand for many, of whom the addon does not say who they were. */
const MANY = new Set(['raid', 'guild', 'standby']);

/**
 * The ledger of CEPGP: target, actor, text, EP before and after, GP before and after, item, time. Old lines are shorter. The
 * latest line of a raider says what they have; those about the whole raid or guild are shown alone.
 */
function readCepgp(text: string, now: Date): BalanceRow[] {
  const lines = trafficOf(readLua(text)).map((entry, index) => ({ line: index + 1, entry }));
  const rows = lines.map(({ line, entry }) => {
    const cell = (place: number): LuaValue => entry.get(String(place)) ?? null;
    const seconds = numberIn(cell(9));
    const row = balanceOf({
      ...{ line, tool: 'cepgp', player: String(cell(1) ?? '').trim() || '–', said: String(cell(3) ?? '') },
      ...{ points: numberIn(cell(5)), gp: numberIn(cell(7)) },
      at: seconds === null ? null : instantOf(seconds, now),
    });
    return MANY.has(fold(row.name)) ? { ...row, points: null, gp: null, why: 'for_many' as const } : row;
  });
  const last = new Map<string, BalanceRow>();
  for (const row of rows) {
    const before = last.get(keyOf(row));
    if (row.why === null && (!before || (row.at ?? '') >= (before.at ?? ''))) last.set(keyOf(row), row);
  }
  return rows.map((row) =>
    row.why === null && last.get(keyOf(row)) !== row ? { ...row, why: 'later_balance' as const } : row,
  );
}

const keyOf = ({ name, realm }: BalanceRow) => `${fold(name)} ${fold(realm ?? '')}`;

function trafficOf(variables: LuaTable): LuaTable[] {
  const own = variables.get('CEPGP');
  const traffic = (own instanceof Map ? own.get('Traffic') : null) ?? variables.get('TRAFFIC');
  if (!(traffic instanceof Map)) {
    throw new FormatError('another_format', 'This file has no Traffic of CEPGP. Choose SavedVariables/CEPGP.lua.', {
      field: 'Traffic',
    });
  }
  return [...traffic]
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .flatMap(([, entry]) => (entry instanceof Map ? [entry] : []));
}

function numberIn(value: LuaValue): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : null;
}

const ClmStandings = z.object({
  standings: z.object({
    roster: z.array(
      z.object({
        name: z.string().nullish(),
        standings: z.object({
          player: z.array(
            z.object({
              name: z.string(),
              class: z.string().nullish(),
              points: z.number(),
              spent: z.number().nullish(),
            }),
          ),
        }),
      }),
    ),
  }),
});

/** One roster of Core Loot Manager: in one of EPGP the points are EP, and what was spent is GP. */
function readClm(text: string): BalanceRow[] {
  const { roster } = readDocument(text, ClmStandings, 'the standings of Core Loot Manager, as JSON').standings;
  const [only, ...others] = roster;
  if (others.length > 0) {
    const names = roster.map(({ name }) => name).join(', ');
    throw new FormatError('another_kind', `This has several rosters: ${names}. Export one of them.`, {
      field: 'standings.roster',
    });
  }
  return (only?.standings.player ?? []).map((player, index) =>
    balanceOf({
      ...{ line: index + 1, tool: 'clm', player: player.name, className: player.class ?? null },
      ...{ points: player.points, gp: player.spent ?? null },
    }),
  );
}

/** Points of all characters of a person stand at the main, as EQdkp-Plus shows them. */
function readEqdkp(text: string): BalanceRow[] {
  return readEqdkpPoints(text).map(({ line, name, className, points, isMain }) => {
    const row = balanceOf({ line, tool: 'eqdkp', player: name, className, points, gp: null });
    return isMain || row.why ? row : { ...row, why: 'of_main' as const };
  });
}
