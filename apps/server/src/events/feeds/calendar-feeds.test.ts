/** Secret calendar addresses: whose they are, what they show, and when they expire. */
import type {
  CalendarFeedListItem,
  CalendarFeedView,
  NewCalendarFeedView,
} from '@guildhall/contracts/calendar-feed.ts';
import type { EventView } from '@guildhall/contracts/event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { readCalendar } from '../../../test/calendars.ts';
import { callerOf } from '../../../test/caller.ts';
import {
  done,
  type EventGuild,
  eventGuild,
  inHours,
  joinGuild,
  type Member,
  moveBack,
  refusalOf,
} from '../../../test/events.ts';
import { tablesWith } from '../../../test/rows.ts';
import { hashToken } from '../../core/secrets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

const MINE = '/auth/me/events-feed';

async function raid(guild: EventGuild, title: string, more: Record<string, unknown> = {}): Promise<EventView> {
  return done<EventView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      title,
      description: 'Voice: secret.example',
      type: 'raid',
      scope: 'guild',
      // Noon is never repeated by a clock change.
      startsAt: `${inHours(48).slice(0, 10)}T12:00:00.000Z`,
      timeZone: 'Europe/Berlin',
      durationMinutes: 120,
      slots: [{ roleKey: 'tank', max: 1 }],
      ...more,
    }),
  );
}

const rotate = ({ call }: Member, path: string) => done<NewCalendarFeedView>(call('POST', path));
const onThisHost = (url: string) => `${app.url}${new URL(url).pathname}${new URL(url).search}`;
const fetchFeed = (url: string) => fetch(onThisHost(url));
const read = async (url: string) => readCalendar(await (await fetchFeed(url)).text());
const answerOf = async (url: string) => {
  const response = await fetchFeed(url);
  return [response.status, ((await response.json()) as { reason: string }).reason];
};

async function firstOf({ members }: EventGuild): Promise<Member> {
  const [member] = members;
  if (!member) throw new Error('The guild has no member');
  return member;
}

test('C-01: a feed without its own token returns nothing, whoever asks', async () => {
  const [guild, other] = [await eventGuild(app), await eventGuild(app)];
  const member = await firstOf(guild);
  const ofGuild = await rotate(member, `/organizations/${guild.id}/events-feed`);
  const mine = await rotate(member, MINE);
  const refused = [404, 'calendar_feed_not_found'];
  const at = (path: string, token: string) => `${app.url}/api/v1${path}?token=${token}`;
  for (const url of [
    `${app.url}/api/v1/auth/me/events.ics`,
    at('/auth/me/events.ics', ''),
    at('/auth/me/events.ics', 'x'.repeat(43)),
    at('/auth/me/events.ics', `${mine.token}x`),
    `${at('/auth/me/events.ics', mine.token)}&token=${mine.token}`,
    at('/auth/me/events.ics', ofGuild.token),
    at(`/organizations/${guild.id}/events.ics`, mine.token),
    at(`/organizations/${other.id}/events.ics`, ofGuild.token),
    at('/organizations/no-such-guild/events.ics', ofGuild.token),
  ]) {
    expect([url, await answerOf(url)]).toEqual([url, refused]);
  }
  // A session cookie does not replace the feed token.
  expect(await refusalOf(member.call('GET', '/auth/me/events.ics'))).toEqual(refused);
  expect(await refusalOf(member.call('POST', `/organizations/${other.id}/events-feed`))).toEqual([
    403,
    'missing_permission',
  ]);
  const bot = await app.ctx.sessions.create(member.userId, { label: 'Bot', scope: 'write', days: 1 });
  const byBot = await fetch(`${app.url}/api/v1${MINE}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bot.token}` },
  });
  expect(byBot.status).toBe(403);
});

