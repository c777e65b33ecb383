/** Candidates for an item through HTTP: everything a council looks at, in the order that the guild's policy says. */
import type {
  CandidatesView,
  CandidateView,
  ExportedCandidatesView,
  WantedItemsView,
} from '@guildhall/contracts/candidate.ts';
import type { LootPolicyView } from '@guildhall/contracts/loot-policy.ts';
import type { PointPoolView } from '@guildhall/contracts/points.ts';
import type { TeamView } from '@guildhall/contracts/team.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import type { Call } from '../../../test/caller.ts';
import { done, type EventGuild, eventGuild, type Member, refusalOf } from '../../../test/events.ts';
import { syncJournal } from '../../../test/journal.ts';
import { bringInAward } from '../../../test/loot.ts';

const ITEM = 4_711;
const BALANCE = 102;
const POLICY: LootPolicyView = {
  wishesSeenBy: 'officers',
  order: ['team', 'wish', 'gain', 'awards', 'attendance'],
  weeks: 6,
  leastAttendance: 75,
};

type Candidate = Member & { raider: string; character: string };
let app: TestApp;
let guild: EventGuild;
let officer: Call;
let ada: Candidate;
let bea: Candidate;
let cleo: Candidate;

beforeAll(async () => {
  app = await testApp();
  await syncJournal(app);
  guild = await eventGuild(app, 3);
  officer = guild.officer.call;
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canManageLoot,canViewOfficerData,canViewRoster}' where organization_id = $1`,
    [guild.id],
  );
  await app.ctx.sql(`update membership set joined_at = now() - interval '1 year' where organization_id = $1`, [
    guild.id,
  ]);
  const named = async (member: Member | undefined, name: string): Promise<Candidate> => {
    if (!member) throw new Error('Three members');
    await app.ctx.sql('update app_user set display_name = $2 where id = $1', [member.userId, name]);
    await app.ctx.sql('update character set name = $2 where id = $1', [member.characterId, name]);
    const { id } = await done<{ id: string }>(member.call('PUT', `/organizations/${guild.id}/raiders/mine`, {}));
    return { ...member, raider: id, character: name };
  };
  ada = await named(guild.members[0], 'Adabranch');
  bea = await named(guild.members[1], 'Beabranch');
  cleo = await named(guild.members[2], 'Cleobranch');
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of [
    'wish',
    'sim_report',
    'import_run',
    'loot_award',
    'loot_policy',
    'point_pool',
    'team',
    'event',
    'character_section',
    'rate_limit',
  ]) {
    await app.ctx.sql(`delete from ${table}`);
  }
});

const path = (item = ITEM, track = 'heroic') => `/organizations/${guild.id}/items/${item}/candidates?track=${track}`;
const candidatesOf = (query = '', by = officer) => done<CandidatesView>(by('GET', `${path()}${query}`));
const namesOf = async (query = '', by = officer) =>
  (await candidatesOf(query, by)).candidates.map(({ raider }) => raider.name);
const wantedItems = (query = '', by = officer) =>
  done<WantedItemsView>(by('GET', `/organizations/${guild.id}/wanted-items${query}`));
const decide = (changes: Partial<LootPolicyView>, by = officer) =>
  by('PUT', `/organizations/${guild.id}/loot-policy`, { ...POLICY, ...changes });
const wish = ({ call, raider }: Candidate, ...wishes: [item: number, track: string, comment?: string][]) =>
  done(
    call('PUT', `/raiders/${raider}/wishes`, {
      wishes: wishes.map(([itemId, track, comment = null]) => ({ itemId, track, comment })),
    }),
  );

type Drop = { item?: number; percent: number; level?: number; track?: string; catalyst?: number };
/** A Droptimizer of the candidate's character. */
function sim({ call, raider, character }: Candidate, drops: Drop[], ago = 0, specId = BALANCE) {
  const rows = drops.map(({ item = ITEM, percent, level = 600, track = 'heroic', catalyst }) => ({
    name: `1002/1/raid-${track}/${item}/${level}/0/legs////${catalyst ?? ''}`,
    mean: 1_000 * (1 + percent / 100),
    mean_error: 0.5,
  }));
  const text = JSON.stringify({
    timestamp: Math.floor(Date.now() / 1000) - ago * 86_400,
    sim: { players: [{ collected_data: { dps: { mean: 1_000 } } }], profilesets: { results: rows } },
    simbot: {
      simType: 'droptimizer',
      ...{ player: character, charClass: 'any', spec: 'any', input: 'region=us\nserver=stormvale\n' },
      meta: { rawFormData: { droptimizer: { specId } } },
    },
  });
  return done(call('POST', `/raiders/${raider}/sims`, { text }));
}

