import type { EventView } from '@guildhall/contracts/event.ts';
import type { LineupView } from '@guildhall/contracts/lineup.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import type { ChatMessage } from '@guildhall/simulator/world-messages.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { freshBot } from '../../../test/chat.ts';
import { linkAccount } from '../../../test/discord.ts';
import { type DiscordGuild, discordGuild, minuteLater, planEvent } from '../../../test/discord-guild.ts';
import { runErasures } from '../../../test/erase-people.ts';
import { done, inHours, type Member } from '../../../test/events.ts';
import { eventually, patiently } from '../../../test/guild.ts';
import { customId } from '../../guilds/chat/custom-id.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.ctx.sql(`insert into journal_expansion (id) values (1)`);
  await app.ctx.sql(`insert into journal_instance (id, expansion_id, category) values (10, 1, 'raid')`);
  await app.ctx.sql(
    `insert into journal_encounter (id, instance_id, position) values (101, 10, 1), (102, 10, 2), (103, 10, 3)`,
  );
  await app.ctx.sql(
    `insert into journal_encounter_locale (entity_id, locale, name)
     values (101, 'en_US', 'Slagheart'), (102, 'en_US', 'Ember'), (103, 'en_US', 'Old _King_')`,
  );
});
afterAll(() => app[Symbol.asyncDispose]());
afterEach(() => {
  app.simulator.faults.clear();
  freshBot(app);
});

const chat = () => app.simulator.world.chat;
const replies = ({ channelId }: DiscordGuild) =>
  chat()
    .messages(channelId)
    .filter(({ replyTo }) => replyTo !== null);

/** The one reply of a channel, once there is one that passes the check. */
const replyIn = (guild: DiscordGuild, check: (reply: ChatMessage) => void = () => {}) =>
  patiently(async () => {
    const [reply, ...others] = replies(guild);
    if (!reply) throw new Error('No reply');
    expect(others).toEqual([]);
    check(reply);
    return reply;
  });

/** A place in a group, or on the bench. */
type Placed = { member: Member; slot: number | null };

async function raidNight(guild: DiscordGuild, input: object = {}) {
  const event = await planEvent(guild, { journalInstanceId: 10, slots: [], ...input });
  const raiders = new Map<string, string>();
  for (const { call, characterId, userId } of guild.members) {
    const { raider } = await done<ParticipationView>(call('PUT', `/events/${event.id}/signup`, { characterId }));
    raiders.set(userId, raider.id);
  }
  const places = (placed: Placed[]) =>
    placed.map(({ member, slot }) => ({
      ...{ raiderId: raiders.get(member.userId), characterId: member.characterId, role: 'melee' },
      ...{ group: slot === null ? null : 1, slot },
    }));
  const save = async (placed: Placed[], boss: number | 'all' = 'all') => {
    const address = `/events/${event.id}/lineups/${boss}`;
    const { version } = await done<LineupView>(guild.officer.call('GET', address));
    return done<LineupView>(guild.officer.call('PUT', address, { version, places: places(placed) }));
  };
  const publish = async (placed: Placed[], boss: number | 'all' = 'all') => {
    const { version } = await save(placed, boss);
    await done(guild.officer.call('POST', `/events/${event.id}/lineups/${boss}/publish`, { version }));
  };
  return { event, save, publish };
}

const nameOf = async ({ characterId }: Member) =>
  (await app.ctx.sql<{ name: string }>('select name from character where id = $1', [characterId]))[0]?.name ?? '';
const fieldsOf = (reply: ChatMessage) => (reply.embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]);
const postOf = ({ channelId }: DiscordGuild) =>
  chat()
    .messages(channelId)
    .find(({ replyTo }) => replyTo === null);
const settled = ({ id }: EventView) =>
  eventually(async () =>
    expect(await app.ctx.sql('select from lineup_post where event_id = $1 and shown = wanted', [id])).toHaveLength(1),
  );

