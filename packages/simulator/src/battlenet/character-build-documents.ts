import { findPlayableClass, findSpecialization, type Specialization } from '../game-classes.ts';
import { untranslated } from '../localized.ts';
import type { Random } from '../random.ts';
import { talentCode } from '../talent-code.ts';
import type { Character } from '../world-model.ts';
import { characterDocument, choicesOf, reference } from './character-scene.ts';
import { type Document, type Scene, staticLink, text } from './scene.ts';

const slots = [
  ['HEAD', 'Visor'],
  ['NECK', 'Pendant'],
  ['SHOULDER', 'Mantle'],
  ['CHEST', 'Hauberk'],
  ['WAIST', 'Girdle'],
  ['LEGS', 'Greaves'],
  ['FEET', 'Boots'],
  ['WRIST', 'Bindings'],
  ['HANDS', 'Gauntlets'],
  ['FINGER_1', 'Ring'],
  ['FINGER_2', 'Band'],
  ['TRINKET_1', 'Lantern'],
  ['TRINKET_2', 'Bell'],
  ['BACK', 'Cloak'],
  ['MAIN_HAND', 'Blade'],
] as const;

const typed = (scene: Scene, type: string, name: string) => ({ type, name: text(scene, untranslated(name)) });

/** `…/equipment`. Low-level characters have empty slots. */
export function characterEquipment(scene: Scene, character: Character): Document {
  return characterDocument(scene, character, 'character-equipment', 'equipment', () => ({
    equipped_items: wornItems(character).map((worn, index) => equippedItem(scene, character, worn, index)),
  }));
}

type Worn = { slot: string; noun: string; id: number };

export const wornItems = (character: Character): Worn[] =>
  slots
    .filter((_, index) => character.level >= 10 || index % 3 === 0)
    .map(([slot, noun], index) => ({
      slot,
      noun,
      id: 950_000 + index * 100 + (character.equippedItemLevel % 100),
    }));

function equippedItem(scene: Scene, character: Character, { slot, noun, id }: Worn, index: number) {
  const ring = slot.startsWith('FINGER');
  return {
    item: { key: staticLink(scene, 'item', id), id },
    slot: typed(scene, slot, slot.replaceAll('_', ' ')),
    quantity: 1,
    context: 3,
    bonus_list: [10_256, 1_500 + index],
    quality: typed(scene, 'EPIC', 'Epic'),
    name: text(scene, untranslated(`Lanternbearer's ${noun}`)),
    media: { key: staticLink(scene, 'media', 'item', id), id },
    item_class: reference(scene, 'item-class', { id: 4, name: untranslated('Armor') }),
    item_subclass: reference(scene, 'item-class/4/item-subclass', { id: 4, name: untranslated('Plate') }),
    inventory_type: typed(scene, slot, slot),
    binding: typed(scene, 'ON_ACQUIRE', 'Binds when picked up'),
    level: { value: character.equippedItemLevel, display_string: `Item Level ${character.equippedItemLevel}` },
    ...(ring
      ? { sockets: [socket(scene, index), { socket_type: typed(scene, 'PRISMATIC', 'Prismatic Socket') }] }
      : {}),
    ...(slot === 'CHEST' || ring ? { enchantments: [enchantment()] } : {}),
    ...(slot === 'WRIST' ? { modified_crafting_stat: [craftingStat(36), craftingStat(49)] } : {}),
  };
}

const socket = (scene: Scene, index: number) => ({
  socket_type: typed(scene, 'PRISMATIC', 'Prismatic Socket'),
  item: reference(scene, 'item', { id: 955_000 + index, name: untranslated('Polished Saltglass') }),
});

const enchantment = () => ({
  display_string: 'Enchanted: Undertow',
  enchantment_id: 97_310,
  enchantment_slot: { id: 0, type: 'PERMANENT' },
});

/** `/data/wow/media/item/{id}`: every item that a character can wear has an icon. */
export function itemMedia(scene: Scene, id: string): Document | undefined {
  if (!/^9\d{5}$/.test(id)) return undefined;
  const value = `${scene.origin}/battlenet/render/icons/56/item-${id}.jpg`;
  return {
    ...{ schema: 'media', modified: 0, maxAge: 86_400, cacheKey: `media/item/${id}` },
    body: () => ({ _links: { self: staticLink(scene, 'media', 'item', id) }, assets: [{ key: 'icon', value }] }),
  };
}