/** Past events, the latest first: whether each of the three was there. */
async function nights(...there: (readonly [boolean, boolean, boolean])[]) {
  for (const [days, who] of there.entries()) {
    const [event] = await app.ctx.sql<{ id: string }>(
      `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, published_at, created_at)
       values ($1, 'Raid', 'raid', 'guild', 'completed', now() - $2::int * interval '1 day' - interval '3 hours',
         now() - $2::int * interval '1 day', '2026-01-01T20:00', 'UTC', now() - interval '300 days', now() - interval '300 days') returning id`,
      [guild.id, days + 1],
    );
    for (const [place, one] of [ada, bea, cleo].entries()) {
      await app.ctx.sql(
        `insert into participation (event_id, user_id, raider_id, status, attendance, ticket) values ($1, $2, $3, 'signed_up', $4, $5)`,
        [event?.id, one.userId, one.raider, who[place] ? 'present' : 'no_show', place + 1],
      );
    }
  }
}
const award = (to: Candidate, item: number, days = 1, track: 'heroic' | 'normal' | 'unknown' = 'heroic') =>
  bringInAward(officer, guild.id, {
    ...{ to: `${to.character}-Stormvale`, item, track, response: 'Need' },
    seconds: Math.floor(Date.now() / 1000) - days * 86_400,
  });

describe('is seen', () => {
  test('K-02, K-05: by officers and those who manage loot, and where the guild says so by all who see the roster', async () => {
    await wish(ada, [ITEM, 'heroic']);
    await nights([true, true, true]);
    const by = cleo.call;
    expect(await refusalOf(by('GET', path()))).toEqual([403, 'missing_permission']);
    expect(await refusalOf(by('GET', `/organizations/${guild.id}/wanted-items`))).toEqual([403, 'missing_permission']);
    await done(decide({ wishesSeenBy: 'everybody' }));
    expect(await refusalOf(by('GET', path()))).toEqual([403, 'missing_permission']);
    const [role] = await app.ctx.sql<{ id: string }>(
      `insert into role (organization_id, name, permissions) values ($1, 'Sees', '{canViewRoster}') returning id`,
      [guild.id],
    );
    await app.ctx.sql('insert into role_holder (organization_id, role_id, user_id) values ($1, $2, $3)', [
      ...[guild.id, role?.id, cleo.userId],
    ]);
    const seen = await candidatesOf('', by);
    expect(seen.candidates).toMatchObject([{ raider: { id: ada.raider }, attendance: null }]);
    expect(seen.orderedBy).toEqual(['team', 'wish', 'gain', 'awards']);
    expect((await wantedItems('', by)).items).toHaveLength(1);
    await app.ctx.sql('delete from role_holder where role_id = $1', [role?.id]);
    await app.ctx.sql('delete from role where id = $1', [role?.id]);
  });
});

