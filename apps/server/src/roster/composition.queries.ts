import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { CompositionView } from '@guildhall/contracts/roster.ts';
import { query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { referenceNames } from '../reference/names.ts';
import { CompositionRow, presentComposition } from './composition.presenter.ts';

/** A member without a known last login does not count as active. */
export const COMPOSITION = query(CompositionRow)`
  select e.class_id as "classId", e.role, count(*)::int as count from roster_entry e
  where e.organization_id = $1 and e.left_at is null
    and ($2::int is null or e.last_login_at >= now() - $2 * interval '1 day')
  group by e.class_id, e.role`;

type CompositionOptions = { activeSince?: number | null | undefined; locale: Locale };

/** The classes and roles of the members. Callers check access. */
export async function composition(
  ctx: AppContext,
  organizationId: string,
  { activeSince = null, locale }: CompositionOptions,
): Promise<CompositionView> {
  const [rows, names] = await Promise.all([
    ctx.sql.many(COMPOSITION, [organizationId, activeSince]),
    referenceNames(ctx, locale),
  ]);
  return presentComposition(rows, activeSince, names);
}
