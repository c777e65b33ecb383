import type { ProviderId } from '@guildhall/contracts/user.ts';
import { statement } from '../core/db/statement.ts';
import { hashToken, randomToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';

const START = statement`
  insert into oauth_state (state_hash, browser_hash, provider_id, link_to_user_id, renew_only, installs_for_id,
    callback_url, expires_at) values ($1, $2, $3, $4, $5, $6, $7, now() + interval '10 minutes')`;

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
  const { providerId, browserToken, linkToUserId, renewOnly = false, installsForId = null, callbackUrl } = start;
  const state = randomToken();
  const hashes = [hashToken(state), ctx.sign(browserToken)];
  await ctx.sql.run(START, [...hashes, providerId, linkToUserId, renewOnly, installsForId, callbackUrl]);
  return state;
}
