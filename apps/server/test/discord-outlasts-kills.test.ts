/** Discord and webhooks with several web and worker processes, some of them killed: nothing twice, nothing lost. */
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import type { WebhookSecretView } from '@guildhall/contracts/webhook.ts';
import type { Seen } from '@guildhall/simulator/discord/interactions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventPageUrl, presentEventPost, readPostedEvent } from '../src/discord/event-posts/event-post.presenter.ts';
import { customId } from '../src/guilds/chat/custom-id.ts';
import { type TestApp, testApp } from './app.ts';
import { startBalancer } from './balancer.ts';
import { type DiscordGuild, discordGuild, messageIn, planEvent } from './discord-guild.ts';
import { done, type Member } from './events.ts';
import { patiently } from './guild.ts';
import { logNight, pastRaid } from './logged-night.ts';
import { type Receiver, receiver } from './receiver.ts';
import { expectFirstServed, expectOrder } from './sign-ups.ts';
import { lockEvent } from './waiting.ts';
import { spawnWeb, spawnWorker } from './workers.ts';

const [PEOPLE, PLACES] = [50, 10];

let app: TestApp;
let hook: Receiver;
beforeAll(async () => {
  hook = await receiver();
  app = await testApp({ roles: ['web'], environment: { WEBHOOK_ALLOW: hook.origin } });
  app.simulator.world.chat.join('lantern', 'pell');
  app.simulator.discord.waitForAnswers(15_000);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await hook[Symbol.asyncDispose]();
});

const chat = () => app.simulator.world.chat;

test('D-02, D-07, D-08: two webs and two workers fill ten slots from fifty people, and a killed web loses no answer', async () => {
  await using stack = new AsyncDisposableStack();
  const [web, ...workers] = await Promise.all([spawnWeb(app), spawnWorker(app), spawnWorker(app)]);
  for (const process of [web, ...workers]) stack.use(process);
  const balancer = stack.use(await startBalancer());
  balancer.upstreams.push(app.config.port, Number(new URL(web.url).port));
  const guild = await discordGuild(app, { size: PEOPLE });
  const accounts = await linkAll(guild.members);
  const event = await planEvent(guild, { slots: [{ roleKey: 'tank', max: PLACES }] });
  const { id: messageId } = await messageIn(app, guild.channelId);

  // Each request comes twice at once, so that often both processes have it.
  app.simulator.discord.expectAt(`${balancer.url}/discord/interactions`);
  const started = Date.now();
  const answers: Seen[] = [];
  for (let first = 0; first < PEOPLE; first += 10) {
    const pressing = accounts.slice(first, first + 10).map((account) => press(account, event.id, 'duplicate'));
    answers.push(...(await Promise.all(pressing)));
  }
  expect(answers.filter(({ kind }) => kind === 'failed')).toEqual([]);
  await patiently(async () => expect(await answered(event.id)).toEqual([{ entries: PEOPLE, people: PEOPLE }]));
  const parts = await expectOrder(app, event.id);
  expect(parts.filter(({ status }) => status === 'signed_up')).toHaveLength(PLACES);
  expectFirstServed(parts, 'tank');

  const truth = async () => {
    const read = await readPostedEvent(app.ctx.sql, event.id, 'names');
    return read && presentEventPost(read.event, 'en', eventPageUrl(app.config.baseUrl, event.id)).embeds;
  };
  const shown = await messageIn(app, guild.channelId, ({ embeds }) =>
    expect(embeds[0]?.fields?.map(({ name }) => name)).toEqual(['Tank 10/10', 'Waitlist 40']),
  );
  const seconds = (Date.now() - started) / 1_000;
  expect(shown.embeds).toEqual(await truth());
  expect(chat().edits(messageId).length).toBeLessThanOrEqual(2 + seconds / 3);

  // One place is free, and the process dies that promised it to a member.
  const late = await planEvent(guild, { title: 'Later' });
  app.simulator.discord.expectAt(`${web.url}/discord/interactions`);
  await using lock = await lockEvent(app, late.id);
  const promised = await press(accounts[0] ?? '', late.id);
  expect(promised.kind).toBe('thinking');
  await web.kill();
  await lock.release();
  await patiently(async () => expect(app.simulator.discord.seen(promised.id).content).toContain('You’re in'));
  expect(await answered(late.id)).toEqual([{ entries: 1, people: 1 }]);
}, 180_000);

