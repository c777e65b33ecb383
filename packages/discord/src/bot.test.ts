import type { IncomingMessage } from 'node:http';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { createDiscordBot } from './bot.ts';
import { DiscordError } from './errors.ts';
import { createPauses } from './pauses.ts';
import { isPublic, lacksToPost, managesServer } from './permissions.ts';
import { type Handler, json, startPlatform } from './test-platform.ts';

const token = 'bot-token-that-must-not-leak';
const server = '420000000000000001';
const user = '310400000000000001';

let started = new AsyncDisposableStack();
afterEach(() => started.disposeAsync());

async function botThat(answers: Handler, options: { timeoutMs?: number } = {}) {
  started = new AsyncDisposableStack();
  const { apiUrl } = started.use(await startPlatform(answers));
  return createDiscordBot({ token, apiUrl, homepage: 'https://guild.example', ...options });
}

async function failureOf(work: Promise<unknown>): Promise<DiscordError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DiscordError)) throw new Error(`expected a DiscordError, got ${inspect(error)}`);
  expect(inspect(error, { depth: 9 }) + error.message + error.stack).not.toContain(token);
  return error;
}

describe('member', () => {
  test('is requested with the token of the bot', async () => {
    const seen: IncomingMessage[] = [];
    const bot = await botThat((request, response) => {
      seen.push(request);
      json(200, { user: { id: user }, roles: ['5'], nick: null, pending: true })(request, response);
    });
    await expect(bot.member(server, user)).resolves.toEqual({ user: { id: user }, roles: ['5'] });
    expect(seen[0]?.url).toBe(`/api/v10/guilds/${server}/members/${user}`);
    expect(seen[0]?.headers).toMatchObject({ authorization: `Bot ${token}` });
  });

  test.each([10007, 10013])('404 with the code %i means not a member', async (code) => {
    const bot = await botThat(json(404, { message: 'Unknown', code }));
    await expect(bot.member(server, user)).resolves.toBeNull();
  });

  test.each<[string, Handler, string]>([
    ['404 of an unknown server', json(404, { message: 'Unknown Guild', code: 10004 }), 'refused'],
    ['404 without a code', json(404, { message: '404: Not Found' }), 'refused'],
    ['a code of a missing member at another status', json(400, { code: 10007 }), 'refused'],
    ['404 of a proxy', (_request, response) => response.writeHead(404).end('<html></html>'), 'refused'],
    ['403 missing access', json(403, { message: 'Missing Access', code: 50001 }), 'refused'],
    ['401', json(401, { message: '401: Unauthorized', code: 0 }), 'unauthorized'],
    ['429', json(429, { retry_after: 3 }), 'rate_limited'],
    ['500', json(500, { message: 'Internal Server Error' }), 'unavailable'],
    ['an empty object', json(200, {}), 'malformed'],
    ['HTML', (_request, response) => response.writeHead(200).end('<html></html>'), 'malformed'],
    ['no content', (_request, response) => response.writeHead(204).end(), 'malformed'],
  ])('%s is an error, never an answer', async (_what, handler, kind) => {
    const bot = await botThat(handler);
    expect(await failureOf(bot.member(server, user))).toMatchObject({ kind });
  });

  test('a request without an answer times out', async () => {
    const bot = await botThat(() => {}, { timeoutMs: 50 });
    expect(await failureOf(bot.member(server, user))).toMatchObject({ kind: 'unavailable' });
  });
});

describe('invites', () => {
  const terms = { maxAgeSeconds: 900, maxUses: 1, reason: 'Für die Gilde „Ysméra“\r\nX: y' };

  test('are created with their terms and an encoded reason', async () => {
    let body = '';
    let headers = {};
    const bot = await botThat((request, response) => {
      ({ headers } = request);
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => json(200, { code: 'aB3-x_9', type: 0, expires_at: null })(request, response));
    });
    await expect(bot.createInvite('43', terms)).resolves.toBe('aB3-x_9');
    expect(JSON.parse(body)).toEqual({ max_age: 900, max_uses: 1, unique: true });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-audit-log-reason': encodeURIComponent(terms.reason),
    });
  });

  test.each(['', 'a/../b', 'a b', 'x'.repeat(65), 5, null])('the code %j is malformed', async (code) => {
    const bot = await botThat(json(200, { code }));
    expect(await failureOf(bot.createInvite('43', terms))).toMatchObject({ kind: 'malformed' });
  });

  test('exist until Discord answers that it does not know them', async () => {
    const answers = [json(200, { code: 'abc' }), json(404, { code: 10006 }), json(404, { code: 0 })];
    const bot = await botThat((request, response) => answers.shift()?.(request, response));
    await expect(bot.inviteExists('abc')).resolves.toBe(true);
    await expect(bot.inviteExists('abc')).resolves.toBe(false);
    expect(await failureOf(bot.inviteExists('abc'))).toMatchObject({ kind: 'refused', path: '/invites/{code}' });
  });
});

