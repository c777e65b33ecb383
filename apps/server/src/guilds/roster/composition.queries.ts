import { CombatRole } from '@guildhall/contracts/organization.ts';
import type {
  ArmorType,
  CompositionInput,
  CompositionPart,
  CompositionRole,
  CompositionView,
} from '@guildhall/contracts/roster.ts';
import { compareNames } from '../../core/db/by-name.ts';
import { columns, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type ReferenceNames, referenceNames } from '../../reference/game-data/names.ts';
import { armorTypeOf } from '../../reference/game-data/playable.ts';

/** The number of members with a class and role; null when the specialization is unknown. */
const CompositionRow = columns({ classId: 'int', role: text(CombatRole.options).orNull, count: 'int' });
type CompositionRow = RowOf<typeof CompositionRow>;

/** A member without a known last login does not count as active. */
export const COMPOSITION = query(CompositionRow)`
  select e.class_id as "classId", e.role, count(*)::int as count from roster_entry e
  where e.organization_id = $1 and e.left_at is null
    and ($2::int is null or e.last_login_at >= now() - $2 * interval '1 day')
  group by e.class_id, e.role`;

/** The classes and roles of the members. Callers check access. */
export async function getComposition(
  ctx: AppContext,
  organizationId: string,
  { activeSince, locale }: Omit<CompositionInput, 'id'>,
): Promise<CompositionView> {
  const [rows, names] = await Promise.all([
    ctx.sql.many(COMPOSITION, [organizationId, activeSince ?? null]),
    referenceNames(ctx, locale),
  ]);
  return presentComposition(rows, activeSince ?? null, names);
}

/** In English, as everything without a name from the game. */
const labelled = (key: CompositionRole | ArmorType) => ({ key, name: `${key.charAt(0).toUpperCase()}${key.slice(1)}` });

function presentComposition(
  rows: CompositionRow[],
  activeSince: number | null,
  names: ReferenceNames,
): CompositionView {
  return {
    total: totalOf(rows),
    activeSince,
    classes: parts(rows, ({ classId }) => ({ key: String(classId), name: names.className(classId) })),
    roles: parts(rows, ({ role }) => labelled(role ?? 'unknown')),
    armorTypes: parts(rows, ({ classId }) => labelled(armorTypeOf(classId))),
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
    .sort((a, b) => b.count - a.count || compareNames(a.name, b.name));
}
