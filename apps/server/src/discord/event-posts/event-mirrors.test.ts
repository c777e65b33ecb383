import type { DiscordView } from '@guildhall/contracts/discord-posts.ts';
import type { EventView } from '@guildhall/contracts/event.ts';
import { chatPermission, chatRoleIds } from '@guildhall/simulator/world-chat-roles.ts';
import type { ScheduledEvent } from '@guildhall/simulator/world-scheduled-events.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { freshBot, LANTERN } from '../../../test/chat.ts';
import { type DiscordGuild, discordGuild, founds, minuteLater, planEvent } from '../../../test/discord-guild.ts';
import { done, inHours } from '../../../test/events.ts';
import { eventually, untilNoJobs } from '../../../test/guild.ts';

const EVENTS = `/discord/api/v10/guilds/${LANTERN}/scheduled-events`;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  freshBot(app);
});
afterAll(() => app[Symbol.asyncDispose]());
afterEach(async () => {
  app.simulator.faults.clear();
  setPermissions(chatPermission.manageRoles | chatPermission.createEvents);
  chat().setBot('lantern', true);
  freshBot(app);
  await app.ctx.sql('delete from event');
  await app.ctx.sql('delete from discord_binding');
  await minuteLater(app);
  await eventually(async () => expect(await app.ctx.sql('select from event_mirror')).toEqual([]));
  for (const { id } of chat().scheduledEvents(LANTERN)) chat().deleteScheduledEvent(id);
  app.simulator.requests.clear();
});

const chat = () => app.simulator.world.chat;
const setPermissions = (permissions: bigint) => chat().changeRole('lantern', chatRoleIds(LANTERN).bot, { permissions });
const mirroring = (bound: object = {}) => discordGuild(app, { bound: { mirrors: true, ...bound } });
const isOf = (event: EventView) => (made: ScheduledEvent) => made.description.endsWith(`/events/${event.id}`);

/** The one scheduled event of an event, once there is one that passes the check. */
const mirrorOf = (event: EventView, check: (made: ScheduledEvent) => void = () => {}) =>
  eventually(async () => {
    const made = chat().scheduledEvents(LANTERN).filter(isOf(event));
    const [first] = made;
    if (!first || made.length > 1) throw new Error(`${made.length} scheduled events`);
    check(first);
    const known = 'select from event_mirror where scheduled_event_id = $1 and shown = wanted';
    expect(await app.ctx.sql(known, [first.id])).toHaveLength(1);
    return { ...first };
  });

const stateOf = async ({ id }: EventView) =>
  (await app.ctx.sql<{ state: string }>('select state from event_mirror where event_id = $1', [id]))[0]?.state;

const change = ({ officer }: DiscordGuild, { id }: EventView, to: Record<string, string>) =>
  done(officer.call('PATCH', `/events/${id}`, to));

const problemOf = async ({ id, officer }: DiscordGuild) =>
  (await done<DiscordView>(officer.call('GET', `/organizations/${id}/discord`))).bindings[0]?.mirrorProblem;

test('an event is mirrored as a scheduled event within the limits, which is updated and deleted with it', async () => {
  const guild = await mirroring();
  const event = await planEvent(guild, { title: 'R'.repeat(120), description: '*'.repeat(1_500) });
  const made = await mirrorOf(event);
  expect(made).toMatchObject({ name: `${'R'.repeat(99)}…`, location: `${app.config.baseUrl}/events/${event.id}` });
  expect(made.description.length).toBeLessThanOrEqual(1_000);
  expect(new Date(made.startsAt).toISOString()).toBe(event.startsAt);
  await change(guild, event, { title: 'Moved', startsAt: inHours(50) });
  await mirrorOf(event, ({ id, name, startsAt }) => {
    expect([id, name]).toEqual([made.id, 'Moved']);
    expect(startsAt).toBeGreaterThan(made.startsAt);
  });
  await done(guild.officer.call('POST', `/events/${event.id}/cancel`, {}));
  await eventually(async () => expect(chat().findScheduledEvent(made.id)).toBeUndefined());
  const other = await planEvent(guild, { title: 'Deleted' });
  await mirrorOf(other);
  await done(guild.officer.call('POST', `/events/${other.id}/cancel`, {}));
  await done(guild.officer.call('DELETE', `/events/${other.id}`));
  await eventually(async () => expect(chat().scheduledEvents(LANTERN)).toEqual([]));
});

