import type { EventView } from '@guildhall/contracts/event.ts';
import type { LineupView } from '@guildhall/contracts/lineup.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import type { ProposedSplitView } from '@guildhall/contracts/split.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import {
  createCharacter,
  done,
  type EventGuild,
  eventGuild,
  inHours,
  type Member,
  refusalOf,
} from '../../test/events.ts';
import { lastWeeklyReset } from '../armory/enrichment/weekly-reset.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  await app.ctx.sql(`insert into journal_expansion (id) values (1)`);
  await app.ctx.sql(`insert into journal_instance (id, expansion_id, category) values (10, 1, 'raid')`);
  await app.ctx.sql(`insert into journal_encounter (id, instance_id, position) values (101, 10, 1), (102, 10, 2)`);
});
afterAll(() => app[Symbol.asyncDispose]());

async function founded(size: number): Promise<EventGuild> {
  const guild = await eventGuild(app, size);
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canManageRoster,canViewRoster}' where organization_id = $1`,
    [guild.id],
  );
  return guild;
}

const newEvent = ({ officer, id }: EventGuild) =>
  done<EventView>(
    officer.call('POST', `/organizations/${id}/events`, {
      ...{ title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 },
      ...{ journalInstanceId: 10, anyRole: true },
    }),
  );
const comes = ({ id }: EventView, { call, characterId }: Member, role: string) =>
  done<ParticipationView>(call('PUT', `/events/${id}/signup`, { characterId, roles: [role] }));
const propose = ({ officer, id }: EventGuild, eventId: string, body: object = {}) =>
  officer.call('POST', `/organizations/${id}/splits/propose`, { eventId, runs: 2, ...body });

test('members and strangers get no proposal, and an event of another guild has none here', async () => {
  const guild = await founded(1);
  const other = await founded(1);
  const [member] = guild.members as [Member];
  const event = await newEvent(guild);
  const address = `/organizations/${guild.id}/splits/propose`;
  const body = { eventId: event.id, runs: 2 };
  expect(await refusalOf(member.call('POST', address, body))).toEqual([403, 'missing_permission']);
  expect((await other.officer.call('POST', address, body)).status).toBeGreaterThanOrEqual(403);
  expect(await refusalOf(propose(other, event.id))).toEqual([404, 'event_not_found']);
  expect(await refusalOf(propose(guild, event.id, { runs: 1 }))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(propose(guild, event.id, { runs: 9 }))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(propose(guild, event.id, { difficulty: 233 }))).toEqual([422, 'invalid_input']);
  const empty = await done<ProposedSplitView>(propose(guild, event.id));
  expect([empty.holds, empty.leftOut, empty.runs.map(({ places }) => places)]).toEqual([false, [], [[], []]]);
});

test('40 people in two runs keep every rule, and each run is a line-up that an officer saves and changes', async () => {
  const guild = await founded(40);
  const event = await newEvent(guild);
  const role = (index: number) => (index < 4 ? 'tank' : index < 12 ? 'healer' : index % 2 === 0 ? 'melee' : 'ranged');
  for (const [index, member] of guild.members.entries()) await comes(event, member, role(index));
  const split = await done<ProposedSplitView>(propose(guild, event.id, { difficulty: 16 }));
  expect([split.holds, split.leftOut, split.size]).toEqual([true, [], { min: 20, max: 20 }]);
  for (const { places, problems } of split.runs) {
    expect([places.length, problems]).toEqual([20, []]);
    expect(places.filter((one) => one.role === 'tank')).toHaveLength(2);
    expect(places.filter((one) => one.role === 'healer')).toHaveLength(4);
  }
  const raiders = split.runs.flatMap(({ places }) => places.map(({ raider }) => raider.id));
  expect(new Set(raiders).size).toBe(40);

  const second = await newEvent(guild);
  for (const [index, { id }] of [event, second].entries()) {
    const places = (split.runs[index]?.places ?? []).map(({ raider, character, group, slot, ...one }) => ({
      ...{ raiderId: raider.id, characterId: character.characterId, role: one.role, group, slot },
    }));
    const saved = { version: 0, difficulty: 16, places };
    const lineup = await done<LineupView>(guild.officer.call('PUT', `/events/${id}/lineups/all`, saved));
    expect([lineup.places.length, lineup.problems, lineup.draft]).toEqual([20, [], true]);
    const fewer = { version: 1, difficulty: 16, places: places.slice(1) };
    expect((await done<LineupView>(guild.officer.call('PUT', `/events/${id}/lineups/all`, fewer))).version).toBe(2);
  }
});

