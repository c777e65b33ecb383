/** People who answer on Discord without an account: who they are taken for, and what they can do. */

import { nameKey } from '@guildhall/contracts/name-key.ts';
import type { ParticipationListView } from '@guildhall/contracts/participation.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { connectServer } from '../../../test/discord.ts';
import { done, type EventGuild, eventGuild, inHours } from '../../../test/events.ts';
import { tablesWith } from '../../../test/rows.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { discordKeyOf } from '../../raiders/discord-raiders.ts';
import { registerCommands } from './commands.ts';

const NAMES = ['Curlybill', 'Curlyfoot', 'Ruff', 'Éowyn', 'Алексей'];

let app: TestApp;
let guild: EventGuild;
let event: string;
beforeAll(async () => {
  app = await testApp();
  guild = await eventGuild(app, 1);
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canManageRoster,canViewRoster}' where organization_id = $1`,
    [guild.id],
  );
  await connectServer(app, guild.id, guild.officer.userId);
  for (const account of ['pell', 'kessa', 'osric']) app.simulator.world.chat.join('lantern', account);
  await app.ctx.sql(
    `insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level, class_id, race_id, rank)
     select $1, 60, 800000 + n, name, key, 'stormvale', 80, 11, 4, 5
     from unnest($2::text[], $3::text[]) with ordinality as named(name, key, n)`,
    [guild.id, NAMES, NAMES.map(nameKey)],
  );
});
afterAll(() => app[Symbol.asyncDispose]());

beforeEach(async () => {
  await app.ctx.sql('delete from rate_limit');
  await app.ctx.sql('delete from raider where user_id is null');
  await allow('roster');
  ({ id: event } = await done<{ id: string }>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(24 + Math.random() * 100),
      durationMinutes: 120,
      slots: [
        { roleKey: 'healer', max: 1 },
        { roleKey: 'melee', max: 5 },
      ],
    }),
  ));
});

const allow = (withoutAccount: string) =>
  app.ctx.sql(
    `update organization set settings = jsonb_set(settings, '{chat,withoutAccount}', to_jsonb($2::text)) where id = $1`,
    [guild.id, withoutAccount],
  );
type People = TestApp['simulator']['discord'];
const press: People['press'] = (...input) => app.simulator.discord.press(...input);
const choose: People['choose'] = (...input) => app.simulator.discord.choose(...input);
const submit: People['submit'] = (...input) => app.simulator.discord.submit(...input);
const parts = async () =>
  (await done<ParticipationListView>(guild.officer.call('GET', `/events/${event}/participations`))).participations;
const who = () => customId.who(event, 'signed_up', 'healer');

async function firstAnswer(account: string, typed: string, name: string) {
  const form = await press(account, customId.signUp(event, 'healer'));
  expect(form.kind).toBe('modal');
  const asked = await submit(account, form, { name: typed });
  const [select] = asked.components[0]?.components ?? [];
  const option = select?.options?.find(({ label }) => label === name);
  expect(option).toBeDefined();
  return choose(account, who(), [option?.value ?? '']);
}

test('two taps and three letters the first time, one tap later; officers see it as not proven and release it', async () => {
  const answered = await firstAnswer('pell', 'cur', 'Curlybill');
  expect(answered.content).toContain('You’re in');
  expect(answered.content).toContain('Curlybill');
  expect(await parts()).toMatchObject([
    {
      user: null,
      raider: { name: 'Curlybill', character: { name: 'Curlybill' } },
      status: 'signed_up',
      roleKey: 'healer',
    },
  ]);
  expect((await press('pell', customId.answer(event, 'declined'))).content).toContain('You said no');
  expect((await press('pell', customId.mine(event))).content).toContain('You said no');
  expect((await press('pell', customId.signUp(event, 'melee'))).content).toContain('You’re in');
  const { raiders } = await done<{ raiders: { id: string; notProven: boolean }[] }>(
    guild.officer.call('GET', `/organizations/${guild.id}/raiders?only=not_proven`),
  );
  expect(raiders).toMatchObject([{ notProven: true }]);
  await done(guild.officer.call('POST', `/raiders/${raiders[0]?.id}/release`));
  expect((await press('pell', customId.signUp(event, 'melee'))).kind).toBe('modal');
  expect(await parts()).toMatchObject([{ raider: { name: 'Curlybill' }, status: 'signed_up' }]);
});