describe('the policy', () => {
  test('is read by members, and changed by those who manage loot', async () => {
    const policy = `/organizations/${guild.id}/loot-policy`;
    expect(await done(ada.call('GET', policy))).toEqual(POLICY);
    expect(await refusalOf(decide({}, ada.call))).toEqual([403, 'missing_permission']);
    expect(await refusalOf(decide({ order: ['gain', 'gain'] }))).toEqual([400, 'invalid_input']);
    expect(await refusalOf(decide({ weeks: 0 }))).toEqual([400, 'invalid_input']);
    const changed = { ...POLICY, order: ['awards', 'gain'] as const, weeks: 4, leastAttendance: 60 };
    expect(await done(officer('PUT', policy, changed))).toEqual(changed);
    expect(await done(ada.call('GET', policy))).toEqual(changed);
    expect(await done(officer('PUT', policy, { weeks: 5 }))).toEqual({ ...changed, weeks: 5 });
  });

  test('orders by its keys in their order, and by nothing else', async () => {
    await wish(ada, [1, 'heroic'], [ITEM, 'heroic']);
    await wish(bea, [ITEM, 'any', 'Last one I need']);
    await sim(ada, [{ percent: 2.44 }]);
    await sim(bea, [{ percent: 1 }]);
    await sim(cleo, [{ percent: 2.36 }]);
    expect((await candidatesOf()).candidates).toMatchObject([
      {
        place: 1,
        tied: false,
        raider: { name: 'Beabranch' },
        wish: { rank: 1, track: 'any', comment: 'Last one I need' },
      },
      { place: 2, tied: false, raider: { name: 'Adabranch' }, wish: { rank: 2 } },
      { place: 3, tied: false, raider: { name: 'Cleobranch' }, wish: null },
    ]);
    await done(decide({ order: ['gain'] }));
    // Gains are equal where their tenths are.
    expect((await candidatesOf()).candidates.map(({ raider, place, tied }) => [raider.name, place, tied])).toEqual([
      ['Adabranch', 1, true],
      ['Cleobranch', 1, true],
      ['Beabranch', 3, false],
    ]);
    await done(decide({ order: [] }));
    expect((await candidatesOf()).candidates.map(({ place, tied }) => [place, tied])).toEqual([
      [1, true],
      [1, true],
      [1, true],
    ]);
  });

  test('puts main before trial and bench, of the team that is asked for, and those without a team last', async () => {
    for (const one of [ada, bea, cleo]) await wish(one, [ITEM, 'heroic']);
    const make = (name: string) => done<TeamView>(officer('POST', `/organizations/${guild.id}/teams`, { name }));
    const [first, second] = [await make('First'), await make('Second')];
    const put = (team: TeamView, { raider }: Candidate, status: string) =>
      done(officer('PUT', `/teams/${team.id}/members/${raider}`, { status }));
    await put(first, ada, 'bench');
    await put(first, cleo, 'trial');
    await put(second, ada, 'main');
    expect(
      (await candidatesOf()).candidates.map(({ raider, team }) => [raider.name, team?.name, team?.status]),
    ).toEqual([
      ['Adabranch', 'Second', 'main'],
      ['Cleobranch', 'First', 'trial'],
      ['Beabranch', undefined, undefined],
    ]);
    expect(await namesOf(`&teamId=${first.id}`)).toEqual(['Cleobranch', 'Adabranch']);
    expect((await wantedItems(`?teamId=${second.id}`)).items).toMatchObject([{ wanted: [{ raiders: 1 }] }]);
  });

  test('asks for attendance within its weeks: at least so much first, then less, and too few events last', async () => {
    for (const one of [ada, bea, cleo]) await wish(one, [ITEM, 'heroic']);
    await done(decide({ order: ['attendance'] }));
    await nights([true, false, true]);
    const shown = async () =>
      (await candidatesOf()).candidates.map(({ raider, attendance }) => [
        raider.name,
        attendance?.rate,
        attendance?.suffices,
      ]);
    // One event is too few to judge by.
    expect(await shown()).toEqual([
      ['Adabranch', 1, null],
      ['Beabranch', 0, null],
      ['Cleobranch', 1, null],
    ]);
    await nights(...Array.from({ length: 7 }, () => [false, false, true] as const));
    expect(await shown()).toEqual([
      ['Cleobranch', 1, true],
      ['Adabranch', 0.125, false],
      ['Beabranch', 0, false],
    ]);
    await app.ctx.sql(
      `update event set starts_at = starts_at - interval '50 days', ends_at = ends_at - interval '50 days'`,
    );
    expect(await shown()).toEqual([
      ['Adabranch', null, null],
      ['Beabranch', null, null],
      ['Cleobranch', null, null],
    ]);
  });
});

