/**
 * OAuth at the platforms, on arctic's generic client (its ready-made providers know no other host, and we need the
 * simulator's). The library gets no more releases and stands behind this file alone.
 */
import type { Battlenet } from '@guildhall/battlenet/client.ts';
import type { ProviderId } from '@guildhall/contracts/user.ts';
import type { Discord } from '@guildhall/discord/client.ts';
import { OAuth2Client } from 'arctic';
import type { Config } from '../core/config.ts';

export type Identity = {
  accountId: string;
  displayName: string | null;
  avatarUrl: string | null;
  /** Only when the provider says that it is verified. */
  verifiedEmail: string | null;
};

export type ProviderTokens = { accessToken: string; expiresAt: Date | null; refreshToken: string | null };

export type OAuthProvider = {
  authorizationUrl(state: string): URL;
  /** Code for tokens, then tokens for who it is. Fails within ten seconds. */
  identify(code: string): Promise<{ identity: Identity; tokens: ProviderTokens }>;
};

/** The library has no time limit of its own. */
const TIME_LIMIT_MS = 10_000;

export function createOAuthProviders(
  config: Config,
  platforms: { battlenet: Battlenet; discord: Discord },
): Partial<Record<ProviderId, OAuthProvider>> {
  const redirect = (provider: ProviderId) => `${config.baseUrl}/api/v1/auth/callback/${provider}`;
  const providers: Partial<Record<ProviderId, OAuthProvider>> = {};

  if (config.battlenet.app) {
    const { clientId, clientSecret } = config.battlenet.app;
    const client = new OAuth2Client(clientId, clientSecret, redirect('battlenet'));
    const host = config.battlenet.oauthUrl;
    providers.battlenet = {
      authorizationUrl: (state) => client.createAuthorizationURL(`${host}/authorize`, state, ['openid', 'wow.profile']),
      identify: (code) =>
        within(TIME_LIMIT_MS, async () => {
          const tokens = await exchange(client, `${host}/token`, code);
          const { id, battletag } = await platforms.battlenet.userInfo(tokens.accessToken);
          const identity = { accountId: String(id), displayName: battletag ?? null, avatarUrl: null, verifiedEmail: null };
          return { identity, tokens };
        }),
    };
  }

  if (config.discord.app) {
    const { clientId, clientSecret } = config.discord.app;
    const client = new OAuth2Client(clientId, clientSecret, redirect('discord'));
    const api = config.discord.apiUrl;
    const authorize = `${api.replace(/\/api(\/v\d+)?\/?$/, '')}/oauth2/authorize`;
    providers.discord = {
      authorizationUrl: (state) => client.createAuthorizationURL(authorize, state, ['identify', 'email']),
      identify: (code) =>
        within(TIME_LIMIT_MS, async () => {
          const tokens = await exchange(client, `${api}/oauth2/token`, code);
          const user = await platforms.discord.currentUser(tokens.accessToken);
          const identity = {
            accountId: user.id,
            displayName: user.globalName ?? user.username,
            avatarUrl: user.avatarUrl,
            verifiedEmail: user.emailVerified ? user.email : null,
          };
          return { identity, tokens };
        }),
    };
  }
  return providers;
}

async function exchange(client: OAuth2Client, endpoint: string, code: string): Promise<ProviderTokens> {
  const tokens = await client.validateAuthorizationCode(endpoint, code, null);
  const expires = 'expires_in' in tokens.data;
  return {
    accessToken: tokens.accessToken(),
    expiresAt: expires ? tokens.accessTokenExpiresAt() : null,
    refreshToken: tokens.hasRefreshToken() ? tokens.refreshToken() : null,
  };
}

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The provider did not answer in time')), ms);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
