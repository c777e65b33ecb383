import type { EventListView, EventLogView, EventView } from '@guildhall/contracts/event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { done, type EventGuild, eventGuild, inHours, joinGuild, moveBack, refusalOf } from '../../../test/events.ts';
import { createPerson } from '../../../test/people.ts';
import { anyPicture, picture } from '../../../test/pictures.ts';
import { advanceEvents } from './advance-events.ts';

let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: { MODERATION: 'off' } });
  guild = await eventGuild(app, 3, { timeZone: 'Europe/Berlin' });
});
afterAll(() => app[Symbol.asyncDispose]());

const events = () => `/guilds/${guild.id}/events`;
const RAID = { title: 'Raid night', type: 'raid', scope: 'guild', durationMinutes: 180 };
const make = (input: object = {}, who = guild.officer) =>
  done<EventView>(who.call('POST', events(), { ...RAID, startsAt: inHours(48), ...input }));
const advance = () => advanceEvents(app.ctx, {}, { signal: new AbortController().signal });

test.each<[string, Record<string, unknown>]>([
  ['an end before the start', { durationMinutes: undefined, endsAt: inHours(40) }],
  [
    'an end equal to the start',
    { durationMinutes: undefined, startsAt: '2083-01-01T20:00:00Z', endsAt: '2083-01-01T20:00:00Z' },
  ],
  ['an end a month later', { durationMinutes: undefined, endsAt: inHours(24 * 30) }],
  ['neither end nor duration', { durationMinutes: undefined }],
  ['both end and duration', { endsAt: inHours(50) }],
  ['no start', { startsAt: undefined }],
  ['two starts', { localStart: '2083-01-01T20:00' }],
  ['an unknown zone', { startsAt: undefined, localStart: '2083-01-01T20:00', timeZone: 'Europe/Atlantis' }],
  ['an offset for a zone', { startsAt: undefined, localStart: '2083-01-01T20:00', timeZone: '+02:00' }],
  ['a day that does not exist', { startsAt: undefined, localStart: '2083-02-30T20:00' }],
  ['an hour that does not exist', { startsAt: undefined, localStart: '2083-02-20T24:00' }],
  [
    'a duplicate role',
    {
      slots: [
        { roleKey: 'tank', max: 1 },
        { roleKey: 'tank', max: 2 },
      ],
    },
  ],
  ['a role without slots', { slots: [{ roleKey: 'tank', max: 0 }] }],
  ['an unknown role', { slots: [{ roleKey: 'bard', max: 1 }] }],
  ['a deadline after the start', { signupDeadline: inHours(49) }],
  ['an invalid initial status', { status: 'completed' }],
  [
    '53 dates',
    {
      recurringDates: Array.from({ length: 53 }, (_, day) =>
        new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
      ),
    },
  ],
  ['a duplicate date', { recurringDates: ['2083-03-01', '2083-03-01'] }],
  [
    'a date repeated with a time',
    { startsAt: undefined, localStart: '2083-01-01T20:00', recurringDates: ['2083-03-01', '2083-03-01T20:00'] },
  ],
  [
    'two times that a clock change makes equal',
    {
      startsAt: undefined,
      localStart: '2083-03-28T02:30',
      timeZone: 'Europe/Berlin',
      recurringDates: ['2083-03-28T03:30'],
    },
  ],
  ['a series without dates', { recurringDates: [] }],
  ['an empty title', { title: ' ' }],
  ['an invisible title', { title: '\u200b' }],
  ['a title that reverses the text after it', { title: 'Raid \u202egpj.exe' }],
  ['half a character in the title', { title: 'Raid \ud800' }],
  ['half a character in the description', { description: '\ud800' }],
  ['NUL in the description', { description: 'a\u0000b' }],
  ['half a minute', { durationMinutes: 60.5 }],
])('answers 400 to %s', async (_what, input) => {
  const body = JSON.parse(JSON.stringify({ ...RAID, startsAt: inHours(48), ...input }));
  for (const [key, value] of Object.entries(input)) if (value === undefined) delete body[key];
  expect((await guild.officer.call('POST', events(), body)).status).toBe(400);
});

