/** Wishes through HTTP, on the database and the simulators of Raidbots and QE Live. */
import type { LootView } from '@guildhall/contracts/loot.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import type { SimReadView, WishesView } from '@guildhall/contracts/wish.ts';
import { simLink } from '@guildhall/guild-tools/sim-client.ts';
import { droptimizerId, ODD_REPORTS, upgradeReportId } from '@guildhall/simulator/sims/api.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { type Call, callerOf } from '../../../test/caller.ts';
import { appWithoutEnrichment } from '../../../test/character.ts';
import { done, refusalOf } from '../../../test/events.ts';
import { bringIn, type TestGuild, untilNoJobs } from '../../../test/guild.ts';
import { syncJournal } from '../../../test/journal.ts';
import { type Award, bringInAward } from '../../../test/loot.ts';
import { join } from '../../../test/members.ts';
import { createPerson } from '../../../test/people.ts';
import { readItemsJob } from '../../reference/game-data/reference.jobs.ts';

let app: TestApp;
let call: Call;
let guild: TestGuild;
let mine: string;
beforeAll(async () => {
  app = await appWithoutEnrichment();
  await syncJournal(app);
  const made = await bringIn(app, 'ysolde');
  guild = made.guild;
  call = callerOf(app, made.client.token);
  mine = (await done<{ id: string }>(call('PUT', `/organizations/${guild.id}/raiders/mine`, {}))).id;
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.simulator.faults.clear();
  await app.ctx.sql('delete from sim_report');
  await app.ctx.sql('delete from wish');
  await app.ctx.sql('delete from rate_limit');
});

const ysolde = () => app.simulator.world.character('highmere', 'Ysolde');
const raidbots = (track: Parameters<typeof droptimizerId>[1] = 'heroic', character = ysolde()) =>
  simLink({ tool: 'raidbots', id: droptimizerId(character, track) });
const oddSim = (which: keyof typeof ODD_REPORTS) => ({ link: simLink({ tool: 'raidbots', id: ODD_REPORTS[which] }) });
const readSim = (body: Record<string, string>, raider = mine, by = call) => by('POST', `/raiders/${raider}/sims`, body);
const wishesOf = (raider = mine, by = call, query = '') =>
  done<WishesView>(by('GET', `/raiders/${raider}/wishes${query}`));
const put = (wishes: object[], raider = mine, by = call) => by('PUT', `/raiders/${raider}/wishes`, { wishes });

/** A Droptimizer of the caller's character with one drop a row: item, gain in percent, and what differs. */
type Drop = { item: number; percent?: number; boss?: number; level?: number; track?: string; slot?: string };
function report(drops: Drop[], simbot: object = {}, timestamp = Math.floor(Date.now() / 1000)) {
  const { name, specId } = ysolde();
  const rows = drops.map(({ item, percent = 1, boss = 1, level = 600, track = 'heroic', slot = 'legs' }) => ({
    name: `1002/${boss}/raid-${track}/${item}/${level}/0/${slot}////`,
    mean: 1_000 * (1 + percent / 100),
    mean_error: 0.5,
  }));
  return JSON.stringify({
    timestamp,
    sim: { players: [{ collected_data: { dps: { mean: 1_000 } } }], profilesets: { results: rows } },
    simbot: {
      simType: 'droptimizer',
      ...{ player: name, charClass: 'any', spec: 'any', input: 'region=us\nserver=highmere\n' },
      meta: { rawFormData: { droptimizer: { specId } } },
      ...simbot,
    },
  });
}

async function member(permissions: string): Promise<Call> {
  const person = await createPerson(app);
  await join(app, { id: guild.id, source: 'synced', founderRoleId: '' }, person);
  await app.ctx.sql(
    `with r as (insert into role (organization_id, name, permissions) values ($1, 'Role ' || $2, $3::text[]) returning id)
     insert into role_holder (organization_id, role_id, user_id) select $1, id, $2::uuid from r`,
    [guild.id, person.userId, permissions],
  );
  return callerOf(app, person.token);
}

