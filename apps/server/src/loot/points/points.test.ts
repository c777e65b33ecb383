/** Points for loot through HTTP: pools, bookings, counter-entries, decay, and who may do what. */
import type { PointEntriesView, PointPoolView, StandingsView } from '@guildhall/contracts/points.ts';
import type { RaiderMovedView } from '@guildhall/contracts/raider.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import type { Call } from '../../../test/caller.ts';
import { runErasures } from '../../../test/erase-people.ts';
import { done, type EventGuild, eventGuild, joinGuild, type Member, refusalOf } from '../../../test/events.ts';
import { decayDuePools } from './decay-points.ts';

let app: TestApp;
let guild: EventGuild;
let lead: Member;
let plain: Member;
let raiders: string[];

beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

beforeEach(async () => {
  await app.ctx.sql('delete from rate_limit');
  guild = await eventGuild(app, 2, { timeZone: 'Europe/Berlin' });
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canManageLoot,canManageRoster,canViewRoster}' where organization_id = $1`,
    [guild.id],
  );
  const [first, second] = guild.members;
  if (!first || !second) throw new Error('Two members');
  [lead, plain] = [first, second];
  raiders = await people(8);
});

/** Raiders without an account. */
async function people(count: number): Promise<string[]> {
  const rows = await app.ctx.sql<{ id: string }>(
    `insert into raider (organization_id, name) select $1, 'Raider ' || n from generate_series(1, $2::int) n returning id`,
    [guild.id, count],
  );
  return rows.map(({ id }) => id).toSorted();
}

const newPool = (more: object = {}, call: Call = guild.officer.call) =>
  done<PointPoolView>(
    call('POST', `/organizations/${guild.id}/point-pools`, { name: 'Main raid', kind: 'epgp', baseGp: 100, ...more }),
  );
const dkp = (more: object = {}) => newPool({ kind: 'dkp', baseGp: undefined, ...more });
const zeroSum = (more: object = {}) => newPool({ kind: 'zero_sum', baseGp: undefined, ...more });
const book = (pool: PointPoolView, body: object, call: Call = guild.officer.call, headers = {}) =>
  call('POST', `/point-pools/${pool.id}/entries`, { reason: 'Kill', ...body }, headers);
const booked = (pool: PointPoolView, body: object) => done<{ bookingId: string; raiders: number }>(book(pool, body));
const standingsOf = async (pool: PointPoolView, query = '', call: Call = guild.officer.call) =>
  done<StandingsView>(call('GET', `/point-pools/${pool.id}/standings${query}`));
const entriesOf = async (pool: PointPoolView, query = '') =>
  (await done<PointEntriesView>(guild.officer.call('GET', `/point-pools/${pool.id}/entries?pageSize=200${query}`)))
    .entries;
const undo = (entry: { id: string } | undefined, body = {}) =>
  guild.officer.call('POST', `/point-entries/${entry?.id}/undo`, body);
const patch = (pool: PointPoolView, body: object) =>
  guild.officer.call('PATCH', `/point-pools/${pool.id}`, { ...body });
const short = ({ standings }: StandingsView) =>
  standings.map(({ place, raider, points, gp, priority }) => [place, raider.name, points, gp, priority]);
const numbered = (place: number) => raiders[place] ?? '';

async function team(name: string): Promise<string> {
  const { id } = await done<{ id: string }>(guild.officer.call('POST', `/organizations/${guild.id}/teams`, { name }));
  return id;
}

async function leadOf(teamId: string, member: Member): Promise<void> {
  await app.ctx.sql(
    `with r as (insert into raider (organization_id, user_id) values ($1, $2) returning id)
     insert into team_member (team_id, raider_id, lead, status) select $3, id, true, 'main' from r`,
    [guild.id, member.userId, teamId],
  );
}

/** A raid of some days ago, with what was recorded of each raider. */
async function raid(
  daysAgo: number,
  attendance: Record<string, string>,
  teamId: string | null = null,
): Promise<string> {
  const [event] = await app.ctx.sql<{ id: string }>(
    `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, team_id, published_at)
     select $1, 'Raid', 'raid', 'guild', 'completed', t, t + interval '3 hours', to_char(t, 'YYYY-MM-DD"T"HH24:MI'), 'UTC', $3, now()
     from (select date_trunc('minute', now()) - $2::int * interval '1 day' as t) times returning id`,
    [guild.id, daysAgo, teamId],
  );
  const id = event?.id ?? '';
  for (const [raiderId, outcome] of Object.entries(attendance)) {
    await app.ctx.sql(
      `insert into participation (event_id, raider_id, status, attendance) values ($1, $2, 'declined', $3)`,
      [id, raiderId, outcome],
    );
  }
  return id;
}

async function award(raiderId: string | null, organizationId = guild.id): Promise<string> {
  const [row] = await app.ctx.sql<{ id: string }>(
    `with response as (insert into loot_response (organization_id, key, text) values ($1, 'need', 'Need') on conflict do nothing)
     insert into loot_award (id, award_id, organization_id, award_key, tool, as_of, line, raider_id, name, name_key, realm_key,
       item_id, item_name, received_at, day_only, response, response_key)
     select n.id, n.id, $1, n.id::text, 'rclootcouncil', now(), 1, $2, 'Pickle', 'pickle', '', 160679, 'Nine Wicks', now(), false,
       'Need', 'need' from (select uuidv7() as id) n returning id`,
    [organizationId, raiderId],
  );
  return row?.id ?? '';
}