describe('points', () => {
  const open = (body: object) =>
    done<PointPoolView>(officer('POST', `/organizations/${guild.id}/point-pools`, { name: 'Main raid', ...body }));
  const book = ({ id }: PointPoolView, { raider }: Candidate, points: number, gp?: number) =>
    done(officer('POST', `/point-pools/${id}/entries`, { reason: 'Night', points, gp, raiderIds: [raider] }));
  const shown = async (query = '') =>
    (await candidatesOf(query)).candidates.map(({ raider, place, points }) => [raider.name, place, points?.points]);

  test('order by the ratio of whole numbers, and those without points or below the minimum come last', async () => {
    for (const one of [ada, bea, cleo]) await wish(one, [ITEM, 'heroic']);
    await done(decide({ order: ['points'] }));
    expect(await candidatesOf()).toMatchObject({ pool: null, orderedBy: [] });
    const pool = await open({ kind: 'epgp', baseGp: 1, minEp: 10 });
    await book(pool, ada, 999_999_998, 999_999_998);
    await book(pool, bea, 999_999_999, 999_999_999);
    const found = await candidatesOf();
    expect(found.pool).toEqual({ id: pool.id, name: 'Main raid', kind: 'epgp', decimals: 0 });
    expect(found.orderedBy).toEqual(['points']);
    // Both are 1 in four decimals. The larger of two such ratios is the one of the larger numbers.
    expect(found.candidates).toMatchObject([
      { place: 1, tied: false, raider: { name: 'Beabranch' }, points: { gp: 1_000_000_000, priority: 1 } },
      { place: 2, tied: false, raider: { name: 'Adabranch' }, points: { gp: 999_999_999, priority: 1 } },
      { place: 3, tied: false, raider: { name: 'Cleobranch' }, points: null },
    ]);
    await book(pool, bea, -999_999_990, -999_999_999);
    await book(pool, cleo, 500_000_000, 499_999_999);
    await book(pool, ada, -499_999_999, -499_999_999);
    // Ada has 499,999,999 to 500,000,000; Bea has 9 EP, of 10 at least.
    expect((await candidatesOf()).candidates).toMatchObject([
      { place: 1, tied: false, raider: { name: 'Cleobranch' }, points: { points: 500_000_000, gp: 500_000_000 } },
      { place: 2, tied: false, raider: { name: 'Adabranch' }, points: { points: 499_999_999, gp: 500_000_000 } },
      { place: 3, tied: false, raider: { name: 'Beabranch' }, points: { points: 9, gp: 1, priority: null } },
    ]);
    await book(pool, ada, 1);
    expect((await candidatesOf()).candidates).toMatchObject([{ tied: true }, { tied: true }, { tied: false }]);
  });

  test('are those of the team that is asked for, else of the guild, and of two such pools none counts', async () => {
    for (const one of [ada, bea, cleo]) await wish(one, [ITEM, 'heroic']);
    await done(decide({ order: ['points'] }));
    const make = (name: string) => done<TeamView>(officer('POST', `/organizations/${guild.id}/teams`, { name }));
    const [first, second] = [await make('First'), await make('Second')];
    for (const team of [first, second]) {
      for (const { raider } of [ada, bea]) {
        await done(officer('PUT', `/teams/${team.id}/members/${raider}`, { status: 'main' }));
      }
    }
    const ofFirst = await open({ kind: 'dkp', teamId: first.id });
    await book(ofFirst, ada, 5);
    // The only pool there is. Members of its team have 0 until something is booked.
    const byTeam = [
      ['Adabranch', 1, 5],
      ['Beabranch', 2, 0],
    ];
    expect(await shown()).toEqual([...byTeam, ['Cleobranch', 3, undefined]]);
    expect(await shown(`&teamId=${first.id}`)).toEqual(byTeam);
    expect((await candidatesOf(`&teamId=${second.id}`)).pool).toBeNull();
    const ofGuild = await open({ kind: 'dkp' });
    await book(ofGuild, bea, 7);
    expect(await shown()).toEqual([
      ['Beabranch', 1, 7],
      ['Adabranch', 2, undefined],
      ['Cleobranch', 2, undefined],
    ]);
    expect(await shown(`&teamId=${first.id}`)).toEqual(byTeam);
    expect((await candidatesOf(`&teamId=${second.id}`)).pool).toMatchObject({ id: ofGuild.id });
    const other = await open({ kind: 'dkp' });
    expect(await candidatesOf()).toMatchObject({ pool: null, orderedBy: [] });
    await done(officer('PATCH', `/point-pools/${other.id}`, { archived: true }));
    expect((await candidatesOf()).pool).toMatchObject({ id: ofGuild.id });
    const { text } = await done<ExportedCandidatesView>(
      officer('GET', `/organizations/${guild.id}/candidates/export?as=csv`),
    );
    expect(text).toContain(`${ITEM},"Item ${ITEM}","heroic",1,"no","Beabranch",`);
    expect(text).toContain('1,,,7,,0,');
  });

  test('K-05: are for those who see the roster or manage loot', async () => {
    await wish(ada, [ITEM, 'heroic']);
    await done(decide({ order: ['points', 'wish'] }));
    await book(await open({ kind: 'dkp' }), ada, 5);
    await app.ctx.sql(`update role set permissions = '{canViewOfficerData}' where organization_id = $1`, [guild.id]);
    const hidden = await candidatesOf();
    await app.ctx.sql(
      `update role set permissions = '{canManageEvents,canManageLoot,canViewOfficerData,canViewRoster}' where organization_id = $1`,
      [guild.id],
    );
    expect(hidden).toMatchObject({ pool: null, orderedBy: ['wish'], candidates: [{ points: null }] });
  });
});

