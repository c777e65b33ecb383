import type { Sql } from '../core/sql.ts';
import { noSuchOrganization } from './organization.access.ts';

/** Not in the way of those who only refer to it. */
const LOCK = 'select from organization where id = $1 for no key update';

/**
 * Until the transaction ends nobody else changes the organization, who belongs to it, or who leads it: taken by everything
 * that must not happen twice at once. What was read before counts for nothing. Throws NOT_FOUND when it is gone.
 */
export async function lockOrganization(sql: Sql, organizationId: string): Promise<void> {
  if ((await sql(LOCK, [organizationId])).length === 0) throw noSuchOrganization();
}