describe('who may', () => {
  test('V-01: those who neither see the roster nor manage loot see no points, and others do not book', async () => {
    const pool = await newPool();
    await booked(pool, { points: 10, raiderIds: [numbered(0)] });
    const [entry] = await entriesOf(pool);
    const stranger = (await eventGuild(app, 1)).officer;
    await app.ctx.sql(`update organization set settings = settings || '{"visibility":"members"}' where id = $1`, [
      guild.id,
    ]);
    for (const [method, path, body] of [
      ['GET', `/point-pools/${pool.id}/standings`, undefined],
      ['GET', `/point-pools/${pool.id}/entries`, undefined],
      ['GET', `/point-pools/${pool.id}/prices`, undefined],
      ['PATCH', `/point-pools/${pool.id}`, { name: 'Mine' }],
      ['POST', `/point-pools/${pool.id}/entries`, { reason: 'Mine', points: 1, raiderIds: [numbered(0)] }],
      ['POST', `/point-pools/${pool.id}/decay`, { percent: 1 }],
      ['PUT', `/point-pools/${pool.id}/prices`, { prices: [] }],
    ] as const) {
      expect([path, await refusalOf(stranger.call(method, path, body))]).toEqual([path, [404, 'point_pool_not_found']]);
      expect([path, await refusalOf(plain.call(method, path, body))]).toEqual([path, [403, 'missing_permission']]);
    }
    const path = `/point-entries/${entry?.id}/undo`;
    expect(await refusalOf(stranger.call('POST', path, {}))).toEqual([404, 'point_entry_not_found']);
    expect(await refusalOf(plain.call('POST', path, {}))).toEqual([403, 'missing_permission']);
    const pools = `/organizations/${guild.id}/point-pools`;
    expect(await refusalOf(plain.call('GET', pools))).toEqual([403, 'missing_permission']);
    expect(await refusalOf(plain.call('POST', pools, { name: 'Mine', kind: 'dkp' }))).toEqual([
      403,
      'missing_permission',
    ]);
  });

  test('V-01: those who see the roster read points, and change nothing', async () => {
    const pool = await newPool({ decay: null });
    await booked(pool, { points: 10, raiderIds: [numbered(0)] });
    const [entry] = await entriesOf(pool);
    await app.ctx.sql(
      `with role as (insert into role (organization_id, name, permissions) values ($1, 'Reader', '{canViewRoster}') returning id)
       insert into role_holder (organization_id, role_id, user_id) select $1, id, $2 from role`,
      [guild.id, plain.userId],
    );
    expect(await standingsOf(pool, '', plain.call)).toMatchObject({
      pool: { mayManage: false },
      standings: [{ points: 10 }],
    });
    for (const [method, path, body] of [
      ['PATCH', `/point-pools/${pool.id}`, { name: 'Mine' }],
      ['POST', `/point-pools/${pool.id}/entries`, { reason: 'Mine', points: 1, raiderIds: [numbered(0)] }],
      ['POST', `/point-pools/${pool.id}/decay`, { percent: 1 }],
      ['PUT', `/point-pools/${pool.id}/prices`, { prices: [] }],
      ['POST', `/point-entries/${entry?.id}/undo`, {}],
      ['POST', `/organizations/${guild.id}/point-pools`, { name: 'Mine', kind: 'dkp' }],
    ] as const) {
      expect([path, await refusalOf(plain.call(method, path, body))]).toEqual([path, [403, 'missing_permission']]);
    }
  });

  test('V-02: the lead of a team books in the pools of that team alone', async () => {
    const [tuesday, friday] = [await team('Tuesday'), await team('Friday')];
    await leadOf(tuesday, lead);
    const common = await newPool();
    const other = await newPool({ teamId: friday });
    const own = await newPool({ teamId: tuesday }, lead.call);
    expect(own).toMatchObject({ team: { name: 'Tuesday' }, mayManage: true });
    const body = { points: 10, raiderIds: [numbered(0)] };
    await done(book(own, body, lead.call));
    for (const pool of [common, other]) {
      expect(await refusalOf(book(pool, body, lead.call))).toEqual([403, 'missing_permission']);
    }
    const create = lead.call('POST', `/organizations/${guild.id}/point-pools`, { name: 'All', kind: 'dkp' });
    expect(await refusalOf(create)).toEqual([403, 'missing_permission']);
    const seen = await done<{ pools: PointPoolView[] }>(lead.call('GET', `/organizations/${guild.id}/point-pools`));
    expect(seen.pools.map(({ id }) => id)).toEqual([own.id]);
  });

  test('V-03: raiders, events, teams and awards of another organization are not found', async () => {
    const pool = await newPool();
    const zero = await zeroSum();
    const [theirRaider, theirEvent, theirTeam, theirAward] = await (async () => {
      const home = guild;
      guild = await eventGuild(app, 0);
      await app.ctx.sql(`update role set permissions = '{canManageEvents}' where organization_id = $1`, [guild.id]);
      const [one = ''] = await people(1);
      const made = [one, await raid(1, { [one]: 'present' }), await team('Theirs'), await award(one)] as const;
      guild = home;
      return made;
    })();
    const points = 10;
    for (const [body, reason] of [
      [{ points, raiderIds: [numbered(0), theirRaider] }, 'raider_not_found'],
      [{ points, eventId: theirEvent }, 'event_not_found'],
      [{ points, teamId: theirTeam }, 'team_not_found'],
      [{ charge: { price: 5, awardId: theirAward } }, 'loot_award_not_found'],
      [{ charge: { price: 5, raiderId: theirRaider } }, 'raider_not_found'],
    ] as const) {
      expect([body, await refusalOf(book(pool, body))]).toEqual([body, [404, reason]]);
    }
    const charge = { price: 5, raiderId: numbered(0) };
    expect(await refusalOf(book(zero, { charge, raiderIds: [theirRaider] }))).toEqual([404, 'raider_not_found']);
    const create = { name: 'All', kind: 'dkp', teamId: theirTeam };
    expect(await refusalOf(guild.officer.call('POST', `/organizations/${guild.id}/point-pools`, create))).toEqual([
      404,
      'team_not_found',
    ]);
  });
});

