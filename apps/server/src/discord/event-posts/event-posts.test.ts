import { chatPermission } from '@guildhall/simulator/world-chat-roles.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { freshBot, LANTERN } from '../../../test/chat.ts';
import { discordGuild, founds, messageIn, minuteLater, planEvent } from '../../../test/discord-guild.ts';
import { done, inHours, type Member } from '../../../test/events.ts';
import { eventually, patiently } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { sendJob } from '../../core/jobs/job.ts';
import { showDuePostsJob } from '../bindings/discord.jobs.ts';
import { checkDiscordServers, findDiscordWork } from './find-discord-work.ts';
import { showDuePosts } from './show-due-posts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app[Symbol.asyncDispose]());
afterEach(() => {
  app.simulator.faults.clear();
  app.simulator.requests.clear();
  app.simulator.world.chat.setBot('lantern', true);
  freshBot(app);
});

const chat = () => app.simulator.world.chat;
const comes = (who: Member, eventId: string) =>
  done(who.call('PUT', `/events/${eventId}/signup`, { characterId: who.characterId, roleKey: 'tank' }));
const inbox = async ({ userId }: { userId: string }) => {
  const rows = await app.ctx.sql<{ kind: string; title: string | null }>(
    `select kind, details ->> 'title' as title from notification where user_id = $1 order by id`,
    [userId],
  );
  return rows.map(({ kind, title }) => [kind, title]);
};
const stateOf = async (channelId: string) => {
  const rows = `select p.state, b.state as binding from event_post p join discord_binding b on b.id = p.binding_id
    where p.channel_id = $1`;
  return (await app.ctx.sql<{ state: string; binding: string }>(rows, [channelId]))[0];
};

test('an event is posted, updated with its sign-ups, and loses its buttons when it is cancelled', async () => {
  const guild = await discordGuild(app, { settings: { locale: 'de_DE' } });
  const [member] = guild.members;
  if (!member) throw new Error('A member');
  const event = await planEvent(guild);
  const { embeds, components, pings } = await messageIn(app, guild.channelId);
  expect([embeds[0]?.title, embeds[0]?.url]).toEqual(['Raid night', `${app.config.baseUrl}/events/${event.id}`]);
  expect([components.length, pings]).toEqual([2, []]);
  await comes(member, event.id);
  await messageIn(app, guild.channelId, (shown) => expect(shown.embeds[0]?.fields?.[0]?.value).toMatch(/^Bryn/));
  await done(guild.officer.call('POST', `/events/${event.id}/cancel`, {}));
  await messageIn(app, guild.channelId, (shown) => {
    expect([shown.content, shown.components]).toEqual(['Abgesagt: Raid night', []]);
  });
});

test('posts of events to come lose their buttons while their guild is archived', async () => {
  const guild = await discordGuild(app);
  await planEvent(guild);
  const { components } = await messageIn(app, guild.channelId);
  await founds(app, guild);
  await done(guild.officer.call('DELETE', `/organizations/${guild.id}`));
  await messageIn(app, guild.channelId, (shown) => {
    expect([shown.content, shown.components]).toEqual(['Sign-ups are closed: Raid night', []]);
  });
  await done(guild.officer.call('PATCH', `/organizations/${guild.id}/restore`));
  await messageIn(app, guild.channelId, (shown) => {
    expect([shown.content, shown.components]).toEqual(['Sign up: Raid night', components]);
  });
});

