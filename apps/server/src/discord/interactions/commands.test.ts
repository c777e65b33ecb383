/** Commands on Discord: registered once, completed while they are typed, answered with the rights of the person. */
import { reading } from '@guildhall/contracts/distinct-names.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { untilEnriched } from '../../../test/character.ts';
import { CHANNELS } from '../../../test/chat.ts';
import { connectServer, linkAccount } from '../../../test/discord.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, moveBack } from '../../../test/events.ts';
import { bringIn } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';
import { LANGUAGES } from '../../core/services/spoken-languages.ts';
import { advanceEvents } from '../../events/planning/advance-events.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { discordWords } from '../words/discord.words.ts';
import { registerCommands } from './commands.ts';

let app: TestApp;
let guild: EventGuild;
let pell: Member;
let raid: string;

beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  guild = await eventGuild(app, 1);
  [pell] = guild.members as [Member];
  await connectServer(app, guild.id, guild.officer.userId);
  await linkAccount(app, pell, 'pell');
  await linkAccount(app, guild.officer, 'kessa');
  raid = await createEvent('Night of stars', 24);
  await createEvent('Night of ashes', 48);
  await registerCommands(app.config, { checkOnly: false });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.ctx.sql('delete from rate_limit'));

async function createEvent(title: string, hours: number): Promise<string> {
  const slots = [{ roleKey: 'healer', max: 2 }];
  const body = { title, type: 'raid', scope: 'guild', startsAt: inHours(hours), durationMinutes: 120, slots };
  return (await done<{ id: string }>(guild.officer.call('POST', `/organizations/${guild.id}/events`, body))).id;
}

type People = TestApp['simulator']['discord'];
const command: People['command'] = (...input) => app.simulator.discord.command(...input);
const complete: People['autocomplete'] = (...input) => app.simulator.discord.autocomplete(...input);

test('registering again changes nothing, and a check lists the differences', async () => {
  expect(await registerCommands(app.config, { checkOnly: true })).toMatchObject({ differs: [] });
  const { apiUrl } = app.config.discord;
  const headers = { Authorization: 'Bot simulated', 'Content-Type': 'application/json' };
  const address = `${apiUrl}/applications/${app.simulator.discord.applicationId}/commands`;
  const one = [
    { name: 'events', description: 'Old', type: 1 },
    { name: 'gone', description: 'Gone', type: 1 },
  ];
  await fetch(address, { method: 'PUT', headers, body: JSON.stringify(one) });
  const { differs } = await registerCommands(app.config, { checkOnly: true });
  expect(differs).toEqual([
    'events',
    'event',
    'signup',
    'roster',
    'whocan',
    'absence',
    'me',
    'attendance',
    'points',
    'sim',
    'wish',
    'reserve',
    'gone',
  ]);
  await registerCommands(app.config, { checkOnly: false });
  expect(await registerCommands(app.config, { checkOnly: true })).toMatchObject({ differs: [] });
});

test('commands list, open and answer events', async () => {
  const list = await command('pell', 'events');
  expect(list).toMatchObject({ kind: 'message', ephemeral: true });
  expect(list.content).toMatch(/Night of stars.*\n.*Night of ashes/);
  const open = list.components[0]?.components?.[0]?.custom_id ?? '';
  expect((await app.simulator.discord.press('pell', open)).content).toContain('You haven’t answered yet');

  const { choices } = await complete('pell', 'signup', 'name', { name: 'STARS' });
  expect(choices).toEqual([{ name: 'Night of stars', value: raid }]);
  const offered = await complete('pell', 'signup', 'character', { name: raid, role: 'healer', character: 'bryn' });
  expect(offered.choices.map(({ value }) => value)).toEqual([pell.characterId]);
  const character = offered.choices[0]?.value ?? '';
  const seen = await command('pell', 'signup', { name: raid, role: 'healer', character }, { locale: 'de' });
  expect(seen.content).toContain('Du bist dabei: **Night of stars**');
  expect((await command('pell', 'events')).content).toContain('you’re in');

  // Free text is searched, and two hits are asked back.
  const both = await command('pell', 'signup', { name: 'night of', role: 'healer' });
  expect(both.content).toBe('Which one do you mean?');
  expect(both.components[0]?.components).toHaveLength(2);
  expect((await command('pell', 'event', { name: 'nothing' })).content).toContain('No upcoming event');
  expect((await command('pell', 'event')).content).toContain('Night of stars');
});

test('a repeated absence command adds one absence, and a malformed day is refused', async () => {
  const day = inHours(48).slice(0, 10);
  const seen = await command('pell', 'absence', { from: day, note: 'Away' }, { fault: 'duplicate' });
  expect(seen.content).toContain(`away from ${day} to ${day}`);
  expect(await app.ctx.sql('select note from absence where user_id = $1', [pell.userId])).toEqual([{ note: 'Away' }]);
  expect((await command('pell', 'absence', { from: 'tomorrow' })).content).toContain('Write days as');
});