test('the feed of a guild has what members see, including cancelled events but no drafts', async () => {
  const guild = await eventGuild(app, 1, { timeZone: 'Europe/Berlin' });
  const member = await firstOf(guild);
  const { url } = await rotate(member, `/organizations/${guild.id}/events-feed`);
  expect(await read(url)).toEqual({ name: 'Guild', events: [] });
  const event = await raid(guild, 'Raid; with, all\\');
  await raid(guild, 'Draft', { status: 'draft' });
  const cancelled = await raid(guild, 'Off', { startsAt: inHours(72) });
  await done(guild.officer.call('POST', `/events/${cancelled.id}/cancel`));

  const { events } = await read(url);
  expect(events).toEqual([
    {
      uid: `${event.id}@guildhall`,
      title: 'Raid; with, all\\',
      description: 'Voice: secret.example',
      url: `${app.ctx.config.baseUrl}/events/${event.id}`,
      location: null,
      status: 'CONFIRMED',
      sequence: 0,
      start: event.startsAt,
      end: event.endsAt,
    },
    expect.objectContaining({ uid: `${cancelled.id}@guildhall`, status: 'CANCELLED', sequence: 1 }),
  ]);
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { startsAt: inHours(50) }));
  await done(guild.officer.call('POST', `/events/${cancelled.id}/reopen`));
  const after = (await read(url)).events.map(({ uid, status, sequence }) => [uid.slice(0, 36), status, sequence]);
  expect(after).toEqual([
    [event.id, 'CONFIRMED', 1],
    [cancelled.id, 'CONFIRMED', 2],
  ]);
});

test('the feed of an archived guild keeps what is over, and has nothing to come', async () => {
  const guild = await eventGuild(app, 1);
  const member = await firstOf(guild);
  const { url } = await rotate(member, `/organizations/${guild.id}/events-feed`);
  const [over, running] = [await raid(guild, 'Over'), await raid(guild, 'Running')];
  await raid(guild, 'Coming');
  await moveBack(app, over.id, 90);
  await app.ctx.sql('update event set starts_at = now() where id = $1', [running.id]);
  const titles = async () => (await read(url)).events.map(({ title }) => title).toSorted();
  expect(await titles()).toEqual(['Coming', 'Over', 'Running']);
  const archive = (at: string) => app.ctx.sql(`update organization set archived_at = ${at} where id = $1`, [guild.id]);
  await archive('now()');
  expect(await titles()).toEqual(['Over']);
  await archive('null');
  expect(await titles()).toEqual(['Coming', 'Over', 'Running']);
});

test('C-02: the personal feed has its person’s events in all guilds, and nothing about others', async () => {
  const [guild, second] = [await eventGuild(app, 2), await eventGuild(app)];
  const member = await firstOf(guild);
  const [, other] = guild.members;
  if (!other) throw new Error('The guild is too small');
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [second.id, member.userId]);
  const answer = (by: Member, event: EventView, more: object = {}) =>
    done(by.call('PUT', `/events/${event.id}/signup`, { characterId: by.characterId, roleKey: 'tank', ...more }));
  const [coming, waiting, declined, there] = [
    await raid(guild, 'Coming'),
    await raid(guild, 'Waiting', { startsAt: inHours(60) }),
    await raid(guild, 'Declined'),
    await raid(second, 'There', { startsAt: inHours(70) }),
  ];
  await raid(guild, 'Of others');
  await answer(other, waiting, { note: 'A note of another person' });
  for (const event of [coming, waiting, there]) await answer(member, event);
  await answer(member, declined, { status: 'declined', roleKey: undefined });

  const { url } = await rotate(member, MINE);
  const text = await (await fetchFeed(url)).text();
  expect(readCalendar(text).events.map(({ title, status }) => [title, status])).toEqual([
    ['Coming', 'CONFIRMED'],
    ['Waiting', 'TENTATIVE'],
    ['There', 'CONFIRMED'],
  ]);
  const people = await app.ctx.sql<{ name: string }>('select display_name as name from app_user');
  for (const foreign of ['secret.example', 'A note', 'Of others', other.userId, ...people.map(({ name }) => name)]) {
    expect(text).not.toContain(foreign);
  }
  await app.ctx.sql('update membership set left_at = now() where user_id = $1 and organization_id = $2', [
    member.userId,
    second.id,
  ]);
  expect((await read(url)).events.map(({ title }) => title)).toEqual(['Coming', 'Waiting']);
  await app.ctx.sql('update organization set archived_at = now() where id = $1', [guild.id]);
  expect((await read(url)).events).toEqual([]);
});

