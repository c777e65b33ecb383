import type { AccountLinkId } from '@guildhall/contracts/profile.ts';
import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import { badRequest } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { Account } from '../identity/people/account.entity.ts';
import { loadPerson } from '../identity/people/lock-person.ts';
import { lockClaims } from '../membership/characters/claims.ts';
import { withdrawProof } from '../membership/characters/withdraw-proof.ts';

const WAYS_IN = query({ byEmail: 'bool', providers: 'text[]' })`
  select u.email is not null as "byEmail", array(select provider_id from account a where a.user_id = u.id) as providers
  from person u where u.id = $1`;

/**
 * Removes a way to sign in from the account, together with the platform's tokens. Without the game platform nothing
 * proves ownership of the characters, so the person leaves the guilds they belong to through them. Throws BAD_REQUEST
 * for the last way in.
 */
export async function unlinkAccount(ctx: AppContext, actor: Actor, providerId: AccountLinkId): Promise<void> {
  await ctx.transact(async (tx) => {
    if (providerId === 'battlenet') await lockClaims(tx.sql);
    // A statement of its own, so that the next one sees the result of a concurrent unlink it waited for.
    const person = await loadPerson(tx, actor.userId);
    const ways = await tx.sql.maybe(WAYS_IN, [actor.userId]);
    if (!ways) return;
    const linked = providerId === 'email' ? ways.byEmail : ways.providers.includes(providerId);
    if (!linked) throw badRequest('account_not_linked', 'This account is not linked, so it cannot be unlinked.');
    if (ways.providers.length + Number(ways.byEmail) < 2) {
      throw badRequest('last_account', 'This is the last way to sign in. Link another one first.');
    }
    if (providerId === 'email') {
      person.email = null;
      person.emailVerifiedAt = null;
      return;
    }
    await tx.em.nativeDelete(Account, { user: person.id, providerId });
    if (providerId === 'battlenet') await withdrawProof(tx, person.id);
  });
}
