import { ProviderId } from '@guildhall/contracts/user.ts';
import type { Actor } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import { isSignInStale, refuseBot } from '../../core/http/trpc.ts';
import { randomToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { OAuthProvider } from '../../core/services/ports.ts';
import { parseCallbackUrl } from './callback-url.ts';
import { newOAuthState } from './new-oauth-state.ts';

type StartSignInInput = { provider: string; callbackUrl: string };

/**
 * Starts the way to a provider and back. For a signed-in caller it links the identity, which a bot must not do; a
 * sign-in older than a day can only renew an identity that is linked already. Otherwise it signs in.
 */
export async function startSignIn(ctx: AppContext, actor: Actor | null, input: StartSignInInput) {
  if (actor) refuseBot(actor);
  const { id, provider } = configuredProvider(ctx, input.provider);
  const browserToken = `${randomToken()}.${Buffer.from(input.callbackUrl).toString('base64url')}`;
  const state = await newOAuthState(ctx, {
    providerId: id,
    browserToken,
    linkToUserId: actor?.userId ?? null,
    renewOnly: actor !== null && isSignInStale(actor),
    callbackUrl: input.callbackUrl,
  });
  return { url: provider.authorizationUrl(state).href, browserToken };
}

/** Where the browser was going, for a return whose state is gone: used up by an answer that was lost, or too old. */
export function wayBack(browserToken: string, baseUrl: string): string {
  const [, path = ''] = browserToken.split('.');
  try {
    return parseCallbackUrl(Buffer.from(path, 'base64url').toString(), baseUrl);
  } catch {
    // The browser holds it, so it may be anything.
    return '/';
  }
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
