import type { IncomingMessage } from 'node:http';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { createDiscord } from './client.ts';
import { DiscordError } from './errors.ts';
import { type Handler, json, startPlatform } from './test-platform.ts';

const token = 'user-token-that-must-not-leak';

let started = new AsyncDisposableStack();
afterEach(() => started.disposeAsync());

/** A client for a server that answers every request with the handler. */
async function discordThat(answers: Handler, options: { timeoutMs?: number } = {}) {
  started = new AsyncDisposableStack();
  const { apiUrl } = started.use(await startPlatform(answers));
  return createDiscord({ apiUrl, homepage: 'https://guild.example', ...options });
}

async function failureOf(work: Promise<unknown>): Promise<DiscordError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DiscordError)) throw new Error(`expected a DiscordError, got ${inspect(error)}`);
  for (const shown of [error.message, error.stack, JSON.stringify(error), inspect(error, { depth: 9 })]) {
    expect(shown).not.toContain(token);
  }
  return error;
}

const user = { id: '80351110224678912', username: 'mirelle', global_name: 'Mirelle', avatar: 'abc123' };

describe('currentUser', () => {
  test('sends the token and a User-Agent that names the operator', async () => {
    const seen: IncomingMessage[] = [];
    const discord = await discordThat((request, response) => {
      seen.push(request);
      json(200, user)(request, response);
    });
    await discord.currentUser(token);
    expect(seen[0]?.url).toBe('/api/v10/users/@me');
    expect(seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'user-agent': 'DiscordBot (https://guild.example, 0.1.0)',
    });
  });

  test('returns the user', async () => {
    const discord = await discordThat(json(200, { ...user, email: 'mirelle@example.org', verified: true, flags: 64 }));
    expect(await discord.currentUser(token)).toEqual({
      id: '80351110224678912',
      username: 'mirelle',
      globalName: 'Mirelle',
      avatarUrl: 'https://cdn.discordapp.com/avatars/80351110224678912/abc123.png',
      email: 'mirelle@example.org',
      emailVerified: true,
    });
  });

  test.each([
    ['missing', {}],
    ['null', { global_name: null, avatar: null, email: null, verified: null }],
  ])('returns null for %s optional fields', async (_what, fields) => {
    const discord = await discordThat(json(200, { id: '1', username: 'mirelle', ...fields }));
    expect(await discord.currentUser(token)).toEqual({
      id: '1',
      username: 'mirelle',
      globalName: null,
      avatarUrl: null,
      email: null,
      emailVerified: false,
    });
  });

  test.each([
    ['unverified', { email: 'victim@example.org', verified: false }],
    ['of unknown state', { email: 'victim@example.org' }],
    ['null although verified', { email: null, verified: true }],
  ])('an address that is %s does not count as verified', async (_what, fields) => {
    const discord = await discordThat(json(200, { ...user, ...fields }));
    expect((await discord.currentUser(token)).emailVerified).toBe(false);
  });

  test('an animated avatar is a GIF, and its hash stays one path segment', async () => {
    const discord = await discordThat(json(200, { ...user, avatar: 'a_1/../2' }));
    expect((await discord.currentUser(token)).avatarUrl).toBe(
      'https://cdn.discordapp.com/avatars/80351110224678912/a_1%2F..%2F2.gif',
    );
  });
});

describe('failures', () => {
  test('401 is unauthorized', async () => {
    const discord = await discordThat(json(401, { message: '401: Unauthorized', code: 0 }));
    expect(await failureOf(discord.currentUser(token))).toMatchObject({
      kind: 'unauthorized',
      status: 401,
      path: '/users/@me',
    });
  });

  test('a token that no header can carry is unauthorized, without a request', async () => {
    const discord = await discordThat(() => expect.unreachable());
    expect(await failureOf(discord.currentUser(`${token}\r\nX: y`))).toMatchObject({
      kind: 'unauthorized',
      status: undefined,
    });
  });

  test.each([
    ['the body, if it is longer', { 'Retry-After': '2' }, { retry_after: 64.57 }, 64_570],
    ['the header, if it is longer', { 'Retry-After': '3' }, { retry_after: 2 }, 3_000],
    ['the body, seconds with a fraction', {}, { retry_after: 1.3001 }, 1_301],
    ['neither, if both are shorter than a second', { 'Retry-After': '0' }, { retry_after: 0 }, 1_000],
    ['the body when the header is unreadable', { 'Retry-After': 'soon' }, { retry_after: 3 }, 3_000],
    ['neither', {}, {}, 1_000],
  ])('429 takes the wait from %s', async (_what, headers, body, retryAfterMs) => {
    const discord = await discordThat(json(429, { message: 'slow down', global: false, ...body }, headers));
    expect(await failureOf(discord.currentUser(token))).toMatchObject({ kind: 'rate_limited', retryAfterMs });
  });

  test('any other refusal carries its code', async () => {
    const discord = await discordThat(json(403, { message: 'Missing Access', code: 50001 }));
    expect(await failureOf(discord.currentUser(token))).toMatchObject({ kind: 'refused', status: 403, code: 50001 });
  });

  test('a refusal by a proxy carries no code', async () => {
    const discord = await discordThat((_request, response) => response.writeHead(403).end('<html>blocked</html>'));
    expect(await failureOf(discord.currentUser(token))).toMatchObject({ kind: 'refused', code: undefined });
  });

  test('5xx is unavailable, whatever its body', async () => {
    const discord = await discordThat((_request, response) => response.writeHead(502).end(Buffer.from([0xff])));
    expect(await failureOf(discord.currentUser(token))).toMatchObject({ kind: 'unavailable', status: 502 });
  });

  test('a failed connection is unavailable', async () => {
    const discord = await discordThat((request) => request.socket.destroy());
    expect(await failureOf(discord.currentUser(token))).toMatchObject({ kind: 'unavailable', status: undefined });
  });

  test.each<[string, Handler]>([
    ['never comes', () => {}],
    ['stalls in its body', (_request, response) => void response.writeHead(200).write('{"id":')],
  ])('an answer that %s is unavailable within the time limit', async (_what, handler) => {
    const discord = await discordThat(handler, { timeoutMs: 50 });
    const { signal } = new AbortController();
    expect(await failureOf(discord.currentUser(token, signal))).toMatchObject({ kind: 'unavailable' });
  });

  test.each<[string, Handler]>([
    ['HTML', (_request, response) => response.writeHead(200).end('<html></html>')],
    ['truncated JSON', (_request, response) => response.writeHead(200).end('{"id":"1","user')],
    ['not UTF-8', (_request, response) => response.writeHead(200).end(Buffer.from([0x22, 0xff, 0x22]))],
    ['too large', json(200, { ...user, filler: 'x'.repeat(1024 * 1024) })],
    ['a redirect', (_request, response) => response.writeHead(302, { Location: '/elsewhere' }).end()],
    ['without id', json(200, { username: 'mirelle' })],
    ['a number for an id', json(200, { ...user, id: 80351110224678912 })],
  ])('an answer that is %s is malformed', async (_what, handler) => {
    const discord = await discordThat(handler);
    expect(await failureOf(discord.currentUser(token))).toMatchObject({ kind: 'malformed' });
  });

  test('an abort by the caller is thrown with its own reason', async () => {
    const discord = await discordThat(() => caller.abort(reason));
    const caller = new AbortController();
    const reason = new Error('the person went away');
    await expect(discord.currentUser(token, caller.signal)).rejects.toBe(reason);
  });
});
