/**
 * OAuth at the platforms, on arctic's generic client (its ready-made providers have fixed hosts, and we need the
 * simulator's). The library gets no more releases, so only this file depends on it.
 */
import type { Battlenet } from '@guildhall/battlenet/client.ts';
import { exchange } from '@guildhall/battlenet/exchange.ts';
import { Snowflake } from '@guildhall/contracts/chat.ts';
import type { ProviderId } from '@guildhall/contracts/user.ts';
import type { Discord } from '@guildhall/discord/client.ts';
import { OAuth2Client, OAuth2Tokens } from 'arctic';
import { z } from 'zod';
import type { Config } from '../core/config.ts';
import type { OAuthProviders, ProviderTokens } from '../core/services/ports.ts';

/** The person should be back within ten seconds. */
const TIME_LIMIT_MS = 8_000;

export function createOAuthProviders(
  config: Config,
  platforms: { battlenet: Battlenet; discord: Discord },
): OAuthProviders {
  const redirect = (provider: ProviderId) => `${config.baseUrl}/api/v1/auth/callback/${provider}`;
  const providers: OAuthProviders = {};

  if (config.battlenet.app) {
    const { app } = config.battlenet;
    const redirectUri = redirect('battlenet');
    const client = new OAuth2Client(app.clientId, app.clientSecret, redirectUri);
    const host = config.battlenet.oauthUrl;
    providers.battlenet = {
      authorizationUrl: (state) => client.createAuthorizationURL(`${host}/authorize`, state, ['openid', 'wow.profile']),
      identify: (code) =>
        within(TIME_LIMIT_MS, async () => {
          const { tokens } = await tokensFor({ app, endpoint: `${host}/token`, redirectUri, code });
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
    const { app } = config.discord;
    const redirectUri = redirect('discord');
    const client = new OAuth2Client(app.clientId, app.clientSecret, redirectUri);
    const api = config.discord.apiUrl;
    const authorize = `${api.replace(/\/api(\/v\d+)?\/?$/, '')}/oauth2/authorize`;
    providers.discord = {
      authorizationUrl: (state) => client.createAuthorizationURL(authorize, state, ['identify', 'email']),
      installationUrl: (state, { permissions, serverId }) => {
        const url = client.createAuthorizationURL(authorize, state, ['bot', 'applications.commands', 'identify']);
        url.searchParams.set('permissions', permissions.toString());
        if (serverId !== null) url.searchParams.set('guild_id', serverId);
        return url;
      },
      identify: (code) =>
        within(TIME_LIMIT_MS, async () => {
          const { tokens, installedIn } = await tokensFor({ app, endpoint: `${api}/oauth2/token`, redirectUri, code });
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

type CodeExchange = {
  app: { clientId: string; clientSecret: string };
  endpoint: string;
  redirectUri: string;
  code: string;
};

/** Discord also says to which server the bot was added. */
const Installed = z.object({ guild: z.object({ id: Snowflake }) });

/**
 * The library's own request follows redirects and reads answers of any size, so the code is exchanged here. Errors, and
 * thus the log, do not quote a provider's answer, which might contain anything.
 */
async function tokensFor({
  app,
  endpoint,
  redirectUri,
  code,
}: CodeExchange): Promise<{ tokens: ProviderTokens; installedIn: string | null }> {
  const { status, body } = await exchange({
    fetch,
    url: endpoint,
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
  const expires = 'expires_in' in tokens.data;
  return {
    tokens: {
      accessToken: tokens.accessToken(),
      expiresAt: expires ? tokens.accessTokenExpiresAt() : null,
      refreshToken: tokens.hasRefreshToken() ? tokens.refreshToken() : null,
    },
    installedIn: Installed.safeParse(tokens.data).data?.guild.id ?? null,
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

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The provider did not answer in time')), ms);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
