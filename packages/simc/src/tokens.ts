/**
 * SimulationCraft's words for the game platform's ids. Ids are those of the platform (and of the game's own tables);
 * words are those that the simulator reads and its in-game addon writes, as of season 12.1: `engine/sim/sim.cpp`
 * (classes), `engine/util/util.cpp` (races, professions), `extras.lua` of the addon (specializations and their roles).
 */

/** Single words: the simulator has no option `death_knight=`. */
const CLASSES = new Map([
  [1, 'warrior'],
  [2, 'paladin'],
  [3, 'hunter'],
  [4, 'rogue'],
  [5, 'priest'],
  [6, 'deathknight'],
  [7, 'shaman'],
  [8, 'mage'],
  [9, 'warlock'],
  [10, 'monk'],
  [11, 'druid'],
  [12, 'demonhunter'],
  [13, 'evoker'],
]);

/** Ids above 51 come in pairs: the same race in either faction. */
const RACES = new Map([
  [1, 'human'],
  [2, 'orc'],
  [3, 'dwarf'],
  [4, 'night_elf'],
  [5, 'undead'],
  [6, 'tauren'],
  [7, 'gnome'],
  [8, 'troll'],
  [9, 'goblin'],
  [10, 'blood_elf'],
  [11, 'draenei'],
  [12, 'dark_iron_dwarf'],
  [14, 'maghar_orc'],
  [22, 'worgen'],
  [24, 'pandaren'],
  [25, 'pandaren_alliance'],
  [26, 'pandaren_horde'],
  [27, 'nightborne'],
  [28, 'highmountain_tauren'],
  [29, 'void_elf'],
  [30, 'lightforged_draenei'],
  [31, 'zandalari_troll'],
  [32, 'kul_tiran'],
  [34, 'dark_iron_dwarf'],
  [35, 'vulpera'],
  [36, 'maghar_orc'],
  [37, 'mechagnome'],
  [52, 'dracthyr_alliance'],
  [70, 'dracthyr_horde'],
  [84, 'earthen_horde'],
  [85, 'earthen_alliance'],
  [86, 'haranir_alliance'],
  [91, 'haranir_horde'],
]);

/** The addon's role of a specialization; it lists healers only as attackers. */
export type SimulationRole = 'attack' | 'spell' | 'tank';

/** `name` appears in the addon's first line; `token` is the word in `spec=`. */
export type Specialization = { id: number; classId: number; name: string; token: string; role: SimulationRole };

const SPECIALIZATIONS = new Map(
  (
    [
      [62, 8, 'Arcane', 'spell'],
      [63, 8, 'Fire', 'spell'],
      [64, 8, 'Frost', 'spell'],
      [65, 2, 'Holy', 'attack'],
      [66, 2, 'Protection', 'tank'],
      [70, 2, 'Retribution', 'attack'],
      [71, 1, 'Arms', 'attack'],
      [72, 1, 'Fury', 'attack'],
      [73, 1, 'Protection', 'tank'],
      [102, 11, 'Balance', 'spell'],
      [103, 11, 'Feral', 'attack'],
      [104, 11, 'Guardian', 'tank'],
      [105, 11, 'Restoration', 'attack'],
      [250, 6, 'Blood', 'tank'],
      [251, 6, 'Frost', 'attack'],
      [252, 6, 'Unholy', 'attack'],
      [253, 3, 'Beast Mastery', 'attack'],
      [254, 3, 'Marksmanship', 'attack'],
      [255, 3, 'Survival', 'attack'],
      [256, 5, 'Discipline', 'spell'],
      [257, 5, 'Holy', 'attack'],
      [258, 5, 'Shadow', 'spell'],
      [259, 4, 'Assassination', 'attack'],
      [260, 4, 'Outlaw', 'attack'],
      [261, 4, 'Subtlety', 'attack'],
      [262, 7, 'Elemental', 'spell'],
      [263, 7, 'Enhancement', 'attack'],
      [264, 7, 'Restoration', 'attack'],
      [265, 9, 'Affliction', 'spell'],
      [266, 9, 'Demonology', 'spell'],
      [267, 9, 'Destruction', 'spell'],
      [268, 10, 'Brewmaster', 'tank'],
      [269, 10, 'Windwalker', 'attack'],
      [270, 10, 'Mistweaver', 'attack'],
      [577, 12, 'Havoc', 'attack'],
      [581, 12, 'Vengeance', 'tank'],
      [1467, 13, 'Devastation', 'spell'],
      [1468, 13, 'Preservation', 'attack'],
      // Missing from the addon's table, whose fallback is attack; the simulator's own profiles say spell.
      [1473, 13, 'Augmentation', 'spell'],
      [1480, 12, 'Devourer', 'spell'],
    ] satisfies [number, number, string, SimulationRole][]
  ).map(([id, classId, name, role]) => [id, { id, classId, name, token: tokenOf(name), role }]),
);

