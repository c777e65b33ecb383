import type { ProviderId } from '@guildhall/contracts/user.ts';
import { LockMode } from '@mikro-orm/core';
import { now } from '../../core/db/columns.ts';
import { hashToken, randomToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import { OAuthState } from './oauth-state.entity.ts';

type NewState = {
  providerId: ProviderId;
  browserSecret: string;
  linkToUserId: string | null;
  renewOnly?: boolean;
  installsForId?: string;
  callbackUrl: string;
};

const SECRET = /^[\w-]{43}$/;

/**
 * The secret of a browser, which its cookie begins with: one for all sign-ins under way, so that none ends another that
 * began in a second tab. A new one where there is none.
 */
export function browserSecret(cookie = ''): string {
  const [secret = ''] = cookie.split('.');
  return SECRET.test(secret) ? secret : randomToken();
}

/** The secret that comes back from the provider, once, in the browser that started. */
export async function newOAuthState(ctx: AppContext, start: NewState): Promise<string> {
  const { browserSecret: secret, ...rest } = start;
  const state = randomToken();
  const hashes = { stateHash: hashToken(state), browserHash: ctx.sign(secret) };
  await ctx.transact(async ({ em }) => {
    em.create(OAuthState, { ...rest, ...hashes, expiresAt: now('10 minutes') });
  });
  return state;
}

type Returned = { state: string; browserToken: string; providerId: ProviderId; installs: boolean };

/** Deletion makes it single-use: of two callbacks with one state, one gets the row. Bound to browser and provider. */
export const consumeOAuthState = (ctx: AppContext, { state, browserToken, providerId, installs }: Returned) =>
  ctx.transact(async ({ em }) => {
    // The version before signed the whole cookie.
    const browserHash = { $in: [browserToken, browserSecret(browserToken)].map(ctx.sign) };
    const found = await em.findOne(
      OAuthState,
      {
        stateHash: hashToken(state),
        browserHash,
        providerId,
        expiresAt: { $gt: now() },
        installsForId: installs ? { $ne: null } : null,
      },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (found) em.remove(found);
    return found;
  });