/** A raider without an account, with another character of the roster. */
async function otherRaider(): Promise<{ raider: RaiderView; character: ReturnType<typeof ysolde> }> {
  const used = await app.ctx.sql<{ id: string }>('select roster_entry_id as id from raider_character');
  const [entry] = await app.ctx.sql<{ id: string; name: string; realm: string }>(
    `select id, name, realm_slug as realm from roster_entry where organization_id = $1 and left_at is null
       and claimed_by_id is null and level >= 70 and id <> all($2::uuid[]) order by id limit 1`,
    [guild.id, used.map(({ id }) => id).filter(Boolean)],
  );
  if (!entry) throw new Error('The roster has nobody else');
  const made = call('POST', `/organizations/${guild.id}/raiders`, {
    name: entry.name,
    kind: 'member',
    rosterEntryId: entry.id,
  });
  return { raider: await done<RaiderView>(made), character: app.simulator.world.character(entry.realm, entry.name) };
}

describe('by hand', () => {
  test('a raider names items in their own order, with the boss that drops each', async () => {
    const [boss] = app.simulator.world.journal.expansions.at(-1)?.instances.at(0)?.encounters ?? [];
    const [first, second] = boss?.items ?? [];
    const body = [
      { itemId: second?.id, track: 'mythic', comment: 'For the set' },
      { itemId: first?.id, track: 'any' },
      { itemId: 4_711, track: 'heroic' },
    ];
    await done(put(body));
    await untilNoJobs(app, readItemsJob.name);
    const { wishes } = await wishesOf(mine, call, '?locale=de_DE');
    expect(wishes).toMatchObject([
      {
        item: { id: second?.id, name: second?.name.de_DE },
        track: 'mythic',
        rank: 1,
        comment: 'For the set',
        boss: { id: boss?.id, instance: { id: boss?.instanceId } },
        source: 'hand',
        percent: null,
        stale: [],
      },
      { item: { id: first?.id }, track: 'any', rank: 2, comment: null },
      { item: { id: 4_711, name: 'Item 4711', slot: null }, rank: 3, boss: null },
    ]);
    await done(put(body.slice(2)));
    expect((await wishesOf()).wishes).toMatchObject([{ item: { id: 4_711 }, rank: 1 }]);
  });

  test.each([
    [
      'an item twice at one track',
      [
        { itemId: 1, track: 'heroic' },
        { itemId: 1, track: 'heroic' },
      ],
    ],
    ['no number of an item', [{ itemId: 0, track: 'heroic' }]],
    ['an unknown track', [{ itemId: 1, track: 'legendary' }]],
    ['too many', Array.from({ length: 301 }, (_, index) => ({ itemId: index + 1, track: 'any' }))],
  ])('%s is refused', async (_, wishes) => {
    expect(await refusalOf(put(wishes))).toMatchObject([400, 'invalid_input']);
  });
});

