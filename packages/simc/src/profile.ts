/**
 * Builds the text that SimulationCraft simulates, in the layout of its in-game addon, from the game platform's data
 * about a character. All outside input is untrusted: a line break, a quote or a blank would end a value and start a new
 * option, and some options read and write files. So every value is a number, a word from our tables, a talent code that
 * was decoded, or text reduced to an allow-list of characters. Sources: `core.lua` of the addon (layout),
 * `engine/interfaces/bcp_api.cpp` (platform fields), `engine/sim/sc_option.cpp` (how a line is parsed).
 */
import { loadoutOfClass } from './loadout.ts';
import {
  classToken,
  professionToken,
  raceToken,
  type Specialization,
  slotTokens,
  specializationOf,
  tokenOf,
} from './tokens.ts';

/** Ids are the platform's. Unknown values are null or left out of their list. */
export type SimulationCharacter = {
  name: string;
  region: 'us' | 'eu' | 'kr' | 'tw';
  /** The realm's English name, not its slug. */
  realm: string;
  level: number;
  raceId: number;
  classId: number;
  specId: number | null;
  /** Primary professions. `rank` is in skill points, which the platform knows per expansion, not in total. */
  professions: { id: number; rank: number }[];
  /** The loadout code of the specialization's active loadout. */
  talentLoadoutCode: string | null;
  equipment: SimulationItem[];
  /** When the platform sent this data. */
  asOf: Date | null;
};

/** One equipped item. `slot` is the platform's slot type, e.g. `FINGER_1`. */
export type SimulationItem = {
  slot: string;
  itemId: number;
  name: string | null;
  itemLevel: number | null;
  /** Order matters; this is the platform's. */
  bonusIds: number[];
  /** `slot` 0 is the permanent enchantment, 7 a tinker; the simulator ignores the others. */
  enchantments: { slot: number; id: number }[];
  /** In socket order; null for an empty socket. */
  gems: ({ id: number; bonusIds: number[] } | null)[];
  /** Ids of the secondary stats the crafter chose. */
  craftedStats: number[];
  /** The level at which it dropped, where the platform says so. */
  dropLevel: number | null;
};

export type ProfileWarning = {
  reason:
    | 'not_on_platform'
    | 'name_changed'
    | 'unknown_race'
    | 'unknown_realm'
    | 'no_specialization'
    | 'no_talents'
    | 'talents_refused'
    | 'profession_ranks'
    | 'crafted_stats'
    | 'item_left_out'
    | 'no_equipment';
  /** One sentence for a person, in ASCII, without any text from the platform. */
  message: string;
};

export type SimulationProfile =
  | { ok: true; profile: string; warnings: ProfileWarning[] }
  | { ok: false; reason: 'unknown_class'; message: string };

/**
 * The profile text (UTF-8, lines end in `
 * `) and its warnings, which the text repeats as comments. A character whose class the simulator does not know has no
 * profile. Never throws. The text carries no checksum and no addon version, because the addon did not write it.
 */
export function simulationProfile(character: SimulationCharacter): SimulationProfile {
  const className = classToken(character.classId);
  if (!className) {
    return {
      ok: false,
      reason: 'unknown_class',
      message: 'SimulationCraft does not know the class of this character.',
    };
  }
  const warnings: ProfileWarning[] = [NOT_ON_PLATFORM];
  const warn = (reason: ProfileWarning['reason'], message: string) => warnings.push({ reason, message });
  const name = nameLine(character.name, warn);
  const specialization = specializationFor(character, warn);
  const talents = talentLines(character, specialization, warn);
  const lines = [
    `${className}="${name}"`,
    ...option('level', whole(character.level)),
    ...option('race', raceOf(character, warn)),
    `region=${character.region}`,
    ...option('server', realmOf(character, warn)),
    ...option('role', specialization?.role),
    ...option('professions', professionsOf(character, warn)),
    ...option('spec', specialization?.token),
    ...talents,
    ...equipmentLines(character, warn),
  ];
  return {
    ok: true,
    profile: [...headLines(character, name, specialization, warnings), ...lines, ''].join('\n'),
    warnings,
  };
}

type Warn = (reason: ProfileWarning['reason'], message: string) => void;

const NOT_ON_PLATFORM: ProfileWarning = {
  reason: 'not_on_platform',
  message:
    'The game platform shows a character as it last logged out, without bags, the names of loadouts, omnium talents, titan discs, and stats that an upgrade redirected; the in-game addon knows more.',
};

function headLines(
  character: SimulationCharacter,
  name: string,
  specialization: Specialization | undefined,
  warnings: ProfileWarning[],
): string[] {
  const asOf = character.asOf?.toISOString().slice(0, 16).replace('T', ' ');
  const where = `${character.region.toUpperCase()}/${commentText(character.realm) || 'Unknown'}`;
  return [
    `# ${[name, specialization?.name ?? 'Unknown', ...(asOf ? [asOf] : []), where].join(' - ')}`,
    '# Made by Guildhall from what the game platform shows, not by the addon',
    '# Requires SimulationCraft 1000-01 or newer',
    ...warnings.map(({ message }) => `# Note: ${message}`),
    '',
  ];
}

/** Quoted values have no escape sequence. */
function nameLine(text: string, warn: Warn): string {
  const name = [...text.replace(/[^\p{L}\p{M}]+/gu, '')].slice(0, 40).join('');
  if (name !== text) warn('name_changed', 'The name has characters that no character can have; they were left out.');
  return name || 'Unnamed';
}

