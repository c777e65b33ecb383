import type { EventView } from '@guildhall/contracts/event.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { freshBot } from '../../../test/chat.ts';
import { type DiscordGuild, discordGuild, messageIn, minuteLater, planEvent } from '../../../test/discord-guild.ts';
import { done, inHours, type Member } from '../../../test/events.ts';
import { eventually } from '../../../test/guild.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  freshBot(app);
});
afterAll(() => app[Symbol.asyncDispose]());
afterEach(() => {
  app.simulator.faults.clear();
  freshBot(app);
});

let accounts = 0;
const chat = () => app.simulator.world.chat;
const mentioning = (hours: 1 | 24, size = 1) => discordGuild(app, { size, bound: { mentionHours: hours } });

/** Links accounts of Discord by hand; returns how each person is mentioned. */
async function linked(members: Member[]): Promise<string[]> {
  return Promise.all(
    members.map(async ({ userId }) => {
      accounts += 1;
      const id = String(310_500_000_000_000_000n + BigInt(accounts));
      await app.ctx.sql(`insert into account (user_id, provider_id, account_id) values ($1, 'discord', $2)`, [
        userId,
        id,
      ]);
      return `<@${id}>`;
    }),
  );
}

/** All signed up long ago, as far as reminders are concerned. */
async function come(event: EventView, members: Member[]): Promise<void> {
  for (const [index, { userId, characterId }] of members.entries()) {
    await app.ctx.sql(
      `insert into participation (event_id, user_id, character_id, role_key, status, ticket, status_since)
       values ($1, $2, $3, $5, 'signed_up', $4, now() - interval '3 days')`,
      [event.id, userId, characterId, index + 1, index < 100 ? 'tank' : 'healer'],
    );
  }
}

const replies = (guild: DiscordGuild, postId: string) =>
  chat()
    .messages(guild.channelId)
    .filter(({ replyTo }) => replyTo === postId);

/** All mentions below a post, once there are as many messages. */
const mentioned = (guild: DiscordGuild, postId: string, messages: number) =>
  eventually(async () => {
    await minuteLater(app);
    const found = replies(guild, postId);
    expect(found).toHaveLength(messages);
    expect(await app.ctx.sql('select from event_mention where settled_at is null')).toEqual([]);
    return found;
  });

test('mentions attendees once below the post, but not absent, undecided, muted or unlinked members', async () => {
  const guild = await mentioning(24, 5);
  const [coming, muted, away, maybe] = guild.members as [Member, Member, Member, Member];
  const [mention] = await linked([coming, muted, away, maybe]);
  await done(muted.call('PATCH', '/auth/me/event-mails', { reminder: false }));
  const event = await planEvent(guild, { title: '@everyone **now**', startsAt: inHours(20) });
  const post = await messageIn(app, guild.channelId);
  await come(event, guild.members);
  await app.ctx.sql(`update participation set status = 'tentative', ticket = null where user_id = $1`, [maybe.userId]);
  await app.ctx.sql(
    `insert into absence (user_id, from_day, to_day, time_zone, starts_at, ends_at)
     values ($1, current_date, current_date + 2, 'UTC', now(), now() + interval '3 days')`,
    [away.userId],
  );
  const [reply] = await mentioned(guild, post.id, 1);
  expect(reply?.pings).toEqual([mention]);
  expect(reply?.content).toMatch(/begins <t:\d+:R>\n<@\d+>$/);
  await minuteLater(app);
  await mentioned(guild, post.id, 1);
});

test('mentions two hundred people in three messages, each person once', async () => {
  const guild = await mentioning(1, 200);
  const mentions = await linked(guild.members);
  const slots = ['tank', 'healer'].map((roleKey) => ({ roleKey, max: 100 }));
  const event = await planEvent(guild, { startsAt: inHours(30), slots });
  const post = await messageIn(app, guild.channelId);
  await come(event, guild.members);
  await minuteLater(app);
  expect(replies(guild, post.id)).toEqual([]);
  await app.ctx.sql(
    `update event set starts_at = now() + interval '50 minutes', ends_at = now() + interval '2 hours' where id = $1`,
    [event.id],
  );
  const found = await mentioned(guild, post.id, 3);
  expect(found.map(({ pings }) => pings.length).toSorted((a, b) => a - b)).toEqual([40, 80, 80]);
  expect(found.flatMap(({ pings }) => pings).toSorted()).toEqual(mentions.toSorted());
  expect(Math.max(...found.map(({ content }) => content.length))).toBeLessThanOrEqual(2_000);
});

test('a rescheduled event is announced again', async () => {
  const guild = await mentioning(24);
  await linked(guild.members);
  const event = await planEvent(guild, { startsAt: inHours(20) });
  const post = await messageIn(app, guild.channelId);
  await come(event, guild.members);
  await mentioned(guild, post.id, 1);
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { startsAt: inHours(22) }));
  await mentioned(guild, post.id, 2);
});

test('people who were mentioned after an outage are not mentioned again when their event changes', async () => {
  const guild = await mentioning(24);
  await linked(guild.members);
  const event = await planEvent(guild, { startsAt: inHours(20) });
  const post = await messageIn(app, guild.channelId);
  const path = `/discord/api/v10/channels/${guild.channelId}/messages`;
  // Until it was seen: the worker may mention them as soon as they come.
  const outage = app.simulator.faults.add({
    match: (request) => request.method === 'POST' && request.path === path,
    fault: { kind: 'status', status: 503 },
  });
  await come(event, guild.members);
  const refused = () => app.ctx.sql('select from event_mention where event_id = $1 and refused_code = 503', [event.id]);
  await eventually(async () => {
    await minuteLater(app);
    expect(await refused()).toHaveLength(1);
  });
  outage();
  await app.ctx.sql('update discord_lane set resume_at = null where channel_id = $1', [guild.channelId]);
  await app.ctx.sql('update event_mention set next_try_at = now() where event_id = $1', [event.id]);
  await mentioned(guild, post.id, 1);
  expect(await refused()).toEqual([]);
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { title: 'Renamed' }));
  await mentioned(guild, post.id, 1);
});

test('E-08: a worker killed after mentioning, but before recording it, mentions no one twice', async () => {
  const guild = await mentioning(24);
  const [mention] = await linked(guild.members);
  const event = await planEvent(guild, { startsAt: inHours(20) });
  const post = await messageIn(app, guild.channelId);
  await come(event, guild.members);
  await mentioned(guild, post.id, 1);
  await app.ctx.sql('update event_mention set settled_at = null, message = gen_random_uuid() where event_id = $1', [
    event.id,
  ]);
  const [reply] = await mentioned(guild, post.id, 1);
  expect(reply?.pings).toEqual([mention]);
});

test('a members-only guild mentions no one in a public channel unless an officer allows it', async () => {
  const guild = await discordGuild(app, { settings: { visibility: 'members' }, bound: { detail: 'counts' } });
  const path = `/organizations/${guild.id}/discord/bindings/${guild.binding.id}`;
  const refused = await guild.officer.call('PATCH', path, { mentionHours: 24 });
  expect([refused.status, refused.body.reason]).toEqual([409, 'channel_is_public']);
  const { body } = await guild.officer.call('PATCH', path, { mentionHours: 24, evenIfPublic: true });
  expect(body.mentionHours).toBe(24);
  expect((await guild.officer.call('PATCH', path, { mentionHours: null })).body.mentionHours).toBeNull();
});