describe('a sim', () => {
  test('is read by its link: gains by boss, level and track, with names in the language of the reader', async () => {
    const { report: read, left } = await done<SimReadView>(readSim({ link: raidbots() }));
    expect(read).toMatchObject({
      source: 'raidbots',
      link: raidbots(),
      character: 'Ysolde',
      spec: { id: ysolde().specId },
      fightStyle: 'Patchwerk',
      inexact: false,
      tracks: ['heroic'],
      stale: [],
    });
    expect(left).toBe(1);
    await untilNoJobs(app, readItemsJob.name);
    const { wishes, reports } = await wishesOf(mine, call, '?locale=fr_FR');
    expect(reports.map(({ id }) => id)).toEqual([read.id]);
    expect(wishes).toHaveLength(read.items);
    const bosses = app.simulator.world.journal.expansions.flatMap(({ instances }) =>
      instances.flatMap(({ encounters }) => encounters),
    );
    const known = new Map(
      bosses.flatMap(({ id, items }) => items.map(({ id: itemId, name }) => [itemId, [name.fr_FR, id]])),
    );
    for (const { item, boss } of wishes) {
      expect([item.name, boss?.id]).toEqual(known.get(item.id));
    }
    expect(wishes.filter(({ differs }) => differs === false).every(({ item }) => item.id % 7 === 0)).toBe(true);
    const percents = wishes.map(({ percent }) => percent ?? 0);
    expect(percents).toEqual(percents.toSorted((one, other) => other - one));
  });

  test('of QE Live finds the bosses in the journal', async () => {
    const link = simLink({ tool: 'qe_live', id: upgradeReportId(ysolde()) });
    const { report: read } = await done<SimReadView>(readSim({ link }));
    expect(read).toMatchObject({ source: 'qe_live', error: null, tracks: ['finder', 'heroic', 'mythic', 'normal'] });
    const { wishes } = await wishesOf();
    expect(wishes.every(({ boss, slot }) => boss?.instance && slot)).toBe(true);
  });

  test('is read as a text, and a newer one replaces what it says again; ranks by hand stay', async () => {
    await done(put([{ itemId: 12, track: 'heroic' }]));
    const now = Math.floor(Date.now() / 1000);
    const first = [{ item: 11, percent: 2 }, { item: 12 }, { item: 13, track: 'mythic' }];
    await done(readSim({ text: report(first, {}, now - 100) }));
    const { replaced } = await done<SimReadView>(readSim({ text: report([{ item: 12, percent: 3 }], {}, now) }));
    expect(replaced).toBe(2);
    const { wishes, reports } = await wishesOf();
    expect(wishes.map(({ item, track, rank, percent }) => [item.id, track, rank, percent?.toFixed(2)])).toEqual([
      [12, 'heroic', 1, '3.00'],
      [13, 'mythic', null, '1.00'],
    ]);
    expect(reports.map(({ items }) => items)).toEqual([1, 1]);
    expect(await refusalOf(readSim({ text: report([{ item: 12 }], {}, now - 50) }))).toMatchObject([409, 'sim_older']);
    await done(call('DELETE', `/raiders/${mine}/sims/${reports[0]?.id}`));
    expect((await wishesOf()).wishes).toMatchObject([
      { item: { id: 12 }, rank: 1, source: 'hand', percent: null },
      { item: { id: 13 } },
    ]);
  });

  test('read by two requests at once is there once', async () => {
    await Promise.all([1, 2, 3].map(() => done(readSim({ link: raidbots() }))));
    expect((await wishesOf()).reports).toHaveLength(1);
  });

  test('of a gain below its error says that there is no difference; an error above 1 % is said', async () => {
    const text = report([
      { item: 11, percent: 0.02 },
      { item: 12, percent: -0.02 },
      { item: 13, percent: -0.4 },
    ]);
    await done(readSim({ text }));
    const differs = (await wishesOf()).wishes.map(({ item, differs: one }) => [item.id, one]);
    expect(differs.toSorted()).toEqual([
      [11, false],
      [12, false],
      [13, true],
    ]);
    const inexact = JSON.parse(report([{ item: 14 }]));
    inexact.sim.profilesets.results[0].mean_error = 30;
    const { report: read } = await done<SimReadView>(readSim({ text: JSON.stringify(inexact) }));
    expect(read).toMatchObject({ inexact: true });
  });

  test('by a link whose report has a large error is read: no gain below the error makes a difference', async () => {
    const { report: read } = await done<SimReadView>(readSim(oddSim('inexact')));
    expect(read).toMatchObject({ character: 'Ysolde', inexact: true, error: expect.closeTo(3, 6) });
    const { wishes } = await wishesOf();
    expect(wishes).toHaveLength(read.items);
    expect(wishes.filter(({ differs }) => differs)).toEqual([]);
  });

  test.each<[string, () => Record<string, string>, number, string]>([
    ['neither link nor text', () => ({}), 400, 'invalid_input'],
    ['both', () => ({ link: raidbots(), text: report([{ item: 1 }]) }), 400, 'invalid_input'],
    [
      'K-01: a link to another place',
      () => ({ link: 'https://evil.example/simbot/report/jk6WmLFEnBpEqWueDkyRqA' }),
      400,
      'sim_link_refused',
    ],
    [
      'a link to no report',
      () => ({ link: 'https://www.raidbots.com/simbot/report/jk6WmLFEnBpEqWueDkyRqA' }),
      404,
      'sim_not_found',
    ],
    ['a text that is no report', () => ({ text: '{"cut":' }), 422, 'sim_unreadable'],
    [
      'another kind of sim',
      () => ({ text: report([{ item: 1 }], { simType: 'topgear' }) }),
      422,
      'sim_of_another_type',
    ],
    ['a link to another kind of sim', () => oddSim('anotherType'), 422, 'sim_of_another_type'],
    ['a link to a report of more than 5 MB', () => oddSim('huge'), 422, 'sim_unreadable'],
    ['no drop of a boss', () => ({ text: report([]) }), 422, 'sim_unreadable'],
    ['a text beyond the limit', () => ({ text: 'x'.repeat(200_001) }), 400, 'invalid_input'],
    [
      'an unknown character',
      () => ({ text: report([{ item: 1 }], { player: 'Nosuchname' }) }),
      422,
      'sim_character_unknown',
    ],
    [
      'the character of another region',
      () => ({ text: report([{ item: 1 }], { input: 'region=eu\nserver=highmere' }) }),
      422,
      'sim_character_unknown',
    ],
    [
      'a namesake of another realm',
      () => ({ text: report([{ item: 1 }], { input: 'region=us\nserver=nowhere' }) }),
      422,
      'sim_character_unknown',
    ],
    [
      'a specialization of another class',
      () => ({
        text: report([{ item: 1 }], {
          meta: { rawFormData: { droptimizer: { specId: ysolde().specId === 62 ? 250 : 62 } } },
        }),
      }),
      422,
      'sim_of_another_spec',
    ],
  ])('%s is refused, and changes nothing', async (_, body, status, reason) => {
    expect(await refusalOf(readSim(body()))).toMatchObject([status, reason]);
    expect(await wishesOf()).toMatchObject({ wishes: [], reports: [] });
  });

  test('K-03: of another raider’s character is refused', async () => {
    const { character, raider } = await otherRaider();
    expect(await refusalOf(readSim({ link: raidbots('heroic', character) }))).toMatchObject([
      409,
      'sim_of_another_character',
    ]);
    expect(await done<SimReadView>(readSim({ link: raidbots('heroic', character) }, raider.id))).toMatchObject({
      report: { character: character.name },
    });
  });

  test('a silent site is told from a missing report, and asked no other address', async () => {
    app.simulator.faults.add({ match: '/raidbots/*', fault: { kind: 'status', status: 503 } });
    expect(await refusalOf(readSim({ link: raidbots() }))).toMatchObject([503, 'sim_tool_unavailable']);
    app.simulator.faults.clear();
    app.simulator.faults.add({ match: '/raidbots/*', fault: { kind: 'html' } });
    expect(await refusalOf(readSim({ link: raidbots() }))).toMatchObject([422, 'sim_unreadable']);
  });
});