test('a run without enough tanks or healers says what it lacks', async () => {
  const guild = await founded(20);
  const event = await newEvent(guild);
  for (const [index, member] of guild.members.entries()) await comes(event, member, index < 3 ? 'tank' : 'melee');
  const split = await done<ProposedSplitView>(propose(guild, event.id, { difficulty: 15 }));
  expect(split.holds).toBe(false);
  const broken = split.runs.map(({ problems }) => problems.map(({ rule, has, needs }) => [rule, has, needs]));
  expect(broken.flat().filter(([rule]) => rule === 'tanks')).toEqual([['tanks', 1, 2]]);
  expect(broken.every((rules) => rules.some(([rule, has]) => rule === 'healers' && has === 0))).toBe(true);
});

test('apart, alts of the guild come too, but none of a lower level, and raiders without a character are named', async () => {
  const guild = await founded(2);
  const [first, second] = guild.members as [Member, Member];
  const event = await newEvent(guild);
  await comes(event, first, 'melee');
  await comes(event, second, 'healer');
  const alt = await createCharacter(app, first.userId);
  const low = await createCharacter(app, second.userId);
  await app.ctx.sql('update character set level = 80 where user_id = any($1)', [[first.userId, second.userId]]);
  await app.ctx.sql('update character set level = 20 where id = $1', [low]);
  const guest = await done<RaiderView>(
    guild.officer.call('POST', `/organizations/${guild.id}/raiders`, { name: 'Curlybill' }),
  );
  await done(guild.officer.call('POST', `/events/${event.id}/participations`, { raiderId: guest.id, roleKey: 'tank' }));
  const split = await done<ProposedSplitView>(propose(guild, event.id, { together: false }));
  const inRun = split.runs.map(({ places }) => places.map(({ character }) => character.characterId).toSorted());
  expect(inRun.flat().toSorted()).toEqual([first.characterId, second.characterId, alt].toSorted());
  expect(inRun.map((ids) => ids.length).toSorted()).toEqual([1, 2]);
  expect(split.leftOut).toEqual([{ raider: expect.objectContaining({ id: guest.id }), why: 'no_character' }]);
  const mains = split.runs.flatMap(({ places }) => places.filter(({ main }) => main).map(({ raider }) => raider.name));
  expect(mains).toHaveLength(2);
});

