import { randomUUID } from 'node:crypto';
import { type Answer, jsonAnswer } from '../answer.ts';
import type { AuthorizationCodes } from '../authorization-codes.ts';
import { type Client, clientOf } from '../client-credentials.ts';
import { formOf, type SimulatorRequest } from '../request.ts';
import type { TokenClaims, Tokens } from '../signed-token.ts';
import type { World } from '../world.ts';
import { serverObject } from './bot-api.ts';

const accessSeconds = 604_800;
const refreshSeconds = 180 * 86_400;

const uncached = { 'Cache-Control': 'no-store' };

function refuse(status: number, error: string, description?: string): Answer {
  const body = description === undefined ? { error } : { error, error_description: description };
  return jsonAnswer(status, body, uncached);
}

/** Discord's token endpoints: `…/oauth2/token` and `…/oauth2/token/revoke`. */
export function createDiscordOauth({ chat }: World, tokens: Tokens, codes: AuthorizationCodes) {
  function pair(
    client: Client,
    account: string | null,
    scope: readonly string[],
    grant: string,
    added: object = {},
  ): Answer {
    const claims = { platform: 'discord', clientId: client.id, account, scope, grant } as const;
    return jsonAnswer(
      200,
      {
        token_type: 'Bearer',
        access_token: tokens.issue({ ...claims, use: 'user', expires: Date.now() + accessSeconds * 1000 }),
        expires_in: accessSeconds,
        refresh_token: tokens.issue({ ...claims, use: 'refresh', expires: Date.now() + refreshSeconds * 1000 }),
        scope: scope.join(' '),
        ...added,
      },
      uncached,
    );
  }

  /** The claims of a Discord token issued to this client; undefined for any other token. */
  function ownClaims(token: string, client: Client): TokenClaims | undefined {
    const claims = tokens.read(token);
    return claims?.platform === 'discord' && claims.clientId === client.id ? claims : undefined;
  }

  function refresh(form: URLSearchParams, client: Client): Answer {
    const token = form.get('refresh_token') ?? '';
    const claims = ownClaims(token, client);
    // A refresh token works once: the response contains its successor.
    if (claims?.use !== 'refresh' || !tokens.spend(token)) return refuse(400, 'invalid_grant');
    return pair(client, claims.account, claims.scope, claims.grant);
  }

  function revoke(form: URLSearchParams, client: Client): Answer {
    const claims = ownClaims(form.get('token') ?? '', client);
    if (claims) tokens.revokeGrant(claims.grant);
    return jsonAnswer(200, {});
  }

  return async (request: SimulatorRequest, action: 'token' | 'revoke'): Promise<Answer> => {
    if (request.method !== 'POST') return jsonAnswer(405, { message: '405: Method Not Allowed', code: 0 });
    const form = await formOf(request);
    if (!form) return refuse(400, 'invalid_request', 'The body has to be form-encoded');
    const client = clientOf(request, form);
    if (!client) return refuse(401, 'invalid_client');
    if (action === 'revoke') return revoke(form, client);
    const type = form.get('grant_type');
    if (type === 'refresh_token') return refresh(form, client);
    if (type !== 'authorization_code') return refuse(400, 'unsupported_grant_type');
    const consent = codes.redeem(form.get('code') ?? '', client.id, form.get('redirect_uri') ?? '');
    if (!consent) return refuse(400, 'invalid_grant', 'Invalid "code" in request.');
    const server = consent.server === null ? undefined : chat.findServer(consent.server);
    const added = server ? { guild: serverObject(server) } : {};
    return pair(client, consent.account, consent.scope, randomUUID(), added);
  };
}
