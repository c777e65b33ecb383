import { z } from 'zod';
import { orNull, Reference, stating } from './primitives.ts';

const Amount = orNull(z.number());

const Attribute = orNull(z.object({ base: Amount, effective: Amount }));

/** Since 12.0 `rating_normalized` replaces `rating`. `value` is the percentage. */
const Rating = orNull(z.object({ rating: Amount, rating_normalized: Amount, rating_bonus: Amount, value: Amount }));

/** GET …/statistics: the numbers of the character sheet. Any of them can be whole or fractional. */
export type CharacterStatistics = z.infer<typeof CharacterStatistics>;
export const CharacterStatistics = stating(
  ['health', 'stamina'],
  z.object({
    health: Amount,
    power: Amount,
    power_type: orNull(Reference),
    strength: Attribute,
    agility: Attribute,
    intellect: Attribute,
    stamina: Attribute,
    armor: Attribute,
    /** From here to the resistances, only the Classic games send values. */
    spirit: Attribute,
    defense: Attribute,
    arcane_resistance: Attribute,
    fire_resistance: Attribute,
    frost_resistance: Attribute,
    holy_resistance: Attribute,
    nature_resistance: Attribute,
    shadow_resistance: Attribute,
    melee_crit: Rating,
    melee_haste: Rating,
    ranged_crit: Rating,
    ranged_haste: Rating,
    spell_crit: Rating,
    spell_haste: Rating,
    mastery: Rating,
    lifesteal: Rating,
    avoidance: Rating,
    speed: Rating,
    dodge: Rating,
    parry: Rating,
    block: Rating,
    versatility: Amount,
    versatility_damage_done_bonus: Amount,
    versatility_healing_done_bonus: Amount,
    versatility_damage_taken_bonus: Amount,
    attack_power: Amount,
    spell_power: Amount,
    spell_penetration: Amount,
    mana_regen: Amount,
    mana_regen_combat: Amount,
    main_hand_damage_min: Amount,
    main_hand_damage_max: Amount,
    main_hand_speed: Amount,
    main_hand_dps: Amount,
    off_hand_damage_min: Amount,
    off_hand_damage_max: Amount,
    off_hand_speed: Amount,
    off_hand_dps: Amount,
  }),
);
