import { MAX_TEXT_BYTES } from '@guildhall/contracts/text.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { createGuildPeople, type GuildPeople, showToMembersOnly } from '../../../test/guild-people.ts';

let app: TestApp;
let people: GuildPeople;
let texts: string;
beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [60, 0, 0] }) });
  people = await createGuildPeople(app);
  texts = `/organizations/${people.guild.alias}/text-content`;
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  await app.ctx.sql('delete from text_version');
  await app.ctx.sql(`update organization set settings = '{}'`);
});

const NONE = { motd: null, rules: null, loot_rules: null, description: null, recruitment: null, raid_info: null };
const versionsOf = async (type: string) => (await people.member('GET', `${texts}/${type}/versions`)).body;
const numbersOf = async (type: string) =>
  ((await versionsOf(type)).versions as { version: number; body: string | null }[]).map(({ version, body }) => [
    version,
    body,
  ]);

test.each<[string, unknown]>([
  ['a text of 20 kB and a byte', { motd: 'x'.repeat(MAX_TEXT_BYTES + 1) }],
  ['fewer letters but more bytes', { motd: 'ä'.repeat(MAX_TEXT_BYTES / 2 + 1) }],
  ['an empty text', { motd: '' }],
  ['a NUL', { motd: 'a\u0000b' }],
  ['half a character', { motd: 'a\ud800b' }],
  ['a number', { motd: 5 }],
  ['a list', { motd: ['x'] }],
  ['an unknown type', { poem: 'x' }],
  ['an unknown type of the expected version', { motd: 'x', expectedVersion: { poem: 1 } }],
  ['an expected version that is text', { motd: 'x', expectedVersion: { motd: '1' } }],
  ['an expected version below zero', { motd: 'x', expectedVersion: { motd: -1 } }],
])('%s is refused, and nothing sent with it is saved', async (_, body) => {
  const { status, body: refusal } = await people.officer('PATCH', texts, { rules: 'Be kind', ...(body as object) });
  expect([status, refusal.reason]).toEqual([400, 'invalid_input']);
  expect(await app.ctx.sql('select from text_version')).toEqual([]);
});

test('only content managers can write, not outsiders or anonymous callers', async () => {
  for (const [call, status] of [
    [people.visitor, 401],
    [people.outsider, 403],
    [people.member, 403],
  ] as const) {
    expect((await call('PATCH', texts, { motd: 'Mine now' })).status).toBe(status);
    expect((await call('POST', `${texts}/motd/versions/1/restore`)).status).toBe(status);
  }
  expect((await people.officer('PATCH', '/organizations/nowhere/text-content', { motd: 'x' })).status).toBe(404);
  expect(await app.ctx.sql('select from text_version')).toEqual([]);
});

test('a text of exactly 20 kB, in any script and shape, comes back as it was written', async () => {
  const bodies = [
    'ä'.repeat(MAX_TEXT_BYTES / 2),
    '  # Title\r\n\r\n* one\n\t<script>alert(1)</script> ',
    '🔥'.repeat(5_120),
  ];
  for (const motd of bodies) {
    const { status, body } = await people.officer('PATCH', texts, { motd });
    expect([status, body.motd]).toMatchObject([200, { body: motd }]);
    expect((await people.member('GET', texts)).body.motd).toMatchObject({ body: motd });
  }
});

test('a partial change keeps the rest, null clears, and an unchanged text makes no version', async () => {
  expect((await people.member('GET', texts)).body).toEqual(NONE);
  const first = await people.officer('PATCH', texts, { motd: 'Raid at eight', rules: 'Be kind' });
  expect(first.body).toMatchObject({
    ...NONE,
    motd: { body: 'Raid at eight', version: 1, updatedAt: expect.any(String), updatedBy: { displayName: 'Kessaly' } },
    rules: { body: 'Be kind', version: 1 },
  });
  const second = await people.master('PATCH', texts, { motd: 'Raid at nine', rules: 'Be kind' });
  expect(second.body).toMatchObject({
    motd: { body: 'Raid at nine', version: 2, updatedBy: { displayName: 'Ysolde' } },
    rules: { body: 'Be kind', version: 1, updatedBy: { displayName: 'Kessaly' } },
  });
  expect((await people.officer('PATCH', texts, {})).body).toEqual(second.body);
  const cleared = await people.officer('PATCH', texts, { motd: null, raid_info: null });
  expect(cleared.body).toMatchObject({ motd: null, rules: { version: 1 }, raid_info: null });
  expect((await people.officer('PATCH', texts, { motd: null })).status).toBe(200);
  expect(await numbersOf('motd')).toEqual([
    [3, null],
    [2, 'Raid at nine'],
    [1, 'Raid at eight'],
  ]);
  expect(await numbersOf('raid_info')).toEqual([]);
  await people.officer('PATCH', texts, { loot_rules: 'Need before greed' });
  expect((await people.member('GET', texts)).body).toMatchObject({
    motd: null,
    rules: { version: 1 },
    loot_rules: { body: 'Need before greed', version: 1 },
  });
});

