import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { guildAddress, reportAddress, reportUrl } from './addresses.ts';
import { createWarcraftLogs, type WarcraftLogsOptions } from './client.ts';
import { WarcraftLogsError } from './errors.ts';

const CODE = 'aBcDeFgHiJkLmNoP';
const SECRET = 'secret-that-must-not-leak';
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Asked = { url: string; authorization: string | undefined; query: string; variables: Record<string, unknown> };
type Answer = (asked: Asked, response: ServerResponse) => unknown;

const points = (spent = 10, resetIn = 600) => ({
  limitPerHour: 100,
  pointsSpentThisHour: spent,
  pointsResetIn: resetIn,
});
const reportOf = (fields: object = {}) => ({
  code: CODE,
  title: 'A night',
  startTime: 1_750_000_000_000,
  endTime: 1_750_000_600_000,
  visibility: 'public',
  archiveStatus: { isArchived: false, isAccessible: true },
  fights: [],
  masterData: { gameVersion: 1, actors: [] },
  ...fields,
});

/** Plays both hosts of the platform. `answer` returns the data of a query other than that for points, or writes a response. */
async function platform(answer: Answer, options: Partial<WarcraftLogsOptions> = {}) {
  const asked: Asked[] = [];
  let tokens = 0;
  const server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      if (request.url?.endsWith('/oauth/token')) {
        tokens += 1;
        response.end(JSON.stringify({ access_token: `app-token-${tokens}`, expires_in: 3_600 }));
        return;
      }
      const { query, variables } = JSON.parse(body) as Pick<Asked, 'query' | 'variables'>;
      const one = { url: request.url ?? '', authorization: request.headers.authorization, query, variables };
      asked.push(one);
      const data = answer(one, response);
      if (!response.writableEnded && data !== undefined) response.end(JSON.stringify(data));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = createWarcraftLogs({
    clientId: 'client',
    clientSecret: SECRET,
    apiUrl: `http://127.0.0.1:${address.port}/{host}`,
    ...options,
  });
  return { client, asked, tokens: () => tokens };
}

const isPoints = ({ query }: Asked) => !/reportData|guildData/.test(query);
const answering =
  (report: object | null, errors?: string[]): Answer =>
  (asked) =>
    isPoints(asked)
      ? { data: { rateLimitData: points() } }
      : {
          data: { rateLimitData: points(), reportData: { report } },
          ...(errors && { errors: errors.map((message) => ({ message })) }),
        };

const one = { host: 'www', code: CODE, allowUnlisted: true } as const;

describe('a link', () => {
  test.each([
    [`https://www.warcraftlogs.com/reports/${CODE}`, 'www'],
    [`https://www.warcraftlogs.com/reports/${CODE}#fight=3&type=damage-done`, 'www'],
    [`https://www.warcraftlogs.com/reports/${CODE}?fight=last`, 'www'],
    [`https://warcraftlogs.com/reports/${CODE}/`, 'www'],
    [`https://de.warcraftlogs.com/reports/${CODE}`, 'www'],
    [`https://classic.warcraftlogs.com/reports/${CODE}`, 'classic'],
    [`https://ru.classic.warcraftlogs.com/reports/${CODE}`, 'classic'],
    [`https://fresh.warcraftlogs.com/reports/${CODE}`, 'fresh'],
    [` ${CODE} `, 'fresh'],
  ])('%s leads to a report', (link, host) => {
    expect(reportAddress(link, 'fresh')).toEqual({ host, code: CODE });
  });

  test.each([
    `http://www.warcraftlogs.com/reports/${CODE}`,
    `https://www.fflogs.com/reports/${CODE}`,
    `https://www.warcraftlogs.com.evil.example/reports/${CODE}`,
    `https://evilwarcraftlogs.com/reports/${CODE}`,
    `https://www.warcraftlogs.com:8443/reports/${CODE}`,
    `https://user@www.warcraftlogs.com/reports/${CODE}`,
    `https://evil.example/?https://www.warcraftlogs.com/reports/${CODE}`,
    `https://www.warcraftlogs.com/reports/../admin/${CODE}`,
    'https://www.warcraftlogs.com/reports/a:bCdEfGhIjKlMnOp',
    'https://www.warcraftlogs.com/reports/short',
    'file:///etc/passwd',
    '',
  ])('N-01: %s leads nowhere', (link) => {
    expect(reportAddress(link, 'www')).toBeNull();
  });

  test('to a page of a guild names its number', () => {
    expect(guildAddress('https://www.warcraftlogs.com/guild/id/12345')).toEqual({ host: 'www', guildId: 12345 });
    expect(guildAddress('https://fresh.warcraftlogs.com/guild/reports-list/77/')).toEqual({
      host: 'fresh',
      guildId: 77,
    });
    expect(guildAddress('https://www.warcraftlogs.com/guild/us/highmere/lantern')).toBeNull();
    expect(guildAddress('https://evil.example/guild/id/12345')).toBeNull();
  });

  test('is built of the host and the code alone', () => {
    expect(reportUrl({ host: 'classic', code: CODE })).toBe(`https://classic.warcraftlogs.com/reports/${CODE}`);
  });
});