test('the Discord account of a raider without an account is kept as a key that leads back to none', async () => {
  await firstAnswer('pell', 'cur', 'Curlybill');
  const account = app.simulator.world.discordAccounts.find(({ key }) => key === 'pell');
  const [raider] = await app.ctx.sql<{ key: string }>(
    'select discord_key as key from raider where discord_key is not null',
  );
  expect(raider?.key.length).toBeGreaterThan(30);
  // A press is kept for a quarter of an hour.
  const kept = await tablesWith(app, account?.id ?? 'nobody');
  expect(kept.filter((table) => table !== 'public.discord_interaction')).toEqual([]);
});

test('a name that was released stays free when its Discord account answers under another one by now', async () => {
  await firstAnswer('pell', 'cur', 'Curlybill');
  const { raiders } = await done<{ raiders: { id: string }[] }>(
    guild.officer.call('GET', `/organizations/${guild.id}/raiders?only=not_proven`),
  );
  const released = raiders[0]?.id;
  const { changeId } = await done<{ changeId: string }>(guild.officer.call('POST', `/raiders/${released}/release`));
  await firstAnswer('pell', 'ruff', 'Ruff');
  await done(guild.officer.call('POST', `/organizations/${guild.id}/raider-changes/${changeId}/undo`));
  const { raiders: now } = await done<{ raiders: { id: string; name: string; notProven: boolean }[] }>(
    guild.officer.call('GET', `/organizations/${guild.id}/raiders?only=not_proven`),
  );
  expect(now).toMatchObject([{ name: 'Ruff' }]);
});

test('B-01: a name belongs to one Discord account, and waits behind others like members', async () => {
  await firstAnswer('pell', 'curlyb', 'Curlybill');
  const form = await press('kessa', customId.signUp(event, 'healer'));
  const asked = await submit('kessa', form, { name: 'curlyb' });
  expect(asked.content).toContain('No free name');
  const waiting = await firstAnswer('kessa', 'ruf', 'Ruff');
  expect(waiting.content).toContain('waitlist');
  const [taken] = await app.ctx.sql<{ id: string }>(
    `select id from roster_entry where organization_id = $1 and name = 'Ruff'`,
    [guild.id],
  );
  expect((await choose('osric', who(), [taken?.id ?? ''])).content).toContain('This name is taken');
  await press('pell', customId.answer(event, 'declined'));
  expect((await parts()).map(({ raider, status }) => [raider.name, status])).toEqual([
    ['Ruff', 'signed_up'],
    ['Curlybill', 'declined'],
  ]);
});

test('lateness and a note are reported with the controls that members have', async () => {
  const late = customId.late(event);
  expect(await press('pell', late)).toMatchObject({ kind: 'message' });
  const answered = await firstAnswer('pell', 'cur', 'Curlybill');
  expect(answered.components[0]?.components?.some((button) => button.custom_id === late)).toBe(true);
  const form = await press('pell', late);
  expect(form.kind).toBe('modal');
  const shown = await submit('pell', form, { minutes: '30', note: 'Late *train*' });
  expect(shown.content).toContain('30');
  expect(shown.content).toContain('Late \\*train\\*');
  expect(await parts()).toMatchObject([
    { status: 'signed_up', roleKey: 'healer', lateMinutes: 30, note: 'Late *train*', raider: { name: 'Curlybill' } },
  ]);
  // Another answer keeps them, and the form shows them.
  await press('pell', customId.signUp(event, 'melee'));
  expect(await parts()).toMatchObject([{ roleKey: 'melee', lateMinutes: 30, note: 'Late *train*' }]);
  await app.ctx.sql('delete from rate_limit');
  await app.ctx.sql('update event set signup_closes_minutes = 60 * 24 * 6 where id = $1', [event]);
  await submit('pell', await press('pell', late), { minutes: '0', note: '' });
  expect(await parts()).toMatchObject([{ roleKey: 'melee', lateMinutes: null, note: null }]);
  await press('pell', customId.answer(event, 'declined'));
  const refused = await press('pell', late);
  expect(refused.content).toContain('Answer first');
});

test('“Remove me” erases key and answers, and entries of officers stay', async () => {
  await firstAnswer('pell', 'cur', 'Curlybill');
  expect((await press('pell', customId.forget(guild.id))).content).toContain('gone');
  expect(await parts()).toEqual([]);
  expect(await app.ctx.sql('select from raider where user_id is null')).toEqual([]);

  await firstAnswer('pell', 'cur', 'Curlybill');
  const [part] = await parts();
  await app.ctx.sql(`update participation set attendance = 'present', note = 'ill' where id = $1`, [part?.id]);
  await press('pell', customId.forget(guild.id));
  expect(await parts()).toMatchObject([{ raider: { name: 'Curlybill' }, attendance: 'present', note: null }]);
  expect(await app.ctx.sql('select discord_key as key from raider where user_id is null')).toEqual([{ key: null }]);
});

