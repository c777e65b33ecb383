/** Input from callers must not accumulate in a process's memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: { RATE_LIMIT_ANONYMOUS: '1000000' } });
  setFlagsFromString('--expose-gc');
});
afterAll(() => app[Symbol.asyncDispose]());

const QUESTIONS = 2_000;
const LENGTH = 7_000;

/** In megabytes, after garbage collection. */
function memory(): number {
  app.logged.length = 0;
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 ** 2;
}

test.each<[string, (index: number) => string]>([
  ['an unknown parameter', (index) => `x=${String(index).padStart(LENGTH, 'x')}`],
  ['separators', (index) => `locale=en_US${'&'.repeat(LENGTH + index - QUESTIONS)}`],
  ['percent codes', (index) => `locale=${encoded('en_US', index)}${'&'.repeat(LENGTH)}`],
])('many long queries that differ by %s do not accumulate in memory', async (_what, query) => {
  const ask = async (index: number) => {
    const answer = await fetch(`${app.url}/api/v1/game-data/expansions?${query(index)}`);
    await answer.arrayBuffer();
  };
  const askAll = async (from: number, to: number) => {
    for (let index = from; index < to; index += 10) {
      const some = Array.from({ length: 10 }, (_, offset) => index + offset);
      await Promise.all(some.map((each) => ask(each)));
    }
  };
  await askAll(0, 300);
  const before = memory();
  await askAll(300, QUESTIONS + 300);
  // If kept, they would take 14 MB.
  expect(memory() - before).toBeLessThan(5);
});

/** The same text, with some letters percent-encoded. */
function encoded(text: string, index: number): string {
  return [...text].map((letter, at) => ((index >> at) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter)).join('');
}

test('different spellings of a query share one cached answer', async () => {
  await app.ctx.sql('insert into journal_expansion (id, listed) values (1, true)');
  await app.ctx.sql(`insert into journal_instance (id, expansion_id, category, listed) values (1, 1, 'raid', true)`);
  const get = (query: string) => app.http.get(`/api/v1/game-data/encounters?${query}`);
  const { body, headers } = await get('journalInstanceId=1&locale=en_US').expect(200);
  for (const query of ['locale=en_US&journalInstanceId=01', '&journalInstanceId=%31&&', 'journalInstanceId=1']) {
    const again = await get(query).expect(200);
    expect([again.body, again.headers.etag]).toEqual([body, headers.etag]);
  }
  await get('journalInstanceId=1&journalInstanceId=2').expect(400);
});

test('routes without a limit per caller have a high limit per network, and say when to retry', async () => {
  await using limited = await testApp({ roles: ['web'], environment: { RATE_LIMIT_ANONYMOUS: '1' } });
  const paths = ['/livez', '/', '/api/v1/health', '/api/v1/game-data/expansions', '/api/v1/crests/x.webp', '/docs'];
  const statuses: number[] = [];
  for (let asked = 0; asked < 100; asked += 1) {
    const { status } = await limited.http.get(paths[asked % paths.length] ?? '');
    statuses.push(status);
  }
  expect(statuses).not.toContain(429);
  for (const path of paths) {
    const { headers } = await limited.http.get(path).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
});
