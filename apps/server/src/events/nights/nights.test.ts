/** Raid nights through HTTP, on the database and the simulator of Warcraft Logs. */
import type { NightView } from '@guildhall/contracts/night.ts';
import type { NotificationsView } from '@guildhall/contracts/notification.ts';
import type { PersonalData } from '@guildhall/contracts/personal-data.ts';
import { specializations } from '@guildhall/simulator/game-classes.ts';
import type { Night } from '@guildhall/simulator/warcraft-logs/reports.ts';
import { guildIdOf } from '@guildhall/simulator/warcraft-logs/reports.ts';
import { createWarcraftLogs } from '@guildhall/warcraftlogs/client.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Call, callerOf } from '../../../test/caller.ts';
import { untilErased } from '../../../test/erase-people.ts';
import { done, eventGuild, inHours, moveBack, refusalOf } from '../../../test/events.ts';
import { bringIn, type TestGuild, untilNoJobs } from '../../../test/guild.ts';
import { join } from '../../../test/members.ts';
import { createPerson } from '../../../test/people.ts';

import { confirmNights } from '../signups/confirm-night.ts';
import { readReports } from './read-reports.ts';
import { tellOfNights } from './tell-of-nights.ts';

let app: TestApp;
let call: Call;
let guild: TestGuild;
let admin: Call;
beforeAll(async () => {
  app = await testApp();
  const made = await bringIn(app, 'ysolde');
  guild = made.guild;
  call = callerOf(app, made.client.token);
  admin = callerOf(app, (await createPerson(app, { isAdmin: true })).token);
  await done(call('PUT', `/organizations/${guild.id}/log-source`, {}));
});
afterAll(() => app[Symbol.asyncDispose]());

const ours = () => app.simulator.world.guild('lantern');
const members = (from: number, to: number) => app.simulator.world.members(ours()).slice(from, to);
const site = () => app.simulator.warcraftLogs;

/** A member who may see the roster. */
async function seer(): Promise<Call> {
  const member = await createPerson(app);
  await join(app, { id: guild.id, source: 'synced', founderRoleId: '' }, member);
  await app.ctx.sql(
    `with r as (insert into role (organization_id, name, permissions) values ($1, 'Sees ' || $2, '{canViewRoster}') returning id)
     insert into role_holder (organization_id, role_id, user_id) select $1, id, $2::uuid from r`,
    [guild.id, member.userId],
  );
  return callerOf(app, member.token);
}

let nights = 0;

/** An evening that began three hours ago, each some days before the other, so that no report is of two. */
async function evening(input: Record<string, unknown> = {}): Promise<{ id: string; startsAt: number; days: number }> {
  nights += 1;
  const days = 4 * nights;
  const startsAt = inHours(1);
  const made = await done<{ id: string }>(
    call('POST', `/organizations/${guild.id}/events`, {
      title: `Night ${nights}`,
      type: 'raid',
      scope: 'guild',
      startsAt,
      durationMinutes: 180,
      ...input,
    }),
  );
  await moveBack(app, made.id, 24 * days + 4);
  return { id: made.id, days, startsAt: Date.parse(startsAt) - (24 * days + 4) * 3_600_000 };
}

const record = (night: Partial<Night> & { startsAt: number }, changes = {}) =>
  site().record(ours(), { seed: 40 + nights, there: members(0, 20), ...night }, changes);
const attach = (eventId: string, link: string, more: Record<string, unknown> = {}) =>
  call('POST', `/events/${eventId}/reports`, { link, ...more });
const read = (eventId: string) => done<NightView>(call('GET', `/events/${eventId}/night`));

async function readNow(): Promise<void> {
  await done(admin('POST', '/jobs/read-reports', {}));
  await untilNoJobs(app, 'read-reports');
}

/** The evening as if it had just ended, which the job reads; no other has, and nothing else was uploaded. */
async function justOver(eventId: string): Promise<number> {
  site().reports.splice(0);
  await app.ctx.sql(
    `update event set starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days'
     where id <> $1 and starts_at between now() - interval '12 hours' and now()`,
    [eventId],
  );
  const startsAt = Math.floor(Date.now() / 60_000) * 60_000 - 3 * 3_600_000;
  await app.ctx.sql('update event set starts_at = $2, ends_at = $3 where id = $1', [
    eventId,
    new Date(startsAt).toISOString(),
    new Date(startsAt + 2.5 * 3_600_000).toISOString(),
  ]);
  await app.ctx.sql('update log_source set read_at = null');
  return startsAt;
}