describe('a gain', () => {
  test('makes a candidate if it is one, and is unknown without a sim of that track', async () => {
    await sim(ada, [{ percent: -0.5 }]);
    await sim(bea, [{ percent: 1.5, track: 'mythic' }]);
    await sim(cleo, [{ percent: 0.01 }]);
    expect(await namesOf()).toEqual([]);
    await wish(ada, [ITEM, 'heroic']);
    await wish(bea, [ITEM, 'heroic']);
    await wish(cleo, [ITEM, 'heroic']);
    await done(decide({ order: ['gain'] }));
    // No difference is 0; a loss comes after it, and what no sim says comes last.
    expect((await candidatesOf()).candidates).toMatchObject([
      { raider: { name: 'Cleobranch' }, gain: { differs: false } },
      { raider: { name: 'Adabranch' }, gain: { percent: -0.5, differs: true } },
      { raider: { name: 'Beabranch' }, gain: null },
    ]);
  });

  test('is that of the lowest item level of the best sim, says what it rests on, and when it is stale', async () => {
    await sim(
      ada,
      [
        { percent: 3, level: 620 },
        { percent: 2, level: 600 },
      ],
      20,
    );
    await sim(ada, [{ percent: 1, level: 590 }], 0, 104);
    const [{ gain } = {} as CandidateView] = (await candidatesOf('&locale=de_DE')).candidates;
    expect(gain).toMatchObject({
      ...{ percent: 2, itemLevel: 600, into: null, source: 'raidbots', link: null, character: 'Adabranch' },
      ...{ spec: { id: BALANCE }, stale: ['old'] },
    });
  });

  test('of an item that the catalyst makes is one of the item that drops', async () => {
    await sim(ada, [{ item: 99, percent: 2, catalyst: ITEM }]);
    expect((await candidatesOf()).candidates).toMatchObject([{ gain: { percent: 2, into: { id: 99 } } }]);
    expect((await done<CandidatesView>(officer('GET', path(99)))).candidates).toEqual([]);
    expect((await wantedItems()).items.map(({ item }) => item.id)).toEqual([ITEM]);
  });

  test('is stale in a slot whose item has changed, and what is worn there is named', async () => {
    await sim(ada, [{ percent: 2 }]);
    await app.ctx.sql(`update sim_report set worn = '[{"slot": "LEGS", "itemId": 5}]'`);
    const wears = (itemId: number) =>
      app.ctx.sql(
        `insert into character_section (character_id, section, data, fetched_at, status) values ($1, 'equipment', $2, now(), 'ok')
         on conflict (character_id, section) do update set data = excluded.data`,
        [ada.characterId, JSON.stringify({ items: [{ slot: 'LEGS', itemId, name: 'Old Legs', itemLevel: 580 }] })],
      );
    await wears(5);
    expect((await candidatesOf()).candidates).toMatchObject([
      { worn: [{ name: 'Old Legs', itemLevel: 580 }], gain: { stale: [] } },
    ]);
    await wears(6);
    expect((await candidatesOf()).candidates).toMatchObject([{ gain: { stale: ['slot'] } }]);
  });
});