test('C-01: a feed address ends when it is rotated or removed, with the membership, and with the person', async () => {
  const guild = await eventGuild(app, 2);
  const member = await firstOf(guild);
  const [, leaving] = guild.members;
  if (!leaving) throw new Error('The guild is too small');
  for (const path of [MINE, `/organizations/${guild.id}/events-feed`]) {
    expect(await done<CalendarFeedView>(member.call('GET', path))).toEqual({ feed: null });
    const first = await rotate(member, path);
    expect((await fetchFeed(first.url)).status).toBe(200);
    const shown = await member.call('GET', path);
    expect(shown.body).toEqual({ feed: { createdAt: first.createdAt, lastReadAt: expect.any(String) } });
    const next = await rotate(member, path);
    expect(next.token).not.toBe(first.token);
    expect([(await fetchFeed(first.url)).status, (await fetchFeed(next.url)).status]).toEqual([404, 200]);
    await done(member.call('DELETE', path));
    expect((await fetchFeed(next.url)).status).toBe(404);
  }
  const ofGuild = `/organizations/${guild.id}/events-feed`;
  const feeds = [await rotate(leaving, ofGuild), await rotate(leaving, MINE)];
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [leaving.userId]);
  expect(await Promise.all(feeds.map(async ({ url }) => (await fetchFeed(url)).status))).toEqual([404, 200]);
  // People can revoke their feed even where they may no longer read: it would work again after their return.
  await app.ctx.sql(`update organization set settings = '{"visibility":"members"}' where id = $1`, [guild.id]);
  expect(await refusalOf(leaving.call('GET', ofGuild))).toEqual([404, 'organization_not_found']);
  await done(leaving.call('DELETE', ofGuild));
  expect(await refusalOf(leaving.call('DELETE', ofGuild))).toEqual([404, 'organization_not_found']);
  await app.ctx.sql('update membership set left_at = null where user_id = $1', [leaving.userId]);
  expect((await fetchFeed(feeds[0]?.url ?? '')).status).toBe(404);
  await done(leaving.call('DELETE', '/auth/me'));
  expect(await Promise.all(feeds.map(async ({ url }) => (await fetchFeed(url)).status))).toEqual([404, 404]);
});

test('signing out elsewhere ends the feeds made there, and the list shows which feeds exist', async () => {
  const guild = await eventGuild(app);
  const member = await firstOf(guild);
  const elsewhere = callerOf(app, (await app.ctx.sessions.create(member.userId)).token);
  const mine = await rotate(member, MINE);
  const ofGuild = await done<NewCalendarFeedView>(elsewhere('POST', `/organizations/${guild.id}/events-feed`));
  const feeds = async () =>
    (await done<CalendarFeedListItem[]>(member.call('GET', '/auth/me/events-feeds'))).map(({ guildId, madeHere }) => ({
      guildId,
      madeHere,
    }));
  expect(await feeds()).toEqual([
    { guildId: guild.id, madeHere: false },
    { guildId: null, madeHere: true },
  ]);
  await done(member.call('POST', '/auth/revoke-other-sessions', {}));
  expect(await feeds()).toEqual([{ guildId: null, madeHere: true }]);
  expect(await answerOf(ofGuild.url)).toEqual([404, 'calendar_feed_not_found']);
  expect((await fetchFeed(mine.url)).status).toBe(200);

  const third = callerOf(app, (await app.ctx.sessions.create(member.userId)).token);
  const again = await done<NewCalendarFeedView>(third('POST', `/organizations/${guild.id}/events-feed`));
  const sessions = await done<{ id: string; current: boolean }[]>(third('GET', '/auth/list-sessions'));
  await done(member.call('POST', '/auth/revoke-session', { id: sessions.find(({ current }) => current)?.id }));
  expect(await answerOf(again.url)).toEqual([404, 'calendar_feed_not_found']);
  const stranger = await firstOf(await eventGuild(app));
  expect(await done(stranger.call('GET', '/auth/me/events-feeds'))).toEqual([]);
});