const everything = async () =>
  JSON.stringify([
    await app.ctx.sql('select id, event_id, code, state, title, starts_at, ends_at from log_report order by id'),
    await app.ctx.sql('select * from pull order by report_id, fight_id'),
    await app.ctx.sql('select * from pull_raider order by pull_id, name_key, realm_key'),
  ]);

describe('the source', () => {
  test('is found by name and realm, and says which raid teams there are', async () => {
    const { body } = await call('GET', `/organizations/${guild.id}/log-source`);
    expect(body).toMatchObject({
      available: true,
      source: {
        host: 'www',
        guildId: guildIdOf(ours()),
        url: `https://www.warcraftlogs.com/guild/id/${guildIdOf(ours())}`,
        tags: [{ name: 'Main team', teamId: null }, { name: 'Second team' }],
        presentPercent: 80,
        partPercent: 20,
        lateMinutes: 10,
        confirmsItself: false,
      },
    });
  });

  test('is refused where the link is no guild, of another game, unknown, or out of order', async () => {
    const put = (input: Record<string, unknown>) =>
      refusalOf(call('PUT', `/organizations/${guild.id}/log-source`, input));
    expect(await put({ link: 'https://evil.example/guild/id/1' })).toEqual([400, 'report_link_refused']);
    expect(await put({ link: 'https://classic.warcraftlogs.com/guild/id/1' })).toEqual([422, 'report_of_another_game']);
    expect(await put({ link: 'https://www.warcraftlogs.com/guild/id/1' })).toEqual([404, 'log_guild_not_found']);
    expect(await put({ presentPercent: 30, partPercent: 40 })).toEqual([400, 'invalid_input']);
    const nowhere = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
    expect(await put({ tags: [{ tagId: 1, teamId: nowhere }] })).toEqual([404, 'team_not_found']);
  });

  test('names teams for raid teams there, and keeps what is left out', async () => {
    const team = await done<{ id: string }>(call('POST', `/organizations/${guild.id}/teams`, { name: 'Second' }));
    const [, second] = tagIds();
    await done(
      call('PUT', `/organizations/${guild.id}/log-source`, {
        tags: [{ tagId: second, teamId: team.id }],
        lateMinutes: 15,
      }),
    );
    const { body } = await call('PUT', `/organizations/${guild.id}/log-source`, { lateMinutes: 10 });
    expect(body).toMatchObject({
      source: { lateMinutes: 10, tags: [{ teamId: null }, { tagId: second, teamId: team.id }] },
    });
  });
});

const tagIds = () => [guildIdOf(ours()) * 10 + 1, guildIdOf(ours()) * 10 + 2] as const;

describe('a report by its link', () => {
  test('N-03: is refused with one sentence for each reason, of another guild until it is confirmed', async () => {
    const { id, startsAt } = await evening();
    const refused = (link: string) => refusalOf(attach(id, link));
    expect(await refused('https://www.fflogs.com/reports/aBcDeFgHiJkLmNoP')).toEqual([400, 'report_link_refused']);
    expect(await refused('aBcDeFgHiJkLmNoP')).toEqual([404, 'report_not_found']);
    const secret = record({ startsAt, recorder: { number: 2, shiftMs: 0 } }, { visibility: 'private' });
    expect(await refused(secret.code)).toEqual([422, 'report_private']);
    const old = record({ startsAt, recorder: { number: 3, shiftMs: 0 } }, { isArchived: true });
    expect(await refused(old.code)).toEqual([422, 'report_archived']);
    expect(await refused(`https://classic.warcraftlogs.com/reports/${old.code}`)).toEqual([
      422,
      'report_of_another_game',
    ]);
    const classic = record({ startsAt, recorder: { number: 4, shiftMs: 0 } }, { gameVersion: 2 });
    expect(await refused(classic.code)).toEqual([422, 'report_of_another_game']);
    const foreign = record(
      { startsAt, recorder: { number: 5, shiftMs: 0 } },
      { guildId: guildIdOf(app.simulator.world.guild('ninefold')) },
    );
    expect(await refused(foreign.code)).toEqual([409, 'report_of_another_guild']);
    expect((await attach(id, foreign.code, { ofAnotherGuild: true })).status).toBe(200);
    const coming = await done<{ id: string }>(
      call('POST', `/organizations/${guild.id}/events`, {
        title: 'To come',
        type: 'raid',
        startsAt: inHours(2),
        durationMinutes: 60,
      }),
    );
    expect(await refusalOf(attach(coming.id, foreign.code))).toEqual([409, 'event_not_started']);
  });

  test('N-04: that is unlisted shows its link to people who manage the event alone', async () => {
    const { id, startsAt } = await evening();
    const report = record({ startsAt }, { visibility: 'unlisted' });
    const { body } = await attach(id, `https://www.warcraftlogs.com/reports/${report.code}#fight=2`);
    expect(body).toMatchObject({
      reports: [{ unlisted: true, url: `https://www.warcraftlogs.com/reports/${report.code}`, attached: true }],
    });
    const theirs = await seer();
    expect((await theirs('GET', `/events/${id}/reports`)).body).toMatchObject({
      reports: [{ unlisted: true, url: null }],
    });
  });

  test('N-04: detached keeps no code and is not read again; attached twice it is the same as once', async () => {
    const { id } = await evening();
    const startsAt = await justOver(id);
    const report = record({ startsAt });
    await done(attach(id, report.code));
    const before = await everything();
    const { body } = await attach(id, report.code);
    expect(await everything()).toBe(before);
    const [one] = (body as unknown as { reports: { id: string }[] }).reports;
    await done(call('DELETE', `/reports/${one?.id}`));
    expect(await refusalOf(call('DELETE', `/reports/${one?.id}`))).toEqual([404, 'report_not_found']);
    expect(await app.ctx.sql('select code, title, event_id from log_report where id = $1', [one?.id])).toEqual([
      { code: null, title: '', event_id: null },
    ]);
    expect((await read(id)).pulls).toEqual([]);
    await readNow();
    expect((await read(id)).pulls).toEqual([]);
  });
});