test('does not post drafts, distant events or other types until they are due', async () => {
  const guild = await discordGuild(app, { bound: { types: ['raid'], leadDays: 7 } });
  const draft = await planEvent(guild, { title: 'Draft', status: 'draft' });
  await planEvent(guild, { type: 'social', startsAt: inHours(30) });
  const far = await planEvent(guild, { title: 'Far', startsAt: inHours(24 * 9) });
  const shown = await planEvent(guild, { title: 'Shown', startsAt: inHours(72) });
  await messageIn(app, guild.channelId, (message) => expect(message.embeds[0]?.title).toBe('Shown'));
  await done(guild.officer.call('POST', `/events/${draft.id}/publish`, {}));
  await app.ctx.sql(
    `update event set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days' where id = $1`,
    [far.id],
  );
  await minuteLater(app);
  await eventually(async () => {
    const titles = chat()
      .messages(guild.channelId)
      .map(({ embeds }) => embeds[0]?.title);
    expect(titles.toSorted()).toEqual(['Draft', 'Far', 'Shown']);
  });
  await done(guild.officer.call('POST', `/events/${shown.id}/cancel`, {}));
  await done(guild.officer.call('DELETE', `/events/${shown.id}`));
  await eventually(async () => expect(chat().messages(guild.channelId)).toHaveLength(2));
});

test('the post is updated when the sign-up deadline passes', async () => {
  const guild = await discordGuild(app);
  const event = await planEvent(guild);
  await messageIn(app, guild.channelId);
  await eventually(async () =>
    expect(
      await app.ctx.sql('select from event_post where channel_id = $1 and shown = wanted', [guild.channelId]),
    ).toHaveLength(1),
  );
  await app.ctx.sql(`update event_post set shown_at = now() - interval '3 days' where event_id = $1`, [event.id]);
  await app.ctx.sql(`update event set signup_closes_minutes = 49 * 60 where id = $1`, [event.id]);
  await minuteLater(app);
  await messageIn(app, guild.channelId, ({ content }) => expect(content).toBe('Sign-ups are closed: Raid night'));
});

test('E-01: a rush of 50 sign-ups causes one edit every few seconds, and the last edit is up to date', async () => {
  const guild = await discordGuild(app, { size: 50 });
  const event = await planEvent(guild);
  const { id } = await messageIn(app, guild.channelId);
  const started = Date.now();
  for (let first = 0; first < 50; first += 10) {
    await Promise.all(guild.members.slice(first, first + 10).map((who) => comes(who, event.id)));
  }
  await messageIn(app, guild.channelId, ({ embeds }) => {
    const [tank, waiting] = embeds[0]?.fields ?? [];
    expect([tank?.name, waiting?.name]).toEqual(['Tank 10/10', 'Waitlist 40']);
  });
  const seconds = (Date.now() - started) / 1_000;
  expect(chat().edits(id).length).toBeLessThanOrEqual(2 + seconds / 3);
});

test('E-02: a message whose response was lost is not posted twice', async () => {
  const guild = await discordGuild(app);
  const match = `/discord/api/v10/channels/${guild.channelId}/messages`;
  app.simulator.faults.add({ match, times: 2, fault: { kind: 'answered-but-lost' } });
  const event = await planEvent(guild);
  await eventually(async () => expect(app.simulator.requests.count({ path: match })).toBeGreaterThan(0));
  const [member] = guild.members;
  if (!member) throw new Error('A member');
  await comes(member, event.id);
  await messageIn(app, guild.channelId, ({ embeds }) => expect(embeds[0]?.fields?.[0]?.name).toBe('Tank 1/10'));
  expect(await stateOf(guild.channelId)).toEqual({ state: 'live', binding: 'ok' });
});