describe('an award that counts', () => {
  test('takes its winner out at its track and below, and moves their other wishes up', async () => {
    await wish(ada, [31, 'heroic'], [ITEM, 'heroic']);
    await wish(bea, [31, 'mythic'], [31, 'heroic'], [ITEM, 'any']);
    const wanting = async (item: number, track: string) =>
      (await done<CandidatesView>(officer('GET', path(item, track)))).candidates.map(
        ({ raider, wish: named }) => [raider.name, named?.rank] as const,
      );
    expect(await wanting(ITEM, 'heroic')).toEqual([
      ['Adabranch', 2],
      ['Beabranch', 3],
    ]);
    await award(ada, 31);
    await award(bea, 31, 2);
    expect(await wanting(31, 'heroic')).toEqual([]);
    expect(await wanting(31, 'mythic')).toEqual([['Beabranch', 1]]);
    expect(await wanting(ITEM, 'heroic')).toEqual([
      ['Adabranch', 1],
      ['Beabranch', 2],
    ]);
    expect((await done<CandidatesView>(officer('GET', path(31)))).given).toMatchObject([
      { track: 'heroic', winner: 'Adabranch' },
      { track: 'heroic', winner: 'Beabranch' },
    ]);
  });

  test('and wishes are of one reward, under the number of either faction', async () => {
    // Both are the Head of Onyxia.
    const [one, other] = [18_422, 18_423];
    await wish(ada, [other, 'heroic', 'First'], [ITEM, 'heroic'], [one, 'heroic', 'Again'], [one, 'mythic']);
    await wish(bea, [one, 'heroic']);
    const wanting = async (item: number) =>
      (await done<CandidatesView>(officer('GET', path(item)))).candidates.map(
        ({ raider, wish: named }) => [raider.name, named?.rank, named?.comment] as const,
      );
    const both = [
      ['Adabranch', 1, 'First'],
      ['Beabranch', 1, null],
    ];
    expect(await wanting(one)).toEqual(both);
    expect(await wanting(other)).toEqual(both);
    const heads = (await wantedItems()).items.filter(({ item }) => item.id !== ITEM);
    expect(heads).toMatchObject([
      {
        wanted: [
          { track: 'heroic', raiders: 2 },
          { track: 'mythic', raiders: 1 },
        ],
      },
    ]);
    await award(ada, other);
    expect(await wanting(other)).toEqual([['Beabranch', 1, null]]);
    for (const itemId of [one, other]) {
      expect((await done(officer('GET', `/organizations/${guild.id}/loot?itemId=${itemId}`))).awards).toHaveLength(1);
    }
  });

  test('is counted within the weeks of the policy, and the latest are named', async () => {
    await wish(ada, [ITEM, 'heroic']);
    await wish(bea, [ITEM, 'heroic']);
    await award(ada, 32, 3);
    await award(ada, 33, 60);
    const [first, last] = (await candidatesOf()).candidates;
    expect(first).toMatchObject({ raider: { name: 'Beabranch' }, awards: 0, lastAwards: [] });
    expect(last).toMatchObject({
      raider: { name: 'Adabranch' },
      awards: 1,
      lastAwards: [{ item: { id: 32 } }, { item: { id: 33 } }],
    });
    await app.ctx.sql('update loot_response set counts = false');
    expect((await candidatesOf()).candidates).toMatchObject([
      { place: 1, tied: true, awards: 0 },
      { place: 1, tied: true, awards: 0, lastAwards: [] },
    ]);
    await app.ctx.sql('update loot_response set counts = true');
  });
});

test('wanted items come boss by boss, with the raiders who want each at each track', async () => {
  const instance = app.simulator.world.journal.expansions.at(-1)?.instances.find(({ category }) => category === 'RAID');
  const [boss, other] = instance?.encounters ?? [];
  const item = boss?.items[0]?.id ?? 0;
  await wish(ada, [item, 'heroic'], [other?.items[0]?.id ?? 0, 'mythic'], [ITEM, 'any']);
  await wish(bea, [item, 'any']);
  await sim(ada, [{ item, percent: 1 }]);
  const { items, raiders } = await wantedItems('?locale=de_DE');
  expect(raiders).toBe(2);
  expect(items.map((one) => [one.item.id, one.boss?.id ?? null])).toEqual([
    [item, boss?.id],
    [other?.items[0]?.id, other?.id],
    [ITEM, null],
  ]);
  expect(items[0]).toMatchObject({
    item: { name: boss?.items[0]?.name.de_DE },
    boss: { name: boss?.name.de_DE, instance: { id: instance?.id } },
  });
  expect(items[0]?.wanted).toEqual([
    { track: 'heroic', raiders: 2 },
    { track: 'finder', raiders: 1 },
    { track: 'mythic', raiders: 1 },
    { track: 'normal', raiders: 1 },
  ]);
});

