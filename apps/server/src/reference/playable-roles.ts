/** The roles that the classes of each branch of the game can play. */
import { CombatRole } from '@guildhall/contracts/organization.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import { specializationOf } from '@guildhall/simc/tokens.ts';
import { PLAYABLE } from './playable-options.ts';
import { combatRoleOf } from './spec-roles.ts';

/** Without specializations the talents decide: these are the roles of any build of the class. */
const WITHOUT_SPECIALIZATIONS = new Map<number, CombatRole[]>([
  [1, ['tank', 'melee']],
  [2, ['tank', 'healer', 'melee']],
  [3, ['ranged']],
  [4, ['melee']],
  [5, ['healer', 'ranged']],
  [7, ['healer', 'melee', 'ranged']],
  [8, ['ranged']],
  [9, ['ranged']],
  [11, ['tank', 'healer', 'melee', 'ranged']],
]);

/** The class decides, as specializations change; the current one's role comes first. Unknown classes play all. */
export function playableRoles(gameVersion: GameVersion, classId: number, specId?: number | null): CombatRole[] {
  const key = `${gameVersion} ${classId}`;
  const roles = known.get(key) ?? rolesOfClass(gameVersion, classId);
  known.set(key, roles);
  const present = combatRoleOf(specId, gameVersion);
  return present && roles.includes(present) ? [present, ...roles.filter((role) => role !== present)] : roles;
}

/** There are a few dozen combinations, needed with every character shown. */
const known = new Map<string, CombatRole[]>();

function rolesOfClass(gameVersion: GameVersion, classId: number): CombatRole[] {
  const { specIds } = PLAYABLE[gameVersion];
  if (specIds.length === 0) return WITHOUT_SPECIALIZATIONS.get(classId) ?? CombatRole.options;
  const played = specIds
    .filter((id) => specializationOf(id)?.classId === classId)
    .map((id) => combatRoleOf(id, gameVersion));
  const roles = CombatRole.options.filter((role) => played.includes(role));
  return roles.length > 0 ? roles : CombatRole.options;
}