test('B-01: a guild turns it off, or takes any name that is free; no guest takes that of a member', async () => {
  await allow('off');
  const refused = await press('pell', customId.signUp(event, 'healer'));
  expect(refused).toMatchObject({ kind: 'message' });
  expect(refused.content).toContain('Connect Discord once');
  expect((await choose('pell', who(), ['name Mallory'])).content).toContain('Connect Discord once');
  await allow('roster');
  await choose('pell', who(), ['name Mallory']);
  expect(await parts()).toEqual([]);
  await allow('anybody');
  const form = await press('pell', customId.signUp(event, 'healer'));
  const listed = await submit('pell', form, { name: 'curlybill' });
  expect(listed.components[0]?.components?.[0]?.options?.map(({ label }) => label)).toEqual(['Curlybill']);
  await firstAnswer('pell', 'Brandnew', 'Brandnew');
  expect(await parts()).toMatchObject([
    { raider: { name: 'Brandnew', kind: 'guest', character: { name: 'Brandnew', class: null } } },
  ]);
  expect((await choose('kessa', who(), ['name brandnew'])).content).toContain('This name is taken');
  expect((await choose('kessa', who(), ['name RUFF'])).content).toContain('This name is taken');
  expect(await parts()).toHaveLength(1);
});

test('a name of any script is found by its beginning, and free for one alone, in whatever case it is written', async () => {
  const form = await press('pell', customId.signUp(event, 'healer'));
  for (const [typed, name] of [
    ['Éow', 'Éowyn'],
    ['eow', 'Éowyn'],
    ['алексей', 'Алексей'],
  ]) {
    const asked = await submit('pell', form, { name: typed ?? '' });
    expect([typed, asked.components[0]?.components?.[0]?.options?.map(({ label }) => label)]).toEqual([typed, [name]]);
  }
  await allow('anybody');
  expect((await choose('kessa', who(), ['name АЛЕКСЕЙ'])).content).toContain('This name is taken');
  await firstAnswer('pell', 'Иван', 'Иван');
  expect((await choose('kessa', who(), ['name ИВАН'])).content).toContain('This name is taken');
  expect((await choose('kessa', who(), ['name éowyn'])).content).toContain('This name is taken');
  expect((await parts()).map(({ raider }) => raider.name)).toEqual(['Иван']);
});

test('a person without an account cannot answer after the deadline or where an officer removed them', async () => {
  await firstAnswer('pell', 'cur', 'Curlybill');
  const [part] = await parts();
  await done(guild.officer.call('PATCH', `/events/${event}/participations/${part?.id}`, { status: 'declined' }));
  await press('pell', customId.signUp(event, 'healer'));
  expect(await parts()).toMatchObject([{ status: 'declined' }]);
  await app.ctx.sql('update event set signup_closes_minutes = 60 * 24 * 6 where id = $1', [event]);
  await press('kessa', customId.signUp(event, 'melee'));
  const [ruff] = await app.ctx.sql<{ id: string }>(
    `select id from roster_entry where organization_id = $1 and name = 'Ruff'`,
    [guild.id],
  );
  expect((await choose('kessa', who(), [ruff?.id ?? ''])).content).toContain('closed');
});

test('on a server that guilds share, the own name is found in any of them', async () => {
  await registerCommands(app.config, { checkOnly: false });
  expect((await firstAnswer('osric', 'ruf', 'Ruff')).content).toContain('Ruff');
  const other = await eventGuild(app, 0);
  await app.ctx.sql(`update organization set name = 'Other' where id = $1`, [other.id]);
  await connectServer(app, other.id, other.officer.userId);
  const me = (account: string, options = {}) => app.simulator.discord.command(account, 'me', options);
  const seen = await me('osric');
  expect(seen.content).toContain('You answer here as **Ruff**');
  expect(seen.components[0]?.components?.[0]?.custom_id).toBe(customId.forget(guild.id));
  expect((await me('osric', { guild: 'Other' })).content).toContain('doesn’t know who you are');
  expect((await me('pell')).content).toContain('doesn’t know who you are');
  const key = discordKeyOf(app.ctx.sign, other.id, accountId('osric'));
  await app.ctx.sql(
    `insert into raider (organization_id, kind, name, discord_key) values ($1, 'guest', 'Elsewhere', $2)`,
    [other.id, key],
  );
  expect((await me('osric')).content).toContain('Several guilds share this server');
  expect((await me('osric', { guild: 'Other' })).content).toContain('**Elsewhere**');
});

const accountId = (account: string) => app.simulator.world.discordAccounts.find(({ key }) => key === account)?.id ?? '';
