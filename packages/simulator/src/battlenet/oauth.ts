import { createHmac, randomUUID } from 'node:crypto';
import { type Answer, jsonAnswer } from '../answer.ts';
import type { AuthorizationCodes } from '../authorization-codes.ts';
import { authorize } from '../authorize.ts';
import { type Client, clientOf } from '../client-credentials.ts';
import { bearerOf, formOf, type SimulatorRequest } from '../request.ts';
import type { Tokens } from '../signed-token.ts';
import type { World } from '../world.ts';
import type { Account } from '../world-model.ts';

/** One second short of a day, as on the platform. */
const lifetimeSeconds = 86_399;

const uncached = { 'Cache-Control': 'no-store' };

function refuse(status: number, error: string, description: string): Answer {
  return jsonAnswer(status, { error, error_description: description }, uncached);
}

/** Lifetime of refresh tokens, which only the simulator issues: the real platform has none. */
const refreshSeconds = 30 * 86_400;

/**
 * `/battlenet/oauth/{authorize|token|userinfo}`. Like the real one it has no PKCE and no e-mail, and no refresh token
 * unless the world grants an account one.
 */
export function createBattlenetOauth(origin: string, world: World, tokens: Tokens, codes: AuthorizationCodes) {
  const issuer = `${origin}/battlenet/oauth`;

  function grantByCode(form: URLSearchParams, client: Client): Answer {
    const consent = codes.redeem(form.get('code') ?? '', client.id, form.get('redirect_uri') ?? '');
    const account = consent && world.findAccount(consent.account);
    if (!account) return refuse(400, 'invalid_grant', 'Invalid authorization code');
    const { scope } = consent;
    const answer = userTokens(account, client, scope, randomUUID());
    if (!scope.includes('openid')) return jsonAnswer(200, answer, uncached);
    return jsonAnswer(200, { ...answer, id_token: idToken(issuer, account, client, consent.nonce) }, uncached);
  }

  function userTokens(account: Account, client: Client, scope: readonly string[], grant: string) {
    const claims = { platform: 'battlenet', clientId: client.id, account: account.key, scope, grant } as const;
    const pair = {
      access_token: tokens.issue({ ...claims, use: 'user', expires: Date.now() + lifetimeSeconds * 1000 }),
      token_type: 'bearer',
      expires_in: lifetimeSeconds,
      scope: scope.join(' '),
      sub: account.sub,
    };
    if (!account.refreshable) return pair;
    const refresh = tokens.issue({ ...claims, use: 'refresh', expires: Date.now() + refreshSeconds * 1000 });
    return { ...pair, refresh_token: refresh };
  }

  /** A refresh token works once: the response contains its successor. */
  function grantByRefresh(form: URLSearchParams, client: Client): Answer {
    const token = form.get('refresh_token') ?? '';
    const claims = tokens.read(token);
    const own = claims?.platform === 'battlenet' && claims.use === 'refresh' && claims.clientId === client.id;
    const account = own && claims.account !== null ? world.findAccount(claims.account) : undefined;
    if (!own || !account?.refreshable || !tokens.spend(token)) {
      return refuse(400, 'invalid_grant', 'Invalid refresh token');
    }
    return jsonAnswer(200, userTokens(account, client, claims.scope, claims.grant), uncached);
  }

  function grantToApp(client: Client): Answer {
    const token = tokens.issue({
      platform: 'battlenet',
      use: 'app',
      clientId: client.id,
      account: null,
      scope: [],
      grant: randomUUID(),
      expires: Date.now() + lifetimeSeconds * 1000,
    });
    const answer = { access_token: token, token_type: 'bearer', expires_in: lifetimeSeconds, sub: client.id };
    return jsonAnswer(200, answer, uncached);
  }

  async function token(request: SimulatorRequest): Promise<Answer> {
    if (request.method !== 'POST') return refuse(400, 'invalid_request', 'Request method is not supported');
    const form = await formOf(request);
    if (!form) return refuse(400, 'invalid_request', 'The body has to be form-encoded');
    const client = clientOf(request, form);
    if (!client) return refuse(401, 'invalid_client', 'Bad client credentials');
    const type = form.get('grant_type');
    if (type === 'authorization_code') return grantByCode(form, client);
    if (type === 'refresh_token') return grantByRefresh(form, client);
    if (type === 'client_credentials') return grantToApp(client);
    return refuse(400, 'unsupported_grant_type', `Unsupported grant type: ${type ?? 'none'}`);
  }

  function userinfo(request: SimulatorRequest): Answer {
    const claims = tokens.read(bearerOf(request));
    const account =
      claims?.platform === 'battlenet' && claims.account !== null ? world.findAccount(claims.account) : undefined;
    if (!account) return refuse(401, 'invalid_token', 'The token is invalid or has expired');
    return jsonAnswer(200, { sub: account.sub, id: account.id, battletag: account.battletag }, uncached);
  }

  return async (request: SimulatorRequest): Promise<Answer> => {
    const place = request.segments?.slice(2).join('/');
    if (place === 'token') return token(request);
    if (place === 'userinfo') return userinfo(request);
    if (place !== 'authorize' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      return refuse(404, 'not_found', 'There is nothing here');
    }
    const people = world.accounts.map(({ key, battletag, label, description }) => ({
      key,
      name: battletag,
      label,
      description,
    }));
    return authorize(request, { platform: 'Battle.net', accent: '#0b6bcb', people, codes });
  };
}

/** Signed with the client's own secret, the only key both sides share. */
function idToken(issuer: string, account: Account, client: Client, nonce: string | null): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    iss: issuer,
    sub: account.sub,
    aud: client.id,
    iat: now,
    exp: now + lifetimeSeconds,
    battle_tag: account.battletag,
    ...(nonce === null ? {} : { nonce }),
  };
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', client.secret).update(content).digest('base64url')}`;
}
