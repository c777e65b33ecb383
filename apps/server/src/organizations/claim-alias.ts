import { conflict } from '../core/errors.ts';
import type { Sql } from '../core/sql.ts';

/** Whoever looks for a free alias takes turns until the transaction ends, so that what was free still is when it is written. */
export async function lockAliases(sql: Sql): Promise<void> {
  await sql(`select pg_advisory_xact_lock(hashtextextended('organization-alias', 0))`);
}

const TAKEN = 'select from organization where alias = $1 and id is distinct from $2';

/** Of two who want the same alias one gets it. Throws CONFLICT for the other. */
export async function claimAlias(sql: Sql, alias: string, organizationId: string | null): Promise<void> {
  await lockAliases(sql);
  const taken = await sql(TAKEN, [alias, organizationId]);
  if (taken.length > 0) throw conflict('alias_taken', `The alias "${alias}" is taken. Choose another one.`);
}
