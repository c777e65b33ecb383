/** A quiet guild beside one whose work never ends: lateness is told by what is done while the other still hangs. */
import type { WebhookSecretView } from '@guildhall/contracts/webhook.ts';
import type { ChatServer } from '@guildhall/simulator/world-chat.ts';
import { chatRoleIds } from '@guildhall/simulator/world-chat-roles.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { jobDefinitions } from '../src/app/jobs.ts';
import { defineJob, type JobDefinition, RELIABLE_QUEUE, sendJob } from '../src/core/jobs/job.ts';
import { createQueues } from '../src/core/jobs/queues.ts';
import { handledJob, startWorker } from '../src/core/jobs/worker.ts';
import { refusedForMs } from '../src/core/platform/platform-failure.ts';
import { showDuePostsJob } from '../src/discord/bindings/discord.jobs.ts';
import { syncDiscordRolesJob } from '../src/discord/role-sync/role-sync.jobs.ts';
import { queueDueRoleSyncs } from '../src/discord/role-sync/sync-discord-roles.ts';
import { queueEventMails, sendEventMailJob } from '../src/events/mails/event-mails.ts';
import { deliverWebhooksJob } from '../src/webhooks/webhooks.jobs.ts';
import { type TestApp, testApp } from './app.ts';
import { type Call, callerOf } from './caller.ts';
import { freshBot } from './chat.ts';
import { linkAccount } from './discord.ts';
import { type DiscordGuild, discordGuild, messageIn, planEvent } from './discord-guild.ts';
import { done } from './events.ts';
import { eventually } from './guild.ts';
import { createPerson } from './people.ts';
import { receiver } from './receiver.ts';
import { type Club, foundClub } from './standalone.ts';
import { hold } from './waiting.ts';

const hookUp = ({ id, founder }: Club, address: string) =>
  done<WebhookSecretView>(founder.call('POST', `/organizations/${id}/webhooks`, { name: 'A', address }));
const write = ({ id, founder }: Club) =>
  done(founder.call('POST', `/organizations/${id}/posts`, { title: 'News', body: 'B' }));

/** One person founds all of them. */
async function foundClubs(app: TestApp, many: number): Promise<[Club, ...Club[]]> {
  const first = await foundClub(app);
  const { founder } = first;
  const further: Club[] = [];
  while (further.length < many - 1) {
    const { id } = await done<{ id: string }>(founder.call('POST', '/organizations', { name: 'Again', type: 'guild' }));
    further.push({ id, founder });
  }
  return [first, ...further];
}

test('H-05: a guild whose receivers never answer delays no other guild’s webhooks', async () => {
  await using silent = await receiver();
  await using other = await receiver();
  await using app = await testApp({ environment: { WEBHOOK_ALLOW: `${silent.origin},${other.origin}` } });
  silent.answer(() => {});
  const hostile = await foundClub(app);
  const quiet = await foundClub(app);
  const hooks = await Promise.all(Array.from({ length: 10 }, () => hookUp(hostile, silent.address)));
  await hookUp(quiet, other.address);
  await write(hostile);
  for (const { webhook } of hooks) {
    await done(hostile.founder.call('POST', `/organizations/${hostile.id}/webhooks/${webhook.id}/ping`, {}));
  }
  await eventually(async () => expect(silent.received).toHaveLength(2));
  await write(quiet);
  await eventually(async () => expect(other.received).toHaveLength(1));
  // None of the ten has been answered or given up, and no third one has been called.
  expect(silent.received).toHaveLength(2);
});

test('H-05: however many clubs one person founds, their silent receivers delay no other guild’s webhooks', async () => {
  await using silent = await receiver();
  await using other = await receiver();
  await using app = await testApp({ environment: { WEBHOOK_ALLOW: `${silent.origin},${other.origin}` } });
  silent.answer(() => {});
  const lanes = deliverWebhooksJob.concurrency;
  const hostile = await foundClubs(app, 9);
  const [quiet] = await foundClubs(app, 1);
  expect(hostile.length * (deliverWebhooksJob.share?.most ?? 0)).toBeGreaterThan(lanes);
  for (const club of hostile) for (let number = 0; number < 2; number += 1) await hookUp(club, silent.address);
  await hookUp(quiet, other.address);
  for (const club of hostile) await write(club);
  await eventually(async () => expect(silent.received).toHaveLength(2));
  await write(quiet);
  await eventually(async () => expect(other.received).toHaveLength(1));
  // None of the 18 has been answered or given up, and no third one has been called.
  expect(silent.received).toHaveLength(2);
});

