import { CombatRole } from '@guildhall/contracts/organization.ts';
import type { CharacterTemplate } from '@guildhall/contracts/own-characters.ts';
import { GameVersion, type Locale } from '@guildhall/contracts/primitives.ts';
import { specializationOf } from '@guildhall/simc/tokens.ts';
import type { AppContext } from '../../core/services/context.ts';
import { referenceNames } from '../../reference/game-data/names.ts';
import {
  armorTypeOf,
  combatRoleOf,
  factionOfRace,
  PLAYABLE,
  playableRoles,
} from '../../reference/game-data/playable.ts';

/** Options for characters entered by hand, for each branch of the game. */
export async function characterTemplates(ctx: AppContext, locale: Locale): Promise<CharacterTemplate[]> {
  const names = await referenceNames(ctx, locale);
  const { compare } = new Intl.Collator(locale.replace('_', '-'));
  const byName = (left: { name: string }, right: { name: string }) => compare(left.name, right.name);
  return GameVersion.options.map((gameVersion) => {
    const { maxLevel, classIds, raceIds, specIds } = PLAYABLE[gameVersion];
    const specs = specIds.flatMap((id) => specializationOf(id) ?? []);
    const classes = classIds.map((id) => ({
      id,
      name: names.className(id),
      armorType: armorTypeOf(id),
      roles: playableRoles(gameVersion, id),
      specializations: specs
        .filter(({ classId }) => classId === id)
        .map((spec) => ({
          id: spec.id,
          name: names.specName({ gameVersion, specId: spec.id, specName: spec.name }),
          role: combatRoleOf(spec.id, gameVersion),
        }))
        .toSorted(byName),
    }));
    const races = raceIds.map((id) => ({ id, name: names.raceName(id), faction: factionOfRace(id) ?? 'neutral' }));
    return {
      gameVersion,
      maxLevel,
      classes: classes.toSorted(byName),
      races: races.toSorted((left, right) => byName(left, right) || left.id - right.id),
      roles: CombatRole.options,
      armorTypes: [...new Set(classes.map(({ armorType }) => armorType))].toSorted(),
    };
  });
}
