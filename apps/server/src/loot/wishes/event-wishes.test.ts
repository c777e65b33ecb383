/** The wishes of the people of an event, through HTTP. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { EventWishesView } from '@guildhall/contracts/event-wish.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, refusalOf } from '../../../test/events.ts';

let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  await sql(`insert into journal_expansion (id) values (1)`);
  await sql(`insert into journal_instance (id, expansion_id, category) values (10, 1, 'raid')`);
  await sql(
    `insert into journal_encounter (id, instance_id, position, item_ids) values (101, 10, 1, '{31,32}'), (102, 10, 2, '{33}')`,
  );
  guild = await eventGuild(app, 4);
  await mayDo('{canManageEvents,canManageLoot}');
});
afterAll(() => app[Symbol.asyncDispose]());

const mayDo = (permissions: string) =>
  app.ctx.sql('update role set permissions = $2 where organization_id = $1', [guild.id, permissions]);

async function newEvent(journalInstanceId: number | null = 10): Promise<EventView> {
  return done<EventView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 },
      ...{ journalInstanceId, anyRole: true },
    }),
  );
}

/** Signs them up; returns their raiders. */
async function signUp({ id }: EventView, members: Member[]): Promise<string[]> {
  const raiders: string[] = [];
  for (const { call, characterId } of members) {
    const answer = await done<ParticipationView>(
      call('PUT', `/events/${id}/signup`, { characterId, roles: ['melee'] }),
    );
    raiders.push(answer.raider.id);
  }
  return raiders;
}

const wish = ({ call }: Member, raider: string, wishes: { itemId: number; track: string }[]) =>
  done(call('PUT', `/raiders/${raider}/wishes`, { wishes }));
const wishesOf = ({ id }: EventView, { call }: Member, query = '') =>
  done<EventWishesView>(call('GET', `/events/${id}/wishes${query}`));
const inShort = ({ bosses }: EventWishesView) =>
  bosses.map(({ encounterId, raiders }) => [
    encounterId,
    ...raiders.map(({ raiderId, items, percent }) => [raiderId, items, percent]),
  ]);

type Gain = { item: number; boss: number; percent: number; track?: string; differs?: boolean; catalystOf?: number };
async function sim(raider: string, gains: Gain[], days = 1): Promise<void> {
  const [report] = await app.ctx.sql<{ id: string }>(
    `insert into sim_report (raider_id, source, name, name_key, realm_key, spec_id, simulated_at)
     values ($1, 'raidbots', 'Bryn', 'bryn', 'stormvale', 103, now() - $2::int * interval '1 day') returning id`,
    [raider, days],
  );
  for (const { item, boss, percent, track = 'heroic', differs = true, catalystOf = 0 } of gains)
    await app.ctx.sql(
      `insert into sim_gain (report_id, item_id, encounter_id, track, item_level, catalyst_of, instance_id, percent, absolute, differs)
       values ($1, $2, $3, $4, 600, $5, 10, $6, 1, $7)`,
      [report?.id, item, boss, track, catalystOf, percent, differs],
    );
}

test('says for each boss who wishes for how many drops, and the highest gain', async () => {
  const [one, two, absent] = guild.members as [Member, Member, Member];
  const event = await newEvent();
  const [first = '', second = ''] = await signUp(event, [one, two]);
  const [other = ''] = await signUp(await newEvent(), [absent]);
  await wish(one, first, [
    { itemId: 31, track: 'heroic' },
    { itemId: 33, track: 'any' },
    { itemId: 99, track: 'any' },
  ]);
  await wish(absent, other, [{ itemId: 31, track: 'heroic' }]);
  await sim(second, [
    { item: 31, boss: 101, percent: 1.5 },
    { item: 32, boss: 101, percent: 2.5 },
    { item: 33, boss: 102, percent: 0.1, differs: false },
    { item: 33, boss: 102, percent: -3, track: 'mythic' },
  ]);
  expect(inShort(await wishesOf(event, guild.officer, '?difficulty=15'))).toEqual([
    [101, [second, 2, 2.5], [first, 1, null]],
    [102, [first, 1, null]],
  ]);
  // Only the wish for any difficulty is one for mythic drops.
  expect(inShort(await wishesOf(event, guild.officer, '?difficulty=16'))).toEqual([[102, [first, 1, null]]]);
  expect(inShort(await wishesOf(event, guild.officer, '?difficulty=23'))).toEqual([]);
  expect(await refusalOf(guild.officer.call('GET', `/events/${event.id}/wishes?difficulty=7`))).toEqual([
    400,
    'invalid_input',
  ]);
  const without = await newEvent(null);
  await signUp(without, [one]);
  expect(await wishesOf(without, guild.officer)).toEqual({ all: true, bosses: [] });
});