test('one reply to the post shows bosses and names, and a new publication edits it', async () => {
  const guild = await discordGuild(app, { size: 3 });
  const [first, second, third] = guild.members as [Member, Member, Member];
  const [a, b, c] = await Promise.all([first, second, third].map(nameOf));
  const { event, save, publish } = await raidNight(guild);
  await save([{ member: first, slot: 1 }]);
  await minuteLater(app);
  expect(replies(guild)).toEqual([]);

  await publish([
    { member: first, slot: 1 },
    { member: second, slot: 2 },
    { member: third, slot: null },
  ]);
  const reply = await replyIn(guild);
  expect([reply.replyTo, reply.content, reply.pings]).toEqual([postOf(guild)?.id, 'Line-up: Raid night', []]);
  expect(fieldsOf(reply)).toEqual([['Slagheart, Ember, Old \\_King\\_ · 2', `${a}, ${b}, ${c} (bench)`]]);
  const [labels] = reply.components.map(({ components }) => components.map((one) => ('label' in one ? one.label : '')));
  expect(labels).toEqual(['My jobs', 'Open the page']);

  // Drafts stay out of the channel.
  await save([{ member: third, slot: 1 }], 102);
  await minuteLater(app);
  await settled(event);
  expect(fieldsOf(await replyIn(guild))).toHaveLength(1);
  await publish([{ member: third, slot: 1 }], 102);
  const edited = await replyIn(guild, (shown) => expect(fieldsOf(shown)).toHaveLength(2));
  expect(edited.id).toBe(reply.id);
  expect(fieldsOf(edited)).toEqual([
    ['Slagheart, Old \\_King\\_ · 2', `${a}, ${b}, ${c} (bench)`],
    ['Ember · 1', c],
  ]);

  await done(guild.officer.call('POST', `/events/${event.id}/cancel`, {}));
  await replyIn(guild, (shown) => expect(shown.components).toEqual([]));
});

test('raiders without an account stand in the reply under their own names, guests too', async () => {
  const guild = await discordGuild(app, { size: 1 });
  const { event } = await raidNight(guild);
  const guest = await done<ParticipationView>(
    guild.officer.call('POST', `/events/${event.id}/participations`, { guest: 'Pickle *the* Brave' }),
  );
  const address = `/events/${event.id}/lineups/all`;
  const { version } = await done<LineupView>(guild.officer.call('GET', address));
  const places = [{ raiderId: guest.raider.id, role: 'melee', group: 1, slot: 1 }];
  const saved = await done<LineupView>(guild.officer.call('PUT', address, { version, places }));
  await done(guild.officer.call('POST', `${address}/publish`, { version: saved.version }));
  const reply = await replyIn(guild);
  expect(fieldsOf(reply)).toEqual([['Slagheart, Ember, Old \\_King\\_ · 1', 'Pickle \\*the\\* Brave']]);
});

test('E-12: where a post shows counts, the reply names no person', async () => {
  const guild = await discordGuild(app, { size: 2, bound: { detail: 'counts' } });
  const [first, second] = guild.members as [Member, Member];
  const { publish } = await raidNight(guild);
  await publish([
    { member: first, slot: 1 },
    { member: second, slot: null },
  ]);
  const reply = await replyIn(guild);
  expect(fieldsOf(reply)).toEqual([['Slagheart, Ember, Old \\_King\\_ · 1', '1 placed, 1 on the bench']]);
  const said = JSON.stringify(reply);
  for (const name of await Promise.all([first, second].map(nameOf))) expect(said).not.toContain(name);

  // The channel is opened to names, and closed again: the message that is there follows.
  const binding = `/organizations/${guild.id}/discord/bindings/${guild.binding.id}`;
  await done(guild.officer.call('PATCH', binding, { detail: 'names' }));
  await minuteLater(app);
  const name = await nameOf(first);
  await replyIn(guild, (shown) => expect(JSON.stringify(shown.embeds)).toContain(name));
  await done(guild.officer.call('PATCH', binding, { detail: 'counts' }));
  await minuteLater(app);
  await replyIn(guild, (shown) => expect(JSON.stringify(shown.embeds)).not.toContain(name));
});

