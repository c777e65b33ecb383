/** Files that officers bring in: encodings, limits and bombs, over HTTP. */
import { deflateSync } from 'node:zlib';
import type { ImportRowsView, ImportView } from '@guildhall/contracts/import.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { untilErased } from '../../test/erase-people.ts';
import { done, type EventGuild, eventGuild, joinGuild } from '../../test/events.ts';

let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  app = await testApp();
  guild = await eventGuild(app, 1);
  await app.ctx.sql(`update role set permissions = '{canManageRoster}' where organization_id = $1`, [guild.id]);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  await app.ctx.sql('delete from import_run');
  await app.ctx.sql('delete from rate_limit');
});

const TABLE = '?source=table&columns={"name":0,"realm":1}';
async function send(token: string, content: Buffer | string, query = TABLE, field = 'file') {
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(Buffer.from(content))]), 'guild.csv');
  const response = await fetch(`${app.url}/api/v1/organizations/${guild.id}/imports/file${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  // Either a run or a refusal; expectations fail if it is neither.
  return { status: response.status, body: (await response.json()) as ImportView & { reason?: string } };
}
async function namesIn({ id }: ImportView) {
  const path = `/organizations/${guild.id}/imports/${id}`;
  await expect.poll(async () => (await done<ImportView>(guild.officer.call('GET', path))).state).toBe('preview');
  return (await done<ImportRowsView>(guild.officer.call('GET', `${path}/rows`))).rows.map(({ name }) => name);
}

test('M-07: a file is received only from those who may bring it in', async () => {
  const [member] = guild.members;
  const large = Buffer.alloc(6 * 1024 * 1024, 'a');
  expect((await send('none', 'Name\nRuff')).status).toBe(401);
  // Refused before the size is looked at.
  for (const content of ['Name\nRuff', large]) {
    expect(await send(member?.token ?? '', content)).toMatchObject({
      status: 403,
      body: { reason: 'missing_permission' },
    });
  }
  expect(await send(guild.officer.token, large)).toMatchObject({ status: 413, body: { reason: 'file_too_large' } });
  expect(await app.ctx.sql('select from import_run')).toEqual([]);
});

test('wrong forms and parameters are refused', async () => {
  const { token } = guild.officer;
  expect(await send(token, 'Name\nRuff', TABLE, 'picture')).toMatchObject({
    status: 400,
    body: { reason: 'invalid_upload' },
  });
  for (const query of [
    '',
    '?source=table',
    '?source=table&columns={',
    '?source=eqdkp&columns={"name":0}',
    `${TABLE}&newEvents=true`,
    `${TABLE}&teamId=0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f`,
    '?source=raid_helper&markPresent=true',
    '?source=x',
  ]) {
    expect([query, (await send(token, 'Name\nRuff', query)).body.reason]).toEqual([query, 'invalid_input']);
  }
  const binary = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]);
  for (const content of [binary, 'Name\n', `Name\n${'x'.repeat(5_000)}`]) {
    expect((await send(token, content)).body.reason).toBe('import_unreadable');
  }
});

test('M-07: a bomb is refused', async () => {
  // Cut at its end, which only those see who unpack all of it.
  const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024))
    .subarray(0, -8)
    .toString('base64');
  expect(await send(guild.officer.token, bomb)).toMatchObject({
    status: 422,
    body: { reason: 'import_unreadable', message: expect.stringContaining('More than 5 MB') },
  });
  expect(await app.ctx.sql('select from import_run')).toEqual([]);
});

const TEXT = 'Name;Realm\nЁлка;Stormvale\nZoë;Stormvale\n';
test.each([
  ['UTF-8', Buffer.from(TEXT), ['Ёлка', 'Zoë']],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), ['Ёлка', 'Zoë']],
  ['UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), ['Ёлка', 'Zoë']],
  ['UTF-16 in the other order', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16(), ['Ёлка', 'Zoë']],
  ['Windows-1252', Buffer.from('Name;Realm\nZoë;Stormvale\n', 'latin1'), ['Zoë']],
])('a file in %s is read', async (_name, content, names) => {
  const { status, body } = await send(guild.officer.token, content);
  expect([status, await namesIn(body)]).toEqual([202, names]);
});

test('a file in an encoding that cannot be told is refused, and so is a workbook, as a file and as a text', async () => {
  const cyrillic = Buffer.from([...Buffer.from('Name;Realm\n'), 0xc1, 0xe5, 0xeb, 0xea, 0xe0, 0x3b, 0x41]);
  expect(await send(guild.officer.token, cyrillic)).toMatchObject({
    status: 422,
    body: { reason: 'import_unreadable', message: expect.stringContaining('Save it as UTF-8') },
  });
  const workbook = 'PK\u0003\u0004\u0014\u0006';
  expect(await send(guild.officer.token, workbook)).toMatchObject({ status: 422 });
  const pasted = { source: 'table', columns: { name: 0 }, hasHeadings: false, text: workbook };
  const refused = await guild.officer.call('POST', `/organizations/${guild.id}/imports`, pasted);
  expect([refused.status, refused.body.reason]).toEqual([422, 'import_unreadable']);
  expect(await app.ctx.sql('select from import_run')).toEqual([]);
});

test('a file may be longer than a pasted text', async () => {
  const rows = Array.from({ length: 9_000 }, (_, row) => `Character${row};Stormvale;${'a longer note '.repeat(3)}`);
  const { status, body } = await send(guild.officer.token, ['Name;Realm;Note', ...rows].join('\n'));
  expect([status, body.counts?.unmatched]).toEqual([202, 9_000]);
});

test('rows about a person who is erased lose the name, and those to come write nothing', async () => {
  const person = await joinGuild(app, guild.id);
  const [raider] = await app.ctx.sql<{ id: string }>(
    'insert into raider (organization_id, user_id) values ($1, $2) returning id',
    [guild.id, person.userId],
  );
  const { body } = await send(guild.officer.token, 'Name\nZoë\nRuff\nBria\n', '?source=table&columns={"name":0}');
  await namesIn(body);
  const set = (number: number, target: string | null, proposals: object[] = []) =>
    app.ctx.sql(
      `update import_row set target = $3, proposals = $4, discord_key = 'k', status = case when $3::text is null then 'ambiguous' else 'matched' end
       where run_id = $1 and number = $2`,
      [body.id, number, target, JSON.stringify(proposals)],
    );
  await set(1, `raider:${raider?.id}`);
  await set(2, null, [{ target: `member:${person.userId}`, by: 'prefix' }]);
  await done(person.call('DELETE', '/auth/me'));
  await untilErased(app);
  const path = `/organizations/${guild.id}/imports/${body.id}/rows`;
  const { rows } = await done<ImportRowsView>(guild.officer.call('GET', path));
  expect(rows.map(({ name, status, reason, person: who }) => [name, status, reason, who])).toEqual([
    ['', 'skipped', 'changed_since', null],
    ['', 'skipped', 'changed_since', null],
    ['Bria', 'unmatched', null, null],
  ]);
  const [kept] = await app.ctx.sql<{ text: string }>('select jsonb_agg(to_jsonb(w))::text as text from import_row w');
  expect(kept?.text).not.toMatch(new RegExp(`Zoë|${person.userId}|${raider?.id}`));
});
