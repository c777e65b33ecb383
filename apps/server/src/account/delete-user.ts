import { lockClaims } from '../characters/claims.ts';
import { withdrawProof } from '../characters/withdraw-proof.ts';
import type { Actor } from '../core/actor.ts';
import { query, statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { leaveEvents } from '../events/signups/leave-events.ts';
import { eraseImages } from '../images/retire-images.ts';
import { passOnFounder } from '../organizations/pass-on-founder.ts';
import { lockAdministrators } from '../people/lock-administrators.ts';
import { erasure } from './personal-data.ts';

/** Waits for the person's running transactions and blocks new ones, so that nothing is written behind the deletion. */
const LOCK = statement`select from app_user where id = $1 for update`;

const IS_LAST_ADMIN = query({
  last: 'bool?',
})`select count(*) = 1 and bool_and(id = $1) as last from app_user where is_admin`;

/** Erases a person for good, from every table that `personal-data.ts` names. Throws CONFLICT for the last administrator. */
export async function deleteUser(ctx: AppContext, actor: Actor): Promise<void> {
  const avatar = { purpose: 'avatar', subjectId: actor.userId } as const;
  await ctx.transact(async (tx) => {
    await lockClaims(tx.sql);
    await lockAdministrators(tx.sql);
    await leaveEvents(tx, actor.userId);
    await tx.sql.run(LOCK, [actor.userId]);
    const admins = await tx.sql.one(IS_LAST_ADMIN, [actor.userId]);
    if (admins.last) throw conflict('last_admin', 'You are the last administrator. Name another one first.');
    // Leave the guilds first, while the rows still say which characters are this person's.
    await withdrawProof(tx, actor.userId);
    await passOnFounder(tx, actor.userId);
    // Images uploaded for others stay and lose only their uploader.
    await eraseImages(tx, avatar);
    for (const statement of erasure) await tx.sql.run(statement, [actor.userId]);
  });
}