test('shows which bosses a character has killed since the reset before the event, and nothing where that is not known', async () => {
  const guild = await founded(3);
  const event = await newEvent(guild);
  for (const member of guild.members) await comes(event, member, 'melee');
  const start = lastWeeklyReset('us', new Date(event.startsAt)).getTime();
  const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
  const read = (
    character: string | undefined,
    fetchedAt: string,
    kills: [boss: number, type: string, at: string][],
  ) => {
    const difficulties = kills.map(([id, type, lastKillAt]) => ({ type, encounters: [{ id, kills: 1, lastKillAt }] }));
    return app.ctx.sql(
      `insert into character_section (character_id, section, status, fetched_at, data) values ($1, 'raids', 'ok', $2, $3)`,
      [character, fetchedAt, { expansions: [{ id: 1, instances: [{ id: 10, difficulties }] }] }],
    );
  };
  const [killer, idle, unread] = guild.members.map(({ characterId }) => characterId);
  await read(killer, at(90), [
    [101, 'HEROIC', at(60)],
    [102, 'HEROIC', at(-60)],
    [102, 'MYTHIC', at(61)],
    [999, 'HEROIC', at(62)],
  ]);
  await read(idle, at(90), []);
  await read(unread, at(-1), [[101, 'HEROIC', at(-2)]]);
  const killsAt = async (difficulty: number | null) => {
    const { runs } = await done<ProposedSplitView>(propose(guild, event.id, { difficulty }));
    const places = runs.flatMap((run) => run.places);
    return [killer, idle, unread].map(
      (id) => places.find(({ character }) => character.characterId === id)?.killsOfWeek,
    );
  };
  expect(await killsAt(15)).toEqual([{ kills: 1, of: 2, readAt: at(90) }, { kills: 0, of: 2, readAt: at(90) }, null]);
  expect((await killsAt(16))[0]?.kills).toBe(1);
  expect((await killsAt(14))[0]?.kills).toBe(0);
  expect(await killsAt(null)).toEqual([null, null, null]);
});

test('K-02: gains of wishes spread those who want the same drop, for callers who may see wishes', async () => {
  const guild = await founded(20);
  const event = await newEvent(guild);
  const role = (index: number) => (index < 4 ? 'tank' : index < 8 ? 'healer' : 'ranged');
  for (const [index, member] of guild.members.entries()) await comes(event, member, role(index));
  const mayDo = (permissions: string) =>
    app.ctx.sql('update role set permissions = $2 where organization_id = $1', [guild.id, permissions]);
  const split = (difficulty: number | null = 15) => done<ProposedSplitView>(propose(guild, event.id, { difficulty }));
  const gainsOf = ({ gains, runs }: ProposedSplitView) => [
    gains,
    ...runs.map(({ gain, gainsKnown }) => [gain, gainsKnown]),
  ];
  const nothing = [
    [null, 0],
    [null, 0],
  ];
  await mayDo('{canManageEvents,canManageLoot}');
  expect(gainsOf(await split())).toEqual(['unknown', ...nothing]);

  const people = (await split()).runs.flatMap(({ places }) => places).filter((place) => place.role === 'ranged');
  const simulated = people.slice(0, 4);
  for (const [index, { raider, character }] of simulated.entries()) {
    const [report] = await app.ctx.sql<{ id: string }>(
      `insert into sim_report (raider_id, source, name, name_key, realm_key, spec_id, simulated_at)
       values ($1, 'raidbots', $2, lower($2), 'stormvale', 102, now()) returning id`,
      [raider.id, character.name],
    );
    // Two drops, each of which two of them gain by.
    await app.ctx.sql(
      `insert into sim_gain (report_id, item_id, encounter_id, track, item_level, catalyst_of, instance_id, percent, absolute, differs)
       values ($1, $2, 101, 'heroic', 600, 0, 10, $3, 1, true)`,
      [report?.id, index < 2 ? 31 : 32, index % 2 === 0 ? 3 : 4],
    );
  }
  const counted = await split();
  expect(gainsOf(counted)).toEqual(['counted', [expect.any(Number), 2], [expect.any(Number), 2]]);
  for (const pair of [simulated.slice(0, 2), simulated.slice(2)])
    for (const { places } of counted.runs)
      expect(places.filter(({ raider }) => pair.some((one) => one.raider.id === raider.id))).toHaveLength(1);
  expect(counted.runs.reduce((sum, { gain }) => sum + (gain ?? 0), 0)).toBe(14);

  expect(gainsOf(await split(16))).toEqual(['unknown', ...nothing]);
  expect(gainsOf(await split(null))).toEqual(['no_difficulty', ...nothing]);
  await mayDo('{canManageEvents}');
  expect(gainsOf(await split())).toEqual(['hidden', ...nothing]);
});