describe('a refusal pauses further requests', () => {
  async function counted(answers: Handler) {
    const seen: string[] = [];
    const bot = await botThat((request, response) => {
      seen.push(request.url ?? '');
      answers(request, response);
    });
    return { bot, seen };
  }

  test('a refused token pauses every route', async () => {
    const { bot, seen } = await counted(json(401, { message: '401: Unauthorized', code: 0 }));
    await failureOf(bot.member(server, user));
    expect(await failureOf(bot.inviteExists('abc'))).toMatchObject({ kind: 'unauthorized', status: 401 });
    expect(seen).toHaveLength(1);
  });

  test('a rate limit pauses its route for as long as Discord says, for all users', async () => {
    const { bot, seen } = await counted(json(429, { retry_after: 60.5, global: false }));
    await failureOf(bot.member(server, user));
    const again = await failureOf(bot.member(server, '7'));
    expect(again).toMatchObject({ kind: 'rate_limited', status: 429 });
    expect(again.retryAfterMs).toBeGreaterThan(30_000);
    expect(again.retryAfterMs).toBeLessThanOrEqual(60_500);
    await failureOf(bot.member('2', user));
    await failureOf(bot.inviteExists('abc'));
    expect(seen).toHaveLength(3);
  });

  test.each([
    ['in its body', { retry_after: 60, global: true }, {}],
    ['in its header', { retry_after: 60 }, { 'X-RateLimit-Scope': 'global' }],
  ])('a limit that says %s that it is global pauses all routes', async (_where, body, headers) => {
    const { bot, seen } = await counted(json(429, body, headers));
    await failureOf(bot.member(server, user));
    expect(await failureOf(bot.inviteExists('abc'))).toMatchObject({ kind: 'rate_limited' });
    expect(seen).toHaveLength(1);
  });

  test('adding the bot to a server clears its refusals, but no limits and no other server', () => {
    const pauses = createPauses(() => 0);
    const refused = new DiscordError('refused', { path: '/x', status: 403, code: 50001 });
    for (const route of ['GET members 1', 'GET server 1', 'GET server 21']) pauses.note(route, refused);
    pauses.note('GET channels 1', new DiscordError('rate_limited', { path: '/x', status: 429, retryAfterMs: 60_000 }));
    pauses.forgetRefusals('1');
    const isPaused = (route: string) => {
      try {
        pauses.check(route, '/x');
        return false;
      } catch {
        return true;
      }
    };
    const routes = ['GET members 1', 'GET server 1', 'GET server 21', 'GET channels 1'];
    expect(routes.filter(isPaused)).toEqual(['GET server 21', 'GET channels 1']);
  });

  test('a 403 pauses its route for half a minute', async () => {
    let time = 0;
    const pauses = createPauses(() => time);
    pauses.note('GET members 1', new DiscordError('refused', { path: '/x', status: 403, code: 50001 }));
    expect(() => pauses.check('GET members 1', '/x')).toThrow(/403.*50001/);
    expect(() => pauses.check('GET members 2', '/x')).not.toThrow();
    time = 30_000;
    expect(() => pauses.check('GET members 1', '/x')).not.toThrow();
  });

  test('other failures pause nothing', async () => {
    const { bot, seen } = await counted(json(500, {}));
    await failureOf(bot.member(server, user));
    await failureOf(bot.member(server, user));
    expect(seen).toHaveLength(2);
  });
});

describe('permission to manage a server', () => {
  const owner = '1';
  const roles = (permissions: [id: string, set: bigint][]) =>
    permissions.map(([id, set]) => ({ id, permissions: set }));
  const of = (...sets: [string, bigint][]) => ({ id: server, owner_id: owner, roles: roles(sets) });
  const member = (id: string, ...held: string[]) => ({ user: { id }, roles: held });

  test.each([
    ['its owner, without any role', of(), member(owner), true],
    ['a role to manage it', of(['5', 0x20n]), member('2', '5'), true],
    ['an administrator', of(['5', 0x8n]), member('2', '5'), true],
    ['a role among many bits', of(['5', (1n << 50n) | 0x20n]), member('2', '5'), true],
    ['every member, where all may', of([server, 0x20n]), member('2'), true],
    ['a role of another member', of(['5', 0x28n]), member('2', '6'), false],
    ['a role with every other permission', of(['5', ((1n << 60n) - 1n) & ~0x28n]), member('2', '5'), false],
    ['a role that the server does not have', of(), member('2', '5'), false],
  ])('%s', (_who, what, who, expected) => {
    expect(managesServer(what, who)).toBe(expected);
  });
});

