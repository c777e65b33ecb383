import type {
  CharacterSpecializations,
  SelectedTalent,
  TalentLoadout,
} from '@guildhall/battlenet/schemas/specializations.ts';
import type { LoadoutView, TalentView } from '@guildhall/contracts/character-build.ts';
import { englishName, namedRef } from '../game-name.ts';

type Ref = { id: number; name: string };

export type SpecializationsDocument = {
  activeId: number | null;
  activeHeroTree: Ref | null;
  specializations: {
    id: number;
    name: string | null;
    loadouts: LoadoutView[];
    pvpTalents: Ref[];
    glyphs: string[];
  }[];
};

export function specializationsDocument(raw: CharacterSpecializations): SpecializationsDocument {
  return {
    // Of a character without a specialization the platform says 0.
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
 * Left out are the node at which the hero tree was chosen, which stands among the talents of the class and says nothing,
 * and what an inactive specialization lists without a rank: it is not selected.
 */
function talentOf({ id, rank, default_points, tooltip }: SelectedTalent): TalentView[] {
  if (!tooltip || rank === 0) return [];
  const name = englishName(tooltip.talent?.name ?? null) ?? englishName(tooltip.spell_tooltip?.spell?.name ?? null);
  const spellId = tooltip.spell_tooltip?.spell?.id ?? null;
  return [{ nodeId: id, name, spellId, rank: rank ?? 1, granted: (default_points ?? 0) > 0 }];
}