test('J-08: a server whose channels never answer delays no other server’s posts', async () => {
  await using app = await testApp();
  freshBot(app);
  const lanes = jobDefinitions.find(({ name }) => name === 'show-due-posts')?.concurrency ?? 0;
  const hostile: DiscordGuild[] = [];
  for (let number = 0; number <= lanes; number += 1) hostile.push(await discordGuild(app));
  const quiet = await discordGuild(app, { server: 'crepuscule' });
  const { faults, requests, world } = app.simulator;
  requests.clear();
  const ofHostile = ({ path, method }: { path: string; method: string }) =>
    method === 'POST' && hostile.some(({ channelId }) => path.includes(`/channels/${channelId}/`));
  const release = hold(faults, ofHostile);
  for (const guild of hostile) await planEvent(guild);
  await eventually(async () => expect(requests.entries(ofHostile)).toHaveLength(2));
  await planEvent(quiet);
  await messageIn(app, quiet.channelId);
  expect(hostile.flatMap(({ channelId }) => world.chat.messages(channelId))).toEqual([]);
  release();
  for (const { channelId } of hostile) await messageIn(app, channelId);
});

test('J-08: however many servers one person connects, they delay no other server’s posts and scheduled events', async () => {
  await using app = await testApp();
  freshBot(app);
  const { faults, requests, world } = app.simulator;
  const { userId: connectedBy } = await createPerson(app);
  const bound = { mirrors: true };
  const server = (number: number) => world.chat.addServer(`server-${number}`, `${4200000000000010}${10 + number}`).id;
  const hostile: DiscordGuild[] = [];
  while (hostile.length <= showDuePostsJob.concurrency)
    hostile.push(await discordGuild(app, { server: server(hostile.length), bound, connectedBy }));
  const quiet = await discordGuild(app, { server: server(20), bound });
  requests.clear();
  const posted = ({ path, method }: { path: string; method: string }) =>
    method === 'POST' && hostile.some(({ channelId }) => path.includes(`/channels/${channelId}/`));
  const scheduled = ({ path }: { path: string }) =>
    path.includes('/scheduled-events') && hostile.some(({ serverId }) => path.includes(serverId));
  const release = hold(faults, (request) => posted(request) || scheduled(request));
  for (const guild of hostile) await planEvent(guild);
  await eventually(async () => expect(requests.entries(posted)).toHaveLength(2));
  await eventually(async () => expect(requests.entries(scheduled)).toHaveLength(2));
  await planEvent(quiet);
  await messageIn(app, quiet.channelId);
  await eventually(async () => expect(world.chat.scheduledEvents(quiet.serverId)).toHaveLength(1));
  expect(requests.entries(posted)).toHaveLength(2);
  expect(requests.entries(scheduled)).toHaveLength(2);
  release();
  for (const { channelId } of hostile) await messageIn(app, channelId);
});

/** Connects the club’s server, with a rule by which each member gets a role there; the founder manages it. */
async function giveRoles({ app, server, club }: { app: TestApp; server: ChatServer; club: Club }): Promise<void> {
  const { sql } = app.ctx;
  const { id, founder } = club;
  const discordRoleId = chatRoleIds(server.id).raider;
  await sql(`update organization set settings = settings || $2 where id = $1`, [
    id,
    JSON.stringify({ chat: { serverId: server.id } }),
  ]);
  await sql(
    `insert into chat_server_proof (organization_id, server_id, confirmed_by_id, confirmed_at, checked_at)
     values ($1, $2, $3, now(), now())`,
    [id, server.id, founder.userId],
  );
  await sql(
    `insert into discord_role_rule
       (organization_id, server_id, discord_role_id, discord_role_name, discord_role_color, enabled_at)
     values ($1, $2, $3, 'Raider', 0, now())`,
    [id, server.id, discordRoleId],
  );
}

