import { query } from '../core/db/statement.ts';
import type { Changing } from '../core/jobs/unit-of-work.ts';
import { followOwners } from './claims.ts';

const WITHDRAW = query({ id: 'uuid' })`
  update character set verified_at = null, unclaimed_at = now() where user_id = $1 and verified_at is not null returning id`;

/**
 * The person's game-platform account no longer vouches for the characters: the rights and memberships based on them end
 * now. The transaction must have begun with the claims lock; taking it here, while rows of the person are locked, would
 * risk a deadlock.
 */
export async function withdrawProof(tx: Changing, userId: string): Promise<void> {
  const characters = await tx.sql.many(WITHDRAW, [userId]);
  await followOwners(
    tx,
    characters.map(({ id }) => id),
  );
}