const craftingStat = (id: number) =>
  id === 36 ? { id, type: 'HASTE_RATING', name: 'Haste' } : { id, type: 'MASTERY_RATING', name: 'Mastery' };

const heroTreeLevel = 71;
const nodesPerTree = 12;

/** `…/specializations`. The Classic games have groups of trees instead. */
export function characterSpecializations(scene: Scene, character: Character): Document | undefined {
  if (scene.gameVersion !== 'retail') return talentGroups(scene, character);
  const active = findSpecialization(character.specId);
  const all = findPlayableClass(character.classId)?.specializations ?? [];
  return characterDocument(scene, character, 'character-specializations', 'specializations', () => {
    const random = choicesOf(character, 'specializations');
    return {
      specializations: all.map((spec) => ({
        specialization: specializationOf(scene, spec),
        pvp_talent_slots: [{ slot_number: 1, selected: tooltip(scene, spec.id + 5_000) }],
        // Low-level characters have no loadouts because they have nothing to choose yet.
        ...(active && character.level >= 10 ? { loadouts: loadouts(scene, character, spec, random) } : {}),
      })),
      ...(active ? { active_specialization: specializationOf(scene, active) } : {}),
      ...(active && character.level >= heroTreeLevel ? { active_hero_talent_tree: heroTree(scene, active) } : {}),
    };
  });
}

/**
 * Puts all points into the tree of the specialization, or into the first tree where the game has no specializations.
 */
function talentGroups(scene: Scene, character: Character): Document {
  const trees = findPlayableClass(character.classId)?.specializations.slice(0, 3) ?? [];
  const points = Math.max(0, character.level - 9);
  const chosen = Math.max(
    0,
    trees.findIndex(({ id }) => id === character.specId),
  );
  return characterDocument(scene, character, 'character-specializations', 'specializations', () => ({
    specialization_groups: [
      {
        is_active: true,
        specializations: trees.map(({ id, name }, index) => ({
          specialization_name: text(scene, name),
          spent_points: index === chosen ? points : 0,
          talents: index === chosen && points > 0 ? [{ ...tooltip(scene, id), talent_rank: points }] : [],
        })),
      },
    ],
  }));
}

const specializationOf = (scene: Scene, spec: Specialization) => reference(scene, 'playable-specialization', spec);

const heroTree = (scene: Scene, spec: Specialization) =>
  reference(scene, 'talent-tree/980/hero-talent', { id: 96_000 + spec.id, name: untranslated(`Path of ${spec.id}`) });

/** `is_active` is true once per specialization; only the active one has hero talents. */
function loadouts(scene: Scene, character: Character, spec: Specialization, random: Random) {
  const played = spec.id === character.specId;
  const first = loadout(scene, spec, random, { active: true, hero: played && character.level >= heroTreeLevel });
  return random.chance(0.4) ? [loadout(scene, spec, random, { active: false, hero: false }), first] : [first];
}

function loadout(
  scene: Scene,
  spec: Specialization,
  random: Random,
  { active, hero }: { active: boolean; hero: boolean },
) {
  const [classTree, specTree, heroTreeNodes] = [1, 2, 3].map((tree) =>
    Array.from({ length: nodesPerTree }, (_, index) => ({
      id: spec.classId * 10_000 + tree * 1000 + index,
      selected: (tree < 3 || hero) && (index === 0 || random.chance(0.6)),
      granted: index === 0,
    })),
  );
  const talents = (nodes: typeof classTree = []) =>
    nodes.filter(({ selected }) => selected).map(({ id, granted }) => talent(scene, id, granted));
  const nodes = [classTree, specTree, heroTreeNodes].flatMap((tree) => tree ?? []);
  // The node that selects the hero tree is listed among the class talents, without a tooltip.
  const choice = hero ? [{ id: spec.classId * 10_000 + 9999, rank: 1 }] : [];
  return {
    is_active: active,
    talent_loadout_code: talentCode(spec.id, nodes),
    selected_class_talents: [...choice, ...talents(classTree)],
    selected_spec_talents: talents(specTree),
    ...(hero
      ? { selected_hero_talents: talents(heroTreeNodes), selected_hero_talent_tree: heroTree(scene, spec) }
      : {}),
    selected_class_talent_tree: { name: text(scene, findPlayableClass(spec.classId)?.name ?? spec.name) },
    selected_spec_talent_tree: { name: text(scene, spec.name) },
  };
}

