/**
 * A guild that the platform no longer knows was disbanded, or is hidden for a while. Its roster stays as it was for
 * `DAYS` days; then all members leave, and their rights end as usual.
 */

import { lockClaims } from '../characters/claims.ts';
import { query } from '../core/db/statement.ts';
import type { Changing } from '../core/jobs/unit-of-work.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { endRoster } from './apply-roster.ts';

const DAYS = 30;

/** Needs an organization `o` in scope. */
export const RIGHTS_END_AT = `o.missing_since + interval '${DAYS} days'`;

const MISSED = query({ isNew: 'bool', rightsEndAt: 'instant', over: 'bool' })`
  update organization o set missing_since = coalesce(missing_since, now()) where id = $1
  returning old.missing_since is null as "isNew", ${RIGHTS_END_AT} as "rightsEndAt", ${RIGHTS_END_AT} <= now() as over`;

/** Records the platform's answer that there is no such guild. Only that answer ends rights; an outage never does. */
export async function missGuild(tx: Changing, organizationId: string): Promise<void> {
  const { sql } = tx;
  await lockClaims(sql);
  const missed = await sql.maybe(MISSED, [organizationId]);
  if (!missed) return;
  const { isNew, rightsEndAt, over } = missed;
  if (isNew) await writeAudit(tx, organizationId, null, 'guild_missing', { rightsEndAt });
  if (!over) return;
  const left = await endRoster(tx, organizationId);
  if (left > 0) await writeAudit(tx, organizationId, null, 'guild_gone', { left });
}
