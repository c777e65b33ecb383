/**
 * OAuth at the platforms, on arctic's generic client (its ready-made providers know no other host, and we need the
 * simulator's). The library gets no more releases and stands behind this file alone.
 */
import type { Battlenet } from '@guildhall/battlenet/client.ts';
import type { ProviderId } from '@guildhall/contracts/user.ts';
import type { Discord } from '@guildhall/discord/client.ts';
import { OAuth2Client, OAuth2RequestError, UnexpectedErrorResponseBodyError, UnexpectedResponseError } from 'arctic';
import type { Config } from '../core/config.ts';
import type { OAuthProviders, ProviderTokens } from '../core/ports.ts';

/** The library has no time limit of its own, and the person is to be back within ten seconds. */
const TIME_LIMIT_MS = 8_000;

export function createOAuthProviders(
  config: Config,
  platforms: { battlenet: Battlenet; discord: Discord },
): OAuthProviders {
  const redirect = (provider: ProviderId) => `${config.baseUrl}/api/v1/auth/callback/${provider}`;
  const providers: OAuthProviders = {};

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
          const identity = {
            accountId: String(id),
            displayName: battletag ?? null,
            avatarUrl: null,
            verifiedEmail: null,
          };
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
  const tokens = await client.validateAuthorizationCode(endpoint, code, null).catch((error: unknown) => {
    throw withoutAnswer(error);
  });
  const expires = 'expires_in' in tokens.data;
  return {
    accessToken: tokens.accessToken(),
    expiresAt: expires ? tokens.accessTokenExpiresAt() : null,
    refreshToken: tokens.hasRefreshToken() ? tokens.refreshToken() : null,
  };
}

/** The library's errors carry what the provider answered, and nobody knows what that is: it stays out of the log. */
function withoutAnswer(error: unknown): Error {
  if (error instanceof OAuth2RequestError) {
    return new Error(`The code was refused: ${/^\w{1,40}$/.test(error.code) ? error.code : 'no known reason'}`);
  }
  if (error instanceof UnexpectedResponseError || error instanceof UnexpectedErrorResponseBodyError) {
    return new Error(`The token endpoint gave no token: HTTP ${error.status}`);
  }
  return error instanceof Error ? error : new Error('The token endpoint failed');
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
