import { z } from 'zod';
import { Int, LocalizedText, orEmpty, orNull, Reference, SmallInt, stating } from './primitives.ts';

/**
 * `id` is the node of the talent tree, `tooltip.talent.id` the choice made at it. The node that selects a hero tree has
 * no tooltip; `default_points` are granted, not chosen; `rank` can be 0 in an inactive specialization.
 */
export type SelectedTalent = z.infer<typeof SelectedTalent>;
const SelectedTalent = z.object({
  id: Int,
  rank: orNull(SmallInt),
  default_points: orNull(Int),
  tooltip: orNull(
    z.object({
      talent: orNull(Reference),
      spell_tooltip: orNull(z.object({ spell: orNull(Reference) })),
    }),
  ),
});

/** `is_active` is true once per specialization, not once per character. */
export type TalentLoadout = z.infer<typeof TalentLoadout>;
const TalentLoadout = z.object({
  is_active: orNull(z.boolean()),
  talent_loadout_code: orNull(z.string()),
  selected_class_talents: orEmpty(SelectedTalent),
  selected_spec_talents: orEmpty(SelectedTalent),
  selected_hero_talents: orEmpty(SelectedTalent),
  selected_hero_talent_tree: orNull(Reference),
});

const PvpTalentSlot = z.object({
  slot_number: orNull(Int),
  selected: orNull(z.object({ talent: orNull(Reference) })),
});

const CharacterSpecialization = z.object({
  specialization: Reference,
  loadouts: orEmpty(TalentLoadout),
  glyphs: orEmpty(z.object({ name: LocalizedText })),
  pvp_talent_slots: orEmpty(PvpTalentSlot),
});

const TreeTalent = z.object({
  talent: orNull(Reference),
  talent_rank: orNull(Int),
  spell_tooltip: orNull(z.object({ spell: orNull(Reference) })),
});

/** A tree of the Classic games, which has a name but no id. */
const TalentTree = z.object({
  specialization_name: LocalizedText,
  spent_points: orNull(Int),
  talents: orEmpty(TreeTalent),
});

const TalentGroup = z.object({
  is_active: orNull(z.boolean()),
  specializations: orEmpty(TalentTree),
  glyphs: orEmpty(z.object({ name: LocalizedText })),
});

/**
 * GET …/specializations. Classic games with talent trees send `specialization_groups`, the others `specializations`.
 * Characters without a saved loadout, and those at low level, have no loadouts; `active_hero_talent_tree` is missing
 * below the level that unlocks it.
 */
export type CharacterSpecializations = z.infer<typeof CharacterSpecializations>;
export const CharacterSpecializations = stating(
  ['specializations', 'specialization_groups'],
  z.object({
    specializations: orEmpty(CharacterSpecialization),
    active_specialization: orNull(Reference),
    active_hero_talent_tree: orNull(Reference),
    specialization_groups: orEmpty(TalentGroup),
  }),
);
