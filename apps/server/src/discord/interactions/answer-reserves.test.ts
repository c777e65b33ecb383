/** Reserves on Discord: the command, the buttons below its answers, and what they do not give away. */
import type { ReservesView } from '@guildhall/contracts/reserve.ts';
import type { Seen } from '@guildhall/simulator/discord/interactions.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { connectServer, linkAccount } from '../../../test/discord.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, moveBack } from '../../../test/events.ts';
import { LANGUAGES } from '../../core/services/spoken-languages.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { discordWords } from '../words/discord.words.ts';
import { registerCommands } from './commands.ts';

const [BLADE, HELM, HEAD] = [19_346, 16_963, 19_003];

let app: TestApp;
let guild: EventGuild;
let pell: Member;
let event: string;

beforeAll(async () => {
  app = await testApp({ roles: ['web'], world: createWorld({ guildSizes: [20] }) });
  guild = await eventGuild(app, 1);
  [pell] = guild.members as [Member];
  await connectServer(app, guild.id, guild.officer.userId);
  await linkAccount(app, pell, 'pell');
  await linkAccount(app, guild.officer, 'kessa');
  await app.ctx.sql(
    `insert into item (game_version, id, names, wanted_at) values
       ('retail', $1, '{"en_US": "Dragonfang Blade", "de_DE": "Drachenfangklinge"}', now()),
       ('retail', $2, '{"en_US": "Dragonstalker''s Helm"}', now()), ('retail', $3, '{"en_US": "Head of Nefarian"}', now())`,
    [BLADE, HELM, HEAD],
  );
  await registerCommands(app.config, { checkOnly: false });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['event', 'rate_limit']) await app.ctx.sql(`delete from ${table}`);
  event = await planned('Blackwing Lair', 48);
});

type People = TestApp['simulator']['discord'];
const command: People['command'] = (...input) => app.simulator.discord.command(...input);
const complete: People['autocomplete'] = (...input) => app.simulator.discord.autocomplete(...input);
const press: People['press'] = (...input) => app.simulator.discord.press(...input);
const choose: People['choose'] = (...input) => app.simulator.discord.choose(...input);
const submit: People['submit'] = (...input) => app.simulator.discord.submit(...input);

async function planned(title: string, hours: number, by = guild): Promise<string> {
  const body = { title, type: 'raid', scope: 'guild', startsAt: inHours(hours), durationMinutes: 120, slots: [] };
  return (await done<{ id: string }>(by.officer.call('POST', `/organizations/${by.id}/events`, body))).id;
}
const open = (rules: object = {}, id = event, by = guild) =>
  done<ReservesView>(by.officer.call('PUT', `/events/${id}/reserves`, { ...rules }));
const reserved = async (by = pell, id = event) =>
  (await done<ReservesView>(by.call('GET', `/events/${id}/reserves`))).reserves.flatMap(({ item, count, mine }) =>
    mine ? [[item.id, count]] : [],
  );
const lock = () => app.ctx.sql('update reserve_sheet set locks_minutes = 49 * 60 where event_id = $1', [event]);
const selectOf = ({ components }: Seen) => components[0]?.components?.[0];

test('an item of the next event with reserves is reserved by its name, shown, and given up', async () => {
  expect((await command('pell', 'reserve')).content).toContain('No upcoming event has reserves');
  await planned('Sooner', 24);
  await open();
  const { choices } = await complete('pell', 'reserve', 'item', { item: 'DRAGON' });
  expect(choices).toEqual([
    { name: 'Dragonfang Blade', value: String(BLADE) },
    { name: "Dragonstalker's Helm", value: String(HELM) },
  ]);
  expect((await complete('pell', 'reserve', 'name', { name: '' })).choices).toEqual([
    { name: 'Blackwing Lair', value: event },
  ]);

  const seen = await command('pell', 'reserve', { item: String(BLADE) });
  expect(seen).toMatchObject({ kind: 'message', ephemeral: true });
  expect(seen.content).toContain('**Blackwing Lair**');
  expect(seen.content).toContain('Open until <t:');
  expect(seen.content).toContain('Yours, 1 of 2: **Dragonfang Blade**');
  expect(await reserved()).toEqual([[BLADE, 1]]);

  const given = await choose('pell', selectOf(seen)?.custom_id ?? '', [String(BLADE)]);
  expect(given.content).toContain('You have reserved nothing. Each person has 2.');
  expect(await reserved()).toEqual([]);
  // Pressed again below the older message.
  expect((await choose('pell', customId.unreserve(event), [String(BLADE)])).content).toContain('nothing');
});

