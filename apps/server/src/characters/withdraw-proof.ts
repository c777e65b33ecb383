import type { UnitOfWork } from '../core/unit-of-work.ts';
import { followOwners, lockClaims } from '../roster/claims.ts';

const WITHDRAW = 'update character set verified_at = null where user_id = $1 and verified_at is not null returning id';

/** The person's game-platform account no longer vouches for the characters: their rights and memberships end now. */
export async function withdrawProof({ sql }: UnitOfWork, userId: string): Promise<void> {
  await lockClaims(sql);
  const characters = await sql<{ id: string }>(WITHDRAW, [userId]);
  await followOwners(
    sql,
    characters.map(({ id }) => id),
  );
}
