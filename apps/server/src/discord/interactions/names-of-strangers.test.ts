/** Names under which people without an account answer on Discord: which are free, whose they are, and what ends them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type StrangersGuild, strangersGuild } from '../../../test/strangers.ts';
import { statement } from '../../core/db/statement.ts';
import { freeLostSlots } from '../../events/signups/free-slots.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { lockClaims } from '../../membership/characters/claims.ts';
import { discordKeyOf } from '../../raiders/discord-raiders.ts';

let app: TestApp;
let guild: StrangersGuild;
let event: string;
beforeAll(async () => {
  app = await testApp();
  guild = await strangersGuild(app, [
    'Curlybill',
    'Ruff',
    'Éowyn',
    ...Array.from({ length: 30 }, (_, n) => `Mass${'abcdefghijklmnopqrstuvwxyzäöüß'[n]}`),
  ]);
  for (const account of ['pell', 'kessa', 'osric']) guild.join(account);
});
afterAll(() => app[Symbol.asyncDispose]());

beforeEach(async () => {
  await app.ctx.sql('delete from rate_limit');
  await app.ctx.sql('delete from raider where user_id is null');
  await app.ctx.sql('update roster_entry set left_at = null, claimed_by_id = null');
  await app.ctx.sql(`update organization set settings = settings - 'visibility', archived_at = null`);
  await guild.allow('roster');
  event = await guild.night();
});

const named = async () => (await guild.parts(event)).map(({ raider, status }) => [raider.name, status]);
const keyed = () => app.ctx.sql('select from raider where discord_key is not null');

test('B-01: no guest takes the name of a member without an answer, or of a character of one', async () => {
  await guild.allow('anybody');
  const [{ userId, characterId }] = guild.members as [(typeof guild.members)[number]];
  await app.ctx.sql(`update app_user set display_name = 'Mallory' where id = $1`, [userId]);
  const [character] = await app.ctx.sql<{ name: string }>('select name from character where id = $1', [characterId]);
  await guild.ask('POST', `/raiders/${await guest('Ingrid')}/characters`, { name: 'Ingwine', realm: 'Highmere' });
  for (const name of ['Mallory', 'mallory', character?.name ?? '', 'Ingwine']) {
    expect([name, (await guild.takeName('pell', event, name)).content]).toEqual([
      name,
      expect.stringContaining('This name is taken'),
    ]);
  }
  expect(await named()).toEqual([]);
});

async function guest(name: string, more: object = {}): Promise<string> {
  const { id } = await guild.ask<{ id: string }>('POST', `/organizations/${guild.id}/raiders`, {
    name,
    kind: 'guest',
    ...more,
  });
  return id;
}

test('a guest of an officer is claimed by its own player, and a name that was released by the next one', async () => {
  await guild.allow('anybody');
  const id = await guest('Brandnew', { note: 'Friend of Bryn' });
  await guild.takeName('pell', event, 'brandnew');
  expect(await guild.raiders()).toMatchObject([{ id, name: 'Brandnew', note: 'Friend of Bryn', notProven: true }]);
  await guild.ask('POST', `/raiders/${id}/release`);
  expect((await guild.takeName('pell', event, 'Brandnew')).content).toContain('You’re in');
  expect(await guild.raiders()).toMatchObject([{ id, notProven: true }]);
  expect(await named()).toEqual([['Brandnew', 'signed_up']]);
});

test('a guest is kept with the name as that of a character, which a proof may find', async () => {
  await guild.allow('anybody');
  await guild.takeName('pell', event, 'Brandnew');
  expect(await guild.raiders()).toMatchObject([
    { kind: 'guest', characters: [{ name: 'Brandnew', realm: '', main: true, source: 'self' }] },
  ]);
});

test('a character that an officer named without choosing it in the roster is the one of the list', async () => {
  const id = await guest('Ruffy', { kind: 'member' });
  await guild.ask('POST', `/raiders/${id}/characters`, { name: 'Ruff', realm: 'Stormvale' });
  expect(await guild.offered('pell', event, 'ruf')).toEqual(['Ruff']);
  expect((await guild.take('pell', event, 'Ruff')).content).toContain('You’re in');
  expect(await guild.raiders()).toMatchObject([
    { id, notProven: true, characters: [{ name: 'Ruff', rosterEntryId: await guild.entryOf('Ruff') }] },
  ]);
  expect(await guild.offered('kessa', event, 'ruf')).toContain('No free name');
  expect((await guild.take('kessa', event, 'Ruff')).content).toContain('This name is taken');
});

test('a name that an officer archived is not free, and its player can only step back', async () => {
  await guild.take('pell', event, 'Curlybill');
  const [raider] = await guild.raiders();
  await guild.ask('PATCH', `/raiders/${raider?.id}`, { archived: true });
  expect((await guild.comes('pell', event)).content).toContain('archived');
  expect(await guild.offered('kessa', event, 'cur')).toContain('No free name');
  await freeLostSlots(app.ctx);
  expect(await named()).toEqual([['Curlybill', 'declined']]);
  expect((await guild.declines('pell', event)).content).toContain('You said no');
  const banned = await guest('Banned', { note: 'kicked', kind: 'member', rosterEntryId: await guild.entryOf('Ruff') });
  await guild.ask('PATCH', `/raiders/${banned}`, { archived: true });
  expect(await guild.offered('kessa', event, 'ruf')).toContain('No free name');
  expect((await guild.take('kessa', event, 'Ruff')).content).toContain('This name is taken');
  // Back from the archive, the player may answer again.
  await guild.ask('PATCH', `/raiders/${raider?.id}`, { archived: false });
  expect((await guild.comes('pell', event)).content).toContain('You’re in');
});

test('a character that left the roster answers no more, and gives its place to the waitlist', async () => {
  await guild.take('pell', event, 'Curlybill');
  await guild.take('kessa', event, 'Ruff');
  await app.ctx.sql(`update roster_entry set left_at = now() where id = $1`, [await guild.entryOf('Curlybill')]);
  expect((await guild.comes('pell', event, 'melee')).content).toContain('does not list your character');
  await freeLostSlots(app.ctx);
  expect(await named()).toEqual([
    ['Ruff', 'signed_up'],
    ['Curlybill', 'declined'],
  ]);
  expect((await guild.declines('pell', event)).content).toContain('You said no');
  // Where any name may answer, the roster does not decide.
  await guild.allow('anybody');
  expect((await guild.comes('pell', event, 'melee')).content).toContain('You’re in');
  await freeLostSlots(app.ctx);
  expect(await named()).toContainEqual(['Curlybill', 'signed_up']);
});

test('a first answer that is refused leaves no name, and takes no place among those of the hour', async () => {
  await app.ctx.sql('update event set signup_closes_minutes = 60 * 24 * 6 where id = $1', [event]);
  expect((await guild.take('pell', event, 'Curlybill')).content).toContain('closed');
  expect(await keyed()).toEqual([]);
  event = await guild.night();
  await guild.take('kessa', event, 'Curlybill');
  for (let attempt = 0; attempt < 4; attempt += 1)
    expect((await guild.take('pell', event, 'Curlybill')).content).toContain('This name is taken');
  await app.ctx.sql('delete from rate_limit');
  expect((await guild.take('osric', event, 'Ruff')).content).toContain('waitlist');
  expect(await keyed()).toHaveLength(2);
});

test('R-07: at most 20 people begin to answer in an hour and guild, and one of them leaves room for another', async () => {
  for (let number = 0; number < 21; number += 1) {
    const account = `crowd${number}`;
    guild.join(account);
    const { content } = await guild.take(account, event, `Mass${'abcdefghijklmnopqrstu'[number]}`);
    expect([number, content]).toEqual([number, expect.stringContaining(number < 20 ? '**Mass' : 'Try again in')]);
  }
  expect(await keyed()).toHaveLength(20);
  await guild.removesThemselves('crowd3');
  expect((await guild.take('crowd20', event, 'Massu')).content).toContain('**Massu**');
});

test('R-07: one Discord account tries ten names in an hour', async () => {
  guild.join('guesser');
  const account = app.simulator.world.discordAccounts.find(({ key }) => key === 'guesser');
  const key = discordKeyOf(app.ctx.sign, guild.id, account?.id ?? '');
  for (let attempt = 0; attempt < 10; attempt += 1)
    await app.ctx.limits.take('discordNames', app.ctx.sign(`names ${key}`));
  expect((await guild.take('guesser', event, 'Curlybill')).content).toContain('Try again in');
  expect((await guild.take('pell', event, 'Curlybill')).content).toContain('You’re in');
});

const CLAIM = statement`
  update roster_entry set claimed_by_id = (select id from character where user_id = $2) where id = $1`;

test('a proof of the name and a press for it at the same moment leave one holder', async () => {
  const [member] = guild.members;
  const entry = await guild.entryOf('Curlybill');
  const pressed = await app.ctx.transact(async ({ sql }) => {
    await lockClaims(sql);
    const answered = guild.take('pell', event, 'Curlybill');
    // The press waits for the lock, or is done without it.
    await expect
      .poll(async () => {
        const waiting = await app.ctx.sql(`select from pg_stat_activity where wait_event_type = 'Lock'`);
        return waiting.length > 0 || (await keyed()).length > 0;
      })
      .toBe(true);
    await sql.run(CLAIM, [entry, member?.userId]);
    return [answered] as const;
  });
  expect((await pressed[0]).content).toContain('This name is taken');
  expect(await keyed()).toEqual([]);
});

test('letters find names: none lists nothing, and a guild for members shows them only by three from the beginning', async () => {
  expect(await guild.offered('pell', event, ' ')).toContain('at least one letter');
  expect(await guild.offered('pell', event, '-')).toContain('at least one letter');
  expect(await guild.offered('pell', event, 'bill')).toEqual(['Curlybill']);
  expect(await guild.offered('pell', event, 'mass')).toHaveLength(25);
  await app.ctx.sql(`update organization set settings = settings || '{"visibility": "members"}' where id = $1`, [
    guild.id,
  ]);
  expect(await guild.offered('kessa', event, 'cu')).toContain('first 3 letters');
  expect(await guild.offered('kessa', event, 'bill')).toContain('No free name');
  expect(await guild.offered('kessa', event, 'cur')).toEqual(['Curlybill']);
});

test('where it was turned off since, the own answer is shown, declined and removed, and nothing else', async () => {
  await guild.take('pell', event, 'Curlybill');
  await guild.allow('off');
  expect((await app.simulator.discord.press('pell', customId.mine(event))).content).toContain('You’re in');
  expect((await guild.comes('pell', event, 'melee')).content).toContain('Connect Discord once');
  expect((await guild.declines('pell', event)).content).toContain('You said no');
  expect((await guild.declines('kessa', event)).content).toContain('Connect Discord once');
  expect((await guild.removesThemselves('pell')).content).toContain('gone');
  expect(await keyed()).toEqual([]);
});