test('one token serves many requests, and one that is refused is renewed once', async () => {
  const { client, asked, tokens } = await platform((request, response) => {
    if (request.authorization === 'Bearer app-token-1' && asked.length > 3) return response.writeHead(401).end('{}');
    return answering(reportOf())(request, response);
  });
  await client.report(one);
  await client.report({ ...one, host: 'classic' });
  expect(tokens()).toBe(1);
  await client.report(one);
  expect(tokens()).toBe(2);
  expect(asked.map(({ url }) => url)).toContain('/classic/api/v2/client');
});

test('a token that is refused twice is a matter of our credentials', async () => {
  const { client, tokens } = await platform((_, response) => response.writeHead(401).end('{}'));
  await expect(client.report(one)).rejects.toMatchObject({ kind: 'unauthorized' });
  expect(tokens()).toBe(2);
});

describe('points', () => {
  test('are looked at before the first request, and again when the answer is a minute old', async () => {
    let time = 0;
    const { client, asked } = await platform(answering(reportOf()), { now: () => time });
    await client.report(one);
    await client.report(one);
    expect(asked.map(isPoints)).toEqual([true, false, false]);
    time = 61_000;
    await client.report(one);
    expect(asked.map(isPoints)).toEqual([true, false, false, true, false]);
  });

  test('end the requests at four fifths until they reset', async () => {
    let time = 0;
    let spent = 79;
    const { client, asked } = await platform(
      (request) =>
        isPoints(request)
          ? { data: { rateLimitData: points(spent, 120) } }
          : { data: { rateLimitData: points(80, 120), reportData: { report: reportOf() } } },
      { now: () => time },
    );
    await client.report(one);
    const sent = asked.length;
    await expect(client.report(one)).rejects.toMatchObject({ kind: 'out_of_points', retryAfterMs: 120_000 });
    expect(asked).toHaveLength(sent);
    // Another program goes on spending: a later look asks for points alone.
    time = 90_000;
    spent = 99;
    await expect(client.report(one)).rejects.toMatchObject({ kind: 'out_of_points' });
    expect(asked.slice(sent).map(isPoints)).toEqual([true]);
    time = 220_000;
    spent = 0;
    await expect(client.report(one)).resolves.toMatchObject({ code: CODE });
  });
});

describe('a report', () => {
  test.each([
    ['is gone', null, ['This report does not exist.'], 'not_found'],
    ['has no words', null, undefined, 'not_found'],
    ['may not be seen', null, ['You do not have permission to view this report.'], 'private'],
    ['is refused for another reason', null, ['Internal server error'], 'malformed'],
    ['says that it is private', reportOf({ visibility: 'private' }), undefined, 'private'],
    [
      'is archived',
      reportOf({ archiveStatus: { isArchived: true, isAccessible: false }, fights: null, masterData: null }),
      undefined,
      'archived',
    ],
    ['has no fights', reportOf({ fights: null }), undefined, 'malformed'],
  ])('that %s is refused', async (_, report, errors, kind) => {
    const { client } = await platform(answering(report, errors));
    await expect(client.report(one)).rejects.toMatchObject({ kind });
  });

  test('that is unlisted is read only for those who brought its code', async () => {
    const { client, asked } = await platform(answering(reportOf({ visibility: 'unlisted' })));
    await expect(client.report(one)).resolves.toMatchObject({ visibility: 'unlisted' });
    await expect(client.report({ ...one, allowUnlisted: false })).rejects.toMatchObject({ kind: 'private' });
    expect(asked.filter((request) => !isPoints(request)).map(({ variables }) => variables.allowUnlisted)).toEqual([
      true,
      false,
    ]);
  });

  test('with too many fights, or a field of another kind, is malformed and says where', async () => {
    const fight = { id: 1, name: 'Boss', encounterID: 1, startTime: 0, endTime: 1 };
    const many = await platform(answering(reportOf({ fights: Array.from({ length: 2_001 }, () => fight) })));
    await expect(many.client.report(one)).rejects.toMatchObject({ kind: 'malformed' });
    const other = await platform(answering(reportOf({ fights: [{ ...fight, endTime: 'soon' }] })));
    await expect(other.client.report(one)).rejects.toMatchObject({
      kind: 'malformed',
      issues: ['data.reportData.report.fights.0.endTime'],
    });
  });
});

