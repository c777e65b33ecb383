import { CombatRole } from '@guildhall/contracts/organization.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';

/** The combat role of each specialization id of the platform; unknown for an id not listed yet. */
const SPECS: Record<CombatRole, number[]> = {
  tank: [66, 73, 104, 250, 268, 581],
  healer: [65, 105, 256, 257, 264, 270, 1468],
  melee: [70, 71, 72, 103, 251, 252, 255, 259, 260, 261, 263, 269, 577],
  ranged: [62, 63, 64, 102, 253, 254, 258, 262, 265, 266, 267, 1467, 1473, 1480],
};

/** Survival used ranged weapons until it was rewritten for retail. */
const SURVIVAL = 255;

export function combatRoleOf(
  specId: number | null | undefined,
  gameVersion: GameVersion = 'retail',
): CombatRole | null {
  if (specId === SURVIVAL && gameVersion !== 'retail') return 'ranged';
  return CombatRole.options.find((role) => SPECS[role].includes(specId ?? 0)) ?? null;
}
