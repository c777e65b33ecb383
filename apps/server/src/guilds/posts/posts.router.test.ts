import type { PostView } from '@guildhall/contracts/post.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { type Answer, type Call, callerOf } from '../../../test/caller.ts';
import { bringIn, type TestGuild } from '../../../test/guild.ts';

type Who = 'leader' | 'officer' | 'writer' | 'member' | 'outsider';

let app: TestApp;
let guild: TestGuild;
let other: TestGuild;
let client: SignedInClient;
const people = new Map<Who, Call>();
const as = (who: Who): Call => people.get(who) ?? (() => Promise.reject(new Error(`There is no ${who}`)));

beforeAll(async () => {
  const world = createWorld({ guildSizes: [20, 12] });
  for (const [account, rank] of [
    ['kessa', 1],
    ['tamsel', 2],
    ['pell', 5],
  ] as const) {
    const members = world.account(account).characters.filter(({ guildId }) => guildId !== null);
    for (const [index, member] of members.entries()) world.setRank(member, index === 0 ? rank : 6);
  }
  app = await testApp({ world });
  const accounts = {
    leader: 'ysolde',
    officer: 'kessa',
    writer: 'tamsel',
    member: 'pell',
    outsider: 'brannoc',
  } as const;
  for (const [who, account] of Object.entries(accounts) as [Who, string][]) {
    const brought = await bringIn(app, account);
    people.set(who, callerOf(app, brought.client.token));
    if (who === 'leader') ({ client, guild } = brought);
    if (who === 'outsider') other = brought.guild;
  }
  // May write posts, but is not an officer.
  await app.ctx.sql(
    `update role set permissions = '{canManageContent,canViewRoster}' where organization_id = $1 and game_rank = 2`,
    [guild.id],
  );
});
afterAll(() => app[Symbol.asyncDispose]());
afterEach(async () => {
  await app.ctx.sql('delete from post');
});

const posts = (where = guild) => `/organizations/${where.id}/posts`;
const refusal = ({ status, body }: Answer) => [status, body.reason];

async function write(fields: Record<string, unknown> = {}, who: Who = 'leader', where = guild): Promise<PostView> {
  const answer = await as(who)('POST', posts(where), { title: 'Raid moved', body: 'To **Thursday**.', ...fields });
  expect(answer.status).toBe(201);
  return answer.body as PostView;
}

async function titles(who: Who, query = '', where = guild): Promise<string[]> {
  const { status, body } = await as(who)('GET', `${posts(where)}?${query}`);
  expect(status).toBe(200);
  return (body.posts as PostView[]).map(({ title }) => title);
}