test('J-08: the roles of a server do not wait for those of the many servers that another person connected', async () => {
  await using app = await testApp();
  freshBot(app);
  const { faults, requests, world } = app.simulator;
  const server = (number: number) => world.chat.addServer(`server-${number}`, `${4200000000000010}${30 + number}`);
  const hostile = await foundClubs(app, syncDiscordRolesJob.concurrency + 1);
  const [quiet] = await foundClubs(app, 1);
  await linkAccount(app, hostile[0].founder, 'ysolde');
  await linkAccount(app, quiet.founder, 'pell');
  const servers = hostile.map((_, number) => server(number));
  for (const [number, club] of hostile.entries()) {
    const [of] = servers.slice(number);
    if (of) await giveRoles({ app, server: of, club });
  }
  requests.clear();
  const ofHostile = ({ path }: { path: string }) => servers.some(({ id }) => path.includes(`/guilds/${id}/`));
  const release = hold(faults, ofHostile);
  await queueDueRoleSyncs(app.ctx);
  await eventually(async () => expect(requests.entries(ofHostile)).toHaveLength(2));
  const calm = server(20);
  world.chat.join(calm.key, 'pell');
  await giveRoles({ app, server: calm, club: quiet });
  await queueDueRoleSyncs(app.ctx);
  await eventually(async () => expect(world.chat.rolesOf(calm.key, 'pell')).toContain(chatRoleIds(calm.id).raider));
  expect(requests.entries(ofHostile)).toHaveLength(2);
  release();
});

test.each([
  { sender: 'one guild of the game', many: 1, isFounded: false },
  { sender: 'one person with nine clubs', many: 9, isFounded: true },
])('J-08: $sender delays the mails of another guild for no longer than one round', async ({ many, isFounded }) => {
  await using app = await testApp({ roles: ['web'] });
  const most = 10;
  const clubs = await foundClubs(app, many);
  const [quietClub] = await foundClubs(app, 1);
  const eventOf = async ({ id, founder }: Club) => (await planEvent({ id, officer: founder })).id;
  const events = await Promise.all(clubs.map(eventOf));
  const quietEvent = await eventOf(quietClub);
  if (!isFounded) await app.ctx.sql('delete from role_holder where organization_id = $1', [clubs[0].id]);
  const { userId } = quietClub.founder;
  await app.ctx.sql(`update app_user set email = 'a@example.test', email_verified_at = now() where id = $1`, [userId]);
  const order = (eventId: string, mails: number) =>
    app.ctx.transact((tx) =>
      queueEventMails(
        tx,
        Array.from({ length: mails }, (_, number) => ({ eventId, userId, kind: 'reminder', occasion: `${number}` })),
      ),
    );
  for (const eventId of events) await order(eventId, (45 * most) / many);
  await order(quietEvent, 1);
  const quiet = quietClub.id;
  const sent: string[] = [];
  await using _worker = await startWorker(
    app.ctx,
    [handledJob(sendEventMailJob, async (_ctx, { organizationId }) => void sent.push(organizationId))],
    refusedForMs,
  );
  await eventually(async () => expect(sent).toContain(quiet));
  expect(sent.indexOf(quiet)).toBeLessThanOrEqual(2 * most);
});

test('R-06: a guild whose members ask without pause takes no request from the pages of another', async () => {
  const limit = 40;
  await using app = await testApp({ roles: ['web'], environment: { RATE_LIMIT_PERSON: `${limit}` } });
  const hostile = await foundClub(app);
  const quiet = await foundClub(app);
  const { userId } = hostile.founder;
  const bot = { label: 'Bot', scope: 'read', days: 1 } as const;
  const callers = await Promise.all(
    [undefined, bot, undefined, bot].map(async (kind) =>
      callerOf(app, (await app.ctx.sessions.create(userId, kind)).token),
    ),
  );
  const page = ({ id }: Club) => `/organizations/${id}/events`;
  let served = 0;
  const asked = Array.from({ length: 8 * limit }, async (_, number) => {
    const answer = await callers[number % callers.length]?.('GET', page(hostile));
    if (answer?.status === 200) served += 1;
  });
  // Founding the club was the first request.
  for (let number = 2; number < 12; number += 1) {
    const { status, headers } = await quiet.founder.call('GET', page(quiet));
    expect([status, headers.get('ratelimit-remaining')]).toEqual([200, `${limit - number}`]);
  }
  await Promise.all(asked);
  // The sign-ins and the tokens have a limit each: no page waits for more than so many of another person.
  expect(served).toBeLessThanOrEqual(2 * limit);
});