/** Primary professions only: the simulator refuses a profile with cooking, fishing or archaeology. */
const PROFESSIONS = new Map([
  [164, 'blacksmithing'],
  [165, 'leatherworking'],
  [171, 'alchemy'],
  [182, 'herbalism'],
  [186, 'mining'],
  [197, 'tailoring'],
  [202, 'engineering'],
  [333, 'enchanting'],
  [393, 'skinning'],
  [755, 'jewelcrafting'],
  [773, 'inscription'],
]);

/** The platform's slot types and the simulator's words, in profile order. */
const SLOTS = new Map([
  ['HEAD', 'head'],
  ['NECK', 'neck'],
  ['SHOULDER', 'shoulder'],
  ['BACK', 'back'],
  ['CHEST', 'chest'],
  ['SHIRT', 'shirt'],
  ['TABARD', 'tabard'],
  ['WRIST', 'wrist'],
  ['HANDS', 'hands'],
  ['WAIST', 'waist'],
  ['LEGS', 'legs'],
  ['FEET', 'feet'],
  ['FINGER_1', 'finger1'],
  ['FINGER_2', 'finger2'],
  ['TRINKET_1', 'trinket1'],
  ['TRINKET_2', 'trinket2'],
  ['MAIN_HAND', 'main_hand'],
  ['OFF_HAND', 'off_hand'],
]);

/** The simulator's word for a class; undefined if it does not know the class. */
export const classToken = (classId: number): string | undefined => CLASSES.get(classId);

/** The simulator's word for a race; undefined if it does not know the race. */
export const raceToken = (raceId: number): string | undefined => RACES.get(raceId);

/** A specialization; undefined if the simulator does not know it. */
export const specializationOf = (specId: number): Specialization | undefined => SPECIALIZATIONS.get(specId);

/** The simulator's word for a primary profession; undefined for anything else. */
export const professionToken = (professionId: number): string | undefined => PROFESSIONS.get(professionId);

/** All slots as pairs of the platform's type and the simulator's word, in profile order. */
export const slotTokens = (): [type: string, token: string][] => [...SLOTS];

/**
 * A name as the addon writes it after `server=`: `Twisting Nether` becomes `twisting_nether`, `Mal'Ganis` becomes
 * `malganis`. Lowers ASCII letters only, turns blanks into `_`, keeps letters and digits of any script and `%`, `+`,
 * `.` and `_`, and drops everything else, including one trailing `_`. The result is not the platform's slug
 * (`azjol-nerub`); it never contains a blank, quote, `=`, `$`, `#`, `/`, or control character, and may be empty.
 * Source: `Tokenize` in the addon's `core.lua`.
 */
export function tokenOf(name: string): string {
  return name
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replaceAll(' ', '_')
    .replace(/[^\p{L}\p{M}\p{N}%+._]+/gu, '')
    .replace(/_$/, '');
}