describe('a gain is stale', () => {
  const wear = (items: [slot: string, itemId: number][]) =>
    app.ctx.sql(
      `insert into character_section (character_id, section, status, fetched_at, data)
       select c.id, 'equipment', 'ok', now(), jsonb_build_object('items', $1::jsonb) from character c where c.name = 'Ysolde'
       on conflict (character_id, section) do update set data = excluded.data, fetched_at = excluded.fetched_at`,
      [JSON.stringify(items.map(([slot, itemId]) => ({ slot, itemId })))],
    );
  const worn = {
    meta: {
      rawFormData: {
        droptimizer: {
          specId: 0,
          equipped: { legs: { id: 1 }, feet: { id: 2 }, finger1: { id: 3 }, finger2: { id: 4 } },
        },
      },
    },
  };
  const drops = [{ item: 21 }, { item: 22, slot: 'feet' }, { item: 23, slot: 'finger1' }];
  const staleOf = async () =>
    Object.fromEntries((await wishesOf()).wishes.map(({ item, stale }) => [item.id, stale.toSorted()]));
  const read = (timestamp?: number) => {
    worn.meta.rawFormData.droptimizer.specId = ysolde().specId;
    return done(readSim({ text: report(drops, worn, timestamp) }));
  };

  test('in the slot whose item the character has changed; rings may change places', async () => {
    await wear([
      ['LEGS', 1],
      ['FEET', 9],
      ['FINGER_1', 4],
      ['FINGER_2', 3],
    ]);
    await read();
    expect(await staleOf()).toEqual({ 21: [], 22: ['slot'], 23: [] });
    expect((await wishesOf()).reports).toMatchObject([{ differing: ['FEET'], stale: [] }]);
  });

  test('everywhere when two slots differ', async () => {
    await wear([
      ['LEGS', 1],
      ['FEET', 9],
      ['FINGER_1', 8],
      ['FINGER_2', 3],
    ]);
    await read();
    expect(await staleOf()).toEqual({ 21: ['gear'], 22: ['gear', 'slot'], 23: ['gear', 'slot'] });
  });

  test('after 14 days', async () => {
    await wear([
      ['LEGS', 1],
      ['FEET', 2],
      ['FINGER_1', 3],
      ['FINGER_2', 4],
    ]);
    await read(Math.floor(Date.now() / 1000) - 15 * 86_400);
    expect(await staleOf()).toEqual({ 21: ['old'], 22: ['old'], 23: ['old'] });
  });

  test('never by gear that was not read', async () => {
    await app.ctx.sql(`delete from character_section where section = 'equipment'`);
    await read();
    expect(await staleOf()).toEqual({ 21: [], 22: [], 23: [] });
    expect(await wishesOf()).toMatchObject({ gearReadAt: null, reports: [{ differing: null }] });
  });
});