test.each([
  ['no title', { title: undefined }],
  ['an empty title', { title: '' }],
  ['a blank title', { title: ' ' }],
  ['a title that cannot be seen', { title: '\u200b' }],
  ['a title of two lines', { title: 'a\nb' }],
  ['a long title', { title: 'x'.repeat(151) }],
  ['no body', { body: undefined }],
  ['an empty body', { body: '' }],
  ['a body that is no text', { body: { $ne: null } }],
  ['NUL', { body: 'a\u0000b' }],
  ['half a character', { body: '\ud800' }],
  ['20,001 bytes', { body: `${'ä'.repeat(10_000)}x` }],
  ['readers that do not exist', { visibility: 'everybody' }],
  ['pinned as a text', { pinned: 'true' }],
  ['an author', { authorId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f' }],
  ['a date', { createdAt: '2020-01-01T00:00:00.000Z' }],
])('A-03: a post with %s is refused', async (_what, fields) => {
  const answer = await as('leader')('POST', posts(), { title: 'Title', body: 'Body', ...fields });
  expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
  expect(await titles('leader')).toEqual([]);
});

test('only content managers write, and only for audiences they belong to', async () => {
  for (const who of ['member', 'outsider'] as const) {
    const answer = await as(who)('POST', posts(), { title: 'Title', body: 'Body', visibility: 'public' });
    expect([who, ...refusal(answer)]).toEqual([who, 403, 'missing_permission']);
  }
  const beyond = await as('writer')('POST', posts(), { title: 'Title', body: 'Body', visibility: 'officers' });
  expect(refusal(beyond)).toEqual([403, 'missing_permission']);
  const written = await write({}, 'writer');
  expect(refusal(await as('writer')('PATCH', `/posts/${written.id}`, { visibility: 'officers' }))).toEqual([
    403,
    'missing_permission',
  ]);
  expect(refusal(await as('leader')('POST', '/organizations/nowhere/posts', { title: 'Title', body: 'Body' }))).toEqual(
    [404, 'organization_not_found'],
  );
  expect(refusal(await as('leader')('GET', '/organizations/nowhere/posts'))).toEqual([404, 'organization_not_found']);
});

test('A-02: every visitor can read public posts, members guild posts, and officers officer posts', async () => {
  const ids = new Map<string, string>();
  for (const visibility of ['public', 'guild', 'officers']) {
    ids.set(visibility, (await write({ title: visibility, visibility })).id);
  }
  const seen: Record<Who, string[]> = {
    leader: ['officers', 'guild', 'public'],
    officer: ['officers', 'guild', 'public'],
    writer: ['guild', 'public'],
    member: ['guild', 'public'],
    outsider: ['public'],
  };
  for (const [who, expected] of Object.entries(seen) as [Who, string[]][]) {
    expect([who, await titles(who)]).toEqual([who, expected]);
    for (const [visibility, id] of ids) {
      const { status } = await as(who)('GET', `/posts/${id}`);
      expect([who, visibility, status]).toEqual([who, visibility, expected.includes(visibility) ? 200 : 404]);
    }
  }
  const nobody = (path: string) => app.http.get(`/api/v1${path}`);
  expect((await nobody(posts()).expect(200)).body.posts).toMatchObject([{ title: 'public' }]);
  await nobody(`/posts/${ids.get('public')}`).expect(200);
  await nobody(`/posts/${ids.get('guild')}`).expect(404);
  expect((await as('member')('GET', posts())).body.pagination).toMatchObject({ total: 2 });
});

test('A-01: an unreadable post looks like a missing one on every route', async () => {
  const { id } = await write({ visibility: 'officers' });
  const foreign = await write({ visibility: 'guild' }, 'outsider', other);
  const missing = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
  const tries: [Who, string][] = [
    ['member', id],
    ['writer', id],
    ['outsider', id],
    ['leader', foreign.id],
    ['leader', missing],
  ];
  const shown = (answer: Answer) => JSON.stringify([answer.status, { ...answer.body, requestId: '' }]);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const answers = await Promise.all(
      tries.map(([who, post]) => as(who)(method, `/posts/${post}`, method === 'PATCH' ? { title: 'Mine' } : undefined)),
    );
    expect(new Set(answers.map(shown)).size).toBe(1);
    expect(refusal(answers[0] as Answer)).toEqual([404, 'post_not_found']);
  }
  const open = await write({ visibility: 'public' });
  for (const who of ['member', 'outsider'] as const) {
    expect((await as(who)('PATCH', `/posts/${open.id}`, { title: 'Mine' })).status).toBe(403);
    expect((await as(who)('DELETE', `/posts/${open.id}`)).status).toBe(403);
  }
  expect(await titles('leader')).toHaveLength(2);
  expect((await as('leader')('GET', '/posts/..%2Fx')).status).toBe(400);
});

test('a post comes back as it was written, with its author, and later its editor', async () => {
  const body = '# Rules\n\n<script>alert(1)</script> [x](javascript:alert(1)) 🎉\r\n';
  const created = await write({ title: '1 < 2 & “so on” 🎉', body, visibility: 'public', pinned: true });
  const me = (await as('leader')('GET', '/auth/me')).body;
  expect(created).toEqual({
    id: expect.any(String),
    organizationId: guild.id,
    title: '1 < 2 & “so on” 🎉',
    body,
    visibility: 'public',
    pinned: true,
    author: { id: me.id, displayName: me.displayName },
    editor: null,
    version: 1,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: created.createdAt,
  });
  const read = await as('outsider')('GET', `/posts/${created.id}`);
  expect(read.body).toEqual(created);
  expect(read.headers.get('content-type')).toContain('application/json');

  const changed = (await as('officer')('PATCH', `/posts/${created.id}`, { body: 'Shorter.', pinned: false })).body;
  expect(changed).toMatchObject({ title: created.title, body: 'Shorter.', pinned: false, version: 2 });
  expect(changed).toMatchObject({ author: created.author, editor: { displayName: expect.any(String) } });
  expect(changed.editor).not.toEqual(created.author);
  const same = { title: created.title, body: 'Shorter.' };
  expect((await as('leader')('PATCH', `/posts/${created.id}`, same)).body).toEqual(changed);
  expect((await as('leader')('PATCH', `/posts/${created.id}`, {})).body).toEqual(changed);
  expect((await as('writer')('DELETE', `/posts/${created.id}`)).body).toEqual({ status: true });
  expect((await as('leader')('GET', `/posts/${created.id}`)).status).toBe(404);
  expect((await as('leader')('DELETE', `/posts/${created.id}`)).status).toBe(404);
});

test('a guild’s posts are the same by id and by alias, and may have 20,000 bytes', async () => {
  const answer = await as('leader')('POST', `/organizations/${guild.alias}/posts`, {
    title: 'T',
    body: 'ä'.repeat(10_000),
  });
  expect([answer.status, answer.body.visibility, answer.body.pinned]).toEqual([201, 'guild', false]);
  expect((await as('member')('GET', `/organizations/${guild.alias}/posts`)).body).toEqual(
    (await as('member')('GET', posts())).body,
  );
});

test('only one of several parallel changes to the same version succeeds', async () => {
  const { id, version } = await write();
  const change = (title: string) => as('leader')('PATCH', `/posts/${id}`, { title, version });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, count) => change(`Title ${count}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
  expect(refusal(await change('Late'))).toEqual([409, 'post_changed']);
  expect((await as('leader')('GET', `/posts/${id}`)).body.version).toBe(2);
  expect((await as('leader')('PATCH', `/posts/${id}`, { title: 'Without' })).status).toBe(200);
});

test('pinned posts come first, then the newest, in pages', async () => {
  for (const title of ['1', '2', '3', '4', '5']) await write({ title, pinned: title === '2' || title === '1' });
  expect(await titles('member')).toEqual(['2', '1', '5', '4', '3']);
  expect([await titles('member', 'pageSize=2'), await titles('member', 'pageSize=2&page=3')]).toEqual([
    ['2', '1'],
    ['3'],
  ]);
  const { body } = await as('member')('GET', `${posts()}?pageSize=2&page=9`);
  expect(body).toEqual({ posts: [], pagination: { page: 9, pageSize: 2, total: 5, totalPages: 3 } });
  for (const query of ['page=0', 'pageSize=201', 'pageSize=x']) {
    expect((await as('member')('GET', `${posts()}?${query}`)).status).toBe(400);
  }
});

test('members can read posts of an archived guild, and no officer can change them', async () => {
  const open = await write({ visibility: 'public' });
  await app.ctx.sql('update organization set archived_at = now() where id = $1', [guild.id]);
  try {
    expect((await as('member')('GET', `/posts/${open.id}`)).status).toBe(200);
    expect(refusal(await as('outsider')('GET', `/posts/${open.id}`))).toEqual([404, 'post_not_found']);
    expect(refusal(await as('outsider')('GET', posts()))).toEqual([404, 'organization_not_found']);
    const changes = [
      await as('leader')('POST', posts(), { title: 'Title', body: 'Body' }),
      await as('leader')('PATCH', `/posts/${open.id}`, { title: 'Title' }),
      await as('leader')('DELETE', `/posts/${open.id}`),
    ];
    expect(changes.map(refusal)).toEqual(Array(3).fill([409, 'organization_archived']));
  } finally {
    await app.ctx.sql('update organization set archived_at = null where id = $1', [guild.id]);
  }
});

test('a members-only guild has no public posts for others', async () => {
  const open = await write({ visibility: 'public' });
  await app.ctx.sql(`update organization set settings = settings || '{"visibility": "members"}' where id = $1`, [
    guild.id,
  ]);
  try {
    expect((await as('member')('GET', `/posts/${open.id}`)).status).toBe(200);
    expect(refusal(await as('outsider')('GET', `/posts/${open.id}`))).toEqual([404, 'post_not_found']);
    expect(refusal(await as('outsider')('GET', posts()))).toEqual([404, 'organization_not_found']);
    await app.http.get(`/api/v1/posts/${open.id}`).expect(404);
    await app.http.get(`/api/v1${posts()}`).expect(404);
  } finally {
    await app.ctx.sql(`update organization set settings = settings - 'visibility' where id = $1`, [guild.id]);
  }
});

test('posts stay when their author is erased, without the name', async () => {
  const { client: marrow } = await bringIn(app, 'marrow');
  const call = callerOf(app, marrow.token);
  const { id: userId } = (await call('GET', '/auth/me')).body;
  const [written, edited] = [await write({ title: 'By' }), await write({ title: 'Changed by' })];
  await app.ctx.sql('update post set author_id = $2 where id = $1', [written.id, userId]);
  await app.ctx.sql('update post set editor_id = $2 where id = $1', [edited.id, userId]);
  expect((await call('GET', `/posts/${written.id}`)).body.author).toMatchObject({ id: userId });
  expect((await call('DELETE', '/auth/me')).status).toBe(200);
  expect((await as('member')('GET', `/posts/${written.id}`)).body).toMatchObject({ title: 'By', author: null });
  expect((await as('member')('GET', `/posts/${edited.id}`)).body).toMatchObject({
    author: edited.author,
    editor: null,
  });
});

test('A-09: every answer about posts is private and must not be cached, to programs too', async () => {
  const { id } = await write();
  const api = `${app.url}/api/v1`;
  const bearer = { authorization: `Bearer ${client.token}` };
  const json = { ...bearer, 'content-type': 'application/json' };
  const foreign = { cookie: client.cookie, origin: 'https://evil.example', 'content-type': 'application/json' };
  const requests: [status: number, address: string, init: RequestInit][] = [
    [200, `${api}${posts()}`, { headers: bearer }],
    [404, `${api}${posts().toUpperCase().replace(guild.id.toUpperCase(), guild.id)}/`, { headers: bearer }],
    [200, `${api}/posts/${id}`, { headers: bearer }],
    [200, `${api}/posts/${id}`, { headers: bearer, method: 'HEAD' }],
    [201, `${api}${posts()}`, { headers: json, method: 'POST', body: '{"title":"Title","body":"Body"}' }],
    [200, `${api}/posts/${id}`, { headers: json, method: 'PATCH', body: '{"title":"Title"}' }],
    [200, `${api}${posts()}`, {}],
    [404, `${api}/posts/${id}`, { headers: { authorization: 'Bearer nobody' } }],
    [400, `${api}/posts/x`, { headers: bearer }],
    [400, `${api}/posts/${id}`, { headers: json, method: 'PATCH', body: '{' }],
    [403, `${api}/posts/${id}`, { headers: foreign, method: 'DELETE' }],
    [404, `${api}/posts/0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f`, { headers: bearer }],
    [404, `${api}/posts`, { headers: bearer }],
    [413, `${api}${posts()}`, { headers: json, method: 'POST', body: `{"body":"${'x'.repeat(300_000)}"}` }],
    [415, `${api}${posts()}`, { headers: { ...bearer, 'content-type': 'text/plain' }, method: 'POST', body: 'x' }],
    [200, `${app.url}/trpc/posts.get?input=${encodeURIComponent(JSON.stringify({ id }))}`, { headers: bearer }],
    [404, `${app.url}/trpc/posts.get?input=${encodeURIComponent(JSON.stringify({ id }))}`, {}],
    [400, `${app.url}/trpc/posts.get?input=%7B`, { headers: bearer }],
    [200, `${api}/posts/${id}`, { headers: json, method: 'DELETE' }],
  ];
  for (const [status, address, init] of requests) {
    const answer = await fetch(address, init);
    const vary = answer.headers
      .get('vary')
      ?.split(/, */)
      .filter((name) => name === 'Authorization');
    const validators = [answer.headers.get('etag'), answer.headers.get('last-modified')];
    expect([init.method, address, answer.status, vary, answer.headers.get('cache-control'), validators]).toEqual([
      init.method,
      address,
      status,
      ['Authorization'],
      'no-store',
      [null, null],
    ]);
  }
});