describe('messages', () => {
  const channel = '430000000000000001';
  const message = { content: 'Raid', embeds: [], components: [] };
  const answer = { id: '7', author: { id: '1' }, embeds: [] };

  test('mention no one, and return how long the route must pause', async () => {
    const bodies: unknown[] = [];
    const bot = await botThat(async (request, response) => {
      bodies.push(JSON.parse((await request.toArray()).join('')));
      json(200, answer, { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset-After': '0.025' })(request, response);
    });
    await expect(bot.sendMessage(channel, { ...message, nonce: 'n' })).resolves.toEqual({ id: '7', restMs: 25 });
    await expect(bot.editMessage(channel, '7', { content: 'x' })).resolves.toEqual({ restMs: 25 });
    expect(bodies).toEqual([
      { ...message, nonce: 'n', enforce_nonce: true, allowed_mentions: { parse: [] } },
      { content: 'x', allowed_mentions: { parse: [] } },
    ]);
  });

  test('are not sent while the route has no requests left', async () => {
    let asked = 0;
    const bot = await botThat((request, response) => {
      asked += 1;
      json(200, answer, { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset-After': '60' })(request, response);
    });
    await bot.editMessage(channel, '7', message);
    const refused = await failureOf(bot.editMessage(channel, '7', message));
    expect([refused.kind, asked]).toEqual(['rate_limited', 1]);
    await expect(bot.editMessage('5', '7', message)).resolves.toEqual({ restMs: 60_000 });
  });

  test('name the fields that Discord refused', async () => {
    const value = { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: `quotes ${token}` }] };
    const bot = await botThat(json(400, { code: 50035, errors: { embeds: { 0: { fields: { 3: { value } } } } } }));
    const refused = await failureOf(bot.sendMessage(channel, { ...message, nonce: 'n' }));
    expect([refused.code, refused.fields]).toEqual([50_035, ['embeds.0.fields.3.value']]);
  });

  test('are deleted', async () => {
    const bot = await botThat((_request, response) => response.writeHead(204).end());
    await expect(bot.deleteMessage(channel, '7')).resolves.toEqual({ restMs: 0 });
  });

  test('a refusal in a channel does not pause it, and a global limit penalizes all callers', async () => {
    const penalties: number[] = [];
    await using platform = await startPlatform(json(403, { code: 50_013 }));
    const pace = { take: async () => {}, penalize: async (ms: number) => void penalties.push(ms) };
    const bot = createDiscordBot({ token, apiUrl: platform.apiUrl, pace });
    for (const _ of [1, 2]) expect((await failureOf(bot.editMessage(channel, '7', message))).code).toBe(50_013);
    const limited = await botThat(json(429, { retry_after: 2, global: true }));
    expect((await failureOf(limited.selfId())).everywhere).toBe(true);
    await using busy = await startPlatform(json(429, { retry_after: 2, global: true }));
    await failureOf(createDiscordBot({ token, apiUrl: busy.apiUrl, pace }).selfId());
    expect(penalties).toEqual([2_000]);
  });
});

test('permissions of a channel apply in order: everyone, then roles, then the member', () => {
  const rule = (id: string, type: number, allow: bigint, deny: bigint) => ({ id, type, allow, deny });
  const guild = {
    id: server,
    owner_id: '1',
    roles: [
      { id: server, permissions: 1n << 10n },
      { id: '5', permissions: 1n << 11n },
    ],
  };
  const bot = { user: { id: '9' }, roles: ['5'] };
  const channel = (...permission_overwrites: ReturnType<typeof rule>[]) => ({
    id: '3',
    type: 0,
    name: 'raids',
    permission_overwrites,
  });
  expect(lacksToPost(guild, channel(), bot)).toEqual(['embedLinks', 'readMessageHistory']);
  const hidden = channel(rule(server, 0, 0n, 1n << 10n));
  expect(lacksToPost(guild, hidden, bot)).toContain('viewChannel');
  expect([isPublic(guild, channel()), isPublic(guild, hidden)]).toEqual([true, false]);
  const shown = channel(rule(server, 0, 0n, 1n << 10n), rule('5', 0, 1n << 10n, 0n), rule('9', 1, 81_920n, 1n << 11n));
  expect(lacksToPost(guild, shown, bot)).toEqual(['sendMessages']);
  expect(lacksToPost({ ...guild, owner_id: '9' }, hidden, bot)).toEqual([]);
});