const talent = (scene: Scene, id: number, granted: boolean) => ({
  id,
  rank: 1,
  ...(granted ? { default_points: 1 } : {}),
  tooltip: tooltip(scene, id),
});

const tooltip = (scene: Scene, id: number) => ({
  talent: reference(scene, 'talent', { id: id + 200_000, name: untranslated(`Lesson ${id}`) }),
  spell_tooltip: {
    spell: reference(scene, 'spell', { id: id + 400_000, name: untranslated(`Lesson ${id}`) }),
    description: 'What was learned is not forgotten.',
    cast_time: 'Passive',
  },
});

const attribute = (effective: number) => ({ base: Math.round(effective / 4), effective });
const rating = (value: number) => ({
  rating_normalized: Math.round(value * 20),
  rating_bonus: value,
  value: value + 5,
});

/** `…/statistics`, derived from the gear. */
export function characterStatistics(scene: Scene, character: Character): Document {
  return characterDocument(scene, character, 'character-statistics', 'statistics', () => {
    const power = character.equippedItemLevel * 12 + character.level;
    const random = choicesOf(character, 'statistics');
    const percent = () => random.integer(50, 300) / 10;
    const [crit, haste] = [rating(percent()), rating(percent())];
    const powerType = findPlayableClass(character.classId)?.powerType ?? { id: 0, name: untranslated('Mana') };
    return {
      health: power * 300,
      power: 100,
      power_type: reference(scene, 'power-type', powerType),
      speed: { rating_bonus: 0, rating_normalized: 0 },
      strength: attribute(power),
      agility: attribute(Math.round(power / 3)),
      intellect: attribute(Math.round(power / 2)),
      stamina: attribute(power * 2),
      melee_crit: crit,
      melee_haste: haste,
      mastery: rating(percent()),
      bonus_armor: 0,
      lifesteal: rating(0),
      versatility: 120,
      versatility_damage_done_bonus: 4.5,
      versatility_healing_done_bonus: 4.5,
      versatility_damage_taken_bonus: 2.25,
      avoidance: { rating_bonus: 0, rating_normalized: 0 },
      attack_power: power,
      main_hand_damage_min: power / 3,
      main_hand_damage_max: power / 2,
      main_hand_speed: 2.6,
      main_hand_dps: power / 6.5,
      off_hand_damage_min: 0,
      off_hand_damage_max: 0,
      off_hand_speed: 2.6,
      off_hand_dps: 0,
      spell_power: power,
      spell_penetration: 0,
      spell_crit: crit,
      mana_regen: 0,
      mana_regen_combat: 0,
      armor: attribute(power * 3),
      ...(scene.gameVersion === 'retail' ? {} : classicStatistics(power)),
      dodge: rating(3),
      parry: rating(4),
      block: rating(0),
      ranged_crit: crit,
      ranged_haste: haste,
      spell_haste: haste,
    };
  });
}

/** Statistics that only the Classic games have. */
const classicStatistics = (power: number) => ({
  spirit: attribute(power),
  defense: attribute(300),
  fire_resistance: attribute(10),
  holy_resistance: attribute(0),
  shadow_resistance: attribute(20),
  nature_resistance: attribute(30),
  arcane_resistance: attribute(40),
});

/** `…/character-media`. Characters with hardly any play time have no pictures. */
export function characterMedia(scene: Scene, character: Character): Document | undefined {
  if (character.level < 10) return undefined;
  const address = `${scene.origin}/battlenet/render/${character.realm.region}/character/${encodeURIComponent(character.realm.slug)}/${character.id % 256}/${character.id}`;
  return characterDocument(scene, character, 'character-media', 'character-media', () => ({
    assets: [
      { key: 'avatar', value: `${address}-avatar.jpg` },
      { key: 'inset', value: `${address}-inset.jpg` },
      { key: 'main-raw', value: `${address}-main-raw.png` },
    ],
  }));
}