test.each([
  ['user', { kind: 'limited', scope: 'user', retryAfter: 5 }],
  ['shared', { kind: 'limited', scope: 'shared', retryAfter: 5 }],
  ['global', { kind: 'limited', scope: 'global', retryAfter: 5 }],
  ['edits of old messages', { kind: 'limited', scope: 'user', retryAfter: 5, code: 30_046 }],
] as const)('E-03: respects a rate limit (%s) without losing an update', async (_what, fault) => {
  const guild = await discordGuild(app);
  const event = await planEvent(guild);
  const { id } = await messageIn(app, guild.channelId);
  const path = `/discord/api/v10/channels/${guild.channelId}/messages/${id}`;
  app.simulator.faults.add({ match: path, times: 1, fault });
  const [member] = guild.members;
  if (!member) throw new Error('A member');
  await comes(member, event.id);
  await messageIn(app, guild.channelId, ({ embeds }) => expect(embeds[0]?.fields?.[0]?.name).toBe('Tank 1/10'));
  const [refused, next] = app.simulator.requests.entries({ path });
  expect(refused?.status).toBe(429);
  expect((next?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThan(4_900);
});

test('E-04: a deleted message is not posted again until an officer reposts it', async () => {
  const guild = await discordGuild(app);
  const event = await planEvent(guild);
  chat().deleteMessage((await messageIn(app, guild.channelId)).id);
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { title: 'Moved' }));
  await eventually(async () => expect((await stateOf(guild.channelId))?.state).toBe('removed'));
  await minuteLater(app);
  expect(chat().messages(guild.channelId)).toEqual([]);
  const repost = () =>
    guild.officer.call('POST', `/organizations/${guild.id}/discord/bindings/${guild.binding.id}/repost`);
  expect((await repost()).body).toEqual({ posts: 1 });
  await messageIn(app, guild.channelId, ({ embeds }) => expect(embeds[0]?.title).toBe('Moved'));
  expect((await repost()).body).toEqual({ posts: 0 });
});

test('E-04: officers see that a channel is gone, and no more requests are sent there', async () => {
  const guild = await discordGuild(app);
  const event = await planEvent(guild);
  await messageIn(app, guild.channelId);
  chat().deleteChannel(guild.channelId);
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { title: 'Moved' }));
  await eventually(async () => expect((await stateOf(guild.channelId))?.binding).toBe('channel_gone'));
  app.simulator.requests.clear();
  await minuteLater(app);
  expect(app.simulator.requests.count({ path: `/discord/api/v10/channels/${guild.channelId}/*` })).toBe(0);
  const { body } = await guild.officer.call('GET', `/organizations/${guild.id}/discord`);
  expect(body).toMatchObject({ state: 'ok', bindings: [{ state: 'channel_gone', posts: { waiting: 1 } }] });
  expect(await inbox(guild.officer)).toEqual([['discord_posts_stopped', guild.binding.channelName]]);
});

test('E-04: posting pauses while a permission is missing, and resumes once it is granted again', async () => {
  const guild = await discordGuild(app);
  const { viewChannel, readHistory, embedLinks, sendMessages } = chatPermission;
  chat().setPermissions(guild.channelId, viewChannel | readHistory);
  await planEvent(guild);
  await eventually(async () => expect((await stateOf(guild.channelId))?.binding).toBe('lacks_permission'));
  const { body } = await guild.officer.call('GET', `/organizations/${guild.id}/discord`);
  expect(body).toMatchObject({ bindings: [{ state: 'lacks_permission', lacks: ['sendMessages', 'embedLinks'] }] });
  await minuteLater(app);
  const told = [['discord_posts_stopped', guild.binding.channelName]];
  expect(await inbox(guild.officer)).toEqual(told);
  chat().setPermissions(guild.channelId, viewChannel | readHistory | embedLinks | sendMessages);
  // A look of the minute before may still be under way, and puts the next one off again.
  await patiently(async () => {
    await minuteLater(app);
    expect(chat().messages(guild.channelId)).toHaveLength(1);
  });
  expect((await stateOf(guild.channelId))?.binding).toBe('ok');
  expect(await inbox(guild.officer)).toEqual(told);
});