test('C-01: a feed address carries no administrator rights', async () => {
  const guild = await eventGuild(app);
  const { call, userId } = await joinGuild(app, guild.id);
  const path = `/organizations/${guild.id}/events-feed`;
  const { url } = await done<NewCalendarFeedView>(call('POST', path));
  expect((await fetchFeed(url)).status).toBe(200);
  await app.ctx.sql('update app_user set is_admin = true where id = $1', [userId]);
  await app.ctx.sql('delete from membership where user_id = $1', [userId]);
  expect(await answerOf(url)).toEqual([404, 'calendar_feed_not_found']);
  expect(await refusalOf(call('POST', path))).toEqual([403, 'missing_permission']);
});

test('an unchanged feed is not sent again', async () => {
  const guild = await eventGuild(app);
  const { url } = await rotate(guild.officer, `/organizations/${guild.id}/events-feed`);
  await raid(guild, 'Raid');
  const first = await fetchFeed(url);
  const etag = first.headers.get('etag') ?? '';
  expect([first.status, first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'private, no-cache',
  ]);
  const text = await first.text();
  expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
  expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
  const { pathname, search } = new URL(url);
  const ask = () => app.http.get(pathname + search).set('If-None-Match', etag);
  expect((await ask().expect(304)).text).toBe('');
  await raid(guild, 'Another');
  await ask().expect(200);
});

test('C-04: a feed can be read sixty times an hour, whatever others at the same IP address read', async () => {
  const guild = await eventGuild(app);
  const { url } = await rotate(guild.officer, MINE);
  const statuses: number[] = [];
  for (let time = 0; time < 62; time += 1) {
    const response = await fetchFeed(url);
    await response.text();
    statuses.push(response.status);
    if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
  const other = await rotate(await firstOf(guild), MINE);
  expect((await fetchFeed(other.url)).status).toBe(200);
});

test('C-03: the token is neither in the database nor in the log', async () => {
  const guild = await eventGuild(app);
  const { url, token } = await rotate(guild.officer, `/organizations/${guild.id}/events-feed`);
  await fetchFeed(url);
  await fetchFeed(`${url}x`);
  expect(await tablesWith(app, hashToken(token))).toEqual(['public.calendar_feed']);
  expect(await tablesWith(app, token)).toEqual([]);
  const log = app.logged.join('');
  expect(log).toContain(`/api/v1/organizations/${guild.id}/events.ics`);
  expect(log).not.toContain(token);
});

test('a calendar address that no longer works asks no program for a password', async () => {
  for (const path of ['/auth/me/events.ics', `/organizations/${(await eventGuild(app)).id}/events.ics`]) {
    const answer = await fetch(`${app.url}/api/v1${path}?token=${'x'.repeat(43)}`);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([404, null]);
  }
});

test('one event as a file is what the feed of the guild says of it, for those who see the event', async () => {
  const guild = await eventGuild(app, 1);
  const member = await firstOf(guild);
  const { url } = await rotate(member, `/organizations/${guild.id}/events-feed`);
  const event = await raid(guild, 'Raid', { description: 'Ä'.repeat(100) });
  // No request writes such a title.
  await app.ctx.sql(`update event set title = E'Raid\\rX-EVIL:1' where id = $1`, [event.id]);
  const draft = await raid(guild, 'Draft', { status: 'draft' });
  const fileOf = ({ id }: EventView, { token }: Member) =>
    fetch(`${app.url}/api/v1/events/${id}`, { headers: { authorization: `Bearer ${token}`, accept: 'text/calendar' } });
  const outsider = await firstOf(await eventGuild(app, 1));
  expect((await fileOf(event, outsider)).status).toBe(404);
  expect((await fileOf(draft, member)).status).toBe(404);
  expect((await fileOf(event, { ...member, token: '' })).status).toBe(401);
  const [ofDraft] = readCalendar(await (await fileOf(draft, guild.officer)).text()).events;
  expect(ofDraft).toMatchObject({ title: 'Draft', status: 'TENTATIVE' });

  const componentOf = (text: string) => /BEGIN:VEVENT.*END:VEVENT/s.exec(text)?.[0];
  const same = async () => {
    const file = await fileOf(event, member);
    expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      'text/calendar; charset=utf-8',
      'attachment; filename=event.ics',
    ]);
    const text = await file.text();
    expect(componentOf(text)).toBe(componentOf(await (await fetchFeed(url)).text()));
    return readCalendar(text).events;
  };
  expect(await same()).toMatchObject([{ uid: `${event.id}@guildhall`, title: 'Raid X-EVIL:1', sequence: 0 }]);
  await done(guild.officer.call('POST', `/events/${event.id}/cancel`));
  expect(await same()).toMatchObject([{ title: 'Cancelled: Raid X-EVIL:1', status: 'CANCELLED', sequence: 1 }]);
});