test('R-06: all services of the organizations that one person founded share one limit, and others have theirs', async () => {
  const limit = 40;
  await using app = await testApp({ roles: ['web'], environment: { RATE_LIMIT_PERSON: `${limit}` } });
  const hostile = await foundClubs(app, 2);
  const [quiet] = await foundClubs(app, 1);
  const service = async ({ id, founder }: Club, name: string): Promise<Call> => {
    const path = `/organizations/${id}/services`;
    const made = await done<{ id: string }>(founder.call('POST', path, { name }));
    const { token } = await done<{ token: string }>(founder.call('POST', `${path}/${made.id}/tokens`, {}));
    return callerOf(app, token);
  };
  const services: [Club, Call][] = [];
  for (const club of hostile) for (const name of ['one', 'two']) services.push([club, await service(club, name)]);
  const answers = await Promise.all(
    Array.from({ length: 2 * limit }, async (_, number) => {
      const [club, call] = services[number % services.length] ?? [];
      return call?.('GET', `/organizations/${club?.id}/events`);
    }),
  );
  const statuses = answers.map((answer) => answer?.status).toSorted();
  expect(statuses).toEqual([...Array.from({ length: limit }, () => 200), ...Array.from({ length: limit }, () => 429)]);
  const { status, headers } = await (await service(quiet, 'quiet'))('GET', `/organizations/${quiet.id}/events`);
  expect([status, headers.get('ratelimit-remaining')]).toEqual([200, `${limit - 1}`]);
  // A person is counted apart from the services of their guild.
  expect((await hostile[0].founder.call('GET', `/organizations/${hostile[0].id}/events`)).status).toBe(200);
});

test('J-08: one owner’s jobs take only their share of a queue, however many come at once', async () => {
  await using app = await testApp({ roles: ['web'] });
  const shared = defineJob({
    name: 'shared',
    payload: z.object({ owner: z.string(), number: z.number() }),
    queue: RELIABLE_QUEUE,
    concurrency: 6,
    share: { owner: ({ owner }) => owner, most: 2 },
  });
  await createQueues(app.ctx.boss, [shared]);
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  const ended: string[] = [];
  const release = Promise.withResolvers<void>();
  await using _worker = await startWorker(
    app.ctx,
    [
      handledJob(shared, async (_ctx, { owner }) => {
        running.set(owner, (running.get(owner) ?? 0) + 1);
        most.set(owner, Math.max(most.get(owner) ?? 0, running.get(owner) ?? 0));
        if (owner === 'hostile') await release.promise;
        running.set(owner, (running.get(owner) ?? 1) - 1);
        ended.push(owner);
      }),
    ],
    refusedForMs,
  );
  // Each wave opens another lane, so that all of them look for jobs at the same moment.
  for (let number = 0; number < 30; number += 1) await sendJob(app.ctx.boss, shared, { owner: 'hostile', number });
  await eventually(async () => expect(running.get('hostile')).toBe(2));
  for (let number = 0; number < 10; number += 1) await sendJob(app.ctx.boss, shared, { owner: 'quiet', number });
  await eventually(async () => expect(ended).toHaveLength(10));
  expect(new Set(ended)).toEqual(new Set(['quiet']));
  release.resolve();
  await eventually(async () => expect(ended).toHaveLength(40), 60_000);
  expect(Math.max(...most.values())).toBe(2);
});

/** Queues without a share, and why no person can fill them. */
const WITHOUT_SHARE: Record<string, string> = {
  'apply-import': 'one run at work for an organization, some rows at a time, and it rests between them',
  'answer-interaction': 'a person presses at most 30 times a minute, and the job ends within 15 minutes of the press',
  'character-sync': 'one open sync for a person',
  'characters-read': 'one open job for a person, after a sync',
  'enrich-character': 'people take turns by priority: see queue-enrichment.ts',
  'enrich-character-scheduled': 'no person waits for it',
  'image-files-removal': 'no person waits for it',
  'journal-sync': 'one for the service',
  'mail-token-refused': 'a mail to each administrator',
  'match-import': 'one run at work for an organization, and 60 an hour for a person',
  'read-roster': 'one open job for a guild, twenty members at a time, and no person waits for it',
  'roster-sync': 'one open sync for a guild',
  'roster-sync-scheduled': 'one job for a guild, and no person waits for it',
  'send-email-change': 'ten an hour for a person',
  'send-magic-link': 'five an hour for an address, twenty for a network',
  'tell-old-address': 'ten an hour for a person',
  'undo-import': 'one run at work for an organization',
};

test('each queue has a share for one owner, or a reason why it needs none', () => {
  const isSweep = ({ payload }: JobDefinition) =>
    payload.safeParse({}).success && 'shape' in payload && Object.keys(payload.shape ?? {}).length === 0;
  const without = jobDefinitions.filter((job) => !job.share && !isSweep(job)).map(({ name }) => name);
  expect(without.sort()).toEqual(Object.keys(WITHOUT_SHARE).sort());
  for (const { name, share, concurrency, batch = 1 } of jobDefinitions) {
    if (share) expect(share.most, name).toBeLessThan(concurrency * batch);
  }
});