describe('a night', () => {
  test('has the pulls of its report, and who fought without bystanders', async () => {
    const { id, startsAt } = await evening();
    const report = record({ startsAt });
    await done(attach(id, report.code));
    const night = await read(id);
    const counted = report.fights.filter(
      ({ encounterID, startTime, endTime }) => encounterID > 0 && endTime - startTime >= 15_000,
    );
    expect(night.pulls.map(({ kill }) => kill)).toEqual(counted.map(({ kill }) => kill));
    expect([night.people, night.pulls.length > 0]).toEqual([20, true]);
    expect(night.unknown).toEqual([]);
    expect(night.raiders.every(({ proposal }) => proposal === 'present')).toBe(true);
  });

  test('of two recorders four seconds apart is the night of one', async () => {
    const { id, startsAt } = await evening();
    await done(attach(id, record({ startsAt }).code));
    const alone = await read(id);
    await done(attach(id, record({ startsAt, recorder: { number: 2, shiftMs: 4_000 } }).code));
    const both = await read(id);
    expect(both.pulls).toEqual(alone.pulls);
    expect(both.raiders).toEqual(alone.raiders);
    expect(both.reports).toHaveLength(2);
  });

  test('counts no pull of a boss for which the published line-up has a raider on the bench', async () => {
    const { sql } = app.ctx;
    const { id, startsAt } = await evening();
    const { id: me } = await done<{ id: string }>(call('GET', '/auth/me'));
    await sql(
      `insert into participation (event_id, user_id, status, ticket, role_key) values ($1, $2, 'signed_up', 1, 'melee')`,
      [id, me],
    );
    await done(attach(id, record({ startsAt }).code));
    const { pulls } = await read(id);
    const mine = async () => {
      const found = (await read(id)).raiders.find(({ userId }) => userId === me);
      return [found?.base, found?.proposal];
    };
    const before = await mine();
    expect(before[0]).toBe(pulls.length);
    const place = async (boss: number | null, published: boolean, slot: number | null) => {
      await sql('insert into lineup (event_id, encounter_id) values ($1, $2) on conflict do nothing', [id, boss]);
      await sql(
        `insert into lineup_place (lineup_id, published, raider_id, role, party, slot)
         select l.id, $3, p.raider_id, 'melee', $4, $4 from participation p join lineup l on l.event_id = p.event_id
         where p.event_id = $1 and p.user_id = $5 and l.encounter_id is not distinct from $2`,
        [id, boss, published, slot, me],
      );
    };
    await place(null, false, null);
    expect(await mine()).toEqual(before);
    await place(null, true, null);
    expect(await mine()).toEqual([0, 'benched']);
    // A boss with places of its own does not follow the whole night.
    const boss = pulls[0]?.journalEncounterId ?? 0;
    await sql(
      `with e as (insert into journal_expansion (id) values (1) on conflict do nothing),
        i as (insert into journal_instance (id, expansion_id, category) values (1, 1, 'raid') on conflict do nothing)
       insert into journal_encounter (id, instance_id, position) values ($1, 1, 1) on conflict do nothing`,
      [boss],
    );
    await place(boss, true, 1);
    expect((await mine())[0]).toBe(pulls.filter(({ journalEncounterId }) => journalEncounterId === boss).length);
  });

  test('has a character that no raider is known by, whom an officer matches once for all nights', async () => {
    const { id, startsAt } = await evening();
    const [like] = members(30, 31);
    if (!like) throw new Error('no member');
    const there = [...members(0, 10), { ...like, name: 'Ostrik' }];
    await done(attach(id, record({ startsAt, there }).code));
    const asked = (await read(id)).unknown;
    expect(asked).toMatchObject([{ name: 'Ostrik', likely: [] }]);
    const guest = { name: 'Ostrikson', kind: 'guest' };
    const { id: raiderId } = await done<{ id: string }>(call('POST', `/organizations/${guild.id}/raiders`, guest));
    expect((await read(id)).unknown).toMatchObject([{ likely: [{ raiderId, userId: null, name: 'Ostrikson' }] }]);
    const [{ name, realm } = { name: '', realm: '' }] = asked;
    const match = (more: object, whose: Call = call) =>
      whose('PUT', `/events/${id}/night/fighters`, { name, realm, ...more });
    const { id: me } = await done<{ id: string }>(call('GET', '/auth/me'));
    const nowhere = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
    expect(await refusalOf(match({ userId: me, notOurs: true }))).toEqual([400, 'invalid_input']);
    expect(await refusalOf(match({ userId: me }, await seer()))).toEqual([403, 'missing_permission']);
    expect(await refusalOf(match({ raiderId: nowhere }))).toEqual([404, 'raider_not_found']);
    expect(await refusalOf(match({ userId: nowhere }))).toEqual([404, 'member_not_found']);
    expect(await refusalOf(match({ name: 'Nemo', notOurs: true }))).toEqual([404, 'character_not_found']);

    await done(match({ notOurs: true }));
    expect(await read(id)).toMatchObject({ unknown: [], strangers: [{ name, realm }] });
    await done(match({ userId: me }));
    const matched = await read(id);
    expect(matched).toMatchObject({ unknown: [], strangers: [] });
    expect(matched.raiders.find(({ userId }) => userId === me)).toMatchObject({
      pulls: matched.pulls.length,
      decided: [{ name, realm }],
    });
    const next = await evening();
    await done(attach(next.id, record({ startsAt: next.startsAt, there }).code));
    expect((await read(next.id)).unknown).toEqual([]);
    await done(match({}));
    for (const night of [id, next.id]) expect((await read(night)).unknown).toMatchObject([{ name, realm }]);
  });

  test('has raiders whose names have other letters than those of ASCII', async () => {
    const { id, startsAt } = await evening();
    const [like] = members(30, 31);
    if (!like) throw new Error('no member');
    const names = ['Éowyn', 'Иван'];
    const made = await done<{ id: string }>(call('POST', `/organizations/${guild.id}/raiders`, { name: 'Of two' }));
    const add = (name: string) =>
      call('POST', `/raiders/${made.id}/characters`, { name, realm: like.realm.name.en_US });
    for (const name of names) await done(add(name));
    expect(await refusalOf(add('ИВАН'))).toEqual([409, 'raider_character_taken']);
    const there = [...members(0, 10), ...names.map((name) => ({ ...like, name }))];
    await done(attach(id, record({ startsAt, there }).code));
    const night = await read(id);
    expect(night.unknown).toEqual([]);
    expect(night.raiders.find(({ raider }) => raider?.id === made.id)).toMatchObject({ pulls: night.pulls.length });
  });

  test('N-06: is in the export of a person with such a name, and their fights go with them', async () => {
    const { id, startsAt } = await evening();
    const [like] = members(30, 31);
    if (!like) throw new Error('no member');
    const person = await createPerson(app);
    await join(app, { id: guild.id, source: 'synced', founderRoleId: '' }, person);
    await app.ctx.sql(
      `insert into character (user_id, source, region, game_version, name, realm_slug, class_id, race_id, level)
       select $1, 'manual', region, game_version, 'Évariste', $3, 11, 4, 80 from organization where id = $2`,
      [person.userId, guild.id, like.realm.slug],
    );
    const [raider] = await app.ctx.sql<{ id: string }>(
      'insert into raider (organization_id, user_id) values ($1, $2) returning id',
      [guild.id, person.userId],
    );
    const named = { name: 'Пётр', realm: like.realm.name.en_US };
    await done(call('POST', `/raiders/${raider?.id}/characters`, named));
    const names = ['Évariste', 'Пётр'];
    const there = [...members(0, 10), ...names.map((name) => ({ ...like, name }))];
    await done(attach(id, record({ startsAt, there }).code));
    const own = callerOf(app, person.token);
    const { pulls } = await done<PersonalData>(own('GET', '/auth/me/export'));
    expect([...new Set(pulls.map(({ character }) => character))].toSorted()).toEqual(names);
    await done(own('DELETE', '/auth/me'));
    await untilErased(app);
    expect(await app.ctx.sql('select name from pull_raider where name = any($1)', [names])).toEqual([]);
  });

  test('has characters of the roster who never were raiders, of whom an officer records what is right', async () => {
    const { id, startsAt } = await evening();
    await done(attach(id, record({ startsAt, there: members(20, 24) }).code));
    const row = (await read(id)).raiders.find(({ rosterEntryId }) => rosterEntryId !== null);
    const entry = { rosterEntryId: row?.rosterEntryId, attendance: 'late' };
    const set = (entries: object[], whose: Call = call) => whose('POST', `/events/${id}/attendance`, { entries });
    expect(await refusalOf(set([entry], await seer()))).toEqual([403, 'missing_permission']);
    await done(set([entry]));
    await done(set([entry]));
    const after = (await read(id)).raiders.filter(({ name }) => name === row?.name);
    expect(after).toMatchObject([{ attendance: 'late', proposal: 'present', rosterEntryId: null }]);
    expect(after[0]?.participationId).not.toBeNull();
  });

  test('N-05: is confirmed by one request, which changes nothing that an officer entered', async () => {
    const { id, startsAt } = await evening();
    await done(attach(id, record({ startsAt, there: members(0, 12), late: members(12, 14) }).code));
    const [first] = (await read(id)).raiders.filter(({ raider, userId }) => raider === null && userId === null);
    expect(first).toBeDefined();
    const entered = { entries: [{ userId: (await call('GET', '/auth/me')).body.id, attendance: 'excused' }] };
    await done(call('POST', `/events/${id}/attendance`, entered));
    const { proposals } = await read(id);
    expect(await call('POST', `/events/${id}/attendance`, { confirm: 'proposed' })).toMatchObject({
      status: 200,
      body: { recorded: proposals },
    });
    const after = await read(id);
    expect(after.proposals).toBe(0);
    expect(after.raiders.filter(({ attendance }) => attendance === 'late')).toHaveLength(2);
    expect(after.raiders.filter(({ attendance }) => attendance === 'excused')).toHaveLength(1);
    expect(await refusalOf(call('POST', `/events/${id}/attendance`, { confirm: 'proposed' }))).toEqual([
      409,
      'nothing_proposed',
    ]);
    expect(await refusalOf(call('POST', `/events/${id}/attendance`, { confirm: 'proposed', ...entered }))).toEqual([
      400,
      'invalid_input',
    ]);
  });

  test('confirms itself after 48 hours where the guild wants it, and never that a raider did not show up', async () => {
    const { id, startsAt } = await evening({ roleLimits: undefined });
    const absent = await createPerson(app);
    await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [guild.id, absent.userId]);
    await app.ctx.sql(
      `insert into participation (event_id, user_id, status, ticket, role_key) values ($1, $2, 'signed_up', 1, 'melee')`,
      [id, absent.userId],
    );
    await done(attach(id, record({ startsAt, there: members(0, 10) }).code));
    await app.ctx.sql(
      `update event set status = 'completed', starts_at = now() - interval '55 hours', ends_at = now() - interval '50 hours' where id = $1`,
      [id],
    );
    await confirmNights(app.ctx);
    expect((await read(id)).raiders.filter(({ attendance }) => attendance !== null)).toEqual([]);
    await done(call('PUT', `/organizations/${guild.id}/log-source`, { confirmsItself: true }));
    await confirmNights(app.ctx);
    await done(call('PUT', `/organizations/${guild.id}/log-source`, { confirmsItself: false }));
    const { raiders } = await read(id);
    expect(raiders.filter(({ attendance }) => attendance === 'present').length).toBeGreaterThanOrEqual(10);
    expect(raiders.find(({ userId }) => userId === absent.userId)).toMatchObject({
      attendance: null,
      proposal: 'no_show',
    });
  });
});

