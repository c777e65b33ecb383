import type { CharacterStatistics } from '@guildhall/battlenet/schemas/statistics.ts';
import type { CombatStatistics } from '@guildhall/contracts/character-build.ts';
import { namedRef } from '../../../reference/game-data/names.ts';

export function statisticsDocument(raw: CharacterStatistics): CombatStatistics {
  const powerType = namedRef(raw.power_type, 'Power');
  return {
    health: raw.health,
    power: powerType && { type: powerType, amount: raw.power },
    attributes: {
      strength: raw.strength,
      agility: raw.agility,
      intellect: raw.intellect,
      stamina: raw.stamina,
      armor: raw.armor,
      spirit: raw.spirit,
    },
    crit: { melee: ratingOf(raw.melee_crit), ranged: ratingOf(raw.ranged_crit), spell: ratingOf(raw.spell_crit) },
    haste: { melee: ratingOf(raw.melee_haste), ranged: ratingOf(raw.ranged_haste), spell: ratingOf(raw.spell_haste) },
    mastery: ratingOf(raw.mastery),
    versatility: versatilityOf(raw),
    leech: ratingOf(raw.lifesteal),
    avoidance: ratingOf(raw.avoidance),
    speed: ratingOf(raw.speed),
    defense: { skill: raw.defense, dodge: ratingOf(raw.dodge), parry: ratingOf(raw.parry), block: ratingOf(raw.block) },
    resistances: {
      arcane: raw.arcane_resistance,
      fire: raw.fire_resistance,
      frost: raw.frost_resistance,
      holy: raw.holy_resistance,
      nature: raw.nature_resistance,
      shadow: raw.shadow_resistance,
    },
    attackPower: raw.attack_power,
    spellPower: raw.spell_power,
    spellPenetration: raw.spell_penetration,
    manaRegeneration:
      raw.mana_regen === null && raw.mana_regen_combat === null
        ? null
        : { resting: raw.mana_regen, fighting: raw.mana_regen_combat },
    mainHand: weaponOf(raw.main_hand_damage_min, raw.main_hand_damage_max, raw.main_hand_speed, raw.main_hand_dps),
    offHand: weaponOf(raw.off_hand_damage_min, raw.off_hand_damage_max, raw.off_hand_speed, raw.off_hand_dps),
  };
}

/** For speed and avoidance the platform gives the percentage only as the rating's bonus. */
function ratingOf(rating: CharacterStatistics['mastery']): CombatStatistics['mastery'] {
  if (!rating) return null;
  return {
    rating: rating.rating ?? rating.rating_normalized,
    percent: hundredths(rating.value ?? rating.rating_bonus),
  };
}

function versatilityOf(raw: CharacterStatistics): CombatStatistics['versatility'] {
  if (raw.versatility === null) return null;
  return {
    rating: raw.versatility,
    damagePercent: hundredths(raw.versatility_damage_done_bonus),
    healingPercent: hundredths(raw.versatility_healing_done_bonus),
    damageTakenPercent: hundredths(raw.versatility_damage_taken_bonus),
  };
}

/** A character without a weapon in that hand does no damage with it. */
function weaponOf(min: number | null, max: number | null, speed: number | null, dps: number | null) {
  if (!max) return null;
  return { minDamage: hundredths(min), maxDamage: hundredths(max), speed: hundredths(speed), dps: hundredths(dps) };
}

const hundredths = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100);