test('several hits are asked back, by the command and by the form', async () => {
  await open({ perItem: 2 });
  const asked = await command('pell', 'reserve', { item: 'dragon', count: '2' });
  expect(asked.content).toBe('Which item do you mean?');
  await choose('pell', selectOf(asked)?.custom_id ?? '', [String(HELM)]);
  expect(await reserved()).toEqual([[HELM, 2]]);
  expect((await command('pell', 'reserve', { item: String(HELM) })).content).toContain("Dragonstalker's Helm** ×2");

  await choose('pell', customId.unreserve(event), [String(HELM)]);
  const shown = await press('pell', customId.reserves(event));
  const form = await press('pell', shown.components[0]?.components?.[0]?.custom_id ?? '');
  expect(form).toMatchObject({ kind: 'modal', title: 'Reserve an item' });
  expect((await submit('pell', form, { item: 'no such thing' })).content).toContain('No item with “no such thing”');
  const found = await submit('pell', form, { item: 'fangklinge' }, { locale: 'de' });
  expect(found.content).toContain('Deine, 1 von 2');
  expect(await reserved()).toEqual([[BLADE, 1]]);
});

test('before anything is typed, the items of the night before are offered', async () => {
  await open({ plusStep: 10 });
  await command('pell', 'reserve', { item: String(BLADE) });
  await moveBack(app, event, 7 * 24);
  const next = await planned('Blackwing Lair', 30);
  expect((await complete('pell', 'reserve', 'item', { item: '' })).choices).toEqual([]);
  await open({ plusStep: 10 }, next);
  const again = [{ name: 'Dragonfang Blade', value: String(BLADE) }];
  expect((await complete('pell', 'reserve', 'item', { item: '' })).choices).toEqual(again);
  expect((await complete('pell', 'reserve', 'item', { name: next, item: '' })).choices).toEqual(again);
  expect((await complete('kessa', 'reserve', 'item', { item: '' })).choices).toEqual([]);
  expect((await command('pell', 'reserve', { item: String(BLADE) })).content).toContain('**Dragonfang Blade** +10');
});

test('a request that comes twice reserves once', async () => {
  await open({ perPerson: 3, perItem: 3 });
  await command('pell', 'reserve', { item: String(BLADE), count: '2' }, { fault: 'duplicate' });
  expect(await reserved()).toEqual([[BLADE, 2]]);
});

test('limits and kept items refuse in the language of the person', async () => {
  await open({ perPerson: 1, hard: [{ itemId: HEAD }] });
  expect((await command('pell', 'reserve', {})).content).toContain('Kept for the guild: Head of Nefarian');
  expect((await command('pell', 'reserve', { item: String(HEAD) })).content).toContain('keep this item for the guild');
  await command('pell', 'reserve', { item: String(BLADE) });
  const full = await command('pell', 'reserve', { item: String(HELM) }, { locale: 'de' });
  expect(full.content).not.toContain('Dragon');
  expect((await command('pell', 'reserve', { item: String(BLADE), count: 'many' })).content).not.toContain('Yours');
  expect(await reserved()).toEqual([[BLADE, 1]]);
});

test('Q-01: hidden reserves show the asker their own alone, officers too, and all once they are locked', async () => {
  await open({ seenBy: 'nobody' });
  await command('pell', 'reserve', { item: String(BLADE) });
  const officer = await command('kessa', 'reserve');
  expect(officer.content).toContain('1 reserve of 1 raider');
  expect(officer.content).toContain('hidden until they are locked');
  expect(officer.content).not.toContain('Dragonfang');
  expect((await press('kessa', customId.reserves(event))).content).not.toContain('Dragonfang');
  await lock();
  expect((await command('kessa', 'reserve')).content).toMatch(/\*\*Dragonfang Blade\*\*: Bryn/);
});