describe('the job', () => {
  test('reads the reports of the evening, and again leaves the database as it was', async () => {
    const { id } = await evening();
    const startsAt = await justOver(id);
    record({ startsAt });
    record({ startsAt, recorder: { number: 2, shiftMs: 4_000 } });
    await readNow();
    const night = await read(id);
    expect(night.reports.filter(({ attached }) => attached)).toHaveLength(2);
    expect(night.pulls.length).toBeGreaterThan(0);
    const before = await everything();
    await app.ctx.sql('update log_source set read_at = null');
    await readNow();
    expect(await everything()).toBe(before);
    await app.ctx.sql(
      `update event set starts_at = starts_at - interval '20 days', ends_at = ends_at - interval '20 days' where id = $1`,
      [id],
    );
  });

  test('tells officers once that a night is over and proposes attendance', async () => {
    const { sql } = app.ctx;
    const { id } = await evening();
    const startsAt = await justOver(id);
    const told = async (whose: Call) =>
      (await done<NotificationsView>(whose('GET', '/auth/me/notifications'))).notifications.filter(
        ({ kind, eventId }) => kind === 'night_ready' && eventId === id,
      );
    // A log that has no pull says nothing of the night.
    record({ startsAt, recorder: { number: 2, shiftMs: 0 } }, { fights: [], endTime: startsAt + 60_000 });
    await readNow();
    expect((await read(id)).reports).toMatchObject([{ complete: true }]);
    expect(await told(call)).toEqual([]);
    await attach(id, record({ startsAt }).code);
    const { pulls } = await read(id);
    // A report that still grows may hold more.
    await sql(`update log_report set state = 'live' where event_id = $1`, [id]);
    await tellOfNights(app.ctx, guild.id);
    expect(await told(call)).toEqual([]);
    await sql(`update log_report set state = 'complete' where event_id = $1`, [id]);
    await Promise.all([tellOfNights(app.ctx, guild.id), tellOfNights(app.ctx, guild.id)]);
    expect(await told(call)).toMatchObject([
      { count: pulls.length, of: new Set(pulls.map(({ encounterId }) => encounterId)).size },
    ]);
    expect(await told(await seer())).toEqual([]);
    // An officer who has thrown it away knows, and so does one for whom a second recorder uploads later.
    await sql('delete from notification');
    await attach(id, record({ startsAt, recorder: { number: 3, shiftMs: 4_000 } }).code);
    await sql(`update log_report set state = 'complete' where event_id = $1`, [id]);
    await tellOfNights(app.ctx, guild.id);
    expect(await told(call)).toEqual([]);
  });

  test('reads again what an officer attached while it was uploaded, until it is complete or hidden', async () => {
    const { id } = await evening();
    const startsAt = await justOver(id);
    const night = { startsAt, recorder: { number: 7, shiftMs: 0 } };
    // No list has it: it is unlisted, and of no guild.
    const of = { guildId: null, visibility: 'unlisted' } as const;
    const whole = record(night, of);
    const half = record(night, { ...of, fights: whole.fights.slice(0, 4), endTime: Date.now() });
    await done(attach(id, half.code));
    const before = await read(id);
    expect(before.reports).toMatchObject([{ complete: false }]);
    const quarterLater = () =>
      app.ctx.sql(`update log_report set read_at = now() - interval '15 minutes' where event_id = $1`, [id]);
    record(night, of);
    await readNow();
    expect((await read(id)).pulls).toHaveLength(before.pulls.length);
    await quarterLater();
    await readNow();
    const after = await read(id);
    expect(after.reports).toMatchObject([{ complete: true, unlisted: true }]);
    expect(after.pulls.length).toBeGreaterThan(before.pulls.length);

    // Hidden while it grew: what was read stays, and it is not asked for again.
    await app.ctx.sql(`update log_report set state = 'live' where event_id = $1`, [id]);
    record(night, { ...of, visibility: 'private' });
    await quarterLater();
    await readNow();
    expect((await read(id)).pulls).toHaveLength(after.pulls.length);
    expect(await app.ctx.sql('select state from log_report where event_id = $1', [id])).toEqual([
      { state: 'unreadable' },
    ]);
  });

  /** The job asks for a report, which is the last that it asks for, while an officer acts, and gets the answer afterwards. */
  async function whileReading(prepare: () => Promise<unknown>, act: () => Promise<unknown>): Promise<void> {
    const path = '/warcraft-logs/www/api/v2/client';
    await prepare();
    app.simulator.requests.clear();
    await readNow();
    let left = app.simulator.requests.count({ path });
    await prepare();
    const asked = Promise.withResolvers<void>();
    const acted = Promise.withResolvers<void>();
    app.simulator.faults.add({
      match: (request) => {
        if (request.path === path) left -= 1;
        if (left === 0) asked.resolve();
        return request.path === path && left === 0;
      },
      fault: { kind: 'hang', until: acted.promise },
      times: 1,
    });
    await done(admin('POST', '/jobs/read-reports', {}));
    await asked.promise;
    await act();
    acted.resolve();
    await untilNoJobs(app, 'read-reports');
  }
  /** A report grows, and its guild is due. */
  const grown = (report: { endTime: number }) => () => {
    report.endTime += 60_000;
    return app.ctx.sql('update log_source set read_at = null');
  };

  test('N-04: that an officer detaches while the job reads it keeps nothing of it', async () => {
    const { id } = await evening();
    const report = record({ startsAt: await justOver(id) });
    await readNow();
    const [attached] = (await read(id)).reports;
    await whileReading(grown(report), () => done(call('DELETE', `/reports/${attached?.id}`)));
    expect((await read(id)).pulls).toEqual([]);
    expect(await app.ctx.sql('select state, code, event_id from log_report where id = $1', [attached?.id])).toEqual([
      { state: 'detached', code: null, event_id: null },
    ]);
  });

  test('stays with the event to which an officer attaches its report while the job reads it', async () => {
    const other = await evening();
    const { id } = await evening();
    const startsAt = await justOver(id);
    const report = record({ startsAt });
    await readNow();
    const [attached] = (await read(id)).reports;
    const place = () => app.ctx.sql('select event_id, pinned from log_report where id = $1', [attached?.id]);
    await whileReading(grown(report), () => done(attach(other.id, report.code)));
    expect(await place()).toEqual([{ event_id: other.id, pinned: true }]);

    // The same where it was still uploaded, and is read by itself.
    await app.ctx.sql('update event set starts_at = $2, ends_at = $3 where id = $1', [
      other.id,
      new Date(startsAt).toISOString(),
      new Date(startsAt + 3_600_000).toISOString(),
    ]);
    const live = async () => {
      await app.ctx.sql('update log_source set read_at = now()');
      await app.ctx.sql(`update log_report set state = 'live', read_at = now() - interval '15 minutes' where id = $1`, [
        attached?.id,
      ]);
    };
    await whileReading(live, () => done(attach(id, report.code)));
    expect(await place()).toEqual([{ event_id: id, pinned: true }]);
  });

  test('begins with the guild that was read longest ago, so that a few points serve all in turn', async () => {
    const { id } = await evening();
    const startsAt = await justOver(id);
    record({ startsAt });
    const other = await eventGuild(app);
    await app.ctx.sql(
      `insert into log_source (organization_id, host, guild_id, guild_name, history_read_at, read_at)
       values ($1, 'www', 1, 'Other', now(), now() - interval '30 minutes')`,
      [other.id],
    );
    const night = await done<{ id: string }>(
      other.officer.call('POST', `/organizations/${other.id}/events`, {
        ...{ title: 'Night', type: 'raid', scope: 'guild', startsAt: inHours(1), durationMinutes: 180 },
      }),
    );
    await moveBack(app, night.id, 3);
    await app.ctx.sql(`update log_source set read_at = now() - interval '20 minutes' where organization_id = $1`, [
      guild.id,
    ]);
    const points = site().points;
    try {
      // One list, and no more.
      Object.assign(points, { limitPerHour: 2, spent: 0, resetsAt: Date.now() + 3_600_000 });
      await expect(runAfresh()).rejects.toThrow('out_of_points');
    } finally {
      Object.assign(points, { limitPerHour: 3_600, spent: 0 });
    }
    const fresh = `select organization_id as id from log_source where read_at > now() - interval '10 minutes'`;
    expect(await app.ctx.sql(fresh)).toEqual([{ id: other.id }]);
  });

  test('stops when four fifths of the points are used up, and goes on later without reading anything twice', async () => {
    const { id } = await evening();
    const startsAt = await justOver(id);
    for (const number of [1, 2, 3]) record({ startsAt, recorder: { number, shiftMs: number * 1_000 } });
    const known = async () => {
      const of = `select id, read_at from log_report where event_id = $1 order by id`;
      return await app.ctx.sql<{ id: string }>(of, [id]);
    };
    const points = site().points;
    try {
      // The list and one report; the next one would pass four fifths.
      Object.assign(points, { limitPerHour: 10, spent: 0, resetsAt: Date.now() + 3_600_000 });
      await expect(runAfresh()).rejects.toMatchObject({ retryAfterMs: expect.any(Number) });
      expect(await known()).toHaveLength(1);
      await expect(runAfresh()).rejects.toThrow('out_of_points');
      expect(await known()).toHaveLength(1);
    } finally {
      Object.assign(points, { limitPerHour: 3_600, spent: 0 });
    }
    await app.ctx.sql(`update log_report set state = 'complete' where event_id = $1`, [id]);
    const [first] = await known();
    await runAfresh();
    const all = await known();
    expect(all).toHaveLength(3);
    expect(all).toContainEqual(first);
    expect((await read(id)).reports.filter(({ attached }) => attached)).toHaveLength(3);
  });
});