test('mirrors only guilds that turn it on, only events that their channels post, and nothing once turned off', async () => {
  const quiet = await discordGuild(app);
  await planEvent(quiet);
  const guild = await mirroring({ types: ['raid'] });
  await planEvent(guild, { type: 'social' });
  await planEvent(guild, { title: 'Draft', status: 'draft' });
  await planEvent(guild, { title: 'Far', startsAt: inHours(24 * 29) });
  const event = await planEvent(guild, { title: 'Wanted' });
  await mirrorOf(event);
  await minuteLater(app);
  expect(
    chat()
      .scheduledEvents(LANTERN)
      .map(({ name }) => name),
  ).toEqual(['Wanted']);
  const path = `/organizations/${guild.id}/discord/bindings/${guild.binding.id}`;
  expect((await guild.officer.call('PATCH', path, { mirrors: false })).body.mirrors).toBe(false);
  await eventually(async () => expect(chat().scheduledEvents(LANTERN)).toEqual([]));
});

test('deletes a mirror that became unwanted while Discord was making it, without another look', async () => {
  const guild = await mirroring();
  const { promise: answer, resolve: letAnswer } = Promise.withResolvers<void>();
  app.simulator.faults.add({ match: EVENTS, times: 1, fault: { kind: 'hang', until: answer } });
  await planEvent(guild);
  await eventually(async () => expect(app.simulator.requests.count({ method: 'POST', path: EVENTS })).toBe(1));
  await app.ctx.sql('delete from discord_binding');
  await minuteLater(app);
  letAnswer();
  await eventually(async () => expect(await app.ctx.sql('select from event_mirror')).toEqual([]));
  expect(chat().scheduledEvents(LANTERN)).toEqual([]);
});

test('mirrors the next 25 events, and the 26th once one of them is cancelled', async () => {
  const guild = await mirroring();
  const events: EventView[] = [];
  for (let hours = 30; hours < 57; hours += 1) {
    events.push(await planEvent(guild, { title: `In ${hours} hours`, startsAt: inHours(hours) }));
  }
  const names = () =>
    chat()
      .scheduledEvents(LANTERN)
      .map(({ name }) => name);
  await eventually(async () => expect(names()).toHaveLength(25));
  expect(names()).not.toContain('In 55 hours');
  await done(guild.officer.call('POST', `/events/${events[0]?.id}/cancel`, {}));
  await eventually(async () => expect(names()).toContain('In 55 hours'));
  expect(names()).toHaveLength(25);
});

test('retries a full server a day later, mirrors a reopened event anew, and leaves ended mirrors ended', async () => {
  const fill = { serverId: LANTERN, creatorId: '1', name: 'Other', description: '', location: 'here' };
  const times = { startsAt: Date.now() + 3_600_000, endsAt: Date.now() + 7_200_000 };
  for (let made = 0; made < 100; made += 1) chat().addScheduledEvent({ ...fill, ...times });
  const guild = await mirroring();
  const event = await planEvent(guild);
  await eventually(async () => expect(await problemOf(guild)).toBe('too_many'));
  app.simulator.requests.clear();
  await change(guild, event, { title: 'Still full' });
  await minuteLater(app);
  expect(app.simulator.requests.count({ path: EVENTS })).toBe(0);
  for (const { id } of chat().scheduledEvents(LANTERN)) chat().deleteScheduledEvent(id);
  await app.ctx.sql(`update event_mirror set next_try_at = next_try_at - interval '1 day'`);
  await minuteLater(app);
  const first = await mirrorOf(event);
  await eventually(async () => expect(await problemOf(guild)).toBeNull());

  await done(guild.officer.call('POST', `/events/${event.id}/cancel`, {}));
  await eventually(async () => expect(chat().scheduledEvents(LANTERN)).toEqual([]));
  await done(guild.officer.call('POST', `/events/${event.id}/reopen`, {}));
  const second = await mirrorOf(event);
  expect(second.id).not.toBe(first.id);

  chat().endScheduledEvent(second.id);
  await change(guild, event, { title: 'Changed afterwards' });
  await eventually(async () => expect(await stateOf(event)).toBe('ended'));
  await change(guild, event, { title: 'And again' });
  await minuteLater(app);
  expect(chat().scheduledEvents(LANTERN)).toEqual([]);
});

test('an event that is rescheduled after it began is mirrored anew', async () => {
  const guild = await mirroring();
  const event = await planEvent(guild);
  const first = await mirrorOf(event);
  const begun = chat().findScheduledEvent(first.id);
  if (begun) begun.startsAt = Date.now() - 60_000;
  await app.ctx.sql(`update event_mirror set begins_at = now() - interval '1 minute' where event_id = $1`, [event.id]);
  await change(guild, event, { startsAt: inHours(60) });
  const second = await mirrorOf(event, ({ id }) => expect(id).not.toBe(first.id));
  expect(second.status).toBe('scheduled');
});