test('members see their own attendance; officers see that of all', async () => {
  expect((await command('pell', 'attendance')).content).toContain('No event has counted');
  const other = { member: guild.officer.userId };
  expect((await command('pell', 'attendance', other)).content).toContain('Your role does not allow');
  expect((await complete('pell', 'attendance', 'member', { member: '' })).choices).toEqual([]);
  const role = `update role set permissions = permissions || '{canViewOfficerData}' where organization_id = $1`;
  await app.ctx.sql(role, [guild.id]);
  expect((await complete('kessa', 'attendance', 'member', { member: 'person' })).choices.length).toBeGreaterThan(0);
  expect((await command('kessa', 'attendance', { member: pell.userId })).kind).toBe('message');
});

test('officers see the attendance of a raider without an account, whom they find by name', async () => {
  const { officer } = guild;
  await app.ctx.sql(
    `update role set permissions = permissions || '{canViewOfficerData,canManageEvents}' where organization_id = $1`,
    [guild.id],
  );
  const planned = {
    ...{ title: 'Night before', type: 'raid', scope: 'guild', slots: [] },
    ...{ startsAt: inHours(48), durationMinutes: 60 },
  };
  const event = await done<{ id: string }>(officer.call('POST', `/organizations/${guild.id}/events`, planned));
  const guest = await done<{ raider: { id: string } }>(
    officer.call('POST', `/events/${event.id}/participations`, { guest: 'Curlybill Éowyn' }),
  );
  await moveBack(app, event.id, 200);
  await done(
    officer.call('POST', `/events/${event.id}/attendance`, {
      entries: [{ raiderId: guest.raider.id, attendance: 'present' }],
    }),
  );
  await advanceEvents(app.ctx, {}, { signal: new AbortController().signal });
  for (const member of ['CURLY', 'ÉOW', 'eow'])
    expect((await complete('kessa', 'attendance', 'member', { member })).choices).toEqual([
      { name: 'Curlybill Éowyn', value: guest.raider.id },
    ]);
  const shown = await command('kessa', 'attendance', { member: guest.raider.id });
  expect(shown.content).toContain('Curlybill');
  expect(shown.content).toContain('100');
});

test('points are told to the asker alone: their own, with their place', async () => {
  expect((await command('kessa', 'points')).content).toMatch(/not|permission/);
  const { sql } = app.ctx;
  await sql(`update role set permissions = permissions || '{canViewRoster,canManageLoot}' where organization_id = $1`, [
    guild.id,
  ]);
  expect((await command('kessa', 'points')).content).toBe('You have no points here yet.');
  const raiderOf = async ({ call }: Member) =>
    (await done<{ id: string }>(call('PUT', `/organizations/${guild.id}/raiders/mine`, {}))).id;
  const [own, other] = [await raiderOf(guild.officer), await raiderOf(pell)];
  const post = (path: string, body: object) => done<{ id: string }>(guild.officer.call('POST', path, { ...body }));
  const pool = await post(`/organizations/${guild.id}/point-pools`, { name: 'Main *raid*', kind: 'dkp', decimals: 1 });
  await post(`/point-pools/${pool.id}/entries`, { reason: 'Kill', points: 125, raiderIds: [own] });
  await post(`/point-pools/${pool.id}/entries`, { reason: 'Kill', points: 130, raiderIds: [other] });
  const seen = await command('kessa', 'points');
  expect(seen).toMatchObject({ kind: 'message', ephemeral: true });
  expect(seen.content).toContain('**Main \\*raid\\*** · 12.5 points · place 2 of 2');
  expect(seen.content).not.toContain('13');
});

test('the page of simulated channels presses buttons, types commands and sends forms as a person', async () => {
  const page = `${app.simulator.origin}/discord/channels`;
  const act = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ as: 'pell', channel: CHANNELS.officers, ...fields });
    return (await fetch(page, { method: 'POST', body })).text();
  };
  await act({ command: `/signup name:${raid} role:healer` });
  const opened = await act({ command: `/event name:${raid}` });
  expect(opened).toContain('Only you see this');
  expect(opened).toContain('Night of stars');
  const late = await act({ press: customId.late(raid) });
  const [, form = ''] = /name="form" value="(\d+)"/.exec(late) ?? [];
  const sent = await act({ form, 'field:minutes': '30', 'field:note': 'Work' });
  expect(sent).toContain('30 min late');
  expect(await act({ press: customId.answer(raid, 'declined') })).toContain('You said no');
  expect(await act({ command: '/nothing' })).toContain('There is no command /nothing');
  expect(await (await fetch(`${page}?as=wrenna`)).text()).toContain('<strong>wrenna');
});

