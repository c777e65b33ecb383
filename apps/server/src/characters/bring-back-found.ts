import { query } from '../core/db/statement.ts';
import type { Changing } from '../core/jobs/unit-of-work.ts';
import { followOwners } from './claims.ts';

const BRING_BACK = query({ id: 'uuid' })`
  update character set archived_at = null, lost_at = null
  where id = any($1) and lost_at is not null and verified_at is not null and displaced_at is null
  returning id`;

/**
 * Restores characters that the platform lists again after they were archived for being missing. Characters that their
 * owner archived stay archived. Requires the claims lock.
 */
export async function bringBackFound(tx: Changing, characterIds: string[]): Promise<void> {
  const found = await tx.sql.many(BRING_BACK, [characterIds]);
  if (found.length === 0) return;
  await followOwners(
    tx,
    found.map(({ id }) => id),
  );
}
