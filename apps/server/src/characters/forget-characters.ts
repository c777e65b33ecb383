import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockClaims } from './claims.ts';
import { withdrawProof } from './withdraw-proof.ts';

const FORGET = statement`delete from character where user_id = $1`;

/** The characters of a person who is being erased: guilds lose their members, rosters keep their entries. */
export async function forgetCharacters({ transact }: AppContext, userId: string): Promise<void> {
  await transact(async (tx) => {
    await lockClaims(tx.sql);
    await withdrawProof(tx, userId);
    await tx.sql.run(FORGET, [userId]);
  });
}