function raceOf({ raceId }: SimulationCharacter, warn: Warn): string | undefined {
  const race = raceToken(raceId);
  if (!race) warn('unknown_race', 'SimulationCraft does not know the race; it was left out.');
  return race;
}

function realmOf({ realm }: SimulationCharacter, warn: Warn): string {
  const token = tokenOf(realm).slice(0, 60);
  if (!token) warn('unknown_realm', 'The realm is not known.');
  return token;
}

function specializationFor({ specId, classId }: SimulationCharacter, warn: Warn): Specialization | undefined {
  const specialization = specId === null ? undefined : specializationOf(specId);
  if (specialization?.classId === classId) return specialization;
  warn(
    'no_specialization',
    'The character has no specialization that SimulationCraft knows, and it simulates none without.',
  );
  return undefined;
}

/**
 * Without a matching code there is no talents line: a wrong code would abort the simulation, and a guessed one would be
 * false.
 */
function talentLines(
  { talentLoadoutCode, classId }: SimulationCharacter,
  specialization: Specialization | undefined,
  warn: Warn,
): string[] {
  if (!specialization) return [];
  if (!talentLoadoutCode) {
    warn('no_talents', 'No active talent loadout is known; the character is simulated without talents.');
    return [];
  }
  const decoded = loadoutOfClass(talentLoadoutCode, classId);
  if (!decoded.ok) {
    warn('talents_refused', `The talents were left out. ${decoded.message}`);
    return [];
  }
  if (decoded.loadout.specId !== specialization.id) {
    warn('talents_refused', 'The talents were left out: the talent loadout code is of another specialization.');
    return [];
  }
  return ['', `talents=${talentLoadoutCode}`];
}

function professionsOf({ professions }: SimulationCharacter, warn: Warn): string {
  const known = professions.flatMap(({ id, rank }) => {
    const profession = professionToken(id);
    const points = whole(rank);
    return profession && points ? [`${profession}=${points}`] : [];
  });
  if (known.length > 0) {
    warn(
      'profession_ranks',
      'The ranks of professions are those of their newest expansion; the platform has no total.',
    );
  }
  return known.slice(0, 2).join('/');
}

function equipmentLines({ equipment }: SimulationCharacter, warn: Warn): string[] {
  const usable = equipment.filter((item) => whole(item.itemId));
  const worn = slotTokens().flatMap(([type, slot]) => {
    const item = usable.find((candidate) => candidate.slot === type);
    return item ? [{ item, slot }] : [];
  });
  const leftOut = equipment.length - worn.length;
  if (leftOut > 0)
    warn('item_left_out', `Items without a slot or an id that SimulationCraft knows were left out: ${leftOut}.`);
  if (worn.length === 0) {
    warn('no_equipment', 'No equipment is known; the character is simulated without.');
    return [];
  }
  if (worn.some(({ item }) => item.craftedStats.length > 0)) {
    warn('crafted_stats', 'The stats of crafted items are not always those that were crafted: check them.');
  }
  return ['', ...worn.flatMap(({ item, slot }) => [itemComment(item), itemLine(item, slot)])];
}

function itemComment({ name, itemLevel }: SimulationItem): string {
  const level = itemLevel === null ? undefined : whole(itemLevel);
  return `# ${commentText(name ?? '') || 'Unnamed item'}${level ? ` (${level})` : ''}`;
}

/** The word before the first comma is the item's name, which the addon leaves empty. */
function itemLine(item: SimulationItem, slot: string): string {
  const enchantment = (place: number) => item.enchantments.find((candidate) => candidate.slot === place)?.id;
  return [
    `${slot}=`,
    ...option('id', whole(item.itemId)),
    ...option('enchant_id', whole(enchantment(0))),
    ...option('addon_id', whole(enchantment(7))),
    ...option('gem_id', gemsOf(item)),
    ...option('bonus_id', wholes(item.bonusIds).join('/')),
    ...option('drop_level', whole(item.dropLevel)),
    ...option('crafted_stats', wholes(item.craftedStats).slice(0, 2).join('/')),
    ...option('gem_bonus_id', gemBonusesOf(item)),
  ].join(',');
}

/** Writes an empty socket as 0, except at the end. */
function gemsOf({ gems }: SimulationItem): string {
  const ids = gems.slice(0, 4).map((gem) => whole(gem?.id) ?? '0');
  return ids.slice(0, ids.findLastIndex((id) => id !== '0') + 1).join('/');
}

/** Lists bonuses in gem order, so the list stops at the first gem without any. */
function gemBonusesOf({ gems }: SimulationItem): string {
  const bonuses = gems.slice(0, 4).map((gem) => wholes(gem?.bonusIds ?? []).join(':'));
  const end = bonuses.indexOf('');
  return (end < 0 ? bonuses : bonuses.slice(0, end)).join('/');
}

const option = (key: string, value: string | undefined): string[] => (value ? [`${key}=${value}`] : []);

/** In decimal digits; undefined for anything but a positive whole number, whatever the type says. */
const whole = (value: number | null | undefined): string | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? String(value) : undefined;

const wholes = (values: number[]): string[] => values.flatMap((value) => whole(value) ?? []);

/** A comment ends with its line; drops every other character with a meaning in such texts as well. */
function commentText(text: string): string {
  const kept = text.replace(/[^\p{L}\p{M}\p{N}'’.,:;!?()&+/%_-]+/gu, ' ').trim();
  return [...kept].slice(0, 100).join('');
}