test('a cancelled event says so in its title, in the language of the reader', async () => {
  const guild = await eventGuild(app, 1);
  const member = await firstOf(guild);
  const event = await raid(guild, 'Raid, heroic');
  await done(member.call('PUT', `/events/${event.id}/signup`, { characterId: member.characterId, roleKey: 'tank' }));
  await done(guild.officer.call('POST', `/events/${event.id}/cancel`));
  const feeds = [await rotate(member, MINE), await rotate(member, `/organizations/${guild.id}/events-feed`)];
  for (const [locale, title] of [
    ['en_US', 'Cancelled: Raid, heroic'],
    ['de_DE', 'Abgesagt: Raid, heroic'],
    ['ru_RU', 'Отменено: Raid, heroic'],
  ]) {
    await app.ctx.sql('update app_user set locale = $1 where id = $2', [locale, member.userId]);
    for (const { url } of feeds) {
      const { events } = await read(url);
      expect(events.map((one) => [one.title, one.status])).toEqual([[title, 'CANCELLED']]);
    }
  }
});

test('a calendar stays below what Google reads, cuts descriptions first and then what is past, and says so', async () => {
  const guild = await eventGuild(app, 1);
  const member = await firstOf(guild);
  const { url } = await rotate(member, `/organizations/${guild.id}/events-feed`);
  const fill = (title: string, description: string, count: number) =>
    app.ctx.sql(
      `insert into event (organization_id, title, description, type, scope, status, starts_at, ends_at, local_start, time_zone, published_at)
       select $1, $2 || n, $3, 'raid', 'guild', 'published', at, at + interval '1 hour', '', 'UTC', now()
       from generate_series(-80, $4::int - 81) n cross join lateral (select now() + n * interval '8 hours' as at) t`,
      [guild.id, title, description, count],
    );
  await fill('Long ', `${'Ä,;\\\n'.repeat(1_000)}`, 151);
  const text = await (await fetchFeed(url)).text();
  expect(Buffer.byteLength(text)).toBeLessThan(900_000);
  const cut = readCalendar(text).events;
  expect(cut).toHaveLength(151);
  for (const { description, url: page } of cut) expect(description).toMatch(new RegExp(`^Ä,;[^]* The rest: ${page}$`));

  await app.ctx.sql('delete from event where organization_id = $1', [guild.id]);
  await fill(`${'Ж'.repeat(115)} `, 'x', 1_100);
  const full = await (await fetchFeed(url)).text();
  expect(Buffer.byteLength(full)).toBeLessThan(900_000);
  const { events } = readCalendar(full);
  expect(events.length).toBeGreaterThan(500);
  const numbers = events.map(({ title }) => Number(title.split(' ')[1]));
  // The next ones are there, without a gap.
  expect(numbers).toContain(0);
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  expect(full.replaceAll('\r\n ', '')).toMatch(
    new RegExp(`X-WR-CALDESC:${events.length.toLocaleString('en').replace(',', '\\\\,')} of 1\\\\,100 events`),
  );
});
