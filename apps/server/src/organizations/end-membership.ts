import type { Sql } from '../core/db/sql.ts';
import { statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';

const OTHER_FOUNDERS = statement`
  select from role_holder h join role r on r.id = h.role_id and r.is_founder
  join membership m on m.organization_id = h.organization_id and m.user_id = h.user_id and m.left_at is null
  where h.organization_id = $1 and h.user_id <> $2`;

/** Whether somebody else is a founder too. The answer stays true only while the organization is locked. */
export async function hasOtherFounder(sql: Sql, organizationId: string, userId: string): Promise<boolean> {
  return (await sql.run(OTHER_FOUNDERS, [organizationId, userId])) > 0;
}

const END = statement`update membership set left_at = now() where organization_id = $1 and user_id = $2 and left_at is null`;

/**
 * Ends a membership of a standalone organization that the caller has locked; a trigger revokes what came with it.
 * Throws CONFLICT for the last founder, because somebody with all rights has to remain.
 */
export async function endMembership(
  sql: Sql,
  organizationId: string,
  { userId, isFounder }: { userId: string; isFounder: boolean },
): Promise<void> {
  if (isFounder && !(await hasOtherFounder(sql, organizationId, userId))) {
    throw conflict(
      'last_founder',
      'You are the last founder. Make somebody else a founder first, or archive the organization.',
    );
  }
  await sql.run(END, [organizationId, userId]);
}
