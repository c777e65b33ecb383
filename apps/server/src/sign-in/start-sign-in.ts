import type { ProviderId } from '@guildhall/contracts/user.ts';
import type { Actor } from '../core/actor.ts';
import { isStale, refuseBot } from '../core/http/trpc.ts';
import { hashToken, randomToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { configuredProvider } from './configured-provider.ts';
import { OAuthState } from './oauth-state.entity.ts';

const STATE_LIFETIME_MS = 10 * 60_000;

type StartSignInInput = { provider: string; callbackUrl: string; browserToken: string };

/**
 * Starts the way to a provider and back. For a signed-in caller it links the identity, which a bot must not do; a
 * sign-in older than a day can only renew an identity that is linked already. Otherwise it signs in.
 */
export async function startSignIn(ctx: AppContext, actor: Actor | null, input: StartSignInInput): Promise<URL> {
  if (actor) refuseBot(actor);
  const { id, provider } = configuredProvider(ctx, input.provider);
  const state = randomToken();
  await ctx.transact(async ({ em }) => {
    em.create(OAuthState, {
      stateHash: hashToken(state),
      browserHash: ctx.sign(input.browserToken),
      providerId: id satisfies ProviderId,
      linkToUserId: actor?.userId ?? null,
      renewOnly: actor !== null && isStale(actor),
      callbackUrl: input.callbackUrl,
      expiresAt: new Date(Date.now() + STATE_LIFETIME_MS),
    });
  });
  return provider.authorizationUrl(state);
}
