/** “Remove me” of people without an account: what goes for good, and what is not theirs to remove. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { linkAccount } from '../../../test/discord.ts';
import { done, joinGuild } from '../../../test/events.ts';
import { createPerson } from '../../../test/people.ts';
import { tablesWith } from '../../../test/rows.ts';
import { type StrangersGuild, strangersGuild } from '../../../test/strangers.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { discordKeyOf } from '../../raiders/discord-raiders.ts';
import { registerCommands } from './commands.ts';

let app: TestApp;
let guild: StrangersGuild;
let event: string;
beforeAll(async () => {
  app = await testApp();
  guild = await strangersGuild(app, ['Curlybill', 'Ruff', 'Éowyn']);
  for (const account of ['pell', 'kessa', 'osric']) guild.join(account);
});
afterAll(() => app[Symbol.asyncDispose]());

beforeEach(async () => {
  await app.ctx.sql('delete from rate_limit');
  await app.ctx.sql('delete from raider');
  await app.ctx.sql('update organization set archived_at = null');
  await guild.allow('roster');
  event = await guild.night();
});

const named = async () => (await guild.parts(event)).map(({ raider, status }) => [raider.name, status]);
const press = (account: string, id: string) => app.simulator.discord.press(account, id);
const late = async (account: string, note: string) =>
  app.simulator.discord.submit(account, await press(account, customId.late(event)), { minutes: '15', note });
const keyOf = (account: string) =>
  discordKeyOf(
    app.ctx.sign,
    guild.id,
    app.simulator.world.discordAccounts.find(({ key }) => key === account)?.id ?? '',
  );
const release = async (name: string) => {
  const raider = (await guild.raiders()).find((each) => each.name === name);
  return guild.ask<{ changeId: string }>('POST', `/raiders/${raider?.id}/release`);
};
const undo = (changeId: string) => guild.ask('POST', `/organizations/${guild.id}/raider-changes/${changeId}/undo`);

test('B-05: an officer’s removal stays, so that the same name does not come back', async () => {
  await guild.take('pell', event, 'Curlybill');
  await late('pell', 'by train');
  const [part] = await guild.parts(event);
  await guild.ask('PATCH', `/events/${event}/participations/${part?.id}`, { status: 'declined' });
  expect((await guild.comes('pell', event)).content).toContain('An officer has removed you');
  expect((await guild.removesThemselves('pell')).content).toContain('gone');
  expect(await guild.parts(event)).toMatchObject([{ raider: { name: 'Curlybill' }, status: 'declined', note: null }]);
  expect((await guild.take('pell', event, 'Curlybill')).content).toContain('An officer has removed you');
  expect((await guild.take('kessa', event, 'Curlybill')).content).toContain('An officer has removed you');
  expect(await app.ctx.sql('select from raider where discord_key is not null')).toEqual([]);
  // At another event the name is as free as before.
  const other = await guild.night();
  expect((await guild.take('pell', other, 'Curlybill')).content).toContain('You’re in');
});

test('B-05: raiders whom the removed one had taken in stay, with what names them', async () => {
  await guild.take('pell', event, 'Curlybill');
  const [into] = await guild.raiders('not_proven');
  const from = await guild.ask<{ id: string }>('POST', `/organizations/${guild.id}/raiders`, { name: 'Bill' });
  await guild.ask('POST', `/raiders/${into?.id}/merge`, { raiderId: from.id });
  await guild.removesThemselves('pell');
  expect(await app.ctx.sql('select merged_into_id as "into" from raider where id = $1', [from.id])).toEqual([
    { into: into?.id },
  ]);
});

test('B-05: no undo of an officer brings back the key, the answers and the notes that were erased', async () => {
  await guild.take('pell', event, 'Curlybill');
  const { changeId } = await release('Curlybill');
  expect((await guild.removesThemselves('pell')).content).toContain('gone');
  expect(await named()).toEqual([]);
  expect(await tablesWith(app, keyOf('pell'))).toEqual([]);
  await expect(undo(changeId)).rejects.toThrow('404');
  expect(await guild.raiders('not_proven')).toEqual([]);

  // Merged into a raider that an officer added to the same event.
  await guild.take('pell', event, 'Curlybill');
  await late('pell', 'by train');
  const [from] = await guild.raiders();
  const into = await guild.ask<{ id: string }>('POST', `/organizations/${guild.id}/raiders`, {
    name: 'Bill',
    kind: 'guest',
  });
  await guild.ask('POST', `/events/${event}/participations`, {
    raiderId: into.id,
    status: 'tentative',
    roleKey: 'melee',
  });
  const merged = await guild.ask<{ changeId: string }>('POST', `/raiders/${into.id}/merge`, { raiderId: from?.id });
  expect((await guild.removesThemselves('pell')).content).toContain('gone');
  expect(await named()).toEqual([['Bill', 'tentative']]);
  expect(await tablesWith(app, 'by train')).toEqual([]);
  expect(await tablesWith(app, keyOf('pell'))).toEqual([]);
  await undo(merged.changeId);
  expect(await guild.raiders('not_proven')).toEqual([]);
  expect(await named()).toEqual([['Bill', 'tentative']]);
});

test('B-05: “That is not me” leaves the answers of others under the same name, and those that officers gave', async () => {
  await guild.take('pell', event, 'Curlybill');
  await late('pell', 'by train');
  await release('Curlybill');
  const other = await guild.night();
  await guild.take('kessa', other, 'Curlybill');
  expect((await guild.removesThemselves('kessa')).content).toContain('gone');
  expect(await guild.parts(event)).toMatchObject([
    { raider: { name: 'Curlybill' }, status: 'signed_up', note: 'by train' },
  ]);
  expect(await guild.parts(other)).toEqual([]);

  const ruff = await guild.ask<{ id: string }>('POST', `/organizations/${guild.id}/raiders`, {
    ...{ name: 'Ruff', kind: 'member', rosterEntryId: await guild.entryOf('Ruff') },
  });
  await guild.ask('POST', `/events/${other}/participations`, {
    raiderId: ruff.id,
    status: 'signed_up',
    roleKey: 'melee',
  });
  await guild.take('osric', event, 'Ruff', 'melee');
  await guild.comes('osric', other, 'melee');
  await guild.declines('osric', other);
  await guild.removesThemselves('osric');
  expect(await guild.parts(other)).toMatchObject([{ raider: { name: 'Ruff' }, status: 'declined' }]);
  expect((await named()).map(([name]) => name)).toEqual(['Curlybill']);
  expect(await guild.raiders()).toMatchObject([{ name: 'Curlybill' }, { name: 'Ruff' }]);
});

test('a raider whom an officer made stays, also when it is used for nothing else', async () => {
  await guild.allow('anybody');
  const made = await guild.ask<{ id: string }>('POST', `/organizations/${guild.id}/raiders`, {
    name: 'Bill',
    kind: 'guest',
  });
  await guild.takeName('pell', event, 'Bill');
  await guild.takeName('kessa', event, 'Mine', 'melee');
  await guild.removesThemselves('pell');
  await guild.removesThemselves('kessa');
  expect(await guild.raiders()).toMatchObject([{ id: made.id, name: 'Bill', characters: [] }]);
  expect(await named()).toEqual([]);
});

test('the place goes to the waitlist, and the log of the event names the raider no more', async () => {
  await guild.take('pell', event, 'Curlybill');
  await guild.take('kessa', event, 'Ruff');
  const [mine] = await guild.parts(event);
  await app.ctx.sql(`update participation set attendance = 'present' where id = $1`, [mine?.id]);
  const night = await guild.night();
  await guild.comes('pell', night);
  await guild.comes('kessa', night);
  await guild.removesThemselves('pell');
  expect((await guild.parts(night)).map(({ raider, status }) => [raider.name, status])).toEqual([
    ['Ruff', 'signed_up'],
  ]);
  const { entries } = await guild.ask<{ entries: { raider: object | null; kind: string }[] }>(
    'GET',
    `/events/${event}/log`,
  );
  expect(entries.filter(({ kind }) => kind === 'answered').map(({ raider }) => raider)).toMatchObject([
    { name: 'Ruff' },
    null,
  ]);
});

test('“Remove me” works in an archived guild, and answers a second press', async () => {
  await guild.take('pell', event, 'Curlybill');
  await app.ctx.sql('update organization set archived_at = now() where id = $1', [guild.id]);
  expect((await guild.removesThemselves('pell')).content).toContain('gone');
  expect(await app.ctx.sql('select from raider where discord_key is not null')).toEqual([]);
  expect((await guild.removesThemselves('pell')).content).toContain('doesn’t know who you are');
});

test('a person who has connected Discord since, and is no member, still sees, declines and removes the own answer', async () => {
  await registerCommands(app.config, { checkOnly: false });
  guild.join('linker');
  await guild.take('linker', event, 'Curlybill');
  const person = await createPerson(app);
  await linkAccount(app, person, 'linker');
  expect((await guild.declines('linker', event)).content).toContain('You said no');
  const me = await app.simulator.discord.command('linker', 'me', {});
  expect(me.content).toContain('Discord is connected');
  expect(me.content).toContain('**Curlybill**');
  expect(me.components[0]?.components?.[0]?.custom_id).toBe(customId.forget(guild.id));
  expect((await guild.removesThemselves('linker')).content).toContain('gone');
  expect(await named()).toEqual([]);
  expect((await guild.removesThemselves('linker')).content).toContain('out of date');
  expect((await guild.comes('linker', event)).content).toContain('Only members');
});

test('answers without an account become those of the member who has connected this Discord account since', async () => {
  guild.join('proven');
  await guild.take('proven', event, 'Curlybill');
  const member = await joinGuild(app, guild.id);
  await linkAccount(app, member, 'proven');
  expect((await app.simulator.discord.press('proven', customId.mine(event))).content).toContain('You’re in');
  expect(await guild.parts(event)).toMatchObject([{ user: { id: member.userId }, status: 'signed_up' }]);
  expect(await guild.raiders('no_account')).toEqual([]);
  expect((await guild.declines('proven', event)).content).toContain('You said no');
  expect(await guild.parts(event)).toHaveLength(1);
});

test('B-05: erasing a person erases what their Discord account answered without an account, wherever it did', async () => {
  guild.join('leaver');
  await guild.take('leaver', event, 'Curlybill');
  await guild.take('kessa', event, 'Ruff');
  const key = keyOf('leaver');
  const person = await createPerson(app);
  await linkAccount(app, person, 'leaver');
  await done(callerOf(app, person.token)('DELETE', '/auth/me'));
  expect(await named()).toEqual([['Ruff', 'signed_up']]);
  expect(await tablesWith(app, key)).toEqual([]);
});
