import type { PatchyName } from './game-journal.ts';
import { type LocalizedName, localized } from './localized.ts';

export type RecipeEntry = { id: number; name: PatchyName; crafts: 'item' | 'itemOfEachFaction' | 'nothing' };
type SkillTier = { id: number; name: string; categories: { name: string; recipes: RecipeEntry[] }[] };
export type ProfessionEntry = {
  id: number;
  name: LocalizedName;
  type: 'PRIMARY' | 'SECONDARY';
  skillTiers: SkillTier[];
};

/** In English, German, French and Russian; the other languages show English. */
const WARES: readonly (readonly [en: string, de: string, fr: string, ru: string])[] = [
  ['Moonforged Buckle', 'Mondgeschmiedete Schnalle', 'Boucle forgée à la lune', 'Лунная пряжка'],
  ['Draught of Steady Hands', 'Trank der ruhigen Hände', 'Potion des mains sûres', 'Зелье твёрдых рук'],
  ['Rune of Quiet Steps', 'Rune der leisen Schritte', 'Rune des pas feutrés', 'Руна тихих шагов'],
  ['Herbed Dumplings', 'Kräuterklöße', 'Ravioles aux herbes', 'Пельмени с травами'],
  ['Émber Tonic', 'Glut-Tonikum', 'Tonique d’ambre', 'Огненный тоник'],
];

/** Profession ids and names are the game's; tiers and recipes are invented. */
export const professions: readonly ProfessionEntry[] = [
  profession(
    164,
    'Blacksmithing|Schmiedekunst|Herrería|Forge|Forgiatura|Ferraria|Кузнечное дело|대장기술|鍛造|锻造',
    'PRIMARY',
    2,
  ),
  profession(171, 'Alchemy|Alchemie|Alquimia|Alchimie|Alchimia|Alquimia|Алхимия|연금술|鍊金術|炼金术', 'PRIMARY', 2),
  profession(
    333,
    'Enchanting|Verzauberkunst|Encantamiento|Enchantement|Incantamento|Encantamento|Наложение чар|마법부여|附魔|附魔',
    'PRIMARY',
    1,
  ),
  profession(185, 'Cooking|Kochkunst|Cocina|Cuisine|Cucina|Culinária|Кулинария|요리|烹飪|烹饪', 'SECONDARY', 1),
  profession(
    794,
    'Archaeology|Archäologie|Arqueología|Archéologie|Archeologia|Arqueologia|Археология|고고학|考古學|考古学',
    'SECONDARY',
    0,
  ),
];

function profession(id: number, names: string, type: ProfessionEntry['type'], tiers: number): ProfessionEntry {
  return {
    id,
    name: localized(names),
    type,
    skillTiers: Array.from({ length: tiers }, (_, tier) => skillTier(id, tier)),
  };
}

function skillTier(professionId: number, tier: number): SkillTier {
  const id = 2_000 + professionId * 3 + tier;
  const recipes = (part: number) =>
    [0, 1, 2].map((place): RecipeEntry => {
      const number = part * 3 + place;
      const crafts = number % 3 === 2 ? 'nothing' : number % 3 === 1 ? 'itemOfEachFaction' : 'item';
      return { id: id * 10 + number, name: wareName(id * 10 + number, `${tier + 1}-${number + 1}`), crafts };
    });
  return {
    id,
    name: `${tier === 0 ? 'Old' : 'New'} ways ${professionId}`,
    categories: [
      { name: 'Works', recipes: recipes(0) },
      { name: 'Wonders', recipes: recipes(1) },
    ],
  };
}

export const skillTiers = professions.flatMap((entry) => entry.skillTiers);
export const recipes = skillTiers.flatMap(({ categories }) => categories.flatMap((category) => category.recipes));

/** The item a recipe makes; the Horde's version has another id. */
export const itemIdOf = ({ id }: RecipeEntry, horde = false): number => id * 10 + (horde ? 1 : 0);

/** One recipe in seven has no Russian name. */
function wareName(id: number, mark: string): PatchyName {
  const names = WARES[id % WARES.length] ?? WARES[0];
  const [en, de, fr, ru] = (names ?? []).map((name) => `${name} ${mark}`);
  const all = localized([en, de, en, fr, en, en, ru, en, en, en].join('|'));
  return id % 7 === 0 ? { ...all, ru_RU: null } : all;
}
