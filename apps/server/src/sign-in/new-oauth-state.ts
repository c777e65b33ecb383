import type { ProviderId } from '@guildhall/contracts/user.ts';
import { hashToken, randomToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { OAuthState } from './oauth-state.entity.ts';

const LIFETIME_MS = 10 * 60_000;

type NewState = {
  providerId: ProviderId;
  browserToken: string;
  linkToUserId: string | null;
  renewOnly?: boolean;
  installsForId?: string;
  callbackUrl: string;
};

/** The secret that comes back from the provider, once, in the browser that started. */
export async function newOAuthState(ctx: AppContext, { browserToken, ...start }: NewState): Promise<string> {
  const state = randomToken();
  await ctx.transact(async ({ em }) => {
    em.create(OAuthState, {
      ...start,
      stateHash: hashToken(state),
      browserHash: ctx.sign(browserToken),
      expiresAt: new Date(Date.now() + LIFETIME_MS),
    });
  });
  return state;
}