test('a scheduled event deleted on Discord is not created again', async () => {
  const guild = await mirroring();
  const event = await planEvent(guild);
  chat().deleteScheduledEvent((await mirrorOf(event)).id);
  await change(guild, event, { title: 'Changed' });
  await eventually(async () => expect(await stateOf(event)).toBe('removed'));
  await minuteLater(app);
  expect(chat().scheduledEvents(LANTERN)).toEqual([]);
});

test('E-06: a scheduled event whose response was lost is not created twice', async () => {
  const guild = await mirroring();
  app.simulator.faults.add({ match: EVENTS, times: 1, fault: { kind: 'answered-but-lost' } });
  const event = await planEvent(guild);
  await eventually(async () => expect(app.simulator.requests.count({ path: EVENTS })).toBeGreaterThan(0));
  await change(guild, event, { title: 'Found again' });
  await app.ctx.sql(`update event_mirror set next_try_at = now() - interval '1 second'`);
  await minuteLater(app);
  await mirrorOf(event, ({ name }) => expect(name).toBe('Found again'));
});

test('respects a rate limit without losing an event', async () => {
  const guild = await mirroring();
  const fault = { kind: 'limited', scope: 'user', retryAfter: 3 } as const;
  app.simulator.faults.add({ match: EVENTS, times: 1, fault });
  const event = await planEvent(guild);
  await eventually(async () => {
    await minuteLater(app);
    expect(chat().scheduledEvents(LANTERN).filter(isOf(event))).toHaveLength(1);
  });
  const [refused, next] = app.simulator.requests.entries({ path: EVENTS });
  expect(refused?.status).toBe(429);
  expect((next?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThan(2_900);
});

test('mirrors nothing without the permission; officers see the problem and can fix it', async () => {
  const guild = await mirroring();
  const path = `/organizations/${guild.id}/discord`;
  setPermissions(0n);
  const refusal = await guild.officer.call('PATCH', `${path}/bindings/${guild.binding.id}`, { mirrors: true });
  expect([refusal.status, refusal.body.reason]).toEqual([400, 'bot_lacks_permission']);
  const event = await planEvent(guild);
  await eventually(async () => expect(await problemOf(guild)).toBe('lacks_permission'));
  app.simulator.requests.clear();
  await minuteLater(app);
  expect(app.simulator.requests.count({ path: EVENTS })).toBe(0);
  setPermissions(chatPermission.createEvents);
  await done(guild.officer.call('POST', `${path}/check`));
  expect(await problemOf(guild)).toBeNull();
  await minuteLater(app);
  await mirrorOf(event);
});

test('E-07: a guild whose server is no longer confirmed loses its scheduled events on it', async () => {
  const guild = await mirroring();
  const event = await planEvent(guild);
  await mirrorOf(event);
  await app.ctx.sql('delete from chat_server_proof where organization_id = $1', [guild.id]);
  await minuteLater(app);
  await eventually(async () => expect(chat().scheduledEvents(LANTERN)).toEqual([]));
  await change(guild, event, { title: 'Unseen' });
  await minuteLater(app);
  expect(chat().scheduledEvents(LANTERN)).toEqual([]);
});

describe('a scheduled event cannot be moved into the past, so it goes when its event is', () => {
  const failedJobs = () =>
    app.ctx.sql(`select from pgboss.job where name = 'mirror-events' and state in ('failed', 'retry')`);
  /** As if the event had begun an hour ago, on Discord too. */
  async function begun(guild: DiscordGuild): Promise<[EventView, ScheduledEvent]> {
    const event = await planEvent(guild, { durationMinutes: 300 });
    const made = await mirrorOf(event);
    const shift = `update event set starts_at = now() - interval '1 hour', ends_at = now() + interval '4 hours' where id = $1`;
    await app.ctx.sql(shift, [event.id]);
    const known = `update event_mirror set begins_at = now() - interval '1 hour', ends_at = now() + interval '4 hours' where event_id = $1`;
    await app.ctx.sql(known, [event.id]);
    const shown = chat().findScheduledEvent(made.id);
    if (!shown) throw new Error('A scheduled event');
    Object.assign(shown, { startsAt: Date.now() - 3_600_000, endsAt: Date.now() + 4 * 3_600_000, status: 'active' });
    return [event, made];
  }
  const goes = async (made: ScheduledEvent) => {
    await eventually(async () => expect(chat().findScheduledEvent(made.id)).toBeUndefined());
    await minuteLater(app);
    await untilNoJobs(app, 'mirror-events');
    expect(await failedJobs()).toEqual([]);
    const failed = `select from event_mirror where state = 'failed' or refused_code is not null`;
    expect(await app.ctx.sql(failed)).toEqual([]);
  };
  const moved = (guild: DiscordGuild, { id }: EventView, set: string) =>
    app.ctx
      .sql(`update event set ${set} where id = $1`, [id])
      .then(() => change(guild, { id } as EventView, { title: 'Changed' }));

  test('a running event that is shortened to an end in the past', async () => {
    const guild = await mirroring();
    const [event, made] = await begun(guild);
    await change(guild, event, { durationMinutes: 30 } as never);
    await goes(made);
  });

  test.each([
    ['an end that is this very moment', `ends_at = now()`],
    ['an end a few seconds away', `ends_at = now() + interval '4 seconds'`],
    ['both times in the past', `starts_at = now() - interval '5 hours', ends_at = now() - interval '3 hours'`],
  ])('a running event with %s', async (_what, set) => {
    const guild = await mirroring();
    const [event, made] = await begun(guild);
    await moved(guild, event, set);
    await goes(made);
  });

  test.each([
    ['running', `starts_at = now() - interval '10 minutes', ends_at = now() + interval '1 hour'`],
    ['over', `starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'`],
    ['about to begin', `starts_at = now() + interval '4 seconds', ends_at = now() + interval '1 hour'`],
  ])('a coming event that is suddenly %s, which gets another one when it is planned again', async (_what, set) => {
    const guild = await mirroring();
    const event = await planEvent(guild);
    const made = await mirrorOf(event);
    await moved(guild, event, set);
    await goes(made);
    await change(guild, event, { startsAt: inHours(70) });
    await mirrorOf(event, ({ id }) => expect(id).not.toBe(made.id));
  });

  test('a running event whose guild is archived; one to come is mirrored again once the guild is restored', async () => {
    const guild = await mirroring();
    const [, made] = await begun(guild);
    const next = await planEvent(guild);
    const coming = await mirrorOf(next);
    await founds(app, guild);
    await done(guild.officer.call('DELETE', `/organizations/${guild.id}`));
    await goes(made);
    await goes(coming);
    await done(guild.officer.call('PATCH', `/organizations/${guild.id}/restore`));
    await mirrorOf(next);
    expect(chat().scheduledEvents(LANTERN)).toHaveLength(1);
  });

  test.each(['cancelled', 'deleted', 'shortened and deleted'])('a running event that is %s', async (what) => {
    const guild = await mirroring();
    const [event, made] = await begun(guild);
    if (what === 'shortened and deleted')
      await app.ctx.sql(`update event set ends_at = now() - interval '1 second' where id = $1`, [event.id]);
    await app.ctx.sql(`update event set status = 'cancelled' where id = $1`, [event.id]);
    if (what !== 'cancelled') await app.ctx.sql(`delete from event where id = $1`, [event.id]);
    await minuteLater(app);
    await goes(made);
  });

  test('an event that is about to begin as Discord shows it keeps its scheduled event', async () => {
    const guild = await mirroring();
    const event = await planEvent(guild);
    const made = await mirrorOf(event);
    const soon = new Date(Date.now() + 8_000);
    const known = `update event_mirror set begins_at = $2, ends_at = now() + interval '4 hours' where event_id = $1`;
    await app.ctx.sql(known, [event.id, soon]);
    const shown = chat().findScheduledEvent(made.id);
    if (!shown) throw new Error('A scheduled event');
    Object.assign(shown, { startsAt: soon.getTime(), endsAt: Date.now() + 4 * 3_600_000 });
    await moved(guild, event, `starts_at = '${soon.toISOString()}', ends_at = now() + interval '4 hours'`);
    await mirrorOf(event, ({ id, name }) => expect([id, name]).toEqual([made.id, 'Changed']));
  });

  test('a running event that goes on longer keeps its scheduled event', async () => {
    const guild = await mirroring();
    const [event, made] = await begun(guild);
    await change(guild, event, { durationMinutes: 600 } as never);
    await mirrorOf(event, ({ id, endsAt }) => {
      expect(id).toBe(made.id);
      expect(endsAt).toBeGreaterThan(Date.now() + 8 * 3_600_000);
    });
    expect(await failedJobs()).toEqual([]);
  });
});