test('E-04: sends no request after the bot is removed until an officer starts a new check', async () => {
  const guild = await discordGuild(app);
  const event = await planEvent(guild);
  await messageIn(app, guild.channelId);
  chat().setBot('lantern', false);
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { title: 'Moved' }));
  const discord = () => guild.officer.call('GET', `/organizations/${guild.id}/discord`);
  await eventually(async () => expect((await discord()).body.state).toBe('bot_removed'));
  const removed = ['discord_posts_stopped', null];
  expect(await inbox(guild.officer)).toEqual([removed]);
  app.simulator.requests.clear();
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { title: 'Moved again' }));
  await minuteLater(app);
  expect(app.simulator.requests.count({ path: `/discord/api/v10/*${guild.channelId}*` })).toBe(0);
  expect(app.simulator.requests.count({ path: `/discord/api/v10/guilds/${LANTERN}*` })).toBe(0);
  chat().setBot('lantern', true);
  freshBot(app);
  const checked = await guild.officer.call('POST', `/organizations/${guild.id}/discord/check`);
  expect(checked.body).toMatchObject({ state: 'ok', bindings: [{ posts: { waiting: 1 } }] });
  await minuteLater(app);
  await messageIn(app, guild.channelId, ({ embeds }) => expect(embeds[0]?.title).toBe('Moved again'));
  // Another outage is news again.
  chat().setBot('lantern', false);
  await checkDiscordServers(app.ctx, {}, { signal: new AbortController().signal });
  expect(await inbox(guild.officer)).toEqual([removed, removed]);
});

test('administrators are notified once that Discord refuses the bot token, whichever request found out', async () => {
  const admin = await createPerson(app, { isAdmin: true });
  const guild = await discordGuild(app);
  app.simulator.faults.add({ match: '/discord/api/*', fault: { kind: 'status', status: 401 } });
  await planEvent(guild);
  const told = [['discord_token_refused', null]];
  await eventually(async () => expect(await inbox(admin)).toEqual(told));
  freshBot(app);
  await Promise.all([1, 2].map(() => checkDiscordServers(app.ctx, {}, { signal: new AbortController().signal })));
  expect(await inbox(admin)).toEqual(told);
  expect(await inbox(guild.officer)).toEqual([]);
});

test('a Discord outage only delays updates', async () => {
  const guild = await discordGuild(app);
  const event = await planEvent(guild);
  const { id } = await messageIn(app, guild.channelId);
  const down = app.simulator.faults.add({ match: '/discord/*', fault: { kind: 'status', status: 503 } });
  for (const title of ['First', 'Second']) await done(guild.officer.call('PATCH', `/events/${event.id}`, { title }));
  await eventually(async () => {
    const lanes = 'select failures from discord_lane where channel_id = $1 and failures > 0';
    expect(await app.ctx.sql(lanes, [guild.channelId])).toHaveLength(1);
  });
  down();
  await minuteLater(app);
  await messageIn(app, guild.channelId, ({ embeds }) => expect(embeds[0]?.title).toBe('Second'));
  expect(chat().edits(id)).toHaveLength(1);
});

test('a paused channel keeps no job once nothing is due', async () => {
  const guild = await discordGuild(app);
  const event = await planEvent(guild);
  await messageIn(app, guild.channelId);
  const rested = `update discord_lane set resume_at = now() - interval '1 minute' where channel_id = $1`;
  await app.ctx.sql(rested, [guild.channelId]);
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { title: 'Moved' }));
  await messageIn(app, guild.channelId, ({ embeds }) => expect(embeds[0]?.title).toBe('Moved'));
  await eventually(async () => {
    const waiting = `select id from pgboss.job where data ->> 'channelId' = $1 and state in ('created', 'retry', 'active')`;
    expect(await app.ctx.sql(waiting, [guild.channelId])).toEqual([]);
  });
});

test('a change that comes while another worker takes earlier ones is shown without the look of the next minute', async () => {
  const guild = await discordGuild(app);
  const event = await planEvent(guild);
  await messageIn(app, guild.channelId);
  await using stack = new AsyncDisposableStack();
  const other = new pg.Client({ connectionString: app.config.databaseUrl });
  await other.connect();
  stack.defer(() => other.end());
  await other.query('begin');
  await other.query('select from discord_connection where organization_id = $1 for update', [guild.id]);
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { title: 'Meanwhile' }));
  await untilWaiting(app);
  await other.query('commit');
  await messageIn(app, guild.channelId, ({ embeds }) => expect(embeds[0]?.title).toBe('Meanwhile'));
});

