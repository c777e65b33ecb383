import { ProviderId } from '@guildhall/contracts/user.ts';
import { AppError, notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import type { OAuthProvider } from '../core/services/ports.ts';

export function configuredProvider(ctx: AppContext, name: string): { id: ProviderId; provider: OAuthProvider } {
  const id = ProviderId.safeParse(name).data;
  if (!id) throw notFound('provider_not_found', 'There is no such sign-in provider. Use battlenet or discord.');
  const provider = ctx.oauth[id];
  if (!provider) {
    throw new AppError(
      'NOT_FOUND',
      'provider_not_configured',
      'This sign-in provider is not set up on this installation. Use another one.',
    );
  }
  return { id, provider };
}
