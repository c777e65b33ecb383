import { expect, test } from 'vitest';
import type { Simulator } from '../server.ts';
import { basic, jsonOf, postForm, startLab } from '../test-client.ts';
import { createWorld } from '../world.ts';
import { guildIdOf, reportOf, seededReports } from './reports.ts';

type Answered = { data?: Record<string, unknown> | null; errors?: { message: string }[] };

async function tokenOf(simulator: Simulator, headers: Record<string, string> = basic) {
  const url = simulator.warcraftLogsUrl.replace('{host}', 'www');
  return postForm(`${url}/oauth/token`, { grant_type: 'client_credentials' }, headers);
}

async function client(simulator: Simulator, host = 'www') {
  const { access_token: token } = await jsonOf<{ access_token: string }>(await tokenOf(simulator));
  const url = `${simulator.warcraftLogsUrl.replace('{host}', host)}/api/v2/client`;
  return (query: string, variables: object = {}, authorization = `Bearer ${token}`) =>
    fetch(url, { method: 'POST', headers: { authorization }, body: JSON.stringify({ query, variables }) });
}

const REPORT = `query ($code: String, $open: Boolean) { reportData { report(code: $code, allowUnlisted: $open) {
  code visibility archiveStatus { isArchived isAccessible } fights { id inProgress } } } }`;

test('an application signs in with its credentials, and only with them', async () => {
  await using simulator = await startLab();
  expect((await tokenOf(simulator)).status).toBe(200);
  const wrong = { authorization: `Basic ${Buffer.from('client:wrong').toString('base64')}` };
  expect((await tokenOf(simulator, wrong)).status).toBe(401);
  const ask = await client(simulator);
  expect((await ask('{ rateLimitData { limitPerHour } }', {}, 'Bearer another')).status).toBe(401);
});

test('a private report is shown to no application, an unlisted one to those who ask for it, an archived one without fights', async () => {
  await using simulator = await startLab();
  const ask = await client(simulator);
  const reports = simulator.warcraftLogs.reports;
  const codeOf = (wanted: (one: (typeof reports)[number]) => boolean) => reports.find(wanted)?.code;
  const show = async (code: string | undefined, open: boolean) => jsonOf<Answered>(await ask(REPORT, { code, open }));
  const secret = codeOf(({ visibility }) => visibility === 'private');
  expect((await show(secret, true)).errors?.[0]?.message).toMatch(/permission/);
  const unlisted = codeOf(({ visibility }) => visibility === 'unlisted');
  expect((await show(unlisted, false)).errors?.[0]?.message).toMatch(/permission/);
  expect(await show(unlisted, true)).toMatchObject({ data: { reportData: { report: { visibility: 'unlisted' } } } });
  const archived = codeOf(({ isArchived }) => isArchived);
  expect(await show(archived, true)).toMatchObject({
    data: { reportData: { report: { archiveStatus: { isArchived: true, isAccessible: false }, fights: null } } },
  });
  expect((await show('aaaaaaaaaaaaaaaa', true)).errors?.[0]?.message).toMatch(/does not exist/);
  const live = codeOf(({ fights }) => fights.some(({ inProgress }) => inProgress));
  expect(JSON.stringify(await show(live, true))).toContain('"inProgress":true');
});

test('the list of a guild has its public reports, page by page, and each host has its own', async () => {
  await using simulator = await startLab();
  const guild = simulator.world.guild('lantern');
  const query = `query ($id: Int, $page: Int) { reportData { reports(guildID: $id, limit: 3, page: $page) { data { code } has_more_pages } } }`;
  type Page = { data: { reportData: { reports: { data: { code: string }[]; has_more_pages: boolean } } } };
  const ask = await client(simulator);
  const pageOf = async (page: number) =>
    (await jsonOf<Page>(await ask(query, { id: guildIdOf(guild), page }))).data.reportData.reports;
  const [first, second] = [await pageOf(1), await pageOf(2)];
  expect([first.data.length, first.has_more_pages, second.has_more_pages]).toEqual([3, true, false]);
  const elsewhere = await client(simulator, 'classic');
  expect(await jsonOf<Answered>(await elsewhere(REPORT, { code: first.data[0]?.code, open: true }))).toMatchObject({
    data: { reportData: { report: null } },
  });
});

test('points are spent, and a client without any is refused until they reset', async () => {
  await using simulator = await startLab();
  const ask = await client(simulator);
  const left = async () => jsonOf<Answered>(await ask('{ rateLimitData { pointsSpentThisHour pointsResetIn } }'));
  await ask(REPORT, { code: 'aaaaaaaaaaaaaaaa' });
  expect(await left()).toMatchObject({ data: { rateLimitData: { pointsSpentThisHour: 6 } } });
  simulator.warcraftLogs.points.spent = simulator.warcraftLogs.points.limitPerHour;
  expect((await ask(REPORT, { code: 'aaaaaaaaaaaaaaaa' })).status).toBe(429);
  simulator.warcraftLogs.points.resetsAt = Date.now() - 1;
  expect(await left()).toMatchObject({ data: { rateLimitData: { pointsSpentThisHour: 0 } } });
});

test('a field that does not exist, or a broken query, is refused in words', async () => {
  await using simulator = await startLab();
  const ask = await client(simulator);
  const refused = async (query: string) => (await jsonOf<Answered>(await ask(query))).errors?.[0]?.message;
  expect(await refused('{ rateLimitData { points } }')).toMatch(/Cannot query field "points"/);
  expect(await refused('{ rateLimitData ')).toMatch(/Syntax Error/);
});

test('reports are made by the rules of recorded ones', () => {
  const world = createWorld({ seed: 5 });
  const guild = world.guild('ninefold');
  const there = world.members(guild).slice(0, 16);
  const report = reportOf(world, guild, { seed: 3, startsAt: world.epoch, there });
  // Bystanders are among the actors, and in no fight.
  expect(report.actors.length).toBeGreaterThan(16);
  expect(new Set(report.fights.flatMap(({ friendlyPlayers }) => friendlyPlayers)).size).toBe(16);
  expect(report.actors.some(({ server }) => /[\s']/.test(server))).toBe(false);
  expect(report.fights.some(({ encounterID, originalEncounterID }) => encounterID === 0 && originalEncounterID)).toBe(
    true,
  );
  expect(report.fights.filter(({ kill }) => kill).every(({ fightPercentage }) => fightPercentage === 0.01)).toBe(true);
  expect(JSON.stringify(seededReports(createWorld({ seed: 5 })))).toBe(JSON.stringify(seededReports(world)));
});

test('two recorders of one night differ by their clocks alone', () => {
  const world = createWorld({ seed: 5 });
  const [, first, second] = seededReports(world);
  expect(Number(second?.startTime) - Number(first?.startTime)).toBe(4_000);
  expect(second?.fights).toEqual(first?.fights);
  expect(second?.code).not.toBe(first?.code);
});
