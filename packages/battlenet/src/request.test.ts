import { describe, expect, test, vi } from 'vitest';
import { eu, failureOf, type Handler, inOrder, json, someone, startPlatform, status } from './test-platform.ts';

const ok = json(200, status);
const html = { 'Content-Type': 'text/html; charset=utf-8' };
const path = '/profile/wow/character/azuremyst/mirelle/status';

function send(statusCode: number, body: string | Buffer, headers: Record<string, string> = {}): Handler {
  return (_request, response) => response.writeHead(statusCode, headers).end(body);
}

describe('final failures', () => {
  test.each<[string, Handler, object]>([
    ['404', json(404, { code: 404, type: 'BLZWEBAPI00000404' }), { kind: 'not_found', status: 404 }],
    ['403', json(403, { code: 403 }), { kind: 'forbidden', status: 403 }],
    ['404 of a proxy', send(404, '<html>', html), { kind: 'malformed', status: 404 }],
    ['403 of a firewall', send(403, '<html>', html), { kind: 'malformed', status: 403 }],
    ['400', json(400, {}), { kind: 'malformed', status: 400 }],
    ['204', send(204, ''), { kind: 'malformed', status: 204 }],
    ['redirect', send(302, '', { Location: '/eu/elsewhere' }), { kind: 'malformed', status: 302 }],
    ['HTML', send(200, '<html></html>', html), { kind: 'malformed', status: 200, issues: [] }],
    ['truncated JSON', send(200, '{"id":7,"is_va'), { kind: 'malformed', issues: [] }],
    ['empty body', send(200, ''), { kind: 'malformed' }],
    ['broken UTF-8', send(200, Buffer.from('{"id":7,"is_valid":true,"x":"\xff"}', 'latin1')), { kind: 'malformed' }],
    [
      'too large',
      send(200, JSON.stringify({ ...status, filler: 'x'.repeat(16 * 1024 * 1024) })),
      { kind: 'malformed' },
    ],
    ['wrong shape', json(200, { id: 'seven' }), { kind: 'malformed', issues: ['id', 'is_valid'] }],
    ['wrong document', json(200, []), { kind: 'malformed', issues: ['(document)'] }],
  ])('%s is not retried', async (_name, handler, expected) => {
    await using platform = await startPlatform(handler);
    expect(await failureOf(platform.battlenet.characterStatus(eu, someone))).toMatchObject({ path, ...expected });
    expect(platform.requests).toHaveLength(1);
    expect(platform.taken).toHaveLength(1);
  });

  test('characters that no database stores are removed or replaced, and the rest of the text is kept', async () => {
    const named = String.raw`{"id":7,"name":"a\u0000b\ud800c\\u0000\ud83d\ude00","realm":{"id":1,"slug":"azuremyst"},`;
    const body = `${named}"character_class":{"id":4},"race":{"id":8},"level":9}`;
    await using platform = await startPlatform(send(200, body));
    const { data } = await platform.battlenet.characterProfile(eu, someone);
    expect(data.name).toBe(`ab\ufffdc\\u0000\u{1f600}`);
  });

  test('a malformed answer is described by paths, never by values', async () => {
    const member = { character: { id: 1, name: 'Mirelle', realm: { id: 1, slug: 'azuremyst' } }, rank: 'SecretRank' };
    const members = Array.from({ length: 50 }, () => member);
    const guild = { id: 1, name: 'Night Shift', realm: { id: 1, slug: 'azuremyst' } };
    await using platform = await startPlatform(json(200, { guild, members }));
    const key = { realmSlug: 'azuremyst', nameSlug: 'night-shift' };
    const error = await failureOf(platform.battlenet.guildRoster(eu, key));
    expect(error.issues).toHaveLength(10);
    expect(error.issues).toContain('members.0.rank');
    expect(JSON.stringify(error) + error.stack).not.toContain('SecretRank');
  });
});