test('locked reserves say so, and stay as they are', async () => {
  await open();
  await command('pell', 'reserve', { item: String(BLADE) });
  await lock();
  const tries = [
    await command('pell', 'reserve', { item: String(HELM) }),
    await choose('pell', customId.unreserve(event), [String(BLADE)]),
    await press('pell', customId.reserve(event)),
  ];
  for (const seen of tries) {
    expect(seen.kind).toBe('message');
    expect(seen.content).toContain('Locked since <t:');
    expect(seen.content).toContain('Yours, 1 of 2: **Dragonfang Blade**');
    expect(seen.components.flatMap(({ components = [] }) => components.map(({ url }) => url))).toEqual([
      expect.stringContaining(`/events/${event}/reserves`),
    ]);
  }
  expect(await reserved()).toEqual([[BLADE, 1]]);
});

test('D-03: ids of another guild, of another version, and choices that were not offered reserve nothing', async () => {
  const foreign = await eventGuild(app, 1);
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [foreign.id, pell.userId]);
  const away = await planned('Molten Core', 24, foreign);
  await open({}, away, foreign);
  for (const seen of [
    await command('pell', 'reserve', { name: away, item: String(BLADE) }),
    await command('pell', 'reserve', { guild: foreign.id, item: String(BLADE) }),
    await press('pell', customId.reserves(away)),
    await press('pell', customId.reserve(away)),
    await choose('pell', customId.reserve(away), [String(BLADE)]),
    await choose('pell', customId.unreserve(away), [String(BLADE)]),
  ]) {
    expect(seen.kind).toBe('message');
    expect(seen.content).toMatch(/isn’t connected|event/);
    expect(seen.content).not.toContain('Molten Core');
  }
  expect(await reserved(pell, away)).toEqual([]);
  expect((await complete('pell', 'reserve', 'name', { guild: foreign.id, name: '' })).choices).toEqual([]);
  expect((await complete('pell', 'reserve', 'item', { guild: foreign.id, item: 'dragon' })).choices).toEqual([]);

  await open();
  for (const value of ['-1', 'NaN', '1e99', "1' or true"]) await choose('pell', customId.reserve(event), [value]);
  await choose('pell', customId.reserve(event).replace('g1|', 'g0|'), [String(BLADE)]);
  await choose('pell', `${customId.reserve(event)}999`, [String(BLADE)]);
  expect(await reserved()).toEqual([]);
});

test('D-05: people without an account, and people of the server who are no members, reserve nothing', async () => {
  await open();
  for (const account of ['wrenna', 'osric']) app.simulator.world.chat.join('lantern', account);
  for (const seen of [
    await command('wrenna', 'reserve', { item: String(BLADE) }),
    await press('wrenna', customId.reserves(event)),
    await choose('wrenna', customId.reserve(event), [String(BLADE)]),
  ]) {
    expect(seen.content).toContain('doesn’t know who you are');
  }
  expect((await complete('wrenna', 'reserve', 'item', { item: 'dragon' })).choices).toEqual([]);
  expect(await app.ctx.sql('select from link_intent')).toEqual([]);

  const outsider = (await eventGuild(app)).officer;
  await linkAccount(app, outsider, 'osric');
  expect((await choose('osric', customId.reserve(event), [String(BLADE)])).content).toContain('Only members');
  expect((await complete('osric', 'reserve', 'item', { item: 'dragon' })).choices).toEqual([]);
  expect(await app.ctx.sql('select from reserve')).toEqual([]);
});

test('titles, labels and placeholders fit Discord’s limits in every language', () => {
  for (const language of LANGUAGES) {
    const { items, buttons, reserves, wishes } = discordWords(language);
    expect([items.label, buttons.reserveItem].filter(({ length }) => length > 45)).toEqual([]);
    const placeholders = [items.placeholder, reserves.giveUp, wishes.remove];
    expect(placeholders.filter(({ length }) => length > 150 || length === 0)).toEqual([]);
  }
});