test('asks which guild of a shared server is meant, and guides strangers and servers without a guild', async () => {
  const { guild: synced } = await bringIn(app, 'ysolde');
  await connectServer(app, synced.id, guild.officer.userId);
  const [ysolde] = await app.ctx.sql<{ userId: string }>(
    `select user_id as "userId" from current_member where organization_id = $1 limit 1`,
    [synced.id],
  );
  await linkAccount(app, { userId: ysolde?.userId ?? '' }, 'ysolde');
  // A member of one of them means that one; completion too.
  expect((await command('ysolde', 'roster')).content).toContain('20 members');
  expect((await command('pell', 'events')).content).toContain('Night of stars');
  expect((await complete('pell', 'event', 'name', { name: 'stars' })).choices).toHaveLength(1);
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [guild.id, ysolde?.userId]);
  expect((await command('ysolde', 'roster')).content).toContain('Several guilds share this server');
  const [choice] = (await complete('ysolde', 'roster', 'guild', { guild: synced.name.slice(0, 5) })).choices;
  const where = { guild: String(choice?.value) };
  expect((await command('ysolde', 'roster', where)).content).toContain('20 members');
  expect((await command('ysolde', 'roster', { ...where, search: 'nobody at all' })).content).toContain('No matches');
  expect((await command('ysolde', 'whocan', { ...where, recipe: 'elixir' })).content).toContain('elixir');
  expect((await command('pell', 'roster', where)).content).toMatch(/not|does/);

  // A character that can make it by two professions is one crafter.
  await untilEnriched(app);
  const crafts = [171, 164].map((id, index) => ({
    ...{ id, kind: 'primary', specialization: null, skillPoints: 100, maxSkillPoints: 100 },
    tiers: [{ id: 2513 + index, skillPoints: 100, maxSkillPoints: 100, recipeIds: [990_001 + index] }],
  }));
  await app.ctx.sql(
    `insert into game_name (kind, key, names) values ('recipe', '990001', '{"en_US": "Quiet Lampstone"}'),
       ('recipe', '990002', '{"en_US": "Loud Lampstone"}')`,
  );
  await app.ctx.sql(
    `update character_section set data = $2 where section = 'professions' and character_id =
       (select claimed_by_id from roster_entry where organization_id = $1 and claimed_by_id is not null order by id limit 1)`,
    [synced.id, JSON.stringify({ professions: crafts })],
  );
  const found = (await command('ysolde', 'whocan', { ...where, recipe: 'lampstone' })).content.split('\n').slice(1);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/Quiet Lampstone.*Loud Lampstone|Loud Lampstone.*Quiet Lampstone/);

  // Several of one name are told apart.
  const owned = 'select claimed_by_id from roster_entry where organization_id = $1 and claimed_by_id is not null';
  await app.ctx.sql(
    `update character_section set data = $2 where section = 'professions' and character_id in (${owned})`,
    [synced.id, JSON.stringify({ professions: crafts })],
  );
  await app.ctx.sql(`update character set name = 'Ysolde' where id in (${owned})`, [synced.id]);
  await app.ctx.sql(`update roster_entry set name = 'Ysolde' where organization_id = $1`, [synced.id]);
  for (const [name, options] of [['whocan', { recipe: 'lampstone' }] as const, ['roster', {}] as const]) {
    const lines = (await command('ysolde', name, { ...where, ...options })).content.split('\n').slice(1);
    const names = lines.map((line) => reading(line.split('** ')[0] ?? ''));
    expect([name, names.length > 1, new Set(names).size]).toEqual([name, true, names.length]);
  }

  // In a channel where one of them posts, that one is meant, unless another is named.
  const posts = (organizationId: string) =>
    app.ctx.sql(
      `insert into discord_binding (organization_id, server_id, channel_id, channel_name, detail, lead_days)
       values ($1, $2, $3, 'raids', 'names', 7)`,
      [organizationId, app.simulator.world.chat.server('lantern').id, CHANNELS.rules],
    );
  await posts(synced.id);
  const here = { channel: CHANNELS.rules };
  expect((await command('ysolde', 'roster', {}, here)).content).toContain('20 members');
  expect((await command('ysolde', 'roster', {}, { channel: CHANNELS.welcome })).content).toContain('Several guilds');
  expect((await command('pell', 'events', { guild: guild.id }, here)).content).toContain('Night of stars');
  // So it is in a thread below.
  const thread = { channel: '430000000000000777', parent: CHANNELS.rules };
  expect((await command('ysolde', 'roster', {}, thread)).content).toContain('20 members');
  expect((await command('ysolde', 'roster', {}, { ...thread, parent: CHANNELS.welcome })).content).toContain('Several');
  for (const forged of [
    { channel: { id: '1', parent_id: null } },
    { channel: undefined },
    { channel: { parent_id: 7 } },
  ])
    expect((await command('ysolde', 'roster', {}, { ...here, forged })).content).toContain('20 members');
  await posts(guild.id);
  expect((await command('ysolde', 'roster', {}, here)).content).toContain('Several guilds');
  expect((await command('pell', 'events', {}, here)).content).toContain('Night of stars');

  app.simulator.world.chat.join('crepuscule', 'pell');
  expect((await command('pell', 'events', {}, { server: 'crepuscule' })).content).toContain('isn’t connected');
  app.simulator.world.chat.join('lantern', 'wrenna');
  expect((await command('wrenna', 'events')).content).toContain('doesn’t know who you are');
});