test('answers 400 to half a character in any text about an event', async () => {
  const [member] = guild.members;
  const { id } = await make();
  const half = '\ud800';
  const calls = [
    guild.officer.call('PATCH', `/events/${id}`, { title: half }),
    guild.officer.call('PATCH', `/events/${id}`, { description: half }),
    guild.officer.call('POST', `/events/${id}/cancel`, { reason: half }),
    member?.call('PUT', `/events/${id}/signup`, { characterId: member.characterId, note: half }) as never,
  ];
  for (const call of calls) expect(await refusalOf(call)).toEqual([400, 'invalid_input']);
});

test('outsiders learn nothing about events, and members create only group events', async () => {
  const [member] = guild.members;
  const outsider = callerOf(app, (await createPerson(app)).token);
  const event = await make();
  expect(await refusalOf(outsider('GET', events()))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(outsider('POST', events(), { ...RAID, startsAt: inHours(1) }))).toEqual([
    403,
    'missing_permission',
  ]);
  const calls: [string, string, object?][] = [
    ['GET', ''],
    ['PATCH', '', { title: 'Mine' }],
    ['DELETE', ''],
    ['POST', '/publish', {}],
    ['POST', '/cancel', {}],
    ['POST', '/complete', {}],
    ['POST', '/reopen', {}],
    ['POST', '/cancel-series', {}],
    ['DELETE', '/delete-series'],
    ['DELETE', '/image'],
    ['GET', '/log'],
    ['GET', '/participations'],
    ['PUT', '/signup', { characterId: guild.officer.characterId }],
    ['DELETE', '/signup'],
    ['POST', '/attendance', { entries: [{ userId: guild.officer.userId, attendance: 'present' }] }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await outsider(method, `/events/${event.id}${path}`, body as Record<string, unknown>);
    expect([method, path, answer.status, answer.body.reason]).toEqual([method, path, 404, 'event_not_found']);
  }
  for (const [method, path, body] of calls.filter(([, path]) => !/log|signup|participations/.test(path) && path)) {
    const answer = await member?.call(method, `/events/${event.id}${path}`, body as Record<string, unknown>);
    expect([method, path, answer?.status]).toEqual([method, path, 403]);
  }
  expect(await refusalOf(member?.call('POST', events(), { ...RAID, startsAt: inHours(1) }) as never)).toEqual([
    403,
    'missing_permission',
  ]);
  const group = await make({ scope: 'group', title: 'Keys' }, member);
  expect(group.abilityRules).toContainEqual({ action: ['update', 'delete'], subject: 'Event' });
  // Members cannot turn their own group event into a guild event.
  expect(await refusalOf(member?.call('PATCH', `/events/${group.id}`, { scope: 'guild' }) as never)).toEqual([
    403,
    'missing_permission',
  ]);
  const [, other] = guild.members;
  expect((await other?.call('PATCH', `/events/${group.id}`, { title: 'Mine' }))?.status).toBe(403);
  expect((await done<EventView>(guild.officer.call('PATCH', `/events/${group.id}`, { title: 'Ours' }))).title).toBe(
    'Ours',
  );
});

test('an event only makes allowed transitions, and repeating one changes nothing', async () => {
  const [member] = guild.members;
  const { id } = await make({ status: 'draft', title: 'A draft' });
  const post = (verb: string, body = {}) => guild.officer.call('POST', `/events/${id}/${verb}`, body);
  const status = async () => (await done<EventView>(guild.officer.call('GET', `/events/${id}`))).status;
  expect((await member?.call('GET', `/events/${id}`))?.status).toBe(404);
  for (const verb of ['cancel', 'complete', 'reopen'])
    expect(await refusalOf(post(verb))).toEqual([409, 'invalid_transition']);
  await done(post('publish'));
  await done(post('publish'));
  expect((await member?.call('GET', `/events/${id}`))?.status).toBe(200);
  expect(await refusalOf(post('complete'))).toEqual([409, 'event_not_started']);
  expect(await refusalOf(guild.officer.call('DELETE', `/events/${id}`))).toEqual([409, 'invalid_transition']);
  await done(post('cancel', { reason: 'Nobody has time' }));
  expect(await refusalOf(post('publish'))).toEqual([409, 'invalid_transition']);
  await done(post('reopen'));
  await done(post('cancel'));
  await moveBack(app, id, 100);
  expect(await refusalOf(post('reopen'))).toEqual([409, 'event_started']);
  expect(await status()).toBe('cancelled');
  await expect(app.ctx.sql(`update event set status = 'completed' where id = $1`, [id])).rejects.toThrow(
    'does not become',
  );
  await expect(app.ctx.sql(`update event set status = 'published' where id = $1`, [id])).rejects.toThrow(
    'does not become',
  );
  const log = await done<EventLogView>(guild.officer.call('GET', `/events/${id}/log`));
  expect(log.entries.map(({ kind }) => kind).reverse()).toEqual([
    'created',
    'published',
    'cancelled',
    'reopened',
    'cancelled',
  ]);
  expect(log.entries[2]).toMatchObject({
    why: 'Nobody has time',
    actor: { id: guild.officer.userId },
    changes: { status: ['published', 'cancelled'] },
  });

  const draft = await make({ status: 'draft' });
  await done(guild.officer.call('DELETE', `/events/${draft.id}`));
  expect((await guild.officer.call('GET', `/events/${draft.id}`)).status).toBe(404);
});

test('an event is completed six hours after its end, not before', async () => {
  const { id } = await make();
  const status = async () => (await done<EventView>(guild.officer.call('GET', `/events/${id}`))).status;
  await moveBack(app, id, 48 + 3 + 5);
  await advance();
  expect(await status()).toBe('published');
  await moveBack(app, id, 2);
  await advance();
  await advance();
  expect(await status()).toBe('completed');
  const { entries } = await done<EventLogView>(guild.officer.call('GET', `/events/${id}/log`));
  expect(entries.filter(({ kind }) => kind === 'completed')).toMatchObject([
    { actor: null, why: 'Six hours after its end.' },
  ]);
  expect(await refusalOf(guild.officer.call('PATCH', `/events/${id}`, { title: 'Other' }))).toEqual([
    409,
    'event_completed',
  ]);
  expect(
    (await done<EventView>(guild.officer.call('PATCH', `/events/${id}`, { countsForAttendance: false })))
      .countsForAttendance,
  ).toBe(false);
});

test('a calendar has the requested days in the guild’s time zone, and shows drafts only to their editors', async () => {
  const own = await eventGuild(app, 2, { timeZone: 'Europe/Berlin' });
  const [member, other] = own.members;
  const at = (startsAt: string, more: object = {}) =>
    done<EventView>(own.officer.call('POST', `/guilds/${own.id}/events`, { ...RAID, startsAt, ...more }));
  const before = await at('2083-05-31T18:00:00Z');
  const across = await at('2083-05-31T21:00:00Z');
  const within = await at('2083-06-10T18:00:00Z', { type: 'social' });
  const draft = await at('2083-06-11T18:00:00Z', { status: 'draft' });
  const last = await at('2083-06-30T21:30:00Z');
  const after = await at('2083-06-30T22:00:00Z');
  const mine = await done<EventView>(
    member?.call('POST', `/guilds/${own.id}/events`, {
      ...RAID,
      scope: 'group',
      status: 'draft',
      startsAt: '2083-06-12T18:00:00Z',
    }) as never,
  );
  const list = async (query: string, who = own.officer) =>
    (await done<EventListView>(who.call('GET', `/guilds/${own.id}/events?${query}`))).events.map(({ id }) => id);
  const june = 'startDate=2083-06-01&endDate=2083-06-30';
  expect(await list(june)).toEqual([across, within, draft, mine, last].map(({ id }) => id));
  expect(await list(june, member)).toEqual([across, within, mine, last].map(({ id }) => id));
  expect(await list(june, other)).toEqual([across, within, last].map(({ id }) => id));
  expect(await list(`${june}&timeZone=America/Los_Angeles`, other)).toEqual([within, last, after].map(({ id }) => id));
  expect(await list(`${june}&type=social`)).toEqual([within.id]);
  expect(await list(`${june}&status=draft`)).toEqual([draft.id, mine.id]);
  await done(member?.call('PUT', `/events/${last.id}/signup`, { characterId: member.characterId }) as never);
  await done(member?.call('PUT', `/events/${after.id}/signup`, { status: 'declined' }) as never);
  expect(await list('mine=true&sortOrder=asc', member)).toEqual([mine.id, last.id]);
  expect(await list('pageSize=2&page=2', other)).toEqual([within.id, last.id]);
  const paged = await done<EventListView>(
    own.officer.call('GET', `/guilds/${own.id}/events?pageSize=3&sortOrder=desc`),
  );
  expect([paged.pagination, paged.holidays]).toEqual([{ page: 1, pageSize: 3, total: 7, totalPages: 3 }, []]);
  expect(paged.events.map(({ id }) => id)).toEqual([after.id, last.id, mine.id]);
  expect(before.localStart).toBe('2083-05-31T20:00');
  for (const query of [
    'when=now',
    'startDate=2083-06-02&endDate=2083-06-01',
    'startDate=2083-01-01&endDate=2083-04-11',
    'pageSize=201',
  ]) {
    expect([query, (await own.officer.call('GET', `/guilds/${own.id}/events?${query}`)).status]).toEqual([query, 400]);
  }
  expect(await list('startDate=2083-01-01&endDate=2083-04-10')).toEqual([]);
});

test('a list can be narrowed to each type of event', async () => {
  const own = await eventGuild(app);
  const types = ['raid', 'dungeon', 'social', 'pvp'];
  const path = `/guilds/${own.id}/events`;
  for (const type of types) await done(own.officer.call('POST', path, { ...RAID, type, startsAt: inHours(48) }));
  for (const type of types) {
    const listed = await done<EventListView>(own.officer.call('GET', `${path}?type=${type}`));
    expect(listed.events.map((event) => event.type)).toEqual([type]);
  }
});

test('a new picture replaces the one before, and can be removed', async () => {
  const [member] = guild.members;
  const event = await make();
  const upload = async (token: string, bytes: Buffer, id = event.id) =>
    app.http.post(`/api/v1/events/${id}/image`).auth(token, { type: 'bearer' }).attach('image', bytes, 'a.png');
  expect((await app.http.post(`/api/v1/events/${event.id}/image`)).status).toBe(401);
  expect((await upload(member?.token ?? '', await anyPicture())).status).toBe(403);
  expect((await upload((await createPerson(app)).token, await anyPicture())).status).toBe(404);
  expect((await upload(guild.officer.token, await anyPicture(), 'none')).status).toBe(400);
  expect((await upload(guild.officer.token, Buffer.from('no picture'))).body.reason).toBe('unsupported_image');
  const largest = 5 * 1024 * 1024;
  expect((await upload(guild.officer.token, Buffer.alloc(largest + 1))).status).toBe(413);
  const padded = await upload(guild.officer.token, Buffer.concat([await anyPicture()], largest));
  expect(padded.body.imageUrl).toEqual(expect.any(String));
  const first = (await upload(guild.officer.token, await anyPicture())).body.imageUrl;
  expect((await fetch(first.replace(app.config.baseUrl, app.url))).headers.get('content-type')).toBe('image/webp');
  const second = (await upload(guild.officer.token, await anyPicture())).body.imageUrl;
  expect(second).not.toBe(first);
  const images = 'select from image where subject_id = $1';
  expect(await app.ctx.sql(images, [event.id])).toHaveLength(1);
  expect((await done<EventView>(guild.officer.call('DELETE', `/events/${event.id}/image`))).imageUrl).toBeNull();
  expect(await app.ctx.sql(images, [event.id])).toEqual([]);
});

test.each(['jpeg', 'png', 'gif', 'webp'] as const)('an event takes a picture as %s', async (format) => {
  const { id } = await make();
  const { status, body } = await app.http
    .post(`/api/v1/events/${id}/image`)
    .auth(guild.officer.token, { type: 'bearer' })
    .attach('image', await picture(format), `a.${format}`);
  expect([status, body.imageUrl]).toEqual([200, expect.stringContaining('.webp')]);
});

test('an event without a scope is for a group', async () => {
  expect(await make({ scope: undefined }, guild.members[0])).toMatchObject({ scope: 'group' });
});

test('with manual moderation only the uploader sees a pending picture, and the log records its approval', async () => {
  await using manual = await testApp({ roles: ['web'], environment: { MODERATION: 'manual' } });
  const own = await eventGuild(manual);
  const admin = await createPerson(manual, { isAdmin: true });
  const { id } = await done<EventView>(
    own.officer.call('POST', `/guilds/${own.id}/events`, { ...RAID, startsAt: inHours(5) }),
  );
  const { body } = await manual.http
    .post(`/api/v1/events/${id}/image`)
    .auth(own.officer.token, { type: 'bearer' })
    .attach('image', await anyPicture(), 'a.png');
  const seenBy = async (who = own.members[0]) =>
    (await done<EventView>(who?.call('GET', `/events/${id}`) as never)).imageUrl;
  expect([body.imageUrl, await seenBy(own.officer), await seenBy()]).toEqual([expect.any(String), body.imageUrl, null]);
  const [waiting] = (await admin.request('get', '/api/v1/admin/moderation')).body.images;
  await admin
    .request('post', `/api/v1/admin/moderation/${waiting.id}`)
    .send({ decision: 'approve', version: waiting.version })
    .expect(200);
  expect(await seenBy()).toBe(body.imageUrl);
  const pictures = async () =>
    (await done<EventLogView>(own.members[0]?.call('GET', `/events/${id}/log`) as never)).entries
      .filter(({ kind }) => kind === 'image_changed')
      .map(({ actor, changes }) => [actor?.id ?? null, changes.image]);
  expect(await pictures()).toEqual([
    [null, 'approved'],
    [own.officer.userId, 'pending'],
  ]);

  // The picture of a completed event can still be changed, unlike everything else.
  await moveBack(manual, id, 6);
  await done(own.officer.call('POST', `/events/${id}/complete`));
  await done(own.officer.call('DELETE', `/events/${id}/image`));
  expect([await seenBy(), (await pictures())[0]]).toEqual([null, [own.officer.userId, null]]);
});

test('an archived guild refuses new events, edits and sign-ups', async () => {
  const own = await eventGuild(app, 1);
  const event = await done<EventView>(
    own.officer.call('POST', `/guilds/${own.id}/events`, { ...RAID, startsAt: inHours(5) }),
  );
  await app.ctx.sql('update organization set archived_at = now() where id = $1', [own.id]);
  expect(
    await refusalOf(own.officer.call('POST', `/guilds/${own.id}/events`, { ...RAID, startsAt: inHours(5) })),
  ).toEqual([409, 'organization_archived']);
  expect(await refusalOf(own.officer.call('PATCH', `/events/${event.id}`, { title: 'x' }))).toEqual([
    409,
    'organization_archived',
  ]);
  const late = await joinGuild(app, own.id);
  expect(await refusalOf(late.call('PUT', `/events/${event.id}/signup`, { characterId: late.characterId }))).toEqual([
    409,
    'organization_archived',
  ]);
});