describe('EPGP', () => {
  test('priority is EP by GP, from the minimum of EP on, and equal ones are tied', async () => {
    const pool = await newPool({ minEp: 50 });
    await booked(pool, { points: 200, raiderIds: [numbered(0), numbered(1)] });
    await booked(pool, { points: 100, raiderIds: [numbered(2)] });
    await booked(pool, { points: 49, raiderIds: [numbered(3)] });
    await booked(pool, { charge: { price: 100, raiderId: numbered(1) } });
    const { standings, pagination } = await standingsOf(pool);
    expect(
      standings.map(({ raider, place, tied, points, gp, priority }) => [raider.id, place, tied, points, gp, priority]),
    ).toEqual([
      [numbered(0), 1, false, 200, 100, 2],
      [numbered(1), 2, true, 200, 200, 1],
      [numbered(2), 2, true, 100, 100, 1],
      [numbered(3), null, false, 49, 100, null],
    ]);
    expect(pagination.total).toBe(4);
    for (const search of ['er 3', 'RÄIDER 3']) {
      const found = await standingsOf(pool, `?search=${encodeURIComponent(search)}`);
      expect(found.standings).toMatchObject([{ place: 2, points: 100 }]);
    }
  });

  test('the ledger of a raider says what they had after each entry', async () => {
    const pool = await newPool();
    await booked(pool, { points: 30, gp: 5, raiderIds: [numbered(0)] });
    await booked(pool, { points: -10, raiderIds: [numbered(0), numbered(1)], reason: 'Late' });
    const entries = await entriesOf(pool, `&raiderId=${numbered(0)}`);
    expect(entries).toMatchObject([
      { points: -10, gp: 0, after: { points: 20, gp: 105 }, reason: 'Late', by: { id: guild.officer.userId } },
      { points: 30, gp: 5, after: { points: 30, gp: 105 }, type: 'grant' },
    ]);
    expect((await entriesOf(pool)).map(({ after }) => after)).toEqual([null, null, null]);
  });

  test('all who were present get points, late and benched ones too', async () => {
    const pool = await newPool();
    const eventId = await raid(1, {
      [numbered(0)]: 'present',
      [numbered(1)]: 'late',
      [numbered(2)]: 'benched',
      [numbered(3)]: 'no_show',
      [numbered(4)]: 'excused',
    });
    expect(await booked(pool, { points: 10, eventId })).toMatchObject({ raiders: 3 });
    expect((await entriesOf(pool)).every(({ event }) => event?.id === eventId)).toBe(true);
    const empty = await raid(1, {});
    expect(await refusalOf(book(pool, { points: 10, eventId: empty }))).toEqual([409, 'points_for_no_raider']);
  });

  test('a request that is sent again books once', async () => {
    const pool = await newPool();
    const send = () =>
      done(
        book(pool, { points: 10, raiderIds: [numbered(0)] }, guild.officer.call, {
          'idempotency-key': `kill ${pool.id}`,
        }),
      );
    const answers = [await send(), ...(await Promise.all([send(), send()]))];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await entriesOf(pool)).toHaveLength(1);
  });

  test.each([
    ['nothing', { points: 0, raiderIds: ['0'] }],
    ['no raiders', { points: 10 }],
    ['raiders twice over', { points: 10, raiderIds: ['0'], eventId: '0199d3a0-0000-7000-8000-000000000001' }],
    ['points and a price', { points: 10, charge: { price: 1, raiderId: '0' } }],
    ['a price that no raider pays', { charge: { price: 1 } }],
    ['a price of nothing', { charge: { price: 0, raiderId: '0' } }],
    ['half a unit', { points: 0.5, raiderIds: ['0'] }],
    ['no reason', { points: 1, raiderIds: ['0'], reason: ' ' }],
  ])('%s is refused', async (_, body) => {
    const pool = await newPool();
    const named = JSON.parse(JSON.stringify(body).replaceAll('"0"', `"${numbered(0)}"`));
    expect(await refusalOf(book(pool, named))).toEqual([400, 'invalid_input']);
  });

  test('what another kind of pool has is refused', async () => {
    expect(await refusalOf(book(await dkp(), { gp: 10, raiderIds: [numbered(0)] }))).toEqual([409, 'point_pool_kind']);
    expect(await refusalOf(book(await zeroSum(), { points: 10, raiderIds: [numbered(0)] }))).toEqual([
      409,
      'point_pool_kind',
    ]);
    expect(await refusalOf(patch(await dkp(), { baseGp: 5 }))).toEqual([409, 'point_pool_kind']);
    const decay = { percent: 10, everyDays: 7, nextOn: '2086-01-01', negatives: true };
    expect(await refusalOf(patch(await zeroSum(), { decay }))).toEqual([409, 'point_pool_kind']);
  });
});

