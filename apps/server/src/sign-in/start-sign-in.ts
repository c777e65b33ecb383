import type { Actor } from '../core/actor.ts';
import { isStale, refuseBot } from '../core/http/trpc.ts';
import { randomToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { configuredProvider } from './configured-provider.ts';
import { newOAuthState } from './new-oauth-state.ts';

type StartSignInInput = { provider: string; callbackUrl: string };

/**
 * Starts the way to a provider and back. For a signed-in caller it links the identity, which a bot must not do; a
 * sign-in older than a day can only renew an identity that is linked already. Otherwise it signs in.
 */
export async function startSignIn(ctx: AppContext, actor: Actor | null, input: StartSignInInput) {
  if (actor) refuseBot(actor);
  const { id, provider } = configuredProvider(ctx, input.provider);
  const browserToken = randomToken();
  const state = await newOAuthState(ctx, {
    providerId: id,
    browserToken,
    linkToUserId: actor?.userId ?? null,
    renewOnly: actor !== null && isStale(actor),
    callbackUrl: input.callbackUrl,
  });
  return { url: provider.authorizationUrl(state).href, browserToken };
}
