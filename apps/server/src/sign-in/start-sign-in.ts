import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { isStale, refuseBot } from '../core/http/trpc.ts';
import { hashToken, randomToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { configuredProvider } from './configured-provider.ts';

const START = statement`
  insert into oauth_state (state_hash, browser_hash, provider_id, link_to_user_id, renew_only, callback_url, expires_at)
  values ($1, $2, $3, $4, $5, $6, now() + interval '10 minutes')`;

type StartSignInInput = { provider: string; callbackUrl: string; browserToken: string };

/**
 * Starts the way to a provider and back. For a signed-in caller it links the identity, which a bot must not do; a
 * sign-in older than a day can only renew an identity that is linked already. Otherwise it signs in.
 */
export async function startSignIn(ctx: AppContext, actor: Actor | null, input: StartSignInInput): Promise<URL> {
  if (actor) refuseBot(actor);
  const { id, provider } = configuredProvider(ctx, input.provider);
  const state = randomToken();
  const linkTo = actor?.userId ?? null;
  const renewOnly = actor !== null && isStale(actor);
  const hashes = [hashToken(state), ctx.sign(input.browserToken)];
  await ctx.sql.run(START, [...hashes, id, linkTo, renewOnly, input.callbackUrl]);
  return provider.authorizationUrl(state);
}
