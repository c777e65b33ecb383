import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createRaidHelper, eventAddress } from './raid-helper-client.ts';
import { fetchSim } from './sim-client.ts';
import { createWowaudit } from './wowaudit-client.ts';

const ID = '1234567890123456789';
const KEY = 'a-secret-key';
const address = { host: 'raid-helper.dev', id: ID } as const;
let closing: (() => void) | undefined;
afterEach(() => closing?.());

async function tool(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing = () => {
    server.closeAllConnections();
    server.close();
  };
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('no port');
  return `http://127.0.0.1:${place.port}`;
}

describe('a link', () => {
  test.each([
    [`https://raid-helper.dev/event/${ID}`, 'raid-helper.dev'],
    [`https://www.raid-helper.xyz/event/${ID}/?ref=a#b`, 'raid-helper.xyz'],
    [` https://raid-helper.dev/api/v2/events/${ID} `, 'raid-helper.dev'],
    [ID, 'raid-helper.dev'],
  ])('%s leads to an event', (link, host) => {
    expect(eventAddress(link)).toEqual({ host, id: ID });
  });

  test.each([
    `http://raid-helper.dev/event/${ID}`,
    `https://raid-helper.dev.evil.example/event/${ID}`,
    `https://evil.example/event/${ID}?https://raid-helper.dev/event/${ID}`,
    `https://user@evil.example#raid-helper.dev/event/${ID}`,
    `https://raid-helper.dev/event/../../admin/${ID}`,
    `https://raid-helper.dev/event/${ID}/signups`,
    'https://raid-helper.dev/event/1',
    'file:///etc/passwd',
    '',
  ])('M-02: %s leads nowhere', (link) => {
    expect(eventAddress(link)).toBeNull();
  });
});

test('keys are sent as each tool wants them', async () => {
  const seen: (string | undefined)[] = [];
  const apiUrl = await tool((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization}`);
    response.end(JSON.stringify(request.url?.startsWith('/v1') ? [] : { postedEvents: [] }));
  });
  await createRaidHelper({ apiUrl }).eventsOf('1/../2', KEY);
  await createWowaudit(KEY, { apiUrl }).characters();
  expect(seen).toEqual([`/api/v4/servers/1%2F..%2F2/events ${KEY}`, `/v1/characters Bearer ${KEY}`]);
});

test('the events of a server are read page by page, each once, and no more pages than the limit allows', async () => {
  const pages: string[] = [];
  const apiUrl = await tool((request, response) => {
    const page = Number(request.headers.page);
    pages.push(String(page));
    const postedEvents = [
      { id: '1', title: 'On every page' },
      { id: `2${page}`, title: `Page ${page}` },
    ];
    response.end(JSON.stringify({ pages: request.url?.includes('/1/') ? 2 : 20, postedEvents }));
  });
  const two = await createRaidHelper({ apiUrl }).eventsOf('1', KEY);
  expect([pages.splice(0), two.complete, two.events.map(({ id }) => id)]).toEqual([
    ['1', '2'],
    true,
    ['1', '21', '22'],
  ]);
  const many = await createRaidHelper({ apiUrl }).eventsOf('2', KEY);
  expect([pages.length, many.complete, many.events.length]).toEqual([8, false, 9]);
});

test.each([
  [404, 'gone'],
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [503, 'unavailable'],
  [302, 'malformed'],
])('the status %i is %s', async (status, kind) => {
  const apiUrl = await tool((_, response) => response.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end('{}'));
  await expect(createRaidHelper({ apiUrl }).event(address)).rejects.toMatchObject({ kind, tool: 'Raid-Helper' });
});

test.each([
  ['Raidbots', { tool: 'raidbots', id: 'jk6WmLFEnBpEqWueDkyRqA' }],
  ['QE Live', { tool: 'qe_live', id: 'wzfyzqxqjqej' }],
] as const)('K-01: a redirect of %s is refused, and its target is never asked', async (name, sim) => {
  const asked: (string | undefined)[] = [];
  const url = await tool((request, response) => {
    asked.push(request.url);
    response.writeHead(302, { Location: '/elsewhere' }).end('{}');
  });
  const fetching = fetchSim(sim, { raidbotsUrl: url, qeLiveUrl: url });
  await expect(fetching).rejects.toMatchObject({ kind: 'malformed', tool: name });
  expect(asked).toEqual([expect.stringContaining(sim.id)]);
});

test.each([
  ['Too many requests, try again in 4s.', {}, 4],
  ['Too many requests, try again in 1.5s.', {}, 2],
  ['Too many requests, try again in 2 minutes.', {}, 120],
  ['Too many requests, try again in 1.5 min', {}, 90],
  ['Too many requests, try again in 4s.', { 'Retry-After': '2' }, 4],
  ['', { 'Retry-After': '0' }, 1],
  ['', { 'Retry-After': '7' }, 7],
  ['nothing', {}, 5],
  ['', { 'Retry-After': '1000000000' }, 3_600],
  ['', { 'Retry-After': '1.5' }, 2],
  ['', { 'Retry-After': '1e9' }, 5],
])('a limit says how long it lasts: %j %j', async (body, headers, retryAfterSeconds) => {
  const apiUrl = await tool((_, response) => response.writeHead(429, headers).end(body));
  await expect(createRaidHelper({ apiUrl }).event(address)).rejects.toMatchObject({
    kind: 'limited',
    retryAfterSeconds,
  });
});

test.each([
  ['a page', '<html>'],
  ['a cut document', '{"signUps":['],
  ['another document', '{"ok":true}'],
  ['bytes that are no text', Buffer.from([0x22, 0xff, 0x22])],
  ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, ' ')],
])('%s is malformed', async (_, body) => {
  const apiUrl = await tool((_request, response) => response.end(body));
  await expect(createRaidHelper({ apiUrl }).event(address)).rejects.toMatchObject({ kind: 'malformed' });
});

test('a tool that does not answer, or stops in the middle, is unavailable', async () => {
  const apiUrl = await tool((request, response) => {
    if (request.url?.includes('raids')) response.write('{"raids":');
  });
  const client = createWowaudit(KEY, { apiUrl, timeoutMs: 100 });
  await expect(client.characters()).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(client.raids()).rejects.toMatchObject({ kind: 'unavailable' });
  closing?.();
  await expect(client.characters()).rejects.toMatchObject({ kind: 'unavailable' });
});

test('M-04: no error contains the key, and a key that no header can carry is refused like a wrong one', async () => {
  const apiUrl = await tool((request, response) => response.writeHead(400).end(`bad ${request.headers.authorization}`));
  const errors = await Promise.all(
    [KEY, `${KEY}\n`, `${KEY}ё`].map((key) =>
      createWowaudit(key, { apiUrl })
        .guests()
        .catch((error: unknown) => error),
    ),
  );
  for (const error of errors)
    expect(`${JSON.stringify(error)} ${error instanceof Error && error.stack}`).not.toContain(KEY);
  expect(errors).toMatchObject([{ kind: 'malformed' }, { kind: 'unauthorized' }, { kind: 'unauthorized' }]);
});