test('D-09: the next worker finishes each post, edit and webhook once when a worker is killed before or after it', async () => {
  await using stack = new AsyncDisposableStack();
  const doomed = stack.use(await spawnWorker(app));
  const guilds = await Promise.all(Array.from({ length: 4 }, () => discordGuild(app)));
  const [notPosted, posted, notEdited, edited] = guilds as [DiscordGuild, DiscordGuild, DiscordGuild, DiscordGuild];
  const { webhook } = await done<WebhookSecretView>(
    posted.officer.call('POST', `/organizations/${posted.id}/webhooks`, { name: 'Planner', address: hook.address }),
  );
  const first = await Promise.all([planEvent(notEdited), planEvent(edited)]);
  for (const { channelId } of [notEdited, edited]) await messageIn(app, channelId);
  const settled = `select from event_post where event_id = any($1) and shown = wanted and next_try_at <= now()`;
  await patiently(async () =>
    expect(await app.ctx.sql(settled, [first.map(({ id }) => id)])).toHaveLength(first.length),
  );

  const inChannel = ({ channelId }: DiscordGuild, rest = '') =>
    `/discord/api/v10/channels/${channelId}/messages${rest}`;
  const held = { kind: 'answered-but-lost', isHeld: true } as const;
  const faults = [
    { match: inChannel(notPosted), fault: { kind: 'hang' } },
    { match: inChannel(posted), fault: held },
    { match: inChannel(notEdited, '/*'), fault: { kind: 'hang' } },
    { match: inChannel(edited, '/*'), fault: held },
  ] as const;
  for (const fault of faults) app.simulator.faults.add({ ...fault, times: 1 });
  app.simulator.requests.clear();
  hook.answer(() => {});
  const rename = (guild: DiscordGuild, eventId: string | undefined, title: string) =>
    done(guild.officer.call('PATCH', `/events/${eventId}`, { title }));
  await Promise.all([
    planEvent(notPosted, { title: 'Last' }),
    planEvent(posted, { title: 'Last' }),
    rename(notEdited, first[0]?.id, 'Last'),
    rename(edited, first[1]?.id, 'First'),
  ]);
  await patiently(async () => {
    for (const { match } of faults) expect(app.simulator.requests.count({ path: match })).toBeGreaterThan(0);
    expect(hook.received.length).toBeGreaterThan(0);
  });
  await doomed.kill();
  expect(guilds.map(({ channelId }) => chat().messages(channelId).length)).toEqual([0, 1, 1, 1]);
  await rename(edited, first[1]?.id, 'Last');
  hook.answer((response) => response.writeHead(204).end());
  const [interrupted] = hook.received;

  stack.use(await spawnWorker(app));
  // A message that was there before says nothing: the next worker has to have had its turn.
  const shown = 'select from event_post where channel_id = any($1) and shown = wanted and message_id is not null';
  await patiently(async () =>
    expect(await app.ctx.sql(shown, [guilds.map(({ channelId }) => channelId)])).toHaveLength(guilds.length),
  );
  for (const { channelId } of guilds) {
    await messageIn(app, channelId, ({ embeds }) => expect(embeds[0]?.title).toBe('Last'));
  }
  // As if the lease of the delivery were over.
  await app.ctx.sql('update webhook_delivery set next_at = now() where next_at is not null');
  const deliveries = `select outcome from webhook_delivery where endpoint_id = $1`;
  await patiently(async () => {
    const outcomes = await app.ctx.sql<{ outcome: string }>(deliveries, [webhook.id]);
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['delivered']));
  });
  const ids = hook.received.map(({ headers }) => headers['webhook-id']);
  expect(ids.filter((id) => id === interrupted?.headers['webhook-id']).length).toBeGreaterThan(1);
}, 180_000);

