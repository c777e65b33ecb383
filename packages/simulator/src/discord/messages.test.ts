import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../server.ts';
import { chatPermission } from '../world-chat-roles.ts';
import { botUserId } from './roles.ts';

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startSimulator();
});
afterEach(() => simulator.close());

const lantern = '420000000000000001';
const [welcome, rules, officers] = ['430000000000000001', '430000000000000002', '430000000000000003'];

async function ask(method: string, path: string, body?: unknown) {
  const response = await fetch(`${simulator.discordApiUrl}${path}`, {
    method,
    headers: { authorization: 'Bot simulated', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

const post = (body: unknown, channel = welcome) => ask('POST', `/channels/${channel}/messages`, body);

test('a message is posted, edited and deleted, and keeps the result of its edits', async () => {
  const { body } = await post({ content: 'Raid', embeds: [{ title: 'Raid' }] });
  expect(body).toMatchObject({ channel_id: welcome, content: 'Raid', author: { id: botUserId, bot: true } });
  const path = `/channels/${welcome}/messages/${body.id}`;
  expect(await ask('PATCH', path, { content: 'Raid tonight' })).toMatchObject({
    status: 200,
    body: { content: 'Raid tonight', embeds: [{ title: 'Raid' }], edited_timestamp: expect.any(String) },
  });
  expect(simulator.world.chat.edits(body.id)).toMatchObject([{ content: 'Raid tonight' }]);
  expect((await ask('GET', `/channels/${welcome}/messages?limit=10`)).body).toMatchObject([{ id: body.id }]);
  expect((await ask('DELETE', path)).status).toBe(204);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const gone = await ask(method, path, method === 'PATCH' ? { content: 'x' } : undefined);
    expect(gone).toMatchObject({ status: 404, body: { code: 10_008 } });
  }
  expect(simulator.world.chat.messages(welcome)).toEqual([]);
});

test('an enforced nonce returns the first message again', async () => {
  const message = { content: 'Raid', nonce: 'abc', enforce_nonce: true };
  const first = await post(message);
  expect((await post(message)).body.id).toBe(first.body.id);
  expect((await post({ ...message, enforce_nonce: false })).body.id).not.toBe(first.body.id);
});

test('mentions notify unless the message forbids it', async () => {
  const content = '@everyone <@310400000000000001> <@&5>';
  const { body } = await post({ content });
  const quiet = await post({ content, allowed_mentions: { parse: [] } });
  const one = await post({ content, allowed_mentions: { users: ['310400000000000001'] } });
  const pings = (id: string) => simulator.world.chat.findMessage(id)?.pings;
  expect(pings(body.id)).toEqual(['@everyone', '<@310400000000000001>', '<@&5>']);
  expect(pings(quiet.body.id)).toEqual([]);
  expect(pings(one.body.id)).toEqual(['<@310400000000000001>']);
  await ask('PATCH', `/channels/${welcome}/messages/${quiet.body.id}`, { content: '@here' });
  expect(pings(quiet.body.id)).toEqual(['@here']);
});

const button = (id: string) => ({ type: 2, style: 1, label: 'Go', custom_id: id });
const long = (length: number) => 'x'.repeat(length);
const field = { name: 'Healer', value: 'Pell' };

test.each([
  ['content', { content: long(2_001) }],
  ['embeds.0.title', { embeds: [{ title: long(257) }] }],
  ['embeds.0.description', { embeds: [{ description: long(4_097) }] }],
  ['embeds.0.fields', { embeds: [{ fields: Array(26).fill(field) }] }],
  ['embeds.0.fields.1.name', { embeds: [{ fields: [field, { name: long(257), value: 'x' }] }] }],
  ['embeds.0.fields.1.value', { embeds: [{ fields: [field, { name: 'x', value: '' }] }] }],
  ['embeds.0.fields.0.value', { embeds: [{ fields: [{ name: 'x', value: long(1_025) }] }] }],
  ['embeds.0.footer.text', { embeds: [{ footer: { text: long(2_049) } }] }],
  ['embeds', { embeds: [{ description: long(4_000) }, { description: long(2_001) }] }],
  ['embeds', { embeds: Array(11).fill({ title: 'x' }) }],
  ['components', { components: Array(6).fill({ type: 1, components: [button('a')] }) }],
  ['components.0.components', { components: [{ type: 1, components: Array(6).fill(button('a')) }] }],
  ['components.0.components.1.custom_id', { components: [{ type: 1, components: [button('a'), button('a')] }] }],
  ['components.0.components.0.custom_id', { components: [{ type: 1, components: [button(long(101))] }] }],
  ['components.0.components.0.label', { components: [{ type: 1, components: [{ ...button('a'), label: long(81) }] }] }],
  ['components.0.components.0.url', { components: [{ type: 1, components: [{ type: 2, style: 5, label: 'x' }] }] }],
  ['nonce', { content: 'x', nonce: long(26) }],
  ['allowed_mentions.parse.0', { content: 'x', allowed_mentions: { parse: ['all'] } }],
])('error 50035 names %s', async (path, message) => {
  const { status, body } = await post(message);
  expect([status, body.code]).toEqual([400, 50_035]);
  const named = path.split('.').reduce((errors, key) => errors?.[key], body.errors);
  expect(named?._errors).toEqual([expect.objectContaining({ message: expect.any(String) })]);
});

test('an empty message is refused, and so is a message without a permission', async () => {
  const { chat } = simulator.world;
  expect(await post({ embeds: [] })).toMatchObject({ status: 400, body: { code: 50_006 } });
  expect(await post({ content: 'x' }, rules)).toMatchObject({ status: 403, body: { code: 50_013 } });
  expect(await post({ content: 'x' }, officers)).toMatchObject({ status: 403, body: { code: 50_001 } });
  chat.setPermissions(welcome, chatPermission.viewChannel | chatPermission.sendMessages);
  expect(await post({ content: 'x' })).toMatchObject({ status: 200 });
  expect(await post({ embeds: [{ title: 'x' }] })).toMatchObject({ status: 403, body: { code: 50_013 } });
  chat.deleteChannel(welcome);
  expect(await post({ content: 'x' })).toMatchObject({ status: 404, body: { code: 10_003 } });
  chat.setBot('lantern', false);
  expect(await post({ content: 'x' }, rules)).toMatchObject({ status: 403, body: { code: 50_001 } });
});

test('a bot can read its own user, its channels, and its permissions there', async () => {
  expect((await ask('GET', '/users/@me')).body).toMatchObject({ id: botUserId });
  const { body } = await ask('GET', `/guilds/${lantern}/channels`);
  expect(body.map(({ id, name, type }: Record<string, unknown>) => [id, name, type])).toEqual([
    [welcome, 'welcome', 0],
    [rules, 'rules', 0],
    [officers, 'officers', 0],
  ]);
  const own = { id: botUserId, type: 1, allow: '84993' };
  expect(body[0].permission_overwrites).toContainEqual(expect.objectContaining(own));
  expect(body[2].permission_overwrites).toContainEqual({ id: lantern, type: 0, allow: '0', deny: '1024' });
});

test('the sixth message in five seconds is refused in its channel only, and the headers count down before', async () => {
  const answers = [];
  for (let count = 0; count < 6; count += 1) answers.push(await post({ content: 'x' }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['4', '3', '2', '1', '0', '0']);
  const { headers, body } = answers[5] ?? (await post({}));
  expect([headers.get('x-ratelimit-scope'), headers.get('retry-after')]).toEqual(['user', '5']);
  expect(body).toMatchObject({ global: false, retry_after: expect.any(Number) });
  expect((await post({ content: 'x' }, '430000000000000004')).status).toBe(200);
});

test('faults can limit a shared resource, and post a message without an answer', async () => {
  const match = '/discord/api/v10/channels/*/messages';
  simulator.faults.add({ match, times: 1, fault: { kind: 'limited', scope: 'shared', retryAfter: 2.5 } });
  const limited = await post({ content: 'x' });
  expect([limited.status, limited.headers.get('x-ratelimit-scope'), limited.body.retry_after]).toEqual([
    429,
    'shared',
    2.5,
  ]);
  simulator.faults.add({ match, times: 1, fault: { kind: 'answered-but-lost' } });
  await expect(post({ content: 'lost' })).rejects.toThrow();
  expect(simulator.world.chat.messages(welcome)).toMatchObject([{ content: 'lost' }]);
});

test('the page shows channels, messages and buttons, escaped', async () => {
  await post({
    content: '<b>Raid</b>',
    embeds: [{ title: 'Raid', description: '<t:0:F> \\*', fields: [field] }],
    components: [{ type: 1, components: [button('a')] }],
  });
  const html = await (await fetch(`${simulator.origin}/discord/channels`)).text();
  expect(html).toContain('#welcome');
  expect(html).toContain('&lt;b&gt;Raid');
  expect(html).toContain('Thu, 01 Jan 1970 00:00:00 GMT *');
  expect(html).toContain('>Go</button>');
});
