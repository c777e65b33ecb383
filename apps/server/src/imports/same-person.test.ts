/** Raiders who may be one person: why they are proposed, and that nothing happens before an officer says so. */
import type { ImportView, SamePeopleView } from '@guildhall/contracts/import.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { done, type EventGuild, eventGuild, type Member, refusalOf } from '../../test/events.ts';

let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  app = await testApp();
  guild = await eventGuild(app, 2);
  const [officer] = await app.ctx.sql<{ id: string }>(
    `select r.id from role r join role_holder h on h.role_id = r.id where r.organization_id = $1 and h.user_id = $2 limit 1`,
    [guild.id, guild.officer.userId],
  );
  await app.ctx.sql(
    `update role set permissions = '{canManageRoster,canViewRoster,canManageEvents}' where organization_id = $1
       and ($2::uuid is null or id = $2)`,
    [guild.id, officer?.id ?? null],
  );
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  await app.ctx.sql('delete from import_run');
  await app.ctx.sql('delete from raider');
  await app.ctx.sql('delete from rate_limit');
});

const path = () => `/organizations/${guild.id}/raiders/same-people`;
const add = async (name: string, more: object = {}) =>
  (await done<RaiderView>(guild.officer.call('POST', `/organizations/${guild.id}/raiders`, { name, ...more }))).id;
const withCharacter = async (id: string, name: string) =>
  done(guild.officer.call('POST', `/raiders/${id}/characters`, { name, classId: 2 }));
const proposals = async () => {
  const { proposals: all } = await done<SamePeopleView>(guild.officer.call('GET', path()));
  return all.map(({ raider, other, because }) => [[raider.name, other.name].sort(), because]);
};

test('are for those who may manage the roster, and of one organization', async () => {
  const other = await eventGuild(app, 0);
  expect(await refusalOf(other.officer.call('GET', path()))).toEqual([403, 'missing_permission']);
  const [one, two] = [await add('Curly'), await add('Curlybill')];
  const dismiss = (raiderIds: string[]) => guild.officer.call('POST', `${path()}/dismiss`, { raiderIds });
  const [foreign] = await app.ctx.sql<{ id: string }>(
    `insert into raider (organization_id, kind, name) values ($1, 'guest', 'Curly') returning id`,
    [other.id],
  );
  expect(await refusalOf(dismiss([one, foreign?.id ?? '']))).toEqual([404, 'raider_not_found']);
  expect(await refusalOf(dismiss([one, one]))).toEqual([400, 'invalid_input']);
  expect((await dismiss([one])).status).toBe(400);
  expect(await proposals()).toEqual([[['Curly', 'Curlybill'], ['prefix']]]);
  await done(dismiss([two, one]));
  expect(await proposals()).toEqual([]);
});

test('come from names: the same, a part, without accents, and a beginning that fits one raider', async () => {
  await withCharacter(await add('Bronwen'), 'Zoë');
  await add('Zoe');
  await add('Ruff/Nobodyelse');
  await add('Ruff');
  await add('Oakh');
  await add('Oakhelm');
  // Fits two, which says nothing about one of them.
  await add('Twin');
  await add('Twinblade');
  await add('Twinstar');
  await add('abc');
  await add('abcdef');
  expect((await proposals()).toSorted()).toEqual(
    [
      [['Bronwen', 'Zoe'], ['no_diacritics']],
      [
        ['Ruff', 'Ruff/Nobodyelse'],
        ['part', 'prefix'],
      ],
      [['Oakh', 'Oakhelm'], ['prefix']],
    ].toSorted(),
  );
});

test('come from officers’ notes and from what was brought in, the surest first', async () => {
  const bronwen = await add('Bronwen');
  await withCharacter(bronwen, 'Umbrel');
  await add('Pickle', { note: 'alt of Bronwen' });
  const text = 'Name,Rank\nUmbrel,Alt';
  const run = await done<ImportView>(
    guild.officer.call('POST', `/organizations/${guild.id}/imports`, {
      ...{ source: 'table', columns: { name: 0 }, text },
    }),
  );
  const zander = await add('Zander');
  const place = `/organizations/${guild.id}/imports/${run.id}`;
  const inState = (state: string) =>
    expect.poll(async () => (await done<ImportView>(guild.officer.call('GET', place))).state).toBe(state);
  await inState('preview');
  const { rows } = await done<{ rows: { id: string }[] }>(guild.officer.call('GET', `${place}/rows`));
  await done(
    guild.officer.call('PATCH', `${place}/rows`, {
      ...{ rowIds: rows.map(({ id }) => id), decision: 'target', target: `raider:${zander}` },
    }),
  );
  await done(guild.officer.call('POST', `${place}/apply`));
  await inState('applied');
  expect(await proposals()).toEqual([
    [
      ['Bronwen', 'Zander'],
      ['import', 'alias'],
    ],
    [['Bronwen', 'Pickle'], ['note']],
  ]);
  await done(guild.officer.call('POST', `/raiders/${bronwen}/merge`, { raiderId: zander }));
  expect(await proposals()).toEqual([[['Bronwen', 'Pickle'], ['note']]]);
});

test('never are two people with accounts; the one with an account takes in the other', async () => {
  const [one, two] = guild.members as [Member, Member];
  for (const { userId } of [one, two]) {
    await app.ctx.sql(`update app_user set display_name = 'Brackwyn' where id = $1`, [userId]);
    await app.ctx.sql('insert into raider (organization_id, user_id) values ($1, $2)', [guild.id, userId]);
  }
  expect(await proposals()).toEqual([]);
  const guest = await add('Brackwyn', { kind: 'guest' });
  const { proposals: all, total } = await done<SamePeopleView>(guild.officer.call('GET', path()));
  expect(all.map(({ raider, other }) => [raider.hasAccount, other.id])).toEqual([
    [true, guest],
    [true, guest],
  ]);
  expect(total).toBe(2);
});
