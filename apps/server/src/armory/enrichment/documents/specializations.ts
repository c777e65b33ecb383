import type {
  CharacterSpecializations,
  SelectedTalent,
  TalentLoadout,
} from '@guildhall/battlenet/schemas/specializations.ts';
import type { LoadoutView, TalentView } from '@guildhall/contracts/character-build.ts';
import { CombatRole } from '@guildhall/contracts/organization.ts';
import { englishName, namedRef } from '../../../reference/game-data/names.ts';

export type SpecializationsDocument = ReturnType<typeof specializationsDocument>;

export function specializationsDocument(raw: CharacterSpecializations) {
  return {
    // The platform says 0 for a character without a specialization.
    activeId: raw.active_specialization?.id || null,
    activeHeroTree: namedRef(raw.active_hero_talent_tree, 'Hero talents'),
    specializations: raw.specializations.map(({ specialization, loadouts, pvp_talent_slots, glyphs }) => ({
      id: specialization.id,
      name: englishName(specialization.name),
      loadouts: loadouts.map(loadoutOf),
      pvpTalents: pvp_talent_slots
        .toSorted((left, right) => (left.slot_number ?? 0) - (right.slot_number ?? 0))
        .flatMap(({ selected }) => namedRef(selected?.talent, 'Talent') ?? []),
      glyphs: glyphs.flatMap(({ name }) => englishName(name) ?? []),
    })),
    talentGroups: raw.specialization_groups.map(({ is_active, specializations, glyphs }) => ({
      isActive: is_active ?? false,
      trees: specializations.map(({ specialization_name, spent_points, talents }) => ({
        name: englishName(specialization_name) ?? 'Unnamed tree',
        spentPoints: spent_points ?? 0,
        talents: talents.map(({ talent, talent_rank, spell_tooltip }) => ({
          id: talent?.id ?? null,
          name: englishName(talent?.name ?? null) ?? englishName(spell_tooltip?.spell?.name ?? null),
          spellId: spell_tooltip?.spell?.id ?? null,
          rank: talent_rank ?? 1,
        })),
      })),
      glyphs: glyphs.flatMap(({ name }) => englishName(name) ?? []),
    })),
  };
}

function loadoutOf(loadout: TalentLoadout): LoadoutView {
  return {
    isActive: loadout.is_active ?? false,
    talentLoadoutCode: loadout.talent_loadout_code,
    heroTalentTree: namedRef(loadout.selected_hero_talent_tree, 'Hero talents'),
    classTalents: loadout.selected_class_talents.flatMap(talentOf),
    specTalents: loadout.selected_spec_talents.flatMap(talentOf),
    heroTalents: loadout.selected_hero_talents.flatMap(talentOf),
  };
}

/**
 * Leaves out the node at which the hero tree was chosen, which is listed among the class talents without meaning, and
 * talents of an inactive specialization without a rank, which are not selected.
 */
function talentOf({ id, rank, default_points, tooltip }: SelectedTalent): TalentView[] {
  if (!tooltip || rank === 0) return [];
  const name = englishName(tooltip.talent?.name ?? null) ?? englishName(tooltip.spell_tooltip?.spell?.name ?? null);
  const spellId = tooltip.spell_tooltip?.spell?.id ?? null;
  return [{ nodeId: id, name, spellId, rank: rank ?? 1, granted: (default_points ?? 0) > 0 }];
}

/** Bears and cats of the classic game share a tree, so a feral druid's role is unknown. */
const TREES: Record<CombatRole, string[]> = {
  tank: ['Protection'],
  healer: ['Holy', 'Discipline', 'Restoration'],
  melee: ['Arms', 'Fury', 'Retribution', 'Assassination', 'Combat', 'Subtlety', 'Enhancement'],
  ranged: [
    ...['Beast Mastery', 'Marksmanship', 'Survival', 'Shadow', 'Elemental', 'Arcane', 'Fire'],
    ...['Affliction', 'Demonology', 'Destruction', 'Balance'],
  ],
};

/** The role of the tree that holds most points. Frost next to Arcane is a mage's; otherwise it is a death knight's. */
export function roleOfTalents({ specialization_groups: groups }: CharacterSpecializations): CombatRole | null {
  const active = groups.find(({ is_active }) => is_active) ?? (groups.length === 1 ? groups[0] : undefined);
  const trees = (active?.specializations ?? []).map(({ specialization_name, spent_points }) => ({
    name: englishName(specialization_name) ?? '',
    points: spent_points ?? 0,
  }));
  const [most, second] = trees.toSorted((left, right) => right.points - left.points);
  if (!most || most.points === 0 || most.points === second?.points) return null;
  if (most.name === 'Frost') return trees.some(({ name }) => name === 'Arcane') ? 'ranged' : null;
  return CombatRole.options.find((role) => TREES[role].includes(most.name)) ?? null;
}
