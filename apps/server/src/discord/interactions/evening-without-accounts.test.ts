/** A raid of 25 people without an account here, from the first press to the deadline. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { messageIn, minuteLater } from '../../../test/discord-guild.ts';
import { type StrangersGuild, strangersGuild } from '../../../test/strangers.ts';
import { customId } from '../../guilds/chat/custom-id.ts';

/** Player 0 is the character Raidera, player 1 is Raiderb and so on. */
const PLAYERS = Array.from({ length: 25 }, (_, number) => ({
  account: `player${number}`,
  name: `Raider${'abcdefghijklmnopqrstuvwxy'[number]}`,
}));
const [LAST_WEEK, NEW] = [PLAYERS.slice(0, 5), PLAYERS.slice(5)];

let app: TestApp;
let guild: StrangersGuild;
beforeAll(async () => {
  app = await testApp();
  guild = await strangersGuild(
    app,
    PLAYERS.map(({ name }) => name),
  );
  for (const { account } of PLAYERS) guild.join(account);
});
afterAll(() => app[Symbol.asyncDispose]());

const statusIn = async (event: string) =>
  Object.fromEntries((await guild.parts(event)).map(({ raider, status, roleKey }) => [raider.name, [status, roleKey]]));
const nameOf = (number: number) => PLAYERS[number]?.name ?? '';
const accountOf = (number: number) => PLAYERS[number]?.account ?? '';
/** Five healers for four places, twenty others for sixteen. */
const roleOf = (number: number) => (number % 6 === 0 ? 'healer' : 'melee');

test('25 people without an account fill a raid and its waitlist, and officers, post and database agree', async () => {
  const { discord, world } = app.simulator;
  await app.ctx.sql(
    `update role set permissions = permissions || '{canManageGuild}' where organization_id = $1 and name = 'Officer'`,
    [guild.id],
  );
  const channelId = '430000000000002001';
  world.chat.addChannel('lantern', channelId, 'raids');
  const lastWeek = await guild.night({ healer: 4, melee: 16 });
  for (const { account, name } of LAST_WEEK) await guild.take(account, lastWeek, name, 'melee');
  await app.ctx.sql(`update raider set discord_since = discord_since - interval '7 days'`);
  await app.ctx.sql(`update event set status = 'cancelled' where id = $1`, [lastWeek]);

  await guild.ask('POST', `/organizations/${guild.id}/discord/bindings`, { channelId });
  const tonight = await guild.night({ healer: 4, melee: 16 });
  for (const [number, { account }] of LAST_WEEK.entries()) await guild.comes(account, tonight, roleOf(number));
  for (const [index, { account, name }] of NEW.entries()) await guild.take(account, tonight, name, roleOf(index + 5));
  expect(await guild.raiders('not_proven')).toHaveLength(25);
  const waiting = PLAYERS.filter((_, number) => number === 24 || (roleOf(number) === 'melee' && number > 19));
  const first = await statusIn(tonight);
  expect(PLAYERS.filter(({ name }) => first[name]?.[0] === 'waitlist')).toEqual(waiting);

  // One comes late, one cannot come, one is not who the name says, one leaves for good: three places for the waitlist.
  const form = await discord.press(accountOf(2), customId.late(tonight));
  await discord.submit(accountOf(2), form, { minutes: '15', note: 'by train' });
  await guild.declines(accountOf(1), tonight);
  const released = (await guild.raiders()).find(({ name }) => name === nameOf(7));
  await guild.ask('POST', `/raiders/${released?.id}/release`);
  expect((await guild.comes(accountOf(7), tonight, 'melee')).kind).toBe('modal');
  await guild.removesThemselves(accountOf(8));
  expect(await statusIn(tonight)).toMatchObject({
    [nameOf(1)]: ['declined', null],
    [nameOf(7)]: ['signed_up', 'melee'],
    [nameOf(20)]: ['signed_up', 'melee'],
    [nameOf(21)]: ['signed_up', 'melee'],
    [nameOf(22)]: ['waitlist', 'melee'],
    [nameOf(24)]: ['waitlist', 'healer'],
  });

  // After the deadline people only step back, and the waitlist still moves.
  await app.ctx.sql('update event set signup_closes_minutes = 60 * 24 * 6 where id = $1', [tonight]);
  for (const answered of [
    await guild.take(accountOf(8), tonight, nameOf(8), 'melee'),
    await guild.take(accountOf(7), tonight, nameOf(7), 'healer'),
    await guild.comes(accountOf(9), tonight, 'healer'),
    await guild.comes(accountOf(1), tonight, 'melee'),
  ]) {
    await expect.poll(() => answered.content).toContain('closed');
  }
  await guild.declines(accountOf(6), tonight);

  const expected = Object.fromEntries(
    PLAYERS.map(({ name }, number) => {
      if (number === 1 || number === 6) return [name, ['declined', null]];
      return [name, [number === 22 || number === 23 ? 'waitlist' : 'signed_up', roleOf(number)]];
    }).filter(([name]) => name !== nameOf(8)),
  );
  expect(await statusIn(tonight)).toEqual(expected);
  const rows = await app.ctx.sql<{ name: string; status: string; roleKey: string | null }>(
    `select r.name, p.status, p.role_key as "roleKey" from participation p join raider r on r.id = p.raider_id where p.event_id = $1`,
    [tonight],
  );
  expect(Object.fromEntries(rows.map(({ name, status, roleKey }) => [name, [status, roleKey]]))).toEqual(expected);
  expect(await app.ctx.sql('select from event_slot where event_id = $1 and taken = max', [tonight])).toHaveLength(2);
  await minuteLater(app);
  const comers = (role: string) =>
    PLAYERS.map(({ name }) => name).filter(
      (name) => expected[name]?.[0] === 'signed_up' && expected[name]?.[1] === role,
    );
  await messageIn(app, channelId, ({ embeds }) => {
    const fields = embeds[0]?.fields ?? [];
    const listed = (title: string) =>
      fields.filter(({ name }) => name.startsWith(title)).flatMap(({ value }) => value.match(/Raider[a-y]/g) ?? []);
    expect(listed('Healer').toSorted()).toEqual(comers('healer'));
    expect(listed('Melee').toSorted()).toEqual(comers('melee'));
  });
});