test('versions say who wrote what and when, latest first, in pages; restoring adds another one', async () => {
  for (const motd of ['one', 'two', 'three']) await people.officer('PATCH', texts, { motd });
  const { body } = await people.member('GET', `${texts}/motd/versions?pageSize=2`);
  expect(body).toMatchObject({
    versions: [
      { version: 3, body: 'three', updatedBy: { displayName: 'Kessaly' }, updatedAt: expect.any(String) },
      { version: 2, body: 'two' },
    ],
    pagination: { page: 1, pageSize: 2, total: 3, totalPages: 2 },
  });
  for (const [call, status] of [
    [people.visitor, 401],
    [people.outsider, 403],
  ] as const) {
    expect((await call('GET', `${texts}/motd/versions`)).status).toBe(status);
  }
  expect((await people.member('GET', `${texts}/poem/versions`)).status).toBe(400);
  expect((await people.officer('POST', `${texts}/motd/versions/0/restore`)).status).toBe(400);
  const missing = await people.officer('POST', `${texts}/motd/versions/9/restore`);
  expect([missing.status, missing.body.reason]).toEqual([404, 'text_version_not_found']);

  const restored = await people.master('POST', `${texts}/motd/versions/1/restore`);
  expect(restored).toMatchObject({
    status: 200,
    body: { motd: { body: 'one', version: 4, updatedBy: { displayName: 'Ysolde' } } },
  });
  // The current version needs no restoring.
  expect((await people.master('POST', `${texts}/motd/versions/1/restore`)).body.motd).toMatchObject({ version: 4 });
  await people.officer('PATCH', texts, { motd: null });
  expect((await people.officer('POST', `${texts}/motd/versions/4/restore`)).body.motd).toMatchObject({ version: 6 });
  expect((await people.officer('POST', `${texts}/motd/versions/5/restore`)).body.motd).toBeNull();
});

test('parallel saves by two officers are all kept, unless they expect a version that was replaced', async () => {
  const callers = [people.officer, people.master];
  const edits = Array.from({ length: 20 }, (_, index) => `edit ${index}`);
  const saves = edits.map((motd, index) => (callers[index % 2] ?? people.master)('PATCH', texts, { motd }));
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(edits.map(() => 200));
  const versions = await numbersOf('motd');
  expect(versions.map(([version]) => version)).toEqual(edits.map((_, index) => 20 - index));
  expect(versions.map(([, body]) => body).toSorted()).toEqual(edits.toSorted());

  const careful = ['left', 'right'].map((motd, index) =>
    (callers[index] ?? people.master)('PATCH', texts, { motd, rules: motd, expectedVersion: { motd: 20 } }),
  );
  const answers = await Promise.all(careful);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'CONFLICT', reason: 'text_changed' });
  expect([(await numbersOf('motd')).length, (await numbersOf('rules')).length]).toEqual([21, 1]);
});

test('a missing text is expected as version 0, whether it never existed or was cleared', async () => {
  const save = (motd: string | null, version: number) =>
    people.officer('PATCH', texts, { motd, expectedVersion: { motd: version } });
  expect((await save('one', 1)).status).toBe(409);
  expect((await save('one', 0)).status).toBe(200);
  expect((await save('two', 0)).status).toBe(409);
  expect((await save(null, 1)).status).toBe(200);
  expect((await save('three', 2)).status).toBe(409);
  expect((await save('three', 0)).body.motd).toMatchObject({ version: 3 });
});

test('outsiders can read the description and recruitment of a public organization, and nothing otherwise', async () => {
  const all = Object.fromEntries(Object.keys(NONE).map((type) => [type, `About ${type}`]));
  await people.officer('PATCH', texts, all);
  const bodies = async (call: GuildPeople['member']) => {
    const { body } = await call('GET', texts);
    return Object.entries(body).flatMap(([type, text]) => (text ? [type] : []));
  };
  for (const call of [people.member, people.officer, people.admin]) {
    expect(await bodies(call)).toEqual(Object.keys(NONE));
  }
  for (const call of [people.outsider, people.visitor]) {
    expect(await bodies(call)).toEqual(['description', 'recruitment']);
  }
  await showToMembersOnly(app, people.guild);
  expect((await people.outsider('GET', texts)).status).toBe(404);
  expect(await bodies(people.member)).toEqual(Object.keys(NONE));
  expect((await people.visitor('GET', texts)).status).toBe(404);
});

test('texts of an erased person stay, without the name', async () => {
  const [row] = await app.ctx.sql<{ id: string }>(`insert into app_user (display_name) values ('Gone') returning id`);
  await people.officer('PATCH', texts, { motd: 'Theirs' });
  await app.ctx.sql('update text_version set author_id = $1', [row?.id]);
  await app.ctx.sql('delete from app_user where id = $1', [row?.id]);
  expect((await people.member('GET', texts)).body.motd).toMatchObject({ body: 'Theirs', updatedBy: null });
  expect((await versionsOf('motd')).versions).toMatchObject([{ updatedBy: null }]);
});
