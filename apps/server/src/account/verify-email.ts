import type { UserView } from '@guildhall/contracts/user.ts';
import { revokeOtherSessions } from '../auth/manage-sessions.ts';
import type { Actor } from '../core/actor.ts';
import { query, statement } from '../core/db/statement.ts';
import { badRequest } from '../core/errors.ts';
import { hashToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { grantByAddress } from '../people/grant-admin.ts';
import { lockPerson } from '../people/lock-person.ts';
import { getUser } from '../people/user.queries.ts';
import { tellOldAddressJob } from './users.jobs.ts';

/** Valid only for the person who asked: anybody else who finds the link confirms nothing. */
const CONSUME = query({
  email: 'text',
})`delete from email_change where token_hash = $1 and user_id = $2 and expires_at > now() returning email`;

const APPLY = query({ oldEmail: 'text?' })`
  update person u set email = $2, email_verified_at = now()
  where u.id = $1 and not exists (select from person o where lower(o.email) = $2 and o.id <> $1)
  returning old.email as "oldEmail"`;

/** A link that was mailed to the old address must not open an account for it. */
const FORGET_LINKS = statement`delete from magic_link where email = lower($1)`;

/** Confirms the new address, notifies the old one and ends every other sign-in. Throws BAD_REQUEST. */
export async function verifyEmail(ctx: AppContext, actor: Actor, { token }: { token: string }): Promise<UserView> {
  return ctx.transact(async (tx) => {
    await lockPerson(tx.sql, actor.userId);
    const change = await tx.sql.maybe(CONSUME, [hashToken(token), actor.userId]);
    // Another account may have taken the address in the meantime, which is no business of whoever holds the link.
    const applied = change && (await tx.sql.maybe(APPLY, [actor.userId, change.email]));
    if (!change || !applied)
      throw badRequest('invalid_token', 'This link was used, has expired or was replaced. Ask for a new one.');
    await grantByAddress(ctx, tx.sql, actor.userId, change.email);
    await revokeOtherSessions(tx, actor);
    const { oldEmail } = applied;
    if (oldEmail && oldEmail !== change.email) {
      await tx.sql.run(FORGET_LINKS, [oldEmail]);
      await tx.enqueue(tellOldAddressJob, { userId: actor.userId, oldEmail });
    }
    return getUser({ sql: tx.sql, pictureUrl: ctx.pictureUrl }, actor.userId);
  });
}