test('the candidates for all items are exported for the addon and as a table, in the order of the policy', async () => {
  await wish(ada, [31, 'heroic'], [ITEM, 'any']);
  await wish(bea, [ITEM, 'heroic'], [31, 'mythic']);
  await sim(cleo, [{ percent: 2, track: 'normal' }]);
  await app.ctx.sql(`update app_user set display_name = '=Bea' where id = $1`, [bea.userId]);
  const exported = (as: string) =>
    done<ExportedCandidatesView>(officer('GET', `/organizations/${guild.id}/candidates/export?as=${as}`));
  const { text, items, leftOut } = await exported('priority_loot');
  expect({ items, leftOut }).toEqual({ items: 2, leftOut: [] });
  expect(JSON.parse(Buffer.from(text, 'base64').toString())).toEqual({
    priority: {
      31: { H: ['Adabranch-stormvale'], M: ['Beabranch-stormvale'] },
      [ITEM]: { H: ['Beabranch-stormvale', 'Adabranch-stormvale'], M: ['Adabranch-stormvale'] },
    },
    players: {},
  });
  const rows = (await exported('csv')).text.split('\r\n').filter((row) => row.startsWith(`${ITEM},`));
  expect(rows).toContain(`${ITEM},"Item ${ITEM}","heroic",1,"no","'=Bea","Beabranch","stormvale",,,1,,,,,0,`);
  expect(rows).toContain(`${ITEM},"Item ${ITEM}","normal",2,"no","Cleobranch","Cleobranch","stormvale",,,,2,"",,,0,`);
  expect(await refusalOf(ada.call('GET', `/organizations/${guild.id}/candidates/export?as=csv`))).toEqual([
    403,
    'missing_permission',
  ]);
  await app.ctx.sql(`update app_user set display_name = 'Beabranch' where id = $1`, [bea.userId]);
});

test.each([
  ['kilnwell-hollow', { en_US: 'Kilnwell Hollow' }, 'KilnwellHollow'],
  ['morthul', { en_US: "Mor'Thul" }, "Mor'Thul"],
  ['azkal-morun', { en_US: 'Azkal-Morun' }, 'AzkalMorun'],
  ['silver-ford', { en_US: 'Silver Ford', ru_RU: 'Серебряный Брод' }, 'СеребряныйБрод'],
])('the addon is given names with the realm %s as a client of the game writes it', async (slug, names, written) => {
  await app.ctx.sql(
    `insert into realm (region, game_version, id, slug, names)
     select 'us', 'retail', coalesce(max(id), 0) + 1, $1, $2 from realm`,
    [slug, JSON.stringify(names)],
  );
  await app.ctx.sql('update character set realm_slug = $2 where id = $1', [ada.characterId, slug]);
  await wish(ada, [ITEM, 'heroic']);
  const exported = officer('GET', `/organizations/${guild.id}/candidates/export?as=priority_loot&locale=ru_RU`);
  const { text } = await done<ExportedCandidatesView>(exported);
  await app.ctx.sql(`update character set realm_slug = 'stormvale' where id = $1`, [ada.characterId]);
  expect(JSON.parse(Buffer.from(text, 'base64').toString()).priority).toEqual({
    [ITEM]: { H: [`Adabranch-${written}`] },
  });
});

test('a member who has left is no candidate, and neither is a raider who was taken in', async () => {
  await wish(ada, [ITEM, 'heroic']);
  await wish(bea, [ITEM, 'heroic']);
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [ada.userId]);
  expect(await namesOf()).toEqual(['Beabranch']);
  await app.ctx.sql('update membership set left_at = null where user_id = $1', [ada.userId]);
});