describe('transient failures', () => {
  test.each<[string, Handler, number?]>([
    ['a 500', json(500, {})],
    ['a 503 with Retry-After', json(503, {}, { 'Retry-After': '0' })],
    ['a 408', json(408, {})],
    ['a refused connection', (request) => request.socket.destroy()],
    [
      'a connection lost in the body',
      (request, response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{"id":', () => request.socket.destroy());
      },
    ],
    ['an answer that never comes', () => {}, 500],
    ['a body that stalls', (_request, response) => void response.writeHead(200).write('{"id":'), 500],
    ['a 429', json(429, {}, { 'Retry-After': '0' })],
  ])('%s is retried', async (_name, handler, timeoutMs = 30_000) => {
    await using platform = await startPlatform(inOrder(handler, ok), { timeoutMs });
    expect((await platform.battlenet.characterStatus(eu, someone)).data).toEqual(status);
    // With a short limit, a busy machine may deliver the second answer late as well.
    if (timeoutMs < 30_000) expect(platform.taken.length).toBeGreaterThanOrEqual(2);
    else expect(platform.taken).toHaveLength(2);
  });

  test('the failure is thrown after the last retry, and every attempt takes one from the budget', async () => {
    await using platform = await startPlatform(json(502, {}), { retries: 2 });
    const error = await failureOf(platform.battlenet.characterStatus(eu, someone));
    expect(error).toMatchObject({ kind: 'unavailable', status: 502, path, retryAfterMs: undefined });
    expect(platform.requests).toHaveLength(3);
    expect(platform.taken).toHaveLength(3);
    expect(platform.penalties).toEqual([]);
  });

  test.each<[string, Handler]>([
    ['never comes', () => {}],
    ['stalls in its body', (_request, response) => void response.writeHead(200).write('{"id":')],
  ])('an answer that %s is unavailable within the time limit', async (_name, handler) => {
    await using platform = await startPlatform(handler, { timeoutMs: 60, retries: 0 });
    using limits = vi.spyOn(AbortSignal, 'timeout');
    const call = { ...eu, signal: new AbortController().signal };
    expect(await failureOf(platform.battlenet.characterStatus(call, someone))).toMatchObject({
      kind: 'unavailable',
      status: undefined,
    });
    // One for the token, which is answered, and one for the document. Without a limit this would never end.
    expect(limits.mock.calls).toEqual([[60], [60]]);
    expect(platform.requests).toHaveLength(1);
  });

  test('a refusal whose body stalls is still a refusal', async () => {
    await using platform = await startPlatform((_request, response) => void response.writeHead(404).write('{'), {
      timeoutMs: 60,
    });
    expect((await failureOf(platform.battlenet.characterStatus(eu, someone))).kind).toBe('not_found');
  });

  test('a failed connection is unavailable, with the system’s error code', async () => {
    await using platform = await startPlatform(ok, { retries: 1 });
    await platform.battlenet.characterStatus(eu, someone);
    await platform.stop();
    const error = await failureOf(platform.battlenet.characterStatus(eu, someone));
    expect(error.kind).toBe('unavailable');
    expect(error.message).toMatch(/ECONNREFUSED|UND_ERR_SOCKET|ECONNRESET/);
  });

  test('back-off doubles, with jitter', async () => {
    const at: number[] = [];
    const handler: Handler = (request, response) => {
      at.push(performance.now());
      json(500, {})(request, response);
    };
    await using platform = await startPlatform(handler, { retryBaseMs: 20 });
    await failureOf(platform.battlenet.characterStatus(eu, someone));
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(waits).toHaveLength(3);
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(20 * 2 ** index - 2);
  });
});

describe('rate limits', () => {
  const httpDate = (msFromNow: number) => new Date(Date.now() + msFromNow).toUTCString();

  test('a 429 that names no time to come penalizes all callers for a second', async () => {
    await using platform = await startPlatform(
      inOrder(json(429, {}, { 'Retry-After': '0' }), json(429, {}, { 'Retry-After': httpDate(-5_000) }), ok),
    );
    await platform.battlenet.characterStatus(eu, someone);
    expect(platform.penalties).toEqual([1_000, 1_000]);
    expect(platform.taken).toHaveLength(3);
  });

  test.each([
    ['seconds', { 'Retry-After': '90' }, 90_000, 90_000],
    ['an HTTP date', { 'Retry-After': httpDate(3_600_000) }, 3_000_000, 3_600_000],
    ['nothing', {}, 1_000, 1_000],
    ['nonsense', { 'Retry-After': 'soon' }, 1_000, 1_000],
    ['less than nothing', { 'Retry-After': '-5' }, 1_000, 1_000],
    ['a fraction', { 'Retry-After': '1.5' }, 1_500, 1_500],
    ['a long fraction', { 'Retry-After': '299.997' }, 299_997, 299_997],
    ['for ever', { 'Retry-After': '99999999999' }, 86_400_000, 86_400_000],
  ])('a wait above the limit is thrown, not waited for: %s', async (_name, headers, atLeast, atMost) => {
    await using platform = await startPlatform(json(429, {}, headers), { maxRetryWaitMs: 500 });
    const error = await failureOf(platform.battlenet.characterStatus(eu, someone));
    expect(error).toMatchObject({ kind: 'rate_limited', status: 429 });
    expect(error.retryAfterMs).toBeGreaterThanOrEqual(atLeast);
    expect(error.retryAfterMs).toBeLessThanOrEqual(atMost);
    expect(platform.penalties).toEqual([error.retryAfterMs]);
    expect(platform.requests).toHaveLength(1);
  });

  test.each([
    ['1', 1_000],
    ['1.5', 1_500],
  ])('a short wait of %s is waited for', async (wait, ms) => {
    await using platform = await startPlatform(inOrder(json(429, {}, { 'Retry-After': wait }), ok));
    const startedAt = performance.now();
    await platform.battlenet.characterStatus(eu, someone);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(ms - 10);
    expect(platform.penalties).toEqual([ms]);
  });

  test('an outage that names no time to come is not asked again at once', async () => {
    await using platform = await startPlatform(json(503, {}, { 'Retry-After': '0' }), { maxRetryWaitMs: 500 });
    const error = await failureOf(platform.battlenet.characterStatus(eu, someone));
    expect(error).toMatchObject({ kind: 'unavailable', retryAfterMs: 1_000 });
  });

  test('an outage with a long Retry-After is thrown with it, and penalizes no other request', async () => {
    await using platform = await startPlatform(json(503, {}, { 'Retry-After': '120' }));
    const error = await failureOf(platform.battlenet.characterStatus(eu, someone));
    expect(error).toMatchObject({ kind: 'unavailable', retryAfterMs: 120_000 });
    expect(platform.penalties).toEqual([]);
  });
});

describe('the caller’s signal', () => {
  const reason = new Error('the person went away');

  test.each<[string, number, (caller: AbortController) => Handler]>([
    ['before the headers', 0, (caller) => () => caller.abort(reason)],
    [
      'in the body',
      0,
      (caller) => (_request, response) => {
        response.writeHead(200);
        response.write('{"id":', () => setTimeout(() => caller.abort(reason), 20));
      },
    ],
    [
      'in the wait for a retry',
      3,
      (caller) => (request, response) => {
        json(429, {}, { 'Retry-After': '20' })(request, response);
        setTimeout(() => caller.abort(reason), 20);
      },
    ],
  ])('an abort %s ends the call with its own reason', async (_name, retries, handlerFor) => {
    const caller = new AbortController();
    await using platform = await startPlatform(handlerFor(caller), { retries });
    await expect(platform.battlenet.characterStatus({ ...eu, signal: caller.signal }, someone)).rejects.toBe(reason);
    expect(platform.requests).toHaveLength(1);
  });

  test('a signal aborted beforehand prevents every request', async () => {
    await using platform = await startPlatform(ok);
    const signal = AbortSignal.abort(reason);
    await expect(platform.battlenet.characterStatus({ ...eu, signal }, someone)).rejects.toBe(reason);
    expect([...platform.requests, ...platform.oauthRequests, ...platform.taken]).toEqual([]);
  });

  test('reaches the budget, whose refusal ends the call', async () => {
    const caller = new AbortController();
    await using platform = await startPlatform(ok, {
      budget: {
        take: async (_priority, signal) => {
          caller.abort(reason);
          signal?.throwIfAborted();
        },
        penalize: async () => {},
      },
    });
    await expect(platform.battlenet.characterStatus({ ...eu, signal: caller.signal }, someone)).rejects.toBe(reason);
    expect(platform.requests).toEqual([]);
  });
});
