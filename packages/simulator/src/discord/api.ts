import { type Answer, jsonAnswer } from '../answer.ts';
import type { AuthorizationCodes } from '../authorization-codes.ts';
import { authorize } from '../authorize.ts';
import { discordError } from '../fault-answers.ts';
import { bearerOf, type SimulatorRequest } from '../request.ts';
import type { Tokens } from '../signed-token.ts';
import type { World } from '../world.ts';
import type { DiscordAccount } from '../world-model.ts';
import { createBotApi, isBot, unauthorized } from './bot-api.ts';
import { answerChannels } from './channel-forms.ts';
import { chooseServer } from './choose-server.ts';
import type { createCommands } from './commands.ts';
import type { Interactions } from './interactions.ts';
import { createDiscordOauth } from './oauth.ts';

function userObject(account: DiscordAccount, withEmail: boolean) {
  return {
    id: account.id,
    username: account.username,
    avatar: null,
    discriminator: '0',
    public_flags: 0,
    flags: 0,
    banner: null,
    accent_color: null,
    global_name: account.globalName,
    mfa_enabled: false,
    locale: 'en-US',
    premium_type: 0,
    ...(withEmail ? { email: account.email } : {}),
    ...(withEmail && account.verified !== undefined ? { verified: account.verified } : {}),
  };
}

type Application = { commands: ReturnType<typeof createCommands>; interactions: Interactions };

/** `/discord/…`: the consent page, the token endpoints, `users/@me`, the bot API, and the application. */
export function createDiscord(
  world: World,
  tokens: Tokens,
  codes: AuthorizationCodes,
  { commands, interactions }: Application,
) {
  const oauth = createDiscordOauth(world, tokens, codes);
  const botApi = createBotApi(world);

  function currentUser(request: SimulatorRequest): Answer {
    const claims = tokens.read(bearerOf(request));
    const account =
      claims?.platform === 'discord' && claims.use === 'user'
        ? world.discordAccounts.find(({ key }) => key === claims.account)
        : undefined;
    if (!claims || !account) return discordError(401, '401: Unauthorized');
    if (!claims.scope.includes('identify')) return discordError(403, 'Missing Access', 50_001);
    return jsonAnswer(200, userObject(account, claims.scope.includes('email')));
  }

  return async (request: SimulatorRequest): Promise<Answer> => {
    // `/discord/oauth2/…`, `/discord/api/…` and `/discord/api/v10/…` are equivalent, as on discord.com.
    const place = request.path.replace(/^\/discord\/(?:api\/(?:v10\/)?)?/, '');
    if (place === 'oauth2/token') return oauth(request, 'token');
    if (place === 'oauth2/token/revoke') return oauth(request, 'revoke');
    const reply = await interactions.answer(request, place);
    if (reply) return reply;
    if (place.startsWith('applications/') && !isBot(request)) return unauthorized();
    const answer = (await commands.answer(request, place, interactions)) ?? (await botApi(request, place));
    if (answer) return answer;
    if (place === 'channels') return answerChannels(request, { world, commands, interactions });
    if (request.method !== 'GET' && request.method !== 'HEAD') return discordError(405, '405: Method Not Allowed');
    if (place === 'users/@me' || place === 'users/%40me') return currentUser(request);
    if (place !== 'oauth2/authorize') return discordError(404, '404: Not Found');
    const people = world.discordAccounts.map(({ key, username, label, description }) => ({
      key,
      name: username,
      label,
      description,
    }));
    const isInstallation = /\bbot\b/.test(request.query.get('scope') ?? '');
    const choose = (account: string) => chooseServer(world, request, account);
    const options = { platform: 'Discord', accent: '#5865f2', people, codes };
    return authorize(request, isInstallation ? { ...options, choose } : options);
  };
}
