import { query, statement } from '../../core/db/statement.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { followOwners, lockClaims } from './claims.ts';

const WITHDRAW = query({ ids: 'uuid[]' })`
  with withdrawn as (
    update character set verified_at = null, unclaimed_at = now() where user_id = $1 and verified_at is not null
    returning id
  )
  select array(select id from withdrawn) as ids`;

/**
 * The person's game-platform account no longer vouches for the characters: the rights and memberships based on them end
 * now. The transaction must have begun with the claims lock; taking it here, while rows of the person are locked, would
 * risk a deadlock.
 */
export async function withdrawProof(tx: Changing, userId: string): Promise<void> {
  const { ids } = await tx.sql.one(WITHDRAW, [userId]);
  await followOwners(tx, ids);
}

const FORGET = statement`delete from character where user_id = $1`;

/** The characters of a person who is being erased: guilds lose their members, rosters keep their entries. */
export async function forgetCharacters({ transact }: AppContext, userId: string): Promise<void> {
  await transact(async (tx) => {
    await lockClaims(tx.sql);
    await withdrawProof(tx, userId);
    await tx.sql.run(FORGET, [userId]);
  });
}