test.each([
  ['line-ups', 'lineup_post'],
  ['the night', 'night_post'],
] as const)(
  'D-09: the next worker finishes a reply with %s once when a worker is killed before or after it',
  async (_, table) => {
    await using stack = new AsyncDisposableStack();
    const doomed = stack.use(await spawnWorker(app));
    const bound = { nights: true };
    const guilds = await Promise.all([discordGuild(app, { bound }), discordGuild(app, { bound })]);
    const events = await Promise.all(
      guilds.map((guild) => (table === 'lineup_post' ? planEvent(guild) : pastRaid(app, guild))),
    );
    const ids = [events.map(({ id }) => id)];
    const posted = 'select from event_post where event_id = any($1) and shown = wanted and next_try_at <= now()';
    await patiently(async () => expect(await app.ctx.sql(posted, ids)).toHaveLength(events.length));

    const faults = [{ kind: 'hang' }, { kind: 'answered-but-lost', isHeld: true }] as const;
    const matches = guilds.map(({ channelId }) => `/discord/api/v10/channels/${channelId}/messages`);
    for (const [index, fault] of faults.entries()) {
      app.simulator.faults.add({ match: matches[index] ?? '', fault, times: 1 });
    }
    app.simulator.requests.clear();
    for (const [index, guild] of guilds.entries()) {
      const eventId = events[index]?.id ?? '';
      if (table === 'lineup_post') await publishLineup(guild, eventId);
      else await logNight(app, guild, eventId, [[1, 'Slagheart', null]]);
    }
    await patiently(async () => {
      for (const path of matches) expect(app.simulator.requests.count({ path })).toBeGreaterThan(0);
    });
    await doomed.kill();
    const replies = () =>
      guilds.map(
        ({ channelId }) =>
          chat()
            .messages(channelId)
            .filter(({ replyTo }) => replyTo !== null).length,
      );
    expect(replies()).toEqual([0, 1]);

    stack.use(await spawnWorker(app));
    const shown = `select from ${table} where event_id = any($1) and shown = wanted and message_id is not null`;
    await patiently(async () => expect(await app.ctx.sql(shown, ids)).toHaveLength(events.length));
    expect(replies()).toEqual([1, 1]);
  },
  180_000,
);

async function publishLineup({ officer, members: [member] }: DiscordGuild, eventId: string | undefined) {
  if (!member) throw new Error('A guild has members');
  const { characterId } = member;
  const signup = { characterId, roleKey: 'tank' };
  const { raider } = await done<ParticipationView>(member.call('PUT', `/events/${eventId}/signup`, signup));
  const address = `/events/${eventId}/lineups/all`;
  const places = [{ raiderId: raider.id, characterId, role: 'tank', group: 1, slot: 1 }];
  await done(officer.call('PUT', address, { version: 0, places }));
  await done(officer.call('POST', `${address}/publish`, { version: 1 }));
}

const press = (account: string, eventId: string, fault?: 'duplicate') =>
  app.simulator.discord.press('pell', customId.signUp(eventId, 'tank'), {
    ...(fault ? { fault } : {}),
    forged: { member: { user: { id: account } } },
  });

const ANSWERED = `
  select count(*)::int as entries, count(distinct actor_id)::int as people from event_log_entry
  where event_id = $1 and kind = 'answered'`;
const answered = (eventId: string) => app.ctx.sql(ANSWERED, [eventId]);

const LINK = `
  insert into account (id, user_id, provider_id, account_id)
  select gen_random_uuid(), u.id, 'discord', u.account from jsonb_to_recordset($1) as u(id uuid, account text)`;

/** Ids on Discord of people whom the simulator does not know. */
async function linkAll(members: Member[]): Promise<string[]> {
  const linked = members.map(({ userId }, index) => ({
    id: userId,
    account: String(410_000_000_000_100_000n + BigInt(index)),
  }));
  await app.ctx.sql(LINK, [JSON.stringify(linked)]);
  return linked.map(({ account }) => account);
}
