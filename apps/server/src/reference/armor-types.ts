import type { ArmorType } from '@guildhall/contracts/roster.ts';

/** The armor worn by each class id of the platform; unknown for an id not listed yet. */
const CLASSES: Record<Exclude<ArmorType, 'unknown'>, number[]> = {
  cloth: [5, 8, 9],
  leather: [4, 10, 11, 12],
  mail: [3, 7, 13],
  plate: [1, 2, 6],
};

const armorByClass = new Map(
  Object.entries(CLASSES).flatMap(([armor, ids]) => ids.map((id) => [id, armor as ArmorType] as const)),
);

export const armorTypeOf = (classId: number): ArmorType => armorByClass.get(classId) ?? 'unknown';