/** A run of another process, which knows nothing of the points. */
async function runAfresh(): Promise<void> {
  const { app: credentials, apiUrl } = app.config.warcraftLogs;
  if (!credentials) throw new Error('no credentials');
  const warcraftLogs = createWarcraftLogs({ ...credentials, apiUrl });
  await readReports({ ...app.ctx, warcraftLogs }, {}, { signal: new AbortController().signal });
}

describe('rights', () => {
  test('N-05: a member sees pulls and their own row; an outsider sees no event', async () => {
    const { id, startsAt } = await evening();
    await done(attach(id, record({ startsAt }).code));
    const stranger = callerOf(app, (await createPerson(app)).token);
    expect(await refusalOf(stranger('GET', `/events/${id}/night`))).toEqual([404, 'event_not_found']);
    const theirs = await seer();
    const seen = await done<NightView>(theirs('GET', `/events/${id}/night`));
    expect(seen.pulls.length).toBeGreaterThan(0);
    expect(seen).toMatchObject({ raiders: [], unknown: [], proposals: 0, mayConfirm: false });
    expect(await refusalOf(theirs('POST', `/events/${id}/reports`, { link: 'aBcDeFgHiJkLmNoP' }))).toEqual([
      403,
      'missing_permission',
    ]);
    expect(await refusalOf(theirs('POST', `/events/${id}/attendance`, { confirm: 'proposed' }))).toEqual([
      403,
      'missing_permission',
    ]);
  });
});