test('E-13: a reply whose answer was lost is not sent a second time, and shows what was published since', async () => {
  const guild = await discordGuild(app, { size: 2 });
  const [first, second] = guild.members as [Member, Member];
  const { event, publish } = await raidNight(guild);
  await patiently(async () => expect(postOf(guild)).toBeDefined());
  await eventually(async () =>
    expect(await app.ctx.sql('select from event_post where event_id = $1 and shown = wanted', [event.id])).toHaveLength(
      1,
    ),
  );
  const match = `/discord/api/v10/channels/${guild.channelId}/messages`;
  app.simulator.requests.clear();
  app.simulator.faults.add({ match, times: 2, fault: { kind: 'answered-but-lost' } });
  await publish([{ member: first, slot: 1 }]);
  await eventually(async () => expect(app.simulator.requests.count({ path: match })).toBeGreaterThan(0));
  // The nonce does not help for ever: only the message itself says that it is there.
  await publish([{ member: second, slot: 1 }]);
  const name = await nameOf(second);
  await replyIn(guild, (shown) => expect(JSON.stringify(shown.embeds)).toContain(name));
});

test('a post that comes after the publication gets its reply', async () => {
  const guild = await discordGuild(app, { bound: { leadDays: 7 } });
  const [member] = guild.members as [Member];
  const { event, publish } = await raidNight(guild, { startsAt: inHours(24 * 9) });
  await publish([{ member, slot: 1 }]);
  await minuteLater(app);
  expect(chat().messages(guild.channelId)).toEqual([]);
  await app.ctx.sql(
    `update event set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days' where id = $1`,
    [event.id],
  );
  await minuteLater(app);
  expect((await replyIn(guild)).replyTo).toBe(postOf(guild)?.id);
});

test('the reply goes when nothing is published any more, with its event, and with the channel', async () => {
  const guild = await discordGuild(app);
  const [member] = guild.members as [Member];
  const { event, publish } = await raidNight(guild);
  await publish([{ member, slot: 1 }]);
  const reply = await replyIn(guild);
  await settled(event);
  await publish([]);
  await patiently(async () => {
    await minuteLater(app);
    expect(replies(guild)).toEqual([]);
  });
  await publish([{ member, slot: 1 }]);
  expect((await replyIn(guild)).id).not.toBe(reply.id);
  await settled(event);

  await done(guild.officer.call('POST', `/events/${event.id}/cancel`, {}));
  await done(guild.officer.call('DELETE', `/events/${event.id}`));
  await patiently(async () => {
    await minuteLater(app);
    expect(chat().messages(guild.channelId)).toEqual([]);
  });

  const other = await raidNight(guild);
  await other.publish([{ member, slot: 1 }]);
  await replyIn(guild);
  await settled(other.event);
  await done(guild.officer.call('DELETE', `/organizations/${guild.id}/discord/bindings/${guild.binding.id}`));
  // A job that is about to end may not see it; the look of the next minute does.
  await patiently(async () => {
    await minuteLater(app);
    expect(chat().messages(guild.channelId)).toEqual([]);
  });
  await eventually(async () =>
    expect(await app.ctx.sql('select from lineup_post where channel_id = $1', [guild.channelId])).toEqual([]),
  );
});

test('the reply shows no line-up for a boss that the event does not visit any more, and goes when no other is left', async () => {
  const guild = await discordGuild(app);
  const [member] = guild.members as [Member];
  const { event, publish } = await raidNight(guild);
  await publish([{ member, slot: 1 }], 101);
  const reply = await replyIn(guild);
  expect(fieldsOf(reply)).toEqual([['Slagheart · 1', await nameOf(member)]]);
  await settled(event);
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { journalInstanceId: null }));
  await patiently(async () => {
    await minuteLater(app);
    expect(replies(guild)).toEqual([]);
  });
  await publish([{ member, slot: 1 }]);
  expect(fieldsOf(await replyIn(guild))).toEqual([['Whole night · 1', await nameOf(member)]]);
});

