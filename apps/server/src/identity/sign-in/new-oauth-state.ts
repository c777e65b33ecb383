import type { ProviderId } from '@guildhall/contracts/user.ts';
import { LockMode } from '@mikro-orm/core';
import { now } from '../../core/db/columns.ts';
import { hashToken, randomToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import { OAuthState } from './oauth-state.entity.ts';

type NewState = {
  providerId: ProviderId;
  browserToken: string;
  linkToUserId: string | null;
  renewOnly?: boolean;
  installsForId?: string;
  callbackUrl: string;
};

/** The secret that comes back from the provider, once, in the browser that started. */
export async function newOAuthState(ctx: AppContext, start: NewState): Promise<string> {
  const { browserToken, ...rest } = start;
  const state = randomToken();
  const hashes = { stateHash: hashToken(state), browserHash: ctx.sign(browserToken) };
  await ctx.transact(async ({ em }) => {
    em.create(OAuthState, { ...rest, ...hashes, expiresAt: now('10 minutes') });
  });
  return state;
}

type Returned = { state: string; browserToken: string; providerId: ProviderId; installs: boolean };

/** Deletion makes it single-use: of two callbacks with one state, one gets the row. Bound to browser and provider. */
export const consumeOAuthState = (ctx: AppContext, { state, browserToken, providerId, installs }: Returned) =>
  ctx.transact(async ({ em }) => {
    const hashes = { stateHash: hashToken(state), browserHash: ctx.sign(browserToken) };
    const found = await em.findOne(
      OAuthState,
      { ...hashes, providerId, expiresAt: { $gt: now() }, installsForId: installs ? { $ne: null } : null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (found) em.remove(found);
    return found;
  });