test('an item counts once by hand and by a sim, an old sim says no gain, and what an award fulfilled is left out', async () => {
  const [, , , member] = guild.members as [Member, Member, Member, Member];
  const event = await newEvent();
  const [raider = ''] = await signUp(event, [member]);
  await wish(member, raider, [{ itemId: 31, track: 'heroic' }]);
  await sim(
    raider,
    [
      { item: 31, boss: 101, percent: 4 },
      { item: 41, boss: 102, percent: 4, catalystOf: 33 },
    ],
    15,
  );
  expect(inShort(await wishesOf(event, guild.officer))).toEqual([
    [101, [raider, 1, null]],
    [102, [raider, 1, null]],
  ]);
  await award(raider, 31, 'normal');
  await award(raider, 33, 'mythic');
  expect(inShort(await wishesOf(event, guild.officer))).toEqual([[101, [raider, 1, null]]]);
  await award(raider, 31, 'heroic');
  expect(inShort(await wishesOf(event, guild.officer))).toEqual([]);
});

/** An award whose response counts. */
async function award(raider: string, item: number, track: string): Promise<void> {
  await app.ctx.sql(
    `insert into loot_response (organization_id, key, text, meaning, counts) values ($1, 'need', 'Need', 'need', true)
     on conflict do nothing`,
    [guild.id],
  );
  await app.ctx.sql(
    `insert into loot_award (id, organization_id, award_id, award_key, tool, as_of, line, name_key, realm_key, received_at, day_only,
       response, response_key, raider_id, item_id, track)
     select id, $1, id, id::text, 'rclootcouncil', now(), 1, '', '', now(), false, 'Need', 'need', $2, $3, $4
     from (select uuidv7() as id) award`,
    [guild.id, raider, item, track],
  );
}

test('K-02: the wishes of others are for those to whom the loot policy shows them', async () => {
  const [one, two] = guild.members as [Member, Member];
  const event = await newEvent();
  const [first = '', second = ''] = await signUp(event, [one, two]);
  await wish(one, first, [{ itemId: 31, track: 'any' }]);
  await app.ctx.sql('delete from sim_report');
  await wish(two, second, [{ itemId: 33, track: 'any' }]);
  const both = [
    [101, [first, 1, null]],
    [102, [second, 1, null]],
  ];
  const own = { all: false, bosses: [{ encounterId: 101, raiders: [{ raiderId: first, items: 1, percent: null }] }] };
  expect(inShort(await wishesOf(event, guild.officer))).toEqual(both);
  expect(await wishesOf(event, one)).toEqual(own);
  await mayDo('{canManageEvents}');
  expect(await wishesOf(event, guild.officer)).toEqual({ all: false, bosses: [] });
  await mayDo('{canManageEvents,canViewOfficerData}');
  expect(inShort(await wishesOf(event, guild.officer))).toEqual(both);
  await mayDo('{canManageEvents,canManageLoot}');
  await done(guild.officer.call('PUT', `/organizations/${guild.id}/loot-policy`, { wishesSeenBy: 'everybody' }));
  await mayDo('{canManageEvents,canViewRoster}');
  expect(inShort(await wishesOf(event, guild.officer))).toEqual(both);
  expect(await wishesOf(event, one)).toEqual(own);
  const stranger = await eventGuild(app, 0);
  expect(await refusalOf(stranger.officer.call('GET', `/events/${event.id}/wishes`))).toEqual([404, 'event_not_found']);
});
