import { CombatRole } from '@guildhall/contracts/organization.ts';
import type { ArmorType, CompositionPart, CompositionRole, CompositionView } from '@guildhall/contracts/roster.ts';
import { columns, type RowOf, text } from '../core/db/statement.ts';
import { armorTypeOf } from '../reference/armor-types.ts';
import type { ReferenceNames } from '../reference/names.ts';

/** The number of members with a class and role; null when the specialization is unknown. */
export const CompositionRow = columns({ classId: 'int', role: text(CombatRole.options).orNull, count: 'int' });
export type CompositionRow = RowOf<typeof CompositionRow>;

const ROLE_NAMES: Record<CompositionRole, string> = {
  tank: 'Tank',
  healer: 'Healer',
  melee: 'Melee',
  ranged: 'Ranged',
  unknown: 'Unknown',
};
const ARMOR_NAMES: Record<ArmorType, string> = {
  cloth: 'Cloth',
  leather: 'Leather',
  mail: 'Mail',
  plate: 'Plate',
  unknown: 'Unknown',
};

export function presentComposition(
  rows: CompositionRow[],
  activeSince: number | null,
  names: ReferenceNames,
): CompositionView {
  return {
    total: totalOf(rows),
    activeSince,
    classes: parts(rows, ({ classId }) => ({ key: String(classId), name: names.className(classId) })),
    roles: parts(rows, ({ role }) => ({ key: role ?? 'unknown', name: ROLE_NAMES[role ?? 'unknown'] })),
    armorTypes: parts(rows, ({ classId }) => {
      const key = armorTypeOf(classId);
      return { key, name: ARMOR_NAMES[key] };
    }),
  };
}

const totalOf = (rows: CompositionRow[]) => rows.reduce((sum, { count }) => sum + count, 0);

/** Largest first, without empty entries. */
function parts(
  rows: CompositionRow[],
  labelOf: (row: CompositionRow) => { key: string; name: string },
): CompositionPart[] {
  const total = totalOf(rows);
  const byKey = Map.groupBy(
    rows.map((row) => ({ ...row, ...labelOf(row) })),
    ({ key }) => key,
  );
  return [...byKey.values()]
    .map((same) => ({ key: same[0]?.key ?? '', name: same[0]?.name ?? '', count: totalOf(same) }))
    .map((part) => ({ ...part, share: Math.round((part.count / total) * 10_000) / 10_000 }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en'));
}
