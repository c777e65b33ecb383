import { LockMode } from '@mikro-orm/core';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { badRequest, conflict } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { writeAdminLog } from '../people/admin-log.ts';
import { User } from '../people/user.entity.ts';
import { resealTokens } from '../sessions/platform-token.ts';
import { CAN_ABSORB, type MergeOffer, openOffer } from './merge-offer.ts';

const TOKENS = query({ access: 'text?', expiry: 'text?', refresh: 'text?' })`
  select access_token_sealed as access, access_token_expiry_sealed as expiry, refresh_token_sealed as refresh from account
  where user_id = $1 and provider_id = 'battlenet'`;
const MOVE_TOKENS = statement`
  update account set access_token_sealed = $2, access_token_expiry_sealed = $3, refresh_token_sealed = $4, renewing_until = null
  where user_id = $1 and provider_id = 'battlenet'`;
const MOVE = query({ providerId: 'text' })`
  update account set user_id = $2 where user_id = $1 returning provider_id as "providerId"`;

/**
 * Merges two accounts as offered: all ways to sign in to the empty one now lead to the other. Returns the remaining
 * account. Throws BAD_REQUEST for an invalid offer, CONFLICT when the account is no longer empty.
 */
export async function mergeAccounts(
  ctx: AppContext,
  actor: Actor,
  { offer: sealed }: { offer: string },
): Promise<string> {
  const offer = openOffer(ctx, actor, sealed);
  if (!offer) {
    const message = 'This offer has expired, or was made in another session. Link the account again.';
    throw badRequest('invalid_token', message);
  }
  await ctx.transact((tx) => merge(ctx, tx, actor, offer));
  return offer.keep;
}

async function merge(ctx: AppContext, tx: UnitOfWork, actor: Actor, { keep, absorb }: MergeOffer): Promise<void> {
  const { em, sql } = tx;
  const people = await em.find(
    User,
    { id: [keep, absorb], erasingAt: null },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const kept = people.find(({ id }) => id === keep);
  const gone = people.find(({ id }) => id === absorb);
  const row = await sql.maybe(CAN_ABSORB, [keep, absorb]);
  if (!kept || !gone || !row?.possible) {
    throw conflict('merge_not_possible', 'The account already has data of its own, so it cannot be merged.');
  }
  const tokens = await sql.maybe(TOKENS, [absorb]);
  const moved = await sql.many(MOVE, [absorb, keep]);
  if (tokens) {
    const { access, expiry, refresh } = resealTokens(ctx.sealer, absorb, tokens, keep);
    await sql.run(MOVE_TOKENS, [keep, access, expiry, refresh]);
  }
  const { email, emailVerifiedAt } = gone;
  // Ahead of the other, because no two people have one address.
  await em.remove(gone).flush();
  if (kept.email === null) em.assign(kept, { email, emailVerifiedAt });
  const details = { providers: moved.map(({ providerId }) => providerId), withEmail: email !== null };
  await writeAdminLog(sql, { ...actor, userId: keep }, { action: 'accounts_merged', personId: keep, details });
}
