/** Every refusal that Discord documents, at every lane: whatever it answers for one item, the others go on. */
import type { DiscordView } from '@guildhall/contracts/discord-posts.ts';
import type { NotificationsView } from '@guildhall/contracts/notification.ts';
import { createDiscordBot } from '@guildhall/discord/bot.ts';
import { causeOf, ERROR_CODES } from '@guildhall/discord/error-codes.ts';
import { DiscordError } from '@guildhall/discord/errors.ts';
import type { Fault } from '@guildhall/simulator/faults.ts';
import { chatPermission, chatRoleIds } from '@guildhall/simulator/world-chat-roles.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FinalFailure } from '../src/core/jobs/job.ts';
import { uuidv7 } from '../src/core/uuid.ts';
import { mirrorEvents } from '../src/discord/event-posts/mirror-events.ts';
import { markPostsStale } from '../src/discord/event-posts/schedule-posts.ts';
import { showDuePosts } from '../src/discord/event-posts/show-due-posts.ts';
import { syncDiscordRoles } from '../src/discord/role-sync/sync-discord-roles.ts';
import { type TestApp, testApp } from './app.ts';
import { BOT_TOKEN, LANTERN } from './chat.ts';
import { type DiscordGuild, discordGuild, planEvent } from './discord-guild.ts';
import { memberOfRank, roleGuild } from './discord-roles.ts';
import { done } from './events.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  app.simulator.world.chat.pace.perSecond = 100_000;
});
afterAll(() => app[Symbol.asyncDispose]());
afterEach(async () => {
  app.simulator.faults.clear();
  await app.ctx.sql('delete from discord_binding');
  for (const table of [
    'event',
    'event_post',
    'event_mirror',
    'discord_role_rule',
    'discord_role_grant',
    'discord_role_sync',
  ])
    await app.ctx.sql(`delete from ${table}`);
});

type Refusal = { name: string; status: number; code: number; scope: DiscordError['scope'] };

const STATUSES = { gone: 404, lacks_permission: 403, two_factor: 403 } as Partial<Record<string, number>>;
const refusal = (status: number, code = 0): Refusal => {
  const { scope } = new DiscordError(status >= 500 ? 'unavailable' : 'refused', { path: '/', status, code });
  return { name: `${status} ${code}`, status, code, scope };
};
const ALL: Refusal[] = [
  ...[...ERROR_CODES].map(([code, { cause }]) => refusal(STATUSES[cause] ?? 400, code)),
  ...[400, 403, 404, 405, 409, 413, 418, 500, 502, 503, 504].map((status) => refusal(status)),
  refusal(403, 987_654),
];
/** Each test plays a part of them, so that none takes long. */
const PARTS = [0, 1, 2, 3];
let refusals = ALL;
const takePart = (part: number) => {
  refusals = ALL.filter((_, index) => index % PARTS.length === part);
};

const faultOf = ({ status, code }: Refusal): Fault => ({
  kind: 'status',
  status,
  body: { code, message: 'Refused for a test' },
});

/** A bot that remembers no pauses and waits for no limit. */
function unpacedBot(): void {
  const pace = { take: async () => {}, penalize: async () => {} };
  app.ctx.discordBot = createDiscordBot({
    token: BOT_TOKEN,
    apiUrl: app.config.discord.apiUrl,
    pace,
    timeoutMs: 60_000,
  });
}

const signal = () => new AbortController().signal;
const isExpected = (error: unknown) => {
  if (!(error instanceof FinalFailure)) throw error;
};

const COPY = `
  insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, published_at)
  select organization_id, 'Nr ' || n, type, scope, status, starts_at + n * interval '1 minute', ends_at + n * interval '1 minute',
    local_start, time_zone, published_at from event cross join generate_series(1, $2) n where id = $1
  returning id, title`;

/** For each refusal an event that it is for, and the neighbour after it, in this order. */
async function crowdOf(guild: DiscordGuild): Promise<string[]> {
  const { id } = await planEvent(guild);
  const made = await app.ctx.sql<{ id: string; title: string }>(COPY, [id, refusals.length * 2]);
  await app.ctx.sql('delete from event where id = $1', [id]);
  await markPostsStale(app.ctx);
  return made.toSorted((one, other) => Number(one.title.slice(3)) - Number(other.title.slice(3))).map((one) => one.id);
}

