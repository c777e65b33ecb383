import type { ChatMessage } from '@guildhall/simulator/world-messages.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { freshBot } from '../../../test/chat.ts';
import { type DiscordGuild, discordGuild, minuteLater } from '../../../test/discord-guild.ts';
import { done, moveBack } from '../../../test/events.ts';
import { patiently } from '../../../test/guild.ts';
import { type Fought, logNight, pastRaid } from '../../../test/logged-night.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app[Symbol.asyncDispose]());
afterEach(() => freshBot(app));

const chat = () => app.simulator.world.chat;
const messages = ({ channelId }: DiscordGuild) => chat().messages(channelId);
const repliesIn = (guild: DiscordGuild) => messages(guild).filter(({ replyTo }) => replyTo !== null);

/** The one reply of a channel, once there is one that passes the check. */
const replyIn = (guild: DiscordGuild, check: (reply: ChatMessage) => void = () => {}) =>
  patiently(async () => {
    const [reply, ...others] = repliesIn(guild);
    if (!reply) throw new Error('No reply');
    expect(others).toEqual([]);
    check(reply);
    return reply;
  });
const linesOf = (reply: ChatMessage) => reply.embeds[0]?.description?.split('\n');

const NIGHT: Fought[] = [
  [1, 'Slagheart', null],
  [2, 'Old _King_', 64.2],
  [2, 'Old _King_', 3.4],
  [2, 'Old _King_', null],
  [3, 'Ember', 41],
];
const SHOWN = [
  'Heroic · 2 kills in 5 pulls',
  '',
  '✅ **Slagheart** · 1 pull · first kill, pull 1',
  '✅ **Old \\_King\\_** · 3 pulls · first kill, pull 3 · best wipe 3 %',
  '❌ **Ember** · 1 pull · best wipe 41 %',
];

test('the day after, one reply to the post says bosses, pulls and best wipes, and no person', async () => {
  const guild = await discordGuild(app, { bound: { nights: true } });
  const event = await pastRaid(app, guild);
  await minuteLater(app);
  expect(repliesIn(guild)).toEqual([]);

  await logNight(app, guild, event.id, NIGHT);
  await minuteLater(app);
  const reply = await replyIn(guild);
  const post = messages(guild).find(({ replyTo }) => replyTo === null);
  expect([reply.replyTo, reply.content, reply.pings]).toEqual([post?.id, 'How it went: Raid night', []]);
  expect(linesOf(reply)).toEqual(SHOWN);
  const [buttons] = reply.components.map(({ components }) => components.map((one) => ('url' in one ? one.url : one)));
  expect(buttons).toEqual([`${app.config.baseUrl}/events/${event.id}#night`]);
  const said = JSON.stringify(reply);
  for (const { name } of app.simulator.world.members(app.simulator.world.guild('lantern')).slice(0, 10))
    expect(said).not.toContain(name);

  // A log that comes later edits the message.
  await logNight(app, guild, event.id, [...NIGHT, [3, 'Ember', null]]);
  const edited = await replyIn(guild, (shown) => expect(linesOf(shown)?.[0]).toBe('Heroic · 3 kills in 6 pulls'));
  expect(edited.id).toBe(reply.id);
});

test('nothing comes before noon, while a report grows, for a night of last week, or where the channel does not want it', async () => {
  const [wants, not] = [await discordGuild(app), await discordGuild(app)];
  const [early, growing, old] = [await pastRaid(app, wants), await pastRaid(app, wants), await pastRaid(app, wants)];
  const unwanted = await pastRaid(app, not);
  for (const [guild, event] of [
    [wants, early],
    [wants, growing],
    [wants, old],
    [not, unwanted],
  ] as const)
    await logNight(app, guild, event.id, NIGHT);
  await moveBack(app, early.id, -39);
  await moveBack(app, old.id, 7 * 24);
  await app.ctx.sql(`update log_report set state = 'live' where event_id = $1`, [growing.id]);
  const want = ({ id, binding, officer }: DiscordGuild) =>
    done(officer.call('PATCH', `/organizations/${id}/discord/bindings/${binding.id}`, { nights: true }));
  await want(wants);
  await minuteLater(app);
  const waiting = `select from night_post where event_id = any($1)`;
  expect(await app.ctx.sql(waiting, [[early, growing, old, unwanted].map(({ id }) => id)])).toEqual([]);

  await app.ctx.sql(`update log_report set state = 'complete' where event_id = $1`, [growing.id]);
  await want(not);
  await minuteLater(app);
  await replyIn(wants);
  await replyIn(not);
});

test('a night that ends after midnight is told of at the next noon', async () => {
  const guild = await discordGuild(app, { bound: { nights: true } });
  const event = await pastRaid(app, guild);
  await logNight(app, guild, event.id, NIGHT);
  // Where it is past noon now.
  const ahead = 13 - new Date().getUTCHours();
  const zone = `Etc/GMT${ahead >= 0 ? '-' : '+'}${Math.abs(ahead)}`;
  await app.ctx.sql(
    `update event set time_zone = $2, ends_at = t.ended, starts_at = t.ended - interval '3 hours'
     from (select ((now() at time zone $2)::date + time '00:30') at time zone $2 as ended) t where id = $1`,
    [event.id, zone],
  );
  await minuteLater(app);
  await replyIn(guild);
});

test('the reply goes with the reports of the night, stays away once a member deleted it, and outlasts the channel', async () => {
  const guild = await discordGuild(app, { bound: { nights: true, detail: 'counts' } });
  const event = await pastRaid(app, guild);
  const reportId = await logNight(app, guild, event.id, NIGHT);
  await minuteLater(app);
  await replyIn(guild);
  await done(guild.officer.call('DELETE', `/reports/${reportId}`));
  await patiently(async () => {
    await minuteLater(app);
    expect(repliesIn(guild)).toEqual([]);
  });

  await logNight(app, guild, event.id, NIGHT);
  await minuteLater(app);
  chat().deleteMessage((await replyIn(guild)).id);
  await logNight(app, guild, event.id, [...NIGHT, [3, 'Ember', 5]]);
  const removed = `select from night_post where event_id = $1 and state = 'removed'`;
  await patiently(async () => {
    await minuteLater(app);
    expect(await app.ctx.sql(removed, [event.id])).toHaveLength(1);
  });
  expect(repliesIn(guild)).toEqual([]);
  const binding = `/organizations/${guild.id}/discord/bindings/${guild.binding.id}`;
  await done(guild.officer.call('POST', `${binding}/repost`));
  await minuteLater(app);
  await replyIn(guild);

  await done(guild.officer.call('DELETE', binding));
  await minuteLater(app);
  expect(await app.ctx.sql('select from night_post where channel_id = $1', [guild.channelId])).toEqual([]);
  await replyIn(guild);
});
