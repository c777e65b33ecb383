/**
 * OAuth at the platforms, on arctic's generic client (its ready-made providers have fixed hosts, and we need the
 * simulator's). The library gets no more releases, so only this file depends on it, and loads two of its files: the whole
 * has one for each of 64 providers.
 */
import type { Battlenet } from '@guildhall/battlenet/client.ts';
import { exchange } from '@guildhall/battlenet/exchange.ts';
import { Snowflake } from '@guildhall/contracts/chat.ts';
import type { ProviderId } from '@guildhall/contracts/user.ts';
import type { Discord } from '@guildhall/discord/client.ts';
import { OAuth2Client } from 'arctic/dist/client.js';
import { OAuth2Tokens } from 'arctic/dist/oauth2.js';
import { z } from 'zod';
import type { Config } from '../../core/config.ts';
import type { OAuthProviders, ProviderTokens } from '../../core/services/ports.ts';
import { PROFILE_SCOPE } from '../sessions/platform-token.ts';

/** The person should be back within ten seconds. */
const TIME_LIMIT_MS = 8_000;

export function createOAuthProviders(
  config: Config,
  platforms: { battlenet: Battlenet; discord: Discord },
): OAuthProviders {
  const providers: OAuthProviders = {};
  const redirectTo = (provider: ProviderId) => `${config.baseUrl}/api/v1/auth/callback/${provider}`;

  if (config.battlenet.app) {
    const host = config.battlenet.oauthUrl;
    const redirectUri = redirectTo('battlenet');
    const { addressOf, tokensFor } = oauthClient(
      config.battlenet.app,
      redirectUri,
      `${host}/authorize`,
      `${host}/token`,
    );
    providers.battlenet = {
      authorizationUrl: (state, { asksAgain } = { asksAgain: false }) => {
        const url = addressOf(state, ['openid', PROFILE_SCOPE]);
        if (asksAgain) url.searchParams.set('prompt', 'consent');
        return url;
      },
      identify: (code) =>
        inTime(async () => {
          const { tokens } = await tokensFor(code);
          const { id, battletag = null } = await platforms.battlenet.userInfo(tokens.accessToken);
          const identity = { accountId: String(id), displayName: battletag, avatarUrl: null, verifiedEmail: null };
          return { identity, tokens };
        }),
    };
  }

  if (config.discord.app) {
    const api = config.discord.apiUrl;
    const authorize = `${api.replace(/\/api(\/v\d+)?\/?$/, '')}/oauth2/authorize`;
    const redirectUri = redirectTo('discord');
    const { addressOf, tokensFor } = oauthClient(config.discord.app, redirectUri, authorize, `${api}/oauth2/token`);
    providers.discord = {
      authorizationUrl: (state) => addressOf(state, ['identify', 'email']),
      installationUrl: (state, { permissions, serverId }) => {
        const url = addressOf(state, ['bot', 'applications.commands', 'identify']);
        url.searchParams.set('permissions', permissions.toString());
        if (serverId !== null) url.searchParams.set('guild_id', serverId);
        return url;
      },
      identify: (code) =>
        inTime(async () => {
          const { tokens, installedIn } = await tokensFor(code);
          const user = await platforms.discord.currentUser(tokens.accessToken);
          const identity = {
            accountId: user.id,
            displayName: user.globalName ?? user.username,
            avatarUrl: user.avatarUrl,
            verifiedEmail: user.emailVerified ? user.email : null,
          };
          return { identity, tokens, installedIn };
        }),
    };
  }
  return providers;
}

/** Discord also says to which server the bot was added. */
const Installed = z.object({ guild: z.object({ id: Snowflake }) });

function oauthClient(app: NonNullable<Config['discord']['app']>, redirectUri: string, authorize: string, url: string) {
  const client = new OAuth2Client(app.clientId, app.clientSecret, redirectUri);
  return {
    addressOf: (state: string, scopes: string[]) => client.createAuthorizationURL(authorize, state, scopes),
    /**
     * The library's own request follows redirects and reads answers of any size, so the code is exchanged here. Errors,
     * and thus the log, do not quote a provider's answer, which might contain anything.
     */
    async tokensFor(code: string): Promise<{ tokens: ProviderTokens; installedIn: string | null }> {
      const { status, body } = await exchange({
        fetch,
        url,
        method: 'POST',
        headers: {
          Accept: 'application/json',
          Authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }).toString(),
        timeoutMs: TIME_LIMIT_MS,
      });
      if (status !== 200) throw new Error(`The token endpoint gave no token: HTTP ${status}`);
      const tokens = new OAuth2Tokens(parsed(body));
      return {
        tokens: {
          accessToken: tokens.accessToken(),
          expiresAt: 'expires_in' in tokens.data ? tokens.accessTokenExpiresAt() : null,
          refreshToken: tokens.hasRefreshToken() ? tokens.refreshToken() : null,
          ...(tokens.hasScopes() && { scopes: tokens.scopes() }),
        },
        installedIn: Installed.safeParse(tokens.data).data?.guild.id ?? null,
      };
    },
  };
}

function parsed(body: string): object {
  let data: unknown;
  try {
    data = JSON.parse(body);
  } catch {
    // The parser's own message quotes the text.
  }
  if (typeof data !== 'object' || data === null) throw new Error('The token endpoint gave no JSON object');
  return data;
}

async function inTime<T>(work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The provider did not answer in time')), TIME_LIMIT_MS);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
