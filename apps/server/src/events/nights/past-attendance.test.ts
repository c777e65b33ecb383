/** Nights from before the first event, as Warcraft Logs has them: names without a realm, apart from the attendance of events. */
import type { PastAttendanceView } from '@guildhall/contracts/night.ts';
import type { LoggedReport } from '@guildhall/simulator/warcraft-logs/reports.ts';
import { guildIdOf } from '@guildhall/simulator/warcraft-logs/reports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { runErasures } from '../../../test/erase-people.ts';
import { done, type EventGuild, eventGuild, type Member, moveBack, refusalOf } from '../../../test/events.ts';
import { createPerson } from '../../../test/people.ts';
import { readReports } from './read-reports.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const DAY_MS = 86_400_000;
const site = () => app.simulator.warcraftLogs;
const ours = () => app.simulator.world.guild('lantern');
const daysAgo = (days: number) => Math.floor(Date.now() / 60_000) * 60_000 - days * DAY_MS;
const run = () => readReports(app.ctx, {}, { signal: new AbortController().signal });

/** The site has these reports alone. */
function uploaded(nights: { startsAt: number; there: string[]; bench?: string[]; changes?: Partial<LoggedReport> }[]) {
  site().reports.splice(0);
  for (const [index, { startsAt, there, bench = [], changes = {} }] of nights.entries()) {
    const actors = there.map(
      (name, id) => ({ id: id + 1, name, type: 'Player', subType: 'Mage', icon: 'Mage', server: 'Highmere' }) as const,
    );
    const fight = {
      id: 1,
      name: 'Boss',
      encounterID: 9,
      originalEncounterID: null,
      difficulty: 4,
      kill: true,
      size: 20,
    };
    const times = { startTime: 1_000, endTime: 90_000, fightPercentage: 0.01, inProgress: false };
    site().record(
      ours(),
      { seed: 700 + index, startsAt, there: [] },
      {
        actors,
        bench: bench.map((name) => ({ name, subType: 'Druid' })),
        fights: [{ ...fight, ...times, friendlyPlayers: actors.map(({ id }) => id) }],
        ...changes,
      },
    );
  }
}

async function guildWithLog(size = 3): Promise<EventGuild> {
  const guild = await eventGuild(app, size);
  await app.ctx.sql('delete from log_source');
  await app.ctx.sql(
    `insert into log_source (organization_id, host, guild_id, guild_name) values ($1, 'www', $2, 'Lantern')`,
    [guild.id, guildIdOf(ours())],
  );
  await app.ctx.sql(
    `update role set permissions = permissions || '{canViewOfficerData,canManageGuild,canManageRoster}' where organization_id = $1`,
    [guild.id],
  );
  return guild;
}

const nameOf = async ({ characterId }: Member) =>
  (await app.ctx.sql<{ name: string }>('select name from character where id = $1', [characterId]))[0]?.name ?? '';
const past = (guild: EventGuild, whose = guild.officer.call) =>
  done<PastAttendanceView>(whose('GET', `/organizations/${guild.id}/past-attendance`));

test('nights from before the first event are read once, united over recorders, and counted by name alone', async () => {
  const guild = await guildWithLog();
  const [mara, bren] = await Promise.all(guild.members.slice(0, 2).map(nameOf));
  if (!mara || !bren) throw new Error('A guild has members');
  uploaded([
    { startsAt: daysAgo(40), there: [mara] },
    // Two recorders of one evening: there in one, on the bench in the other.
    { startsAt: daysAgo(30), there: [mara, 'Ostrik'], bench: [bren] },
    { startsAt: daysAgo(30) + 2 * 3_600_000, there: [bren] },
    { startsAt: daysAgo(20), there: ['Ostrik'], bench: [mara.toUpperCase()] },
    { startsAt: daysAgo(19), there: [mara], changes: { visibility: 'private' } },
  ]);
  await run();
  const seen = await past(guild);
  expect(seen).toMatchObject({
    nights: 3,
    since: new Date(daysAgo(40)).toISOString(),
    until: new Date(daysAgo(20)).toISOString(),
  });
  expect(seen.readAt).not.toBeNull();
  expect(seen.raiders.map(({ name, there, benched, of }) => ({ name, there, benched, of }))).toEqual([
    { name: expect.any(String), there: 2, benched: 1, of: 3 },
    { name: expect.any(String), there: 1, benched: 0, of: 2 },
  ]);
  expect(seen.raiders.map(({ userId }) => userId)).toEqual(guild.members.slice(0, 2).map(({ userId }) => userId));
  expect(seen.unknown).toMatchObject([{ name: 'Ostrik', there: 2, benched: 0, of: 2, ambiguous: false }]);

  // It counts for nothing, and is not read again.
  const stats = await done<{ eventsCounted: number }[]>(
    guild.officer.call('GET', `/organizations/${guild.id}/attendance-stats`),
  );
  expect(stats.every(({ eventsCounted }) => eventsCounted === 0)).toBe(true);
  uploaded([{ startsAt: daysAgo(50), there: [mara] }]);
  await run();
  expect((await past(guild)).nights).toBe(3);
});