test('a night says the specializations in which its log has people, and none where the log does not', async () => {
  const { id, startsAt } = await evening();
  const report = record({ startsAt });
  const specsOf = async (name: string) =>
    (await read(id)).raiders.filter((one) => one.name === name).flatMap(({ specs }) => specs.map((spec) => spec.name));
  const [one, other] = report.actors.slice(5, 7);
  if (!one || !other) throw new Error('Two who fought');
  const [, ofClass] = other.icon.split('-');
  for (const { id: specId, classId, name } of specializations) {
    await app.ctx.sql('insert into specialization (id, class_id, names) values ($1, $2, $3) on conflict do nothing', [
      ...[specId, classId, JSON.stringify(name)],
    ]);
  }
  other.icon = other.subType;
  await done(attach(id, report.code));
  expect([await specsOf(one.name), await specsOf(other.name)]).toEqual([[expect.stringMatching(/^[A-Z]/)], []]);
  expect((await specsOf(one.name))[0]?.replace(' ', '')).toBe(one.icon.split('-')[1]);
  const before = await everything();
  await done(attach(id, report.code));
  expect(await everything()).toBe(before);
  // Later the log knows better.
  other.icon += `-${ofClass}`;
  await done(attach(id, report.code));
  expect((await specsOf(other.name))[0]?.replace(' ', '')).toBe(ofClass);
});