test('the reports of a guild are read page by page', async () => {
  const { client, asked } = await platform((request) =>
    isPoints(request)
      ? { data: { rateLimitData: points() } }
      : {
          data: {
            rateLimitData: points(),
            reportData: { reports: { data: [reportOf()], has_more_pages: Number(request.variables.page) < 3 } },
          },
        },
  );
  const found = await client.reports({ host: 'www', guildId: 7, since: 1, until: 2 });
  expect(found).toHaveLength(3);
  expect(asked.at(-1)?.variables).toEqual({ guildID: 7, guildTagID: null, startTime: 1, endTime: 2, page: 3 });
});

test('the attendance of a guild is read a page at a time, with names without a realm', async () => {
  const night = {
    code: CODE,
    startTime: 1_750_000_000_000.5,
    zone: { name: 'Citadel' },
    players: [{ name: 'Mara', type: 'DemonHunter', presence: 2 }],
  };
  const { client, asked } = await platform((request) =>
    isPoints(request)
      ? { data: { rateLimitData: points() } }
      : {
          data: {
            rateLimitData: points(),
            guildData: {
              guild: request.variables.id === 7 ? { attendance: { data: [night], has_more_pages: true } } : null,
            },
          },
        },
  );
  expect(await client.attendance({ host: 'www', guildId: 7, page: 2 })).toEqual({ nights: [night], hasMore: true });
  expect(asked.at(-1)?.variables).toEqual({ id: 7, page: 2 });
  await expect(client.attendance({ host: 'www', guildId: 8, page: 1 })).rejects.toMatchObject({ kind: 'not_found' });
});

test.each([
  [302, 'malformed'],
  [404, 'malformed'],
  [429, 'limited'],
  [500, 'unavailable'],
  [403, 'unauthorized'],
])('the status %i is %s', async (status, kind) => {
  const { client } = await platform((_, response) =>
    response.writeHead(status, { Location: 'http://127.0.0.1:1/', 'Retry-After': '7' }).end('{}'),
  );
  await expect(client.report(one)).rejects.toMatchObject({ kind });
});

test('a page, a cut document and another document are malformed; silence is unavailable', async () => {
  for (const body of ['<html>', '{"data":', '[]']) {
    const { client } = await platform((_, response) => response.end(body));
    await expect(client.report(one)).rejects.toMatchObject({ kind: 'malformed' });
  }
  const { client } = await platform((_, response) => void response.write('{'), { timeoutMs: 100 });
  await expect(client.report(one)).rejects.toMatchObject({ kind: 'unavailable' });
});

test('N-02: no error shows the secret, a token, or what was answered', async () => {
  const { client } = await platform((request, response) =>
    response.writeHead(400).end(`bad ${request.authorization} ${SECRET}`),
  );
  const error: unknown = await client.report(one).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WarcraftLogsError);
  const offline = createWarcraftLogs({ clientId: 'client', clientSecret: SECRET, apiUrl: 'http://127.0.0.1:1/{host}' });
  const silent: unknown = await offline.report(one).catch((reason: unknown) => reason);
  expect(silent).toMatchObject({ kind: 'unavailable' });
  const basic = Buffer.from(`client:${SECRET}`).toString('base64');
  for (const secret of [SECRET, basic, 'app-token']) {
    expect(inspect([error, silent], { depth: 9 })).not.toContain(secret);
  }
});

test('a guild is found by number or name', async () => {
  const guild = { id: 7, name: 'Lantern', server: { name: 'Highmere', slug: 'highmere' }, tags: null };
  const { client, asked } = await platform((request) =>
    isPoints(request)
      ? { data: { rateLimitData: points() } }
      : { data: { rateLimitData: points(), guildData: { guild: request.variables.id === 8 ? null : guild } } },
  );
  await expect(client.guild({ host: 'www', guildId: 8 })).resolves.toBeNull();
  await expect(
    client.guild({ host: 'www', name: 'Lantern', realmSlug: 'highmere', region: 'us' }),
  ).resolves.toMatchObject({ id: 7 });
  expect(asked.at(-1)?.variables).toEqual({ name: 'Lantern', serverSlug: 'highmere', serverRegion: 'us' });
});
