import { ArmorType } from '@guildhall/contracts/roster.ts';

/** The armor worn by each class id of the platform; unknown for an id not listed yet. */
const CLASSES: Record<ArmorType, number[]> = {
  cloth: [5, 8, 9],
  leather: [4, 10, 11, 12],
  mail: [3, 7, 13],
  plate: [1, 2, 6],
  unknown: [],
};

export const armorTypeOf = (classId: number): ArmorType =>
  ArmorType.options.find((armor) => CLASSES[armor].includes(classId)) ?? 'unknown';
