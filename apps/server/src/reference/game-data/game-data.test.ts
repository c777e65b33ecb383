import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type TestApp, testApp } from '../../../test/app.ts';
import { eventually } from '../../../test/guild.ts';
import { syncJournal } from '../../../test/journal.ts';
import { serve } from '../../app/serve.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await syncJournal(app);
  // Waits for the worker's sync of names at start, because it also clears the cache.
  const learned = `select from pgboss.job where name = 'reference-sync' and state = 'completed'`;
  await eventually(async () => expect(await app.ctx.sql(learned)).toHaveLength(1));
});
afterAll(() => app[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  app.http.get(`/api/v1/game-data/${path}`).set(headers);
const names = (body: { name: string }[]) => body.map(({ name }) => name);

test.each([
  'expansions?locale=xx_XX',
  'expansions?locale=en_us',
  'expansions?locale=',
  // Supported by the platform, but not by this installation.
  'expansions?locale=ko_KR',
  'instances?category=scenario',
  'encounters',
  'encounters?journalInstanceId=',
  'encounters?journalInstanceId=abc',
  'encounters?journalInstanceId=0',
  'encounters?journalInstanceId=1.5',
  'encounters?journalInstanceId=99999999999',
  'encounters?journalInstanceId=1000&locale=xx_XX',
])('%s answers 400 and is not cached', async (path) => {
  const { body, headers } = await get(path).expect(400);
  expect(body).toMatchObject({ code: 'BAD_REQUEST', reason: 'invalid_input' });
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(headers).not.toHaveProperty('etag');
});

test.each(['expansions', 'instances', 'classes'])('before the first sync %s are empty and not cached', async (path) => {
  await using unsynced = await testApp({ roles: ['web'] });
  const { body, headers } = await unsynced.http.get(`/api/v1/game-data/${path}`).expect(200);
  expect(body).toEqual([]);
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
});

test('lists expansions oldest first, without the season', async () => {
  expect((await get('expansions').expect(200)).body).toEqual([
    { id: 68, name: 'Age of Dawn' },
    { id: 70, name: 'Age of Tides' },
  ]);
  expect(names((await get('expansions?locale=ru_RU').expect(200)).body)).toEqual([
    'Age of Dawn [ru]',
    'Age of Tides [ru]',
  ]);
});

test('lists instances in the order of the journal, all or of one category', async () => {
  const all = (await get('instances').expect(200)).body;
  expect(all.map(({ id }: { id: number }) => id)).toEqual([1000, 1001, 1002, 1003, 1004]);
  expect(all[1]).toEqual({
    id: 1001,
    name: expect.stringMatching(/ 2$/),
    description: expect.stringContaining('no book'),
    category: 'dungeon',
    expansion: { id: 68, name: 'Age of Dawn' },
    minimumLevel: 10,
    imageUrl: app.ctx.pictureUrl(`${app.simulator.origin}/battlenet/render/zones/instance-1001-small.jpg`),
  });
  const raids = (await get('instances?category=raid').expect(200)).body;
  expect(raids.map(({ id }: { id: number }) => id)).toEqual([1000, 1002]);
});

test('lists encounters in the order of the journal, whatever their ids', async () => {
  const { body } = await get('encounters?journalInstanceId=1001').expect(200);
  expect(body.map(({ id, position }: { id: number; position: number }) => [id, position])).toEqual([
    [8998, 1],
    [8997, 2],
    [8996, 3],
  ]);
  expect((await get('encounters?journalInstanceId=999999').expect(404)).body.reason).toBe('instance_not_found');
});

test('only fields that a language lacks are in English', async () => {
  const of = async (locale: string) =>
    (await get(`encounters?journalInstanceId=1001&locale=${locale}`).expect(200)).body;
  const [english, french, spanish] = [await of('en_US'), await of('fr_FR'), await of('es_ES')];
  // The first has no French name, the second no Spanish description.
  expect(names(french)).toEqual([english[0].name, `${english[1].name} [fr]`, `${english[2].name} [fr]`]);
  expect(french[0].description).toBe(`${english[0].description} [fr]`);
  expect(spanish[1]).toMatchObject({ name: `${english[1].name} [es]`, description: english[1].description });

  const instances = async (locale: string) => (await get(`instances?locale=${locale}`).expect(200)).body;
  const [all, german, russian] = [await instances('en_US'), await instances('de_DE'), await instances('ru_RU')];
  // The second has no German description, the fourth no Russian name.
  expect(names(german)).toEqual(names(all).map((name) => `${name} [de]`));
  expect(german[1].description).toBe(all[1].description);
  expect(names(russian)).toEqual(names(all).map((name, index) => (index === 3 ? name : `${name} [ru]`)));
});

test('an answer has an ETag for its content, can be cached for an hour, and is not sent twice', async () => {
  const first = await get('encounters?journalInstanceId=1001').expect(200);
  const { etag = '' } = first.headers;
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  expect(first.headers).toMatchObject({ 'cache-control': 'public, max-age=3600' });
  expect((await get('encounters?journalInstanceId=1001&locale=en_US').expect(200)).headers).toMatchObject({ etag });
  expect((await get('encounters?journalInstanceId=1001&locale=de_DE').expect(200)).headers.etag).not.toBe(etag);

  // A spelling that is not cached yet, the same again, and the usual one.
  for (const path of [
    'encounters?journalInstanceId=01001',
    'encounters?journalInstanceId=01001',
    'encounters?journalInstanceId=1001',
  ]) {
    // As the fetch of Node sends it.
    await get(path, { 'if-none-match': etag ?? '', 'cache-control': 'no-cache' }).expect(304);
    const again = await get(path, { 'if-none-match': `"other", ${etag}` }).expect(304);
    expect(again.text).toBe('');
    expect(again.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=3600' });
    const anew = await get(path, { 'if-none-match': '"other"' }).expect(200);
    expect([anew.text, anew.headers['content-type']]).toEqual([first.text, first.headers['content-type']]);
    expect(anew.headers).toHaveProperty('x-request-id');
  }
  const head = await app.http.head('/api/v1/game-data/encounters?journalInstanceId=1001').expect(200);
  expect(head.headers).toMatchObject({ etag });
});

test('tRPC gives the same answers without ETags', async () => {
  const input = encodeURIComponent(JSON.stringify({ journalInstanceId: 1001, locale: 'de_DE' }));
  const response = await fetch(`${app.url}/trpc/gameData.encounters?input=${input}`);
  const { body } = await get('encounters?journalInstanceId=1001&locale=de_DE').expect(200);
  expect(await response.json()).toEqual({ result: { data: body } });
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('answers from memory need no database query', async () => {
  const paths = ['expansions', 'instances', 'encounters?journalInstanceId=1002'];
  const warm = await Promise.all(paths.map((path) => get(path).expect(200)));
  const rename = (from: string, to: string) => app.ctx.sql(`alter table ${from} rename to ${to}`);
  await rename('journal_expansion', 'journal_expansion_away');
  await rename('journal_encounter', 'journal_encounter_away');
  try {
    for (const [index, path] of paths.entries()) {
      await get(path, { 'if-none-match': warm[index]?.headers.etag ?? '' }).expect(304);
      expect((await get(path).expect(200)).body).toEqual(warm[index]?.body);
    }
    // Otherwise the test would prove nothing.
    await get('expansions?locale=pt_BR').expect(500);
  } finally {
    await rename('journal_expansion_away', 'journal_expansion');
    await rename('journal_encounter_away', 'journal_encounter');
  }
});

test('a sync with changes reaches every process, and one without keeps the ETags', async () => {
  const port = await freePort();
  await using _other = await serve({ ...app.config, port, roles: new Set(['web']) }, { log: app.ctx.log });
  const ask = async (origin: string) => {
    const response = await fetch(`${origin}/api/v1/game-data/encounters?journalInstanceId=1003`);
    return { etag: response.headers.get('etag'), names: names((await response.json()) as { name: string }[]) };
  };
  const both = () => Promise.all([app.url, `http://127.0.0.1:${port}`].map(ask));
  const [before, beforeThere] = await both();
  expect(beforeThere).toEqual(before);
  await syncJournal(app);
  expect(await both()).toEqual([before, before]);

  app.simulator.world.renameInJournal(8992, 'Hestrel the Renamed');
  await syncJournal(app);
  await eventually(async () => {
    const [here, there] = await both();
    expect(here?.names).toContain('Hestrel the Renamed');
    expect(there).toEqual(here);
    expect(here?.etag).not.toBe(before?.etag);
  });
});
