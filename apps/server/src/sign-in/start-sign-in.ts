import { ProviderId } from '@guildhall/contracts/user.ts';
import type { Actor } from '../core/actor.ts';
import { notFound } from '../core/errors.ts';
import { isStale, refuseBot } from '../core/http/trpc.ts';
import { randomToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import type { OAuthProvider } from '../core/services/ports.ts';
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

export function configuredProvider(ctx: AppContext, name: string): { id: ProviderId; provider: OAuthProvider } {
  const id = ProviderId.safeParse(name).data;
  if (!id) throw notFound('provider_not_found', 'There is no such sign-in provider. Use battlenet or discord.');
  const provider = ctx.oauth[id];
  if (!provider) {
    const message = 'This sign-in provider is not set up on this installation. Use another one.';
    throw notFound('provider_not_configured', message);
  }
  return { id, provider };
}