test('two raiders of one name are none of them', async () => {
  const guild = await guildWithLog();
  for (const realm of ['Highmere', 'Thornwall']) {
    const { id } = await done<{ id: string }>(
      guild.officer.call('POST', `/organizations/${guild.id}/raiders`, { name: `Of ${realm}`, kind: 'guest' }),
    );
    await app.ctx.sql(
      `insert into raider_character (organization_id, raider_id, name, realm, name_key, realm_key, source)
       values ($1, $2, 'Tollan', $3, 'tollan', lower($3), 'officer')`,
      [guild.id, id, realm],
    );
  }
  uploaded([{ startsAt: daysAgo(30), there: ['Tollan'] }]);
  await run();
  const { raiders, unknown } = await past(guild);
  expect(raiders).toEqual([]);
  expect(unknown).toMatchObject([{ name: 'Tollan', there: 1, ambiguous: true }]);
});

test('they are a file too, without formulas, for those who read them', async () => {
  const guild = await guildWithLog();
  const [mara] = await Promise.all(guild.members.slice(0, 2).map(nameOf));
  if (!mara) throw new Error('A guild has members');
  uploaded([{ startsAt: daysAgo(30), there: [mara, '=Ostrik'] }]);
  await run();
  const file = async ({ token }: { token: string }) => {
    const answer = await fetch(`${app.url}/api/v1/organizations/${guild.id}/past-attendance`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
    });
    return { type: answer.headers.get('content-type'), lines: (await answer.text()).trimEnd().split('\r\n') };
  };
  const { type, lines } = await file(guild.officer);
  expect(type).toBe('text/csv; charset=utf-8');
  expect(lines[0]).toContain('"name","found by","class","nights there"');
  const on = new Date(daysAgo(30)).toISOString();
  expect(lines.slice(1)).toEqual([
    expect.stringContaining(`,1,0,1,"${on}","${on}"`),
    expect.stringContaining(`"'=Ostrik","no raider",`),
  ]);
  const [own] = guild.members;
  expect((await file(own ?? guild.officer)).lines).toHaveLength(2);
});

test('nights since the first event are left out, also where that event is entered later', async () => {
  const guild = await guildWithLog();
  const event = async (days: number) => {
    const { id } = await done<{ id: string }>(
      guild.officer.call('POST', `/organizations/${guild.id}/events`, {
        ...{ title: 'Raid', type: 'raid', scope: 'guild', durationMinutes: 60 },
        startsAt: new Date(daysAgo(-1)).toISOString(),
      }),
    );
    await moveBack(app, id, 24 * (days + 1));
  };
  await event(10);
  uploaded([5, 12, 20, 30].map((days) => ({ startsAt: daysAgo(days), there: ['Ostrik'] })));
  await run();
  const rows = 'select from past_night where organization_id = $1';
  expect(await app.ctx.sql(rows, [guild.id])).toHaveLength(3);
  expect((await past(guild)).nights).toBe(3);
  await event(20);
  expect((await past(guild)).nights).toBe(1);
});

test('a run that ends for want of points, or of an answer, goes on at its page', async () => {
  const guild = await guildWithLog();
  // Five a page.
  uploaded(Array.from({ length: 12 }, (_, index) => ({ startsAt: daysAgo(20 + index), there: ['Ostrik'] })));
  const rows = 'select from past_night where organization_id = $1';
  app.simulator.faults.add({
    match: ({ path }) => {
      if (!path.endsWith('/api/v2/client')) return false;
      asked += 1;
      return asked === 3;
    },
    fault: { kind: 'status', status: 429 },
    times: 1,
  });
  let asked = 0;
  await expect(run()).rejects.toThrow();
  const before = (await app.ctx.sql(rows, [guild.id])).length;
  expect([5, 10]).toContain(before);
  expect((await past(guild)).readAt).toBeNull();
  await run();
  expect(await app.ctx.sql(rows, [guild.id])).toHaveLength(12);
  expect((await past(guild)).readAt).not.toBeNull();
});

test('members see their own row, outsiders nothing, and another source takes the history away', async () => {
  const guild = await guildWithLog(2);
  const [officer, member] = guild.members as [Member, Member];
  uploaded([{ startsAt: daysAgo(30), there: [await nameOf(officer), await nameOf(member), 'Ostrik'] }]);
  await run();
  await app.ctx.sql(`update role set permissions = '{}' where organization_id = $1`, [guild.id]);
  const own = await past(guild, member.call);
  expect([own.raiders.map(({ userId }) => userId), own.unknown]).toEqual([[member.userId], []]);
  const stranger = callerOf(app, (await createPerson(app)).token);
  expect(await refusalOf(stranger('GET', `/organizations/${guild.id}/past-attendance`))).toEqual([
    403,
    'missing_permission',
  ]);
  await app.ctx.sql(`update role set permissions = '{canViewOfficerData,canManageGuild}' where organization_id = $1`, [
    guild.id,
  ]);
  await done(guild.officer.call('DELETE', `/organizations/${guild.id}/log-source`));
  expect(await app.ctx.sql('select from past_night where organization_id = $1', [guild.id])).toEqual([]);
});

test('N-06: erasing a person deletes the nights of their names from before the first event', async () => {
  const guild = await guildWithLog(2);
  const [, gone] = guild.members as [Member, Member];
  const name = await nameOf(gone);
  uploaded([{ startsAt: daysAgo(30), there: [name, 'Ostrik'] }]);
  await run();
  expect((await past(guild)).raiders.map(({ userId }) => userId)).toEqual([gone.userId]);
  await done(gone.call('DELETE', '/auth/me'));
  await runErasures(app);
  const left = `select f.name from past_fighter f join past_night n on n.id = f.night_id where n.organization_id = $1`;
  expect(await app.ctx.sql(left, [guild.id])).toEqual([{ name: 'Ostrik' }]);
});