describe('an award', () => {
  const won = Math.floor(Date.now() / 1000) - 7_200;
  const give = (award: Partial<Award> = {}) =>
    bringInAward(call, guild.id, {
      ...{ to: 'Ysolde-Highmere', item: 31, track: 'heroic', response: 'Need', seconds: won },
      ...award,
    });
  const fulfilledOf = async (raider = mine) =>
    (await wishesOf(raider)).wishes.flatMap(({ item, track, fulfilled }) => (fulfilled ? [`${item.id} ${track}`] : []));
  const wished = [
    { itemId: 31, track: 'mythic' },
    { itemId: 31, track: 'heroic' },
    { itemId: 31, track: 'normal' },
    { itemId: 31, track: 'any' },
    { itemId: 32, track: 'any' },
  ];
  beforeEach(async () => {
    for (const table of ['import_run', 'loot_award', 'loot_response', 'event'])
      await app.ctx.sql(`delete from ${table}`);
  });

  test('fulfils the wishes for its item at its track and below, which say when and on which night', async () => {
    const [night] = await app.ctx.sql<{ id: string }>(
      `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, published_at)
       values ($1, 'Tuesday', 'raid', 'guild', 'completed', to_timestamp($2) - interval '1 hour', to_timestamp($2) + interval '1 hour',
         to_timestamp($2)::timestamp, 'UTC', now()) returning id`,
      [guild.id, won],
    );
    await done(put(wished));
    await give();
    expect(await fulfilledOf()).toEqual(['31 heroic', '31 normal', '31 any']);
    const { wishes } = await wishesOf();
    expect(wishes.map(({ rank }) => rank)).toEqual([1, 5, 2, 3, 4]);
    expect(wishes[2]?.fulfilled).toEqual({
      receivedAt: new Date(won * 1000).toISOString(),
      track: 'heroic',
      event: { id: night?.id, title: 'Tuesday', startsAt: new Date((won - 3_600) * 1000).toISOString() },
    });
  });

  test('fulfils gains of sims, by the catalyst too', async () => {
    const rows = JSON.parse(report([{ item: 31 }, { item: 33 }, { item: 34, track: 'mythic' }]));
    rows.sim.profilesets.results[1].name = '1002/1/raid-heroic/33/600/0/legs////34';
    await done(readSim({ text: JSON.stringify(rows) }));
    await give();
    await give({ item: 34 });
    expect((await fulfilledOf()).toSorted()).toEqual(['31 heroic', '33 heroic']);
  });

  test('of an unknown track fulfils a wish for any difficulty alone', async () => {
    await done(put(wished));
    await give({ track: 'unknown' });
    expect(await fulfilledOf()).toEqual(['31 any']);
  });

  test.each<[string, Partial<Award>]>([
    ['whose response does not count', { response: 'Offspec' }],
    ['of another raider', { to: 'Pickle-Farwatch' }],
  ])('%s fulfils nothing', async (_, given) => {
    await done(put(wished));
    await give(given);
    expect(await fulfilledOf()).toEqual([]);
  });

  test('that is withdrawn fulfils nothing any more', async () => {
    await done(put(wished));
    await give();
    const { awards } = await done<LootView>(call('GET', `/organizations/${guild.id}/loot`));
    await done(call('PATCH', `/loot/${awards[0]?.id}`, { withdrawn: true }));
    expect(await fulfilledOf()).toEqual([]);
  });

  test('of a raider whom another has taken in fulfils the wishes of that one', async () => {
    const one = await otherRaider();
    const other = await otherRaider();
    await done(put(wished, other.raider.id));
    await give({ to: `${one.character.name}-${one.character.realm.slug}` });
    expect(await fulfilledOf(other.raider.id)).toEqual([]);
    await done(call('POST', `/raiders/${other.raider.id}/merge`, { raiderId: one.raider.id }));
    expect(await fulfilledOf(other.raider.id)).toEqual(['31 heroic', '31 normal', '31 any']);
  });
});