describe('an award', () => {
  test('is paid for by its winner, once until that is taken back', async () => {
    const pool = await newPool();
    const awardId = await award(numbered(2));
    await booked(pool, { charge: { price: 40, awardId } });
    const [entry] = await entriesOf(pool);
    expect(entry).toMatchObject({
      raider: { id: numbered(2) },
      gp: 40,
      award: { itemName: 'Nine Wicks' },
      type: 'charge',
    });
    expect(await refusalOf(book(pool, { charge: { price: 30, awardId } }))).toEqual([409, 'award_paid_already']);
    await done(undo(entry));
    await booked(pool, { charge: { price: 30, awardId } });
    expect(short(await standingsOf(pool))).toEqual([[1, 'Raider 3', 0, 130, 0]]);
  });

  test('of two officers who charge it at once, one does', async () => {
    const pool = await newPool();
    const awardId = await award(numbered(2));
    const both = await Promise.all([1, 2].map(() => book(pool, { charge: { price: 40, awardId } })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test('whose winner is no raider needs one to be named', async () => {
    const pool = await newPool();
    const awardId = await award(null);
    expect(await refusalOf(book(pool, { charge: { price: 40, awardId } }))).toEqual([404, 'raider_not_found']);
    expect(await booked(pool, { charge: { price: 40, awardId, raiderId: numbered(0) } })).toMatchObject({ raiders: 1 });
  });
});

describe('zero-sum', () => {
  const sum = async (pool: PointPoolView) =>
    (
      await app.ctx.sql<{ sum: number }>('select sum(points)::int as sum from point_entry where pool_id = $1', [
        pool.id,
      ])
    )[0]?.sum;

  test('the others get the price, to the last point', async () => {
    const pool = await zeroSum();
    await booked(pool, { charge: { price: 100, raiderId: numbered(0) }, raiderIds: raiders });
    const points = (await standingsOf(pool)).standings.map((standing) => standing.points);
    expect(points).toEqual([15, 15, 14, 14, 14, 14, 14, -100]);
    expect(await sum(pool)).toBe(0);
  });

  test('the sum is 0 after any prices among any number, and after any of them is taken back', async () => {
    const pool = await zeroSum();
    const prices = fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 1_000_000 }),
        others: fc.integer({ min: 1, max: 7 }),
        back: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(prices, async (list) => {
        await app.ctx.sql('delete from rate_limit');
        for (const { price, others, back } of list) {
          await booked(pool, { charge: { price, raiderId: numbered(7) }, raiderIds: raiders.slice(0, others) });
          // Any entry of it takes the whole booking back.
          if (back) await done(undo((await entriesOf(pool))[price % 2]));
          expect(await sum(pool)).toBe(0);
        }
      }),
      { numRuns: 15 },
    );
  }, 60_000);

  test('a buyer alone, and a price without others, are refused', async () => {
    const pool = await zeroSum();
    const charge = { price: 100, raiderId: numbered(0) };
    expect(await refusalOf(book(pool, { charge, raiderIds: [numbered(0)] }))).toEqual([409, 'points_for_no_raider']);
    expect(await refusalOf(book(pool, { charge }))).toEqual([409, 'point_pool_kind']);
    expect(await refusalOf(book(await dkp(), { charge, raiderIds: raiders }))).toEqual([409, 'point_pool_kind']);
  });
});

describe('an entry', () => {
  test('is taken back once, by a counter-entry that is not taken back', async () => {
    const pool = await dkp();
    await booked(pool, { points: 10, raiderIds: [numbered(0), numbered(1)] });
    const [entry] = await entriesOf(pool);
    await done(undo(entry));
    const [counter, , first] = await entriesOf(pool);
    expect(counter).toMatchObject({ type: 'undo', points: -10, undoes: entry?.id, raider: entry?.raider });
    expect(await refusalOf(undo(entry))).toEqual([409, 'point_entry_undone']);
    expect(await refusalOf(undo(counter))).toEqual([409, 'point_entry_undone']);
    expect((await entriesOf(pool)).find(({ id }) => id === entry?.id)?.undoneBy).toBe(counter?.id);
    // The rest of its booking.
    expect(await done(undo(first, { whole: true }))).toMatchObject({ raiders: 1 });
    expect(await refusalOf(undo(first, { whole: true }))).toEqual([409, 'point_entry_undone']);
    expect((await standingsOf(pool)).standings.map(({ points }) => points)).toEqual([0, 0]);
  });

  test('two officers who take it back at once write one counter-entry', async () => {
    const pool = await dkp();
    await booked(pool, { points: 10, raiderIds: raiders });
    const [entry] = await entriesOf(pool);
    const both = await Promise.all([undo(entry), undo(entry), undo(entry, { whole: true })]);
    expect(both.map(({ status }) => status)).toContain(409);
    expect((await standingsOf(pool)).standings.find(({ raider }) => raider.id === entry?.raider?.id)?.points).toBe(0);
    expect(await refusalOf(undo(entry))).toEqual([409, 'point_entry_undone']);
  });

  test('bookings at the same time lose nothing, and their order does not matter', async () => {
    const pool = await newPool();
    const other = await newPool();
    const bookings = [
      ...Array.from({ length: 6 }, (_, place) => ({ points: place + 1, raiderIds: raiders })),
      ...Array.from({ length: 6 }, (_, place) => ({ charge: { price: place + 1, raiderId: numbered(place) } })),
    ];
    await Promise.all(bookings.map((body) => booked(pool, body)));
    for (const body of bookings.toReversed()) await booked(other, body);
    expect(short(await standingsOf(pool))).toEqual(short(await standingsOf(other)));
    expect((await standingsOf(pool)).standings.every(({ points }) => points === 21)).toBe(true);
  });

  test('never changes and never goes, whoever asks the database', async () => {
    const pool = await dkp();
    await booked(pool, { points: 10, raiderIds: [numbered(0)] });
    const run = (change: string) => app.ctx.sql(change.replace('$', `'${pool.id}'`));
    await expect(run('delete from point_entry where pool_id = $')).rejects.toThrow('entries are not deleted');
    for (const change of ['points = 11', 'gp = 1', 'at = now()', `reason = 'Other'`, 'booking_id = uuidv7()']) {
      await expect(run(`update point_entry set ${change} where pool_id = $`)).rejects.toThrow('entries do not change');
    }
    // With its pool it does.
    await app.ctx.sql('delete from point_pool where id = $1', [pool.id]);
    expect(await app.ctx.sql('select from point_entry where pool_id = $1', [pool.id])).toEqual([]);
  });
});

describe('GP', () => {
  const gpOf = async (pool: PointPoolView) => (await standingsOf(pool)).standings.map(({ gp }) => gp);

  test('stop at the base where more is taken away, and the next price counts in full', async () => {
    const pool = await newPool();
    await booked(pool, { points: 10, gp: 30, raiderIds: [numbered(0)] });
    await booked(pool, { gp: -500, raiderIds: [numbered(0)] });
    expect(await gpOf(pool)).toEqual([100]);
    expect((await entriesOf(pool))[0]).toMatchObject({ gp: -30, points: 0 });
    await booked(pool, { charge: { price: 50, raiderId: numbered(0) } });
    expect(await gpOf(pool)).toEqual([150]);
  });

  test('of a price that has decayed since go back as far as they are there', async () => {
    const pool = await newPool();
    await booked(pool, { points: 10, raiderIds: [numbered(0)] });
    const { bookingId } = await booked(pool, { charge: { price: 100, raiderId: numbered(0) } });
    await done(guild.officer.call('POST', `/point-pools/${pool.id}/decay`, { percent: 50 }));
    expect(await gpOf(pool)).toEqual([100]);
    const priced = (await entriesOf(pool)).find((entry) => entry.bookingId === bookingId);
    await done(undo(priced));
    expect((await entriesOf(pool))[0]).toMatchObject({ type: 'undo', gp: 0, undoes: priced?.id });
    expect(await refusalOf(undo(priced))).toEqual([409, 'point_entry_undone']);
    await booked(pool, { charge: { price: 60, raiderId: numbered(0) } });
    expect(await gpOf(pool)).toEqual([160]);
  });
});

describe('decay', () => {
  const DAY_MS = 86_400_000;
  const day = (ahead: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(Date.now() + ahead * DAY_MS);
  const weekly = (more: object = {}) => ({ percent: 10, everyDays: 7, nextOn: day(7), negatives: true, ...more });
  const run = (signal = new AbortController().signal) => decayDuePools(app.ctx, {}, { signal });
  /** As if that many days had passed. */
  const later = (pool: PointPoolView, days: number) =>
    app.ctx.sql(
      `with moved as (update point_decay set on_date = on_date - $2::int where pool_id = $1)
       update point_pool set decay_next_on = decay_next_on - $2::int where id = $1`,
      [pool.id, days],
    );
  const nextOf = async (pool: PointPoolView) => (await standingsOf(pool)).pool.decay?.nextOn;

  test('takes the part from all, once in each period that has passed', async () => {
    const pool = await dkp({ decay: weekly() });
    await booked(pool, { points: 15, raiderIds: [numbered(0)] });
    await booked(pool, { points: -15, raiderIds: [numbered(1)] });
    await run();
    expect((await standingsOf(pool)).standings.map(({ points }) => points)).toEqual([15, -15]);
    await later(pool, 7);
    await run();
    await run();
    expect((await standingsOf(pool)).standings.map(({ points }) => points)).toEqual([14, -13]);
    expect(await nextOf(pool)).toBe(day(7));
    await later(pool, 21);
    await run();
    // 14 → 13 → 12 → 11, −13 → −12 → −11 → −10.
    expect((await standingsOf(pool)).standings.map(({ points }) => points)).toEqual([11, -10]);
    expect((await entriesOf(pool)).filter(({ type }) => type === 'decay')).toHaveLength(8);
  });

  test('leaves GP at the base, and debts where the pool says so', async () => {
    const pool = await newPool({ baseGp: 5, decay: weekly({ negatives: false }) });
    await booked(pool, { points: -15, raiderIds: [numbered(0)] });
    await booked(pool, { points: 15, gp: 10, raiderIds: [numbered(1)] });
    await later(pool, 7);
    await run();
    expect((await standingsOf(pool)).standings.map(({ points, gp }) => [points, gp])).toEqual([
      [14, 14],
      [-15, 5],
    ]);
  });

  test('two workers, and a booking in between, decay once', async () => {
    const pool = await dkp({ decay: weekly() });
    await booked(pool, { points: 100, raiderIds: raiders });
    await later(pool, 7);
    await Promise.all([run(), booked(pool, { points: 1, raiderIds: [numbered(0)] }), run()]);
    const decays = (await entriesOf(pool)).filter(({ type }) => type === 'decay');
    expect(decays).toHaveLength(8);
    const [row] = await app.ctx.sql('select count(*)::int as days from point_decay where pool_id = $1', [pool.id]);
    expect(row).toEqual({ days: 1 });
  });

  test('a worker that is killed in the middle leaves nothing of that period, and the next goes on there', async () => {
    const pool = await dkp({ decay: weekly() });
    await booked(pool, { points: 1_000, raiderIds: raiders });
    await later(pool, 21);
    // It is told to stop while it writes the second period of three.
    const stop = new AbortController();
    const transact = app.ctx.transact;
    let periods = 0;
    const counted = {
      ...app.ctx,
      transact: (async (work) => {
        periods += 1;
        if (periods === 2) stop.abort(new Error('killed'));
        return transact(work);
      }) as typeof transact,
    };
    await expect(decayDuePools(counted, {}, { signal: stop.signal })).rejects.toThrow('killed');
    const days = async () =>
      (
        await app.ctx.sql<{ day: string }>(
          'select on_date::text as day from point_decay where pool_id = $1 order by 1',
          [pool.id],
        )
      ).length;
    expect(await days()).toBe(2);
    await run();
    expect(await days()).toBe(3);
    expect((await standingsOf(pool)).standings.map(({ points }) => points)).toEqual(raiders.map(() => 729));
  });

  test('a connection that dies while entries are written leaves the period as it was', async () => {
    const pool = await dkp({ decay: weekly() });
    await booked(pool, { points: 1_000, raiderIds: raiders });
    await later(pool, 7);
    let decaying: Promise<unknown> = Promise.resolve();
    await app.ctx.transact(async ({ queueDb }) => {
      await queueDb.executeSql('select from raider where id = $1 for update', [numbered(4)]);
      decaying = expect(run()).rejects.toThrow();
      const waiting = () =>
        app.ctx.sql<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%for share%'`,
        );
      await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(1);
      await app.ctx.sql('select pg_terminate_backend($1)', [(await waiting())[0]?.pid]);
      await decaying;
    });
    expect(await app.ctx.sql('select from point_decay where pool_id = $1', [pool.id])).toEqual([]);
    await run();
    expect((await standingsOf(pool)).standings.map(({ points }) => points)).toEqual(raiders.map(() => 900));
  });

  test('by hand it is done once a day, and what is due comes first', async () => {
    const pool = await dkp({ decay: weekly() });
    await booked(pool, { points: 1_000, raiderIds: [numbered(0)] });
    const decay = (body = {}) => guild.officer.call('POST', `/point-pools/${pool.id}/decay`, body);
    expect(await done(decay({ percent: 50 }))).toMatchObject({ raiders: 1 });
    expect(await refusalOf(decay())).toEqual([409, 'points_decayed_already']);
    expect((await entriesOf(pool))[0]).toMatchObject({ points: -500, by: { id: guild.officer.userId }, type: 'decay' });
    // Its own day finds that it has decayed.
    await app.ctx.sql('update point_pool set decay_next_on = $2 where id = $1', [pool.id, day(0)]);
    await run();
    expect((await standingsOf(pool)).standings[0]?.points).toBe(500);
    expect(await nextOf(pool)).toBe(day(7));
    const without = await dkp();
    const path = `/point-pools/${without.id}/decay`;
    expect(await refusalOf(guild.officer.call('POST', path, {}))).toEqual([409, 'point_pool_kind']);
  });

  test('a change of its settings comes after what is due, and begins today or later', async () => {
    const pool = await dkp({ decay: weekly() });
    await booked(pool, { points: 1_000, raiderIds: [numbered(0)] });
    await later(pool, 7);
    await done(patch(pool, { decay: weekly({ percent: 50, nextOn: day(1) }) }));
    expect((await standingsOf(pool)).standings[0]?.points).toBe(900);
    expect(await nextOf(pool)).toBe(day(1));
    expect(await refusalOf(patch(pool, { decay: weekly({ nextOn: day(-1) }) }))).toEqual([409, 'point_decay_past']);
    await done(patch(pool, { decay: null }));
    expect((await standingsOf(pool)).pool.decay).toBeNull();
  });

  test('an archived pool rests, and makes up for nothing', async () => {
    const pool = await dkp({ decay: weekly() });
    await booked(pool, { points: 1_000, raiderIds: [numbered(0)] });
    await done(patch(pool, { archived: true }));
    await later(pool, 21);
    await run();
    expect(await refusalOf(book(pool, { points: 1, raiderIds: [numbered(0)] }))).toEqual([409, 'point_pool_archived']);
    await done(patch(pool, { archived: false }));
    expect((await standingsOf(pool)).standings[0]?.points).toBe(1_000);
    expect(await nextOf(pool)).toBe(day(0));
  });

  test('a pool of an archived organization rests too', async () => {
    const pool = await dkp({ decay: weekly() });
    await booked(pool, { points: 1_000, raiderIds: [numbered(0)] });
    const archive = (at: string) =>
      app.ctx.sql(`update organization set archived_at = ${at} where id = $1`, [guild.id]);
    await archive('now()');
    await later(pool, 22);
    await run();
    await archive('null');
    await run();
    expect((await standingsOf(pool)).standings[0]?.points).toBe(1_000);
    expect(await nextOf(pool)).toBe(day(6));
  });

  test('a full pool rests and can be archived, and the others decay', async () => {
    const full = await dkp({ decay: weekly() });
    await app.ctx.sql(
      `insert into point_entry (pool_id, booking_id, type, raider_id, points, gp, reason)
       select $1, uuidv7(), 'grant', $2, 1, 0, 'Kill' from generate_series(1, 200000)`,
      [full.id, numbered(0)],
    );
    const pool = await dkp({ decay: weekly() });
    await booked(pool, { points: 1_000, raiderIds: [numbered(0)] });
    await later(full, 14);
    await later(pool, 7);
    await run();
    expect((await standingsOf(pool)).standings[0]?.points).toBe(900);
    expect((await standingsOf(full)).standings[0]?.points).toBe(200_000);
    expect(await refusalOf(book(full, { points: 1, raiderIds: [numbered(0)] }))).toEqual([
      409,
      'too_many_point_entries',
    ]);
    expect(await done<PointPoolView>(patch(full, { archived: true }))).toMatchObject({ archived: true });
  });
});

describe('raiders', () => {
  test('bring their points when two become one, and take them along when that is undone', async () => {
    const pool = await dkp();
    await booked(pool, { points: 10, raiderIds: [numbered(0)] });
    await booked(pool, { points: 5, raiderIds: [numbered(1)] });
    const merged = await done<RaiderMovedView>(
      guild.officer.call('POST', `/raiders/${numbered(1)}/merge`, { raiderId: numbered(0) }),
    );
    expect((await standingsOf(pool)).standings.map(({ points }) => points)).toEqual([15]);
    await booked(pool, { points: 1, raiderIds: [merged.raider.id] });
    const path = `/organizations/${guild.id}/raider-changes/${merged.changeId}/undo`;
    await done(guild.officer.call('POST', path, {}));
    expect((await standingsOf(pool)).standings.map(({ points }) => points).toSorted()).toEqual([10, 6]);
  });

  test('take counter-entries along with what these take back', async () => {
    const pool = await dkp();
    await booked(pool, { points: 100, raiderIds: [numbered(1)] });
    const { bookingId } = await booked(pool, { points: -40, raiderIds: [numbered(1)] });
    await booked(pool, { points: 5, raiderIds: [numbered(0)] });
    const { changeId } = await done<RaiderMovedView>(
      guild.officer.call('POST', `/raiders/${numbered(0)}/merge`, { raiderId: numbered(1) }),
    );
    await done(undo((await entriesOf(pool)).find((entry) => entry.bookingId === bookingId)));
    expect((await standingsOf(pool)).standings.map(({ points }) => points)).toEqual([105]);
    await done(guild.officer.call('POST', `/organizations/${guild.id}/raider-changes/${changeId}/undo`, {}));
    expect((await standingsOf(pool)).standings.map(({ points }) => points)).toEqual([100, 5]);
  });

  test('that become one while an entry is taken back lose nothing', async () => {
    const pool = await dkp();
    await booked(pool, { points: 100, raiderIds: [numbered(1)] });
    await booked(pool, { points: 30, raiderIds: [numbered(1)] });
    const [later, first] = await entriesOf(pool);
    const waiting = (part: string) =>
      app.ctx.sql(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
        [part],
      );
    let merging: Promise<unknown> = Promise.resolve();
    let undoing: Promise<unknown> = Promise.resolve();
    await app.ctx.transact(async ({ queueDb }) => {
      // The merge has the raiders, and waits for this entry before it moves any.
      await queueDb.executeSql('select from point_entry where id = $1 for update', [first?.id]);
      merging = done(guild.officer.call('POST', `/raiders/${numbered(0)}/merge`, { raiderId: numbered(1) }));
      await expect.poll(async () => (await waiting('%update point_entry%')).length, { timeout: 10_000 }).toBe(1);
      let isDone = false;
      undoing = done(undo(later)).then(() => {
        isDone = true;
      });
      await expect
        .poll(async () => isDone || (await waiting('%for share%')).length === 1, { timeout: 10_000 })
        .toBe(true);
    });
    await Promise.all([merging, undoing]);
    expect((await standingsOf(pool)).standings.map(({ points }) => points)).toEqual([100]);
  });

  test('V-04: erasing a person takes name and reasons from entries, and leaves the sums', async () => {
    const gone = await joinGuild(app, guild.id);
    const { id } = await done<{ id: string }>(gone.call('PUT', `/organizations/${guild.id}/raiders/mine`, {}));
    const pool = await dkp();
    await booked(pool, { points: 10, raiderIds: [id], reason: 'For Bryn' });
    expect((await done<{ pointEntries: object[] }>(gone.call('GET', '/auth/me/export'))).pointEntries).toMatchObject([
      { pool: 'Main raid', points: 10, byYou: false, reason: 'For Bryn' },
    ]);
    await done(gone.call('DELETE', '/auth/me'));
    await runErasures(app);
    const { standings, former } = await standingsOf(pool);
    expect([standings, former]).toEqual([[], 1]);
    expect((await standingsOf(pool, '?former=true')).standings).toMatchObject([{ raider: { name: null }, points: 10 }]);
    expect(await entriesOf(pool)).toMatchObject([{ reason: null, points: 10 }]);
  });

  test('attendance counts raids up to what makes a week, over the weeks that a raider was there', async () => {
    const pool = await dkp({ attendance: { raidsAWeek: 2, weeks: 4 } });
    await booked(pool, { points: 1, raiderIds: raiders.slice(0, 3) });
    const column = async () =>
      Object.fromEntries((await standingsOf(pool)).standings.map(({ raider, attendance }) => [raider.id, attendance]));
    expect(await column()).toEqual({ [numbered(0)]: null, [numbered(1)]: null, [numbered(2)]: null });
    const came = { [numbered(0)]: 'present', [numbered(1)]: 'no_show' };
    for (const daysAgo of [1, 2, 3]) await raid(daysAgo, came);
    await raid(8, { [numbered(0)]: 'benched', [numbered(1)]: 'late' });
    await raid(22, came);
    expect(await column()).toEqual({
      // 2 of 2, 1 of 2, 0 of 2, 1 of 2.
      [numbered(0)]: { percent: 50, raids: 5, weeks: 4 },
      [numbered(1)]: { percent: 25, raids: 1, weeks: 2 },
      [numbered(2)]: { percent: 0, raids: 0, weeks: 1 },
    });
  });

  test('of a team stand in its pool without an entry', async () => {
    const teamId = await team('Tuesday');
    await leadOf(teamId, lead);
    const pool = await dkp({ teamId });
    expect((await standingsOf(pool)).standings).toMatchObject([{ points: 0, bookedAt: null, place: 1 }]);
    expect(await booked(pool, { points: 3, teamId })).toMatchObject({ raiders: 1 });
  });
});

test('prices by hand are replaced as a whole, and named', async () => {
  const pool = await newPool();
  const path = `/point-pools/${pool.id}/prices`;
  const put = (prices: object[]) => guild.officer.call('PUT', path, { prices });
  await done(
    put([
      { itemId: 4_711, price: 40 },
      { itemId: 4_712, price: 0 },
    ]),
  );
  await done(put([{ itemId: 4_711, price: 50 }]));
  expect(await done(guild.officer.call('GET', path))).toEqual({
    prices: [{ item: { id: 4_711, name: 'Item 4711', quality: null, slot: null }, price: 50 }],
  });
  // One reward, under the numbers of both factions.
  await done(
    put([
      { itemId: 18_423, price: 50 },
      { itemId: 18_422, price: 60 },
    ]),
  );
  expect(await done(guild.officer.call('GET', path))).toMatchObject({ prices: [{ item: { id: 18_422 }, price: 50 }] });
  const twice = [
    { itemId: 1, price: 1 },
    { itemId: 1, price: 2 },
  ];
  expect(await refusalOf(put(twice))).toEqual([400, 'invalid_input']);
});

test('a booking is told to those who may see the roster', async () => {
  const pool = await newPool();
  const before = await done<{ next: string }>(guild.officer.call('GET', `/organizations/${guild.id}/changes`));
  await booked(pool, { points: 10, raiderIds: raiders });
  const read = (member: Member) =>
    done<{ changes: object[] }>(member.call('GET', `/organizations/${guild.id}/changes?after=${before.next}`));
  expect((await read(guild.officer)).changes).toMatchObject([{ type: 'points.changed', subjectId: pool.id }]);
  expect((await read(plain)).changes).toEqual([]);
});