const place = (ids: string[], index: number) => ids[index] ?? '';
const refusedOnes = (ids: string[]) => ids.filter((_, index) => index % 2 === 0);
const neighbours = (ids: string[]) => ids.filter((_, index) => index % 2 === 1);

type Row = { id: string; state: string; shown: boolean; tries: number; code: number | null };
const rowsOf = async (table: 'event_post' | 'event_mirror', ids: string[]) => {
  const rows = await app.ctx.sql<Row>(
    `select event_id as id, state, wanted = shown as shown, tries, refused_code as code from ${table} where event_id = any($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** Runs a lane until its neighbours are done, whatever pauses it takes; the items that wait stay where they are. */
async function untilDone(run: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; !(await isDone()); turn += 1) {
    if (turn > 400) throw new Error('The neighbours do not go on');
    await app.ctx.sql('update discord_lane set resume_at = null');
    // However long the test takes.
    for (const table of ['event_post', 'event_mirror', 'event_mention'])
      await app.ctx.sql(
        `update ${table} set next_try_at = now() + interval '1 hour' where tries > 0 and next_try_at > now()`,
      );
    await run().catch(isExpected);
  }
}

const showAll = ({ channelId, serverId }: DiscordGuild) =>
  showDuePosts(app.ctx, { channelId, serverId, personId: null }, { jobId: uuidv7(), signal: signal() });

/** By the verdicts of the table: given up, waiting, or, for what neither code nor place explains, given up at the third try. */
async function expectVerdicts(
  table: 'event_post' | 'event_mirror',
  ids: string[],
  again: () => Promise<unknown>,
): Promise<void> {
  const poisoned = refusedOnes(ids);
  const special = table === 'event_post' ? [10_008] : [10_070, 180_000];
  const of = (index: number) => refusals[index] as Refusal;
  const checked = poisoned.filter((_, index) => !special.includes(of(index).code));
  const verdicts = async () => {
    const rows = await rowsOf(table, checked);
    return checked.map((id) => {
      const { name, scope } = of(poisoned.indexOf(id));
      const { state, tries, code } = rows.get(id) ?? {};
      return { name, scope, state, tries, code };
    });
  };
  const codes = (index: number) => of(index).code || of(index).status;
  for (const { name, scope, state, tries, code } of await verdicts()) {
    const expected = { name, state: scope === 'item' ? 'failed' : 'live', tries: 1 };
    expect({ name, state, tries }).toEqual(expected);
    expect(code).toBe(codes(refusals.findIndex((one) => one.name === name)));
  }
  for (let round = 0; round < 2; round += 1) {
    const due = `update ${table} set next_try_at = now() where event_id = any($1) and state = 'live' and tries <= $2`;
    const anew = async () => {
      await app.ctx.sql(due, [checked, round + 1]);
      await again();
    };
    const isOnce = async () =>
      (await verdicts()).every(({ state, tries }) => state === 'failed' || (tries ?? 0) > round + 1);
    await untilDone(anew, isOnce);
  }
  for (const { name, scope, state } of await verdicts()) {
    const isWaiting = scope === 'for_now' || scope === 'ours';
    expect({ name, state }).toEqual({ name, state: isWaiting ? 'live' : 'failed' });
  }
}

const discordOf = (guild: DiscordGuild) =>
  done<DiscordView>(guild.officer.call('GET', `/organizations/${guild.id}/discord`));

/** Notices of each code once, with the cause. */
async function expectTold(guild: DiscordGuild): Promise<void> {
  const path = '/auth/me/notifications?pageSize=100';
  const { notifications } = await done<NotificationsView>(guild.officer.call('GET', path));
  const told = notifications.filter(({ kind }) => kind === 'discord_refused');
  expect(told.map(({ cause }) => cause)).toContain(causeOf(refusals.find(isOfItem)?.code ?? 0));
}

/** One that was given up at the first try. */
const isOfItem = ({ scope, code }: Refusal) => scope === 'item' && ![10_008, 10_070, 180_000].includes(code);

test.each(PARTS.flatMap((part) => [['first posts', part] as const, ['edits', part] as const]))(
  '%s of other events go on, whatever Discord answers for one (part %i)',
  async (kind, part) => {
    takePart(part);
    unpacedBot();
    const guild = await discordGuild(app);
    const ids = await crowdOf(guild);
    const posts = `/discord/api/v10/channels/${guild.channelId}/messages`;
    const accepted = (id: number): Fault => ({
      kind: 'status',
      status: 200,
      body: { id: String(id), author: { id: '1' }, content: '', embeds: [] },
    });
    await app.ctx.sql('delete from event_post where channel_id = $1', [guild.channelId]);
    for (const [index, id] of ids.entries()) {
      const messageId = kind === 'edits' ? 700_000 + index : null;
      await app.ctx.sql(
        `insert into event_post (event_id, binding_id, channel_id, message_id) values ($1, $2, $3, $4)`,
        [id, guild.binding.id, guild.channelId, messageId && String(messageId)],
      );
      const isRefused = index % 2 === 0;
      const fault = isRefused ? faultOf(refusals[index / 2] as Refusal) : accepted(messageId ?? 800_000 + index);
      if (kind === 'edits') app.simulator.faults.add({ match: `${posts}/${messageId}`, fault });
      else
        app.simulator.faults.add({ match: ({ method, path }) => method === 'POST' && path === posts, times: 1, fault });
    }
    const others = neighbours(ids);
    const isDone = async () => [...(await rowsOf('event_post', others)).values()].every(({ shown }) => shown);
    await untilDone(() => showAll(guild), isDone);
    if (kind === 'first posts') return;
    const [first] = (await discordOf(guild)).bindings;
    expect(first).toMatchObject({
      state: 'ok',
      refused: expect.arrayContaining([expect.objectContaining({ what: 'post' })]),
    });
    expect(first?.refused).toHaveLength(50);
    await expectVerdicts('event_post', ids, () => showAll(guild));
    await expectTold(guild);

    // An officer changes the text of one that was given up: it is tried at once, and accepted.
    const harmful = place(ids, 2 * refusals.findIndex(isOfItem));
    app.simulator.faults.clear();
    app.simulator.faults.add({ match: `${posts}/*`, fault: accepted(1_000_001) });
    await done(guild.officer.call('PATCH', `/events/${harmful}`, { title: 'Harmless' }));
    await markPostsStale(app.ctx);
    const isShown = async () => (await rowsOf('event_post', [harmful])).get(harmful)?.shown === true;
    await untilDone(() => showAll(guild), isShown);
    expect((await rowsOf('event_post', [harmful])).get(harmful)).toMatchObject({ state: 'live', tries: 0, code: null });
  },
);

test.each(PARTS)('mentions of other events go on, whatever Discord answers for one (part %i)', async (part) => {
  takePart(part);
  unpacedBot();
  const guild = await discordGuild(app, { bound: { mentionHours: 24 } });
  const { id } = await planEvent(guild);
  await markPostsStale(app.ctx);
  const { officer } = guild;
  const { sql } = app.ctx;
  await sql(`insert into account (user_id, provider_id, account_id) values ($1, 'discord', $2)`, [
    officer.userId,
    `31060000000000000${part}`,
  ]);
  await sql(
    `insert into participation (event_id, user_id, character_id, role_key, status, ticket) values ($1, $2, $3, 'tank', 'signed_up', 1)`,
    [id, officer.userId, officer.characterId],
  );
  await sql(`update event_post set message_id = '600001', shown = wanted where event_id = $1`, [id]);
  const messages = Array.from({ length: refusals.length * 2 }, () => uuidv7());
  await sql(
    `insert into event_mention (event_id, user_id, post_id, occasion, message)
     select e.id, $2, p.id, m.place || 'h ' || to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'), m.message
     from event e join event_post p on p.event_id = e.id cross join unnest($3::uuid[]) with ordinality m(message, place)
     where e.id = $1`,
    [id, officer.userId, messages],
  );
  const path = `/discord/api/v10/channels/${guild.channelId}/messages`;
  for (const index of messages.keys()) {
    const body = { id: String(900_000 + index), author: { id: '1' }, embeds: [] };
    const fault: Fault =
      index % 2 === 0 ? faultOf(refusals[index / 2] as Refusal) : { kind: 'status', status: 200, body };
    app.simulator.faults.add({
      match: (request) => request.method === 'POST' && request.path === path,
      times: 1,
      fault,
    });
  }
  const settled = async (of: string[]) =>
    new Set(
      (
        await sql<{ message: string }>(
          'select message from event_mention where message = any($1) and settled_at is not null',
          [of],
        )
      ).map(({ message }) => message),
    );
  await untilDone(
    () => showAll(guild),
    async () => (await settled(neighbours(messages))).size === refusals.length,
  );
  const given = await settled(refusedOnes(messages));
  const ofItems = refusedOnes(messages).filter((_, index) => (refusals[index] as Refusal).scope === 'item');
  expect([...given].toSorted()).toEqual(ofItems.toSorted());
  const { bindings } = await discordOf(guild);
  expect(bindings[0]?.refused).toContainEqual(
    expect.objectContaining({ what: 'mention', eventId: id, isGivenUp: true }),
  );
});

test.each(PARTS)('scheduled events of other events go on, whatever Discord answers for one (part %i)', async (part) => {
  takePart(part);
  unpacedBot();
  const { chat } = app.simulator.world;
  chat.changeRole('lantern', chatRoleIds(LANTERN).bot, {
    permissions: chatPermission.manageRoles | chatPermission.createEvents,
  });
  const guild = await discordGuild(app, { bound: { mirrors: true } });
  const ids = await crowdOf(guild);
  const all = `/discord/api/v10/guilds/${LANTERN}/scheduled-events`;
  await app.ctx.sql('delete from event_mirror');
  for (const [index, id] of ids.entries()) {
    const madeId = String(500_000 + index);
    await app.ctx.sql(
      `insert into event_mirror (event_id, server_id, scheduled_event_id, begins_at) values ($1, $2, $3, now() + interval '1 hour')`,
      [id, LANTERN, madeId],
    );
    const fault: Fault =
      index % 2 === 0 ? faultOf(refusals[index / 2] as Refusal) : { kind: 'status', status: 200, body: { id: madeId } };
    app.simulator.faults.add({ match: `${all}/${madeId}`, fault });
  }
  // All of them are wanted, although Discord shows only the next ones.
  await app.ctx.sql(`update event set starts_at = now() - interval '1 minute' where id = any($1)`, [ids]);
  await app.ctx.sql(`update event_mirror set begins_at = now() - interval '1 minute'`);
  const others = neighbours(ids);
  const run = async () => {
    // As if the pauses of the server were over, but not those of single events.
    await app.ctx.sql(`update event_mirror set next_try_at = now() where tries = 0`);
    await mirrorEvents(app.ctx, { serverId: LANTERN }, { signal: signal() });
  };
  const isDone = async () => [...(await rowsOf('event_mirror', others)).values()].every(({ shown }) => shown);
  await untilDone(run, isDone);
  const again = () => mirrorEvents(app.ctx, { serverId: LANTERN }, { signal: signal() });
  await expectVerdicts('event_mirror', ids, again);
  await expectTold(guild);
});

test('a scheduled event that Discord never answers for keeps no other waiting', async () => {
  refusals = [refusal(503)];
  unpacedBot();
  const { chat } = app.simulator.world;
  chat.changeRole('lantern', chatRoleIds(LANTERN).bot, {
    permissions: chatPermission.manageRoles | chatPermission.createEvents,
  });
  const guild = await discordGuild(app, { bound: { mirrors: true } });
  const ids = await crowdOf(guild);
  await app.ctx.sql('delete from event_mirror');
  for (const [index, id] of ids.entries()) {
    const madeId = String(510_000 + index);
    await app.ctx.sql('insert into event_mirror (event_id, server_id, scheduled_event_id) values ($1, $2, $3)', [
      id,
      LANTERN,
      madeId,
    ]);
    const fault: Fault =
      index === 0 ? { kind: 'status', status: 503 } : { kind: 'status', status: 200, body: { id: madeId } };
    app.simulator.faults.add({ match: `/discord/api/v10/guilds/${LANTERN}/scheduled-events/${madeId}`, fault });
  }
  for (let turn = 0; turn < 3; turn += 1) {
    // As if all pauses were over.
    await app.ctx.sql('update event_mirror set next_try_at = now()');
    await mirrorEvents(app.ctx, { serverId: LANTERN }, { signal: signal() });
  }
  const rows = await rowsOf('event_mirror', ids);
  expect(ids.map((id) => rows.get(id)?.shown)).toEqual([false, true]);
});

test('others go on where Discord refuses to show the server as well', async () => {
  refusals = [refusal(403, 50_013)];
  unpacedBot();
  const { chat } = app.simulator.world;
  chat.changeRole('lantern', chatRoleIds(LANTERN).bot, {
    permissions: chatPermission.manageRoles | chatPermission.createEvents,
  });
  const guild = await discordGuild(app, { bound: { mirrors: true } });
  const ids = await crowdOf(guild);
  await app.ctx.sql('delete from event_post');
  await app.ctx.sql('delete from event_mirror');
  const api = '/discord/api/v10';
  for (const [index, id] of ids.entries()) {
    const made = String(520_000 + index);
    await app.ctx.sql('insert into event_post (event_id, binding_id, channel_id, message_id) values ($1, $2, $3, $4)', [
      id,
      guild.binding.id,
      guild.channelId,
      made,
    ]);
    await app.ctx.sql('insert into event_mirror (event_id, server_id, scheduled_event_id) values ($1, $2, $3)', [
      id,
      LANTERN,
      made,
    ]);
    const body = { id: made, author: { id: '1' }, content: '', embeds: [] };
    const fault: Fault = index === 0 ? faultOf(refusals[0] as Refusal) : { kind: 'status', status: 200, body };
    for (const match of [
      `${api}/channels/${guild.channelId}/messages/${made}`,
      `${api}/guilds/${LANTERN}/scheduled-events/${made}`,
    ])
      app.simulator.faults.add({ match, fault });
  }
  app.simulator.faults.add({ match: `${api}/guilds/${LANTERN}`, fault: faultOf(refusal(403, 60_003)) });
  const other = neighbours(ids);
  const isShown = (table: 'event_post' | 'event_mirror') => async () =>
    [...(await rowsOf(table, other)).values()].every(({ shown }) => shown);
  await untilDone(() => showAll(guild), isShown('event_post'));
  const mirror = async () => {
    await app.ctx.sql('update event_mirror set next_try_at = now() where tries = 0');
    await mirrorEvents(app.ctx, { serverId: LANTERN }, { signal: signal() });
  };
  await untilDone(mirror, isShown('event_mirror'));
  for (const table of ['event_post', 'event_mirror'] as const)
    expect((await rowsOf(table, ids)).get(place(ids, 0))).toMatchObject({ tries: 1, code: 50_013 });
});

test('a code that no database holds is as none', async () => {
  unpacedBot();
  const guild = await discordGuild(app);
  const { id } = await planEvent(guild);
  await markPostsStale(app.ctx);
  const match = `/discord/api/v10/channels/${guild.channelId}/messages`;
  app.simulator.faults.add({ match, fault: faultOf(refusal(400, 4_294_967_296)) });
  await showAll(guild);
  expect((await rowsOf('event_post', [id])).get(id)).toMatchObject({ state: 'live', tries: 1, code: 400 });
});

test('members who are refused their role keep no others waiting, however many come first', async () => {
  unpacedBot();
  const guild = await roleGuild(app);
  const rules = `/organizations/${guild.place.id}/discord/roles/rules`;
  const ids = chatRoleIds(LANTERN);
  const made = await done<{ id: string }>(
    guild.owner('POST', rules, { source: { kind: 'rank', upTo: 3 }, discordRoleId: ids.raider }),
  );
  const people: { account: string; discordId: string }[] = [];
  for (let number = 0; number < 7; number += 1) people.push(await memberOfRank(guild, 2));
  const { digest } = await done<{ digest: string }>(guild.owner('GET', `${rules}/${made.id}/preview`));
  await done(guild.owner('POST', `${rules}/${made.id}/enable`, { digest }));
  // In the order of their ids, or the other way round.
  for (const { discordId } of people.slice(1, 6)) {
    const match = `/discord/api/v10/guilds/${LANTERN}/members/${discordId}/roles/*`;
    app.simulator.faults.add({ match, fault: faultOf(refusal(400, 50_600)) });
  }
  const run = { jobId: uuidv7(), attempt: 1, lastAttempt: false, signal: signal() };
  await syncDiscordRoles(app.ctx, { serverId: LANTERN, personId: null }, run);
  const has = ({ account }: { account: string }) =>
    app.simulator.world.chat.rolesOf('lantern', account).includes(ids.raider);
  expect(people.map(has)).toEqual([true, false, false, false, false, false, true]);
});

test.each([50_001, 50_013])(
  'a channel that does not work rests while a message is to be deleted (%i)',
  async (code) => {
    unpacedBot();
    const guild = await discordGuild(app);
    const { id } = await planEvent(guild);
    const { sql } = app.ctx;
    await sql(`insert into event_post (event_id, channel_id, message_id) values ($1, $2, '610001')`, [
      id,
      guild.channelId,
    ]);
    const match = `/discord/api/v10/channels/${guild.channelId}/messages/610001`;
    app.simulator.faults.add({ match, fault: faultOf(refusal(403, code)) });
    app.simulator.world.chat.setBot('lantern', false);
    await showAll(guild);
    app.simulator.world.chat.setBot('lantern', true);
    const resting = 'select from discord_lane where channel_id = $1 and resume_at > now()';
    expect(await sql(resting, [guild.channelId])).toHaveLength(1);
    const left = await sql(`select from event_post where message_id = '610001'`);
    expect(left).toHaveLength(code === 50_001 ? 0 : 1);
  },
);

test.each([
  ['an outage is none of the refusals of an item', [503, 503], 987_654, 'live'],
  ['a refused text is told of after an outage', [503], 240_000, 'failed'],
])('%s', async (_, outages, code, state) => {
  unpacedBot();
  const guild = await discordGuild(app);
  const { id } = await planEvent(guild);
  await markPostsStale(app.ctx);
  const match = `/discord/api/v10/channels/${guild.channelId}/messages`;
  for (const one of [...outages.map((status) => refusal(status)), refusal(400, code)]) {
    app.simulator.faults.clear();
    app.simulator.faults.add({ match: ({ method, path }) => method === 'POST' && path === match, fault: faultOf(one) });
    await app.ctx.sql('update discord_lane set resume_at = null');
    await app.ctx.sql('update event_post set next_try_at = now() where event_id = $1', [id]);
    await showAll(guild);
  }
  expect((await rowsOf('event_post', [id])).get(id)).toMatchObject({ state, tries: 1, code });
  const { notifications } = await done<NotificationsView>(guild.officer.call('GET', '/auth/me/notifications'));
  expect(notifications.map(({ kind }) => kind).includes('discord_refused')).toBe(state === 'failed');
});

/** The person left the server, or Discord. */
const LEFT = [10_007, 10_013];

test.each(PARTS)('roles of other members are given, whatever Discord answers for one (part %i)', async (part) => {
  takePart(part);
  unpacedBot();
  const guild = await roleGuild(app);
  const rules = `/organizations/${guild.place.id}/discord/roles/rules`;
  const ids = chatRoleIds(LANTERN);
  const made = await done<{ id: string }>(
    guild.owner('POST', rules, { source: { kind: 'rank', upTo: 3 }, discordRoleId: ids.raider }),
  );
  const people: { account: string; discordId: string }[] = [];
  for (let number = 0; number < refusals.length * 2; number += 1) people.push(await memberOfRank(guild, 2));
  const { digest } = await done<{ digest: string }>(guild.owner('GET', `${rules}/${made.id}/preview`));
  await done(guild.owner('POST', `${rules}/${made.id}/enable`, { digest }));
  for (const [index, one] of refusals.entries()) {
    const match = `/discord/api/v10/guilds/${LANTERN}/members/${people[index * 2]?.discordId}/roles/*`;
    app.simulator.faults.add({ match, fault: faultOf(one) });
  }
  const run = () => ({ jobId: uuidv7(), attempt: 1, lastAttempt: false, signal: signal() });
  const has = ({ account }: { account: string }) =>
    app.simulator.world.chat.rolesOf('lantern', account).includes(ids.raider);
  const others = people.filter((_, index) => index % 2 === 1);
  const sync = async () => {
    await app.ctx.sql('update discord_role_sync set resume_at = null');
    await syncDiscordRoles(app.ctx, { serverId: LANTERN, personId: null }, run());
  };
  await untilDone(sync, async () => others.every(has));
  const grants = await app.ctx.sql<{ user: string; code: number | null; state: string }>(
    `select discord_user_id as user, refused_code as code, state from discord_role_grant`,
  );
  for (const [index, { name, status, code }] of refusals.entries()) {
    const grant = grants.find(({ user }) => user === people[index * 2]?.discordId);
    if (LEFT.includes(code)) expect({ name, state: grant?.state }).toEqual({ name, state: 'absent' });
    else
      expect({ name, state: grant?.state, code: grant?.code }).toEqual({ name, state: 'absent', code: code || status });
  }
  const shown = await done<{ rules: object[] }>(guild.owner('GET', `/organizations/${guild.place.id}/discord/roles`));
  expect(shown.rules).toEqual([
    expect.objectContaining({ problem: null, refused: refusals.filter(({ code }) => !LEFT.includes(code)).length }),
  ]);
});

test.each([
  ['nothing explains it', 403, 987_654, 3],
  ['it is about the role', 400, 50_600, 1],
])('outages use up none of the tries of a role that is then refused: %s', async (_, status, code, tries) => {
  unpacedBot();
  const guild = await roleGuild(app);
  const rules = `/organizations/${guild.place.id}/discord/roles/rules`;
  const ids = chatRoleIds(LANTERN);
  const made = await done<{ id: string }>(
    guild.owner('POST', rules, { source: { kind: 'rank', upTo: 3 }, discordRoleId: ids.raider }),
  );
  const { discordId } = await memberOfRank(guild, 2);
  const { digest } = await done<{ digest: string }>(guild.owner('GET', `${rules}/${made.id}/preview`));
  await done(guild.owner('POST', `${rules}/${made.id}/enable`, { digest }));
  const match = `/discord/api/v10/guilds/${LANTERN}/members/${discordId}/roles/*`;
  const notices = async () => {
    const { notifications } = await done<NotificationsView>(guild.owner('GET', '/auth/me/notifications'));
    const refused = notifications.filter(({ kind }) => kind === 'discord_refused');
    return refused.filter(({ organization }) => organization?.id === guild.place.id).length;
  };
  /** Whether the role is asked for again within the hour, and whether officers were told. */
  const answer = async (one: Refusal) => {
    app.simulator.faults.clear();
    app.simulator.faults.add({ match, fault: faultOf(one) });
    await app.ctx.sql('update discord_role_sync set resume_at = null, failure = null');
    await app.ctx.sql('update discord_role_grant set look_at = now()');
    const run = { jobId: uuidv7(), attempt: 1, lastAttempt: false, signal: signal() };
    await syncDiscordRoles(app.ctx, { serverId: LANTERN, personId: null }, run);
    const grants = `select look_at < now() + interval '1 hour 1 minute' as again from discord_role_grant where discord_user_id = $1`;
    const [grant] = await app.ctx.sql<{ again: boolean }>(grants, [discordId]);
    return { again: grant?.again, told: await notices() };
  };
  for (let outage = 0; outage < 4; outage += 1) expect(await answer(refusal(503))).toEqual({ again: true, told: 0 });
  for (let number = 1; number < tries; number += 1)
    expect(await answer(refusal(status, code))).toEqual({ again: true, told: 0 });
  expect(await answer(refusal(status, code))).toEqual({ again: false, told: 1 });
});