test('an absence and the own name need no guild, and a named guild is the only one an absence is from', async () => {
  const { sql } = app.ctx;
  const both = await member('osric', ['Alpha', 'Beta']);
  const [alpha] = both.guilds as [string];
  const absences = () =>
    sql('select organization_id as "from", note from absence where user_id = $1 order by starts_at', [both.userId]);
  expect((await command('osric', 'events')).content).toContain('Several guilds share this server');
  expect((await command('osric', 'me')).content).toContain('Discord is connected');
  expect((await command('osric', 'me', {}, { server: null })).content).toContain('Discord is connected');
  const day = (days: number) => inHours(24 * days).slice(0, 10);
  expect((await command('osric', 'absence', { from: day(10), note: 'all' })).content).toContain('away from');
  const direct = await command('osric', 'absence', { from: day(20), note: 'direct' }, { server: null });
  expect(direct.content).toContain('away from');
  const named = await command('osric', 'absence', { from: day(30), note: 'one', guild: 'alpha' });
  expect(named.content).toBe(`**Alpha** · You are marked as away from ${day(30)} to ${day(30)}.`);
  expect(await absences()).toEqual([
    { from: null, note: 'all' },
    { from: null, note: 'direct' },
    { from: alpha, note: 'one' },
  ]);
  expect((await command('osric', 'absence', { from: day(40), guild: 'Gamma' })).content).toContain('Several guilds');
  expect((await command('pell', 'absence', { from: day(40), guild: 'alpha' })).content).toContain('does not allow');
  expect(await absences()).toHaveLength(3);
});

test('direct messages, and commands that a person brings to a server, speak of their own guilds', async () => {
  await member('impostor', []);
  const direct = { server: null };
  expect((await command('impostor', 'events', {}, direct)).content).toContain('You are in no guild');
  const twice = await member('brannoc', ['Gamma', 'Delta']);
  expect((await command('brannoc', 'events', {}, direct)).content).toContain('You are in several guilds');
  expect((await command('brannoc', 'events', { guild: 'delta' }, direct)).content).toContain('Nothing is planned');
  expect((await command('brannoc', 'events', { guild: 'Omega' }, direct)).content).toContain('several guilds');
  // Neither server nor bot has to do with the guild.
  app.simulator.world.chat.join('crepuscule', 'brannoc');
  const brought = {
    server: 'crepuscule',
    forged: { authorizing_integration_owners: { 1: '100000000000000001' } },
  };
  expect((await command('brannoc', 'events', {}, brought)).content).toContain('You are in several guilds');
  expect((await command('brannoc', 'events', { guild: 'delta' }, brought)).content).toContain('Nothing is planned');
  await app.ctx.sql('update membership set left_at = now() where organization_id = $1', [twice.guilds[0]]);
  expect((await command('brannoc', 'events', {}, direct)).content).toContain('Nothing is planned');
  const both = { 0: app.simulator.world.chat.server('crepuscule').id, 1: '100000000000000001' };
  for (const authorizing_integration_owners of [both, undefined, 7, { 1: 7 }]) {
    const forged = { authorizing_integration_owners };
    const seen = await command('brannoc', 'events', {}, { server: 'crepuscule', forged });
    expect(seen.content).toContain('isn’t connected');
  }
});

/** Links an account to a new person, who belongs to guilds of these names that share the server. */
async function member(account: string, names: string[]) {
  const { userId } = await createPerson(app);
  await linkAccount(app, { userId }, account);
  const guilds: string[] = [];
  for (const name of names) {
    const { id, officer } = await eventGuild(app, 0);
    await app.ctx.sql('update organization set name = $2 where id = $1', [id, name]);
    await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [id, userId]);
    await connectServer(app, id, officer.userId);
    guilds.push(id);
  }
  return { userId, guilds };
}

test('descriptions fit Discord’s limits in every language', () => {
  for (const language of LANGUAGES) {
    const { commands, options } = discordWords(language);
    const texts = [...Object.values(commands), ...Object.values(options)];
    expect(texts.filter(({ length }) => length > 100 || length === 0)).toEqual([]);
  }
});