test('progress counts first kills, and names bosses in the language of the reader', async () => {
  const { body } = await call('GET', `/organizations/${guild.id}/progress`);
  const { bosses } = body as unknown as {
    bosses: { firstKillAt: string | null; wipes: number; pulls: number; nights: number }[];
  };
  expect(bosses.length).toBeGreaterThan(0);
  for (const boss of bosses) expect(boss.pulls).toBeGreaterThanOrEqual(boss.wipes);
  expect(bosses.some(({ firstKillAt }) => firstKillAt !== null)).toBe(true);
});

test('N-06: erasing a person deletes what logs say of their characters, and keeps the pulls', async () => {
  const { id, startsAt } = await evening();
  const person = await createPerson(app);
  const [fighter] = members(3, 4);
  if (!fighter) throw new Error('no member');
  await app.ctx.sql(
    `insert into character (user_id, source, region, game_version, name, realm_slug, class_id, race_id, level)
     values ($1, 'manual', 'us', 'retail', $2, $3, 11, 4, 80)`,
    [person.userId, fighter.name, fighter.realm.slug],
  );
  await done(attach(id, record({ startsAt }).code));
  const counts = async () =>
    (
      await app.ctx.sql<{ theirs: number; pulls: number }>(
        `select (select count(*)::int from pull_raider where name = $1) as theirs, (select count(*)::int from pull) as pulls`,
        [fighter.name],
      )
    )[0];
  const decisions = () => app.ctx.sql(`select id from raider_alias where source = 'log' and raider_id is null`);
  const logged = { name: fighter.name, realm: fighter.realm.slug };
  await done(call('PUT', `/events/${id}/night/fighters`, { ...logged, notOurs: true }));
  expect(await decisions()).toHaveLength(1);
  const before = await counts();
  expect(before?.theirs).toBeGreaterThan(0);
  const theirs = callerOf(app, person.token);
  const data = (await theirs('GET', '/auth/me/export')).body as unknown as { pulls: { character: string }[] };
  expect(new Set(data.pulls.map(({ character }) => character))).toEqual(new Set([fighter.name]));
  await done(theirs('DELETE', '/auth/me', {}));
  expect(await counts()).toEqual({ theirs: 0, pulls: before?.pulls });
  expect(await decisions()).toEqual([]);
});