test('a post that is due later gets a job of its own while another one for later is about to end', async () => {
  await using quiet = await testApp({ roles: ['web'] });
  const { ctx } = quiet;
  const guild = await discordGuild(quiet);
  const event = await planEvent(guild);
  const { name } = showDuePostsJob;
  const taken = async () => {
    const jobs = await ctx.boss.fetch<object>(name, { batchSize: 2 });
    return jobs.map(({ id, data }) => ({ jobId: id, payload: showDuePostsJob.payload.parse(data) }));
  };
  const run = ({ jobId, payload }: Awaited<ReturnType<typeof taken>>[number]) =>
    showDuePosts(ctx, payload, { jobId, signal: new AbortController().signal });
  await findDiscordWork(ctx);
  const [first] = await taken();
  if (!first) throw new Error('A job');
  await run(first);
  await ctx.boss.complete(name, first.jobId);

  await done(guild.officer.call('PATCH', `/events/${event.id}`, { title: 'Later' }));
  await ctx.sql(`update event_post set next_try_at = now() + interval '1 hour'`);
  await findDiscordWork(ctx);
  await sendJob(ctx.boss, showDuePostsJob, { ...first.payload, later: true });
  const running = await taken();
  expect(running).toHaveLength(2);
  const next = running.find(({ payload }) => !payload.later);
  if (!next) throw new Error('A job for what changed');
  await run(next);
  const waiting = `select from pgboss.job j join event_post p on p.next_try_at = j.start_after
    where j.name = $1 and j.state = 'created'`;
  expect(await ctx.sql(waiting, [name])).toHaveLength(1);
});

test('a message whose change Discord refused is changed, not posted again, when an officer reposts it', async () => {
  const guild = await discordGuild(app);
  const event = await planEvent(guild);
  const { id } = await messageIn(app, guild.channelId);
  const match = `/discord/api/v10/channels/${guild.channelId}/messages/${id}`;
  const body = { code: 240_000, message: 'Refused for a test' };
  app.simulator.faults.add({ match, times: 1, fault: { kind: 'status', status: 400, body } });
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { title: 'Moved' }));
  await eventually(async () => expect((await stateOf(guild.channelId))?.state).toBe('failed'));
  const repost = `/organizations/${guild.id}/discord/bindings/${guild.binding.id}/repost`;
  expect((await guild.officer.call('POST', repost)).body).toEqual({ posts: 1 });
  await eventually(async () => expect((await stateOf(guild.channelId))?.state).toBe('live'));
  await messageIn(app, guild.channelId, ({ embeds }) => expect(embeds[0]?.title).toBe('Moved'));
  expect(
    chat()
      .messages(guild.channelId)
      .map((message) => message.id),
  ).toEqual([id]);
});

test('gives up on a message that Discord refuses as malformed, and reports it in the log and the settings', async () => {
  const guild = await discordGuild(app);
  const body = { code: 50_035, message: 'Invalid Form Body', errors: { content: { _errors: [{ code: 'X' }] } } };
  const match = `/discord/api/v10/channels/${guild.channelId}/messages`;
  app.simulator.faults.add({ match, times: 1, fault: { kind: 'status', status: 400, body } });
  app.logged.length = 0;
  await planEvent(guild);
  await eventually(async () => expect((await stateOf(guild.channelId))?.state).toBe('failed'));
  expect(app.logged.join()).toContain('"fields":["content"]');
  const { body: discord } = await guild.officer.call('GET', `/organizations/${guild.id}/discord`);
  expect(discord).toMatchObject({ bindings: [{ posts: { failed: 1 } }] });
});