test('a reply that a member deleted stays away until an officer reposts', async () => {
  const guild = await discordGuild(app);
  const [member] = guild.members as [Member];
  const { event, publish } = await raidNight(guild);
  await publish([{ member, slot: 1 }]);
  chat().deleteMessage((await replyIn(guild)).id);
  await settled(event);
  await publish([{ member, slot: 2 }], 101);
  const removed = `select from lineup_post where event_id = $1 and state = 'removed'`;
  await publish([{ member, slot: null }], 101);
  await patiently(async () => expect(await app.ctx.sql(removed, [event.id])).toHaveLength(1));
  await minuteLater(app);
  expect(replies(guild)).toEqual([]);
  await done(guild.officer.call('POST', `/organizations/${guild.id}/discord/bindings/${guild.binding.id}/repost`));
  await minuteLater(app);
  await replyIn(guild);
});

test('a person who is erased leaves the reply, also with nothing but a place', async () => {
  const guild = await discordGuild(app, { size: 2 });
  const [gone, stays] = guild.members as [Member, Member];
  const name = await nameOf(gone);
  const { event, publish } = await raidNight(guild);
  await publish([
    { member: gone, slot: 1 },
    { member: stays, slot: 2 },
  ]);
  await replyIn(guild, (shown) => expect(JSON.stringify(shown.embeds)).toContain(name));
  await done(gone.call('DELETE', `/events/${event.id}/signup`));
  await done(gone.call('DELETE', '/auth/me'));
  await runErasures(app);
  await patiently(async () => {
    await minuteLater(app);
    expect(JSON.stringify(replies(guild)[0]?.embeds)).not.toContain(name);
  });
  expect(fieldsOf(await replyIn(guild))).toEqual([['Slagheart, Ember, Old \\_King\\_ · 1', await nameOf(stays)]]);
});

test('“My jobs” answers the asker alone with their bosses and lines, and only at events of the server’s guild', async () => {
  const guild = await discordGuild(app, { size: 2 });
  const [pell, kessa] = guild.members as [Member, Member];
  await linkAccount(app, pell, 'pell');
  await linkAccount(app, kessa, 'kessa');
  const { event, publish } = await raidNight(guild);
  const press = (account: string, id = event.id) => app.simulator.discord.press(account, customId.jobs(id));
  expect((await press('pell')).content).toBe('No line-up is published yet.\nThe notes have nothing for you.');

  const note = `time:78;ph:2;tag:${await nameOf(pell)};text:Shield *Wall*;\ntime:5;tag:everyone;spellid:2825;`;
  await done(guild.officer.call('PUT', `/events/${event.id}/notes/101`, { version: 0, text: note }));
  await publish([
    { member: pell, slot: 1 },
    { member: kessa, slot: null },
  ]);
  const own = await press('pell');
  expect(own).toMatchObject({ kind: 'message', ephemeral: true, status: 200 });
  expect(own.content).toBe(
    'You’re in 3 of 3 bosses.\n**Slagheart**\n`1:18` phase 2 Shield \\*Wall\\*\n`0:05` Spell 2825',
  );
  const page = { type: 2, style: 5, label: 'Open the page', url: `${app.config.baseUrl}/events/${event.id}/plan` };
  expect(own.components).toEqual([{ type: 1, components: [page] }]);
  expect((await press('kessa')).content).toBe(
    'You’re in 0 of 3 bosses, and on the bench for 3.\n**Slagheart**\n`0:05` Spell 2825',
  );

  const elsewhere = await discordGuild(app, { server: 'crepuscule' });
  const foreign = await raidNight(elsewhere);
  await foreign.publish([{ member: elsewhere.members[0] as Member, slot: 1 }]);
  const refused = await press('pell', foreign.event.id);
  expect(refused.content).not.toContain('bosses');
  // Nothing is said to an account that is not linked.
  app.simulator.world.chat.join('lantern', 'ysolde');
  expect((await press('ysolde')).content).toContain('Guildhall doesn’t know who you are here yet.');
});
