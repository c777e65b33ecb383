import { sealTokens } from '../src/identity/sessions/platform-token.ts';
import type { TestApp } from './app.ts';

/** Lets the person's token of the game platform end in so many milliseconds, or some time ago. */
export async function endTokens({ ctx }: TestApp, userId: string, inMs: number): Promise<void> {
  const tokens = { accessToken: '', refreshToken: null, expiresAt: new Date(Date.now() + inMs) };
  await ctx.sql(
    `update account set access_token_expiry_sealed = $2, access_token_expires_at = null
     where user_id = $1 and provider_id = 'battlenet'`,
    [userId, sealTokens(ctx.sealer, userId, tokens).accessTokenExpirySealed],
  );
}