describe('other people', () => {
  test('K-02: see wishes as the loot policy says, and change none', async () => {
    await done(put([{ itemId: 1, track: 'any' }]));
    const officer = await member('{canViewOfficerData}');
    const seer = await member('{canViewRoster}');
    const stranger = callerOf(app, (await createPerson(app)).token);
    const get = (by: Call) => by('GET', `/raiders/${mine}/wishes`);
    expect(await wishesOf(mine, officer)).toMatchObject({ mine: false, mayChange: false, wishes: [{ rank: 1 }] });
    expect(await refusalOf(get(seer))).toMatchObject([403, 'missing_permission']);
    for (const by of [officer, seer]) {
      expect((await refusalOf(put([], mine, by)))[0]).toBe(403);
      expect((await refusalOf(readSim({ link: raidbots() }, mine, by)))[0]).toBe(403);
    }
    expect(
      await refusalOf(call('PUT', `/organizations/${guild.id}/loot-policy`, { wishesSeenBy: 'nobody' })),
    ).toMatchObject([400, 'invalid_input']);
    await done(call('PUT', `/organizations/${guild.id}/loot-policy`, { wishesSeenBy: 'everybody' }));
    expect(await done(seer('GET', `/organizations/${guild.id}/loot-policy`))).toMatchObject({
      wishesSeenBy: 'everybody',
    });
    expect(await wishesOf(mine, seer)).toMatchObject({ mine: false, mayChange: false });
    expect((await refusalOf(get(stranger)))[0]).toBe(403);
    await done(call('PUT', `/organizations/${guild.id}/loot-policy`, { wishesSeenBy: 'officers' }));
    expect((await refusalOf(get(seer)))[0]).toBe(403);
  });

  test('a member without an answer yet has no raider, and becomes one once', async () => {
    const fresh = await member('{}');
    expect(await done<WishesView>(fresh('GET', `/organizations/${guild.id}/wishes/mine`))).toMatchObject({
      raider: null,
      mine: true,
      wishes: [],
    });
    const become = () => done<{ id: string }>(fresh('PUT', `/organizations/${guild.id}/raiders/mine`, {}));
    const [one, other] = await Promise.all([become(), become()]);
    expect(one).toEqual(other);
    await done(put([{ itemId: 5, track: 'any' }], one?.id, fresh));
    expect(await done<WishesView>(fresh('GET', `/organizations/${guild.id}/wishes/mine`))).toMatchObject({
      raider: { id: one?.id },
      wishes: [{ item: { id: 5 } }],
    });
  });

  test('a raider who is taken in brings wishes and sims, and takes them back when that is undone', async () => {
    const one = await otherRaider();
    const other = await otherRaider();
    await done(
      put(
        [
          { itemId: 1, track: 'any' },
          { itemId: 2, track: 'any' },
        ],
        one.raider.id,
      ),
    );
    await done(put([{ itemId: 2, track: 'any' }], other.raider.id));
    await done(readSim({ link: raidbots('heroic', one.character) }, one.raider.id));
    const contents = async (id: string) => {
      const { wishes, reports } = await wishesOf(id);
      return [
        wishes
          .filter(({ rank }) => rank !== null)
          .map(({ item }) => item.id)
          .toSorted(),
        reports.length,
      ];
    };
    const merge = call('POST', `/raiders/${other.raider.id}/merge`, { raiderId: one.raider.id });
    const { changeId } = await done<{ changeId: string }>(merge);
    expect(await contents(other.raider.id)).toEqual([[1, 2], 1]);
    await done(call('POST', `/organizations/${guild.id}/raider-changes/${changeId}/undo`, {}));
    expect([await contents(one.raider.id), await contents(other.raider.id)]).toEqual([
      [[1, 2], 1],
      [[2], 0],
    ]);
  });

  test('K-04: who are erased leave no wish and no sim', async () => {
    const leaver = await createPerson(app);
    await join(app, { id: guild.id, source: 'synced', founderRoleId: '' }, leaver);
    const by = callerOf(app, leaver.token);
    const { id } = await done<{ id: string }>(by('PUT', `/organizations/${guild.id}/raiders/mine`, {}));
    await done(put([{ itemId: 77, track: 'any' }], id, by));
    const exported = await done<{ wishes: object[] }>(by('GET', '/auth/me/export'));
    expect(exported.wishes).toMatchObject([{ itemId: 77, rank: 1 }]);
    await done(by('DELETE', '/auth/me'));
    await expect.poll(() => app.ctx.sql('select from wish where item_id = 77'), { timeout: 30_000 }).toEqual([]);
  });
});
