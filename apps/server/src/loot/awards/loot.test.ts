/** Bringing in a history of loot: which line is current, which night, whose; amended and decided about, over HTTP. */
import type { ImportRowsView, ImportView } from '@guildhall/contracts/import.ts';
import type {
  LootAwardView,
  LootFiltersView,
  LootResponsesView,
  LootView,
  RaiderLootView,
} from '@guildhall/contracts/loot.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import type { Call } from '../../../test/caller.ts';
import { untilErased } from '../../../test/erase-people.ts';
import { done, refusalOf } from '../../../test/events.ts';
import { createGuildPeople, type GuildPeople, showToMembersOnly } from '../../../test/guild-people.ts';
import { cleanUp } from '../../identity/sessions/clean-up.ts';

let app: TestApp;
let people: GuildPeople;
let id: string;
let token: string;
/** Characters that no member has proved. */
let free: { id: string; name: string; realm: string }[];

beforeAll(async () => {
  app = await testApp();
  people = await createGuildPeople(app);
  id = people.guild.id;
  token = (await app.signIn('kessa')).token;
  free = await app.ctx.sql(
    `select e.id, e.name, e.realm_slug as realm from roster_entry e where e.organization_id = $1 and e.left_at is null
       and not exists (select from proven_claim p where p.entry_id = e.id)
       and (select count(*) from roster_entry o where o.organization_id = $1 and lower(o.name) = lower(e.name)) = 1
       and length(e.name) > 4 order by e.name`,
    [id],
  );
});
afterAll(() => app[Symbol.asyncDispose]());

beforeEach(async () => {
  for (const table of ['import_run', 'loot_award', 'loot_response', 'raider', 'event', 'rate_limit']) {
    await app.ctx.sql(`delete from ${table}`);
  }
});

const HEAD =
  'player,date,time,id,item,itemID,itemString,response,votes,class,instance,boss,difficultyID,mapID,groupSize,gear1,gear2,responseID,isAwardReason,subType,equipLoc,note,owner';
type Line = { player?: string; id?: string; item?: number; response?: string; note?: string; code?: string };
/** 22 November 2025, 20:14:07 UTC. */
const AT = 1_763_842_447;
const line = ({
  player = 'Pickle-Farwatch',
  id: key = `${AT}-1`,
  item = 160_679,
  response = 'Need',
  note = '',
  code = '1',
}: Line = {}) =>
  `${player},22/11/25,1:2:3,${key},[Chain of Nine Wicks],${item},item:${item}::::::::120:104::5:3:4799:1477:4786,${response},2,MAGE,Citadel-Heroic,Orrul,15,1,20,,,${code},false,Mail,Waist,${note},Unknown`;
const history = (...lines: (Line | string)[]) =>
  [HEAD, ...lines.map((one) => (typeof one === 'string' ? one : line(one)))].join('\n');

const path = () => `/organizations/${id}/imports`;
const inState = (run: string, state: ImportView['state']) =>
  expect
    .poll(async () => (await done<ImportView>(people.officer('GET', `${path()}/${run}`))).state, { timeout: 60_000 })
    .toBe(state);
async function preview(text: string, more: object = {}): Promise<ImportView> {
  const run = await done<ImportView>(people.officer('POST', path(), { source: 'loot', text, ...more }));
  await inState(run.id, 'preview');
  return done<ImportView>(people.officer('GET', `${path()}/${run.id}`));
}
async function apply(run: ImportView): Promise<ImportView> {
  await done(people.officer('POST', `${path()}/${run.id}/apply`));
  await inState(run.id, 'applied');
  return done<ImportView>(people.officer('GET', `${path()}/${run.id}`));
}
const bringIn = async (text: string, more: object = {}) => apply(await preview(text, more));
const undo = async (run: ImportView) => {
  await done(people.officer('POST', `${path()}/${run.id}/undo`));
  await inState(run.id, 'undone');
  return done<ImportView>(people.officer('GET', `${path()}/${run.id}`));
};
const rowsOf = async ({ id: run }: ImportView) =>
  (await done<ImportRowsView>(people.officer('GET', `${path()}/${run}/rows?pageSize=200`))).rows;
const loot = (query = '', call: Call = people.officer) =>
  done<LootView>(call('GET', `/organizations/${id}/loot${query}`));
const awards = async (query = '', call: Call = people.officer) => (await loot(query, call)).awards;
const only = async (query = ''): Promise<LootAwardView> => {
  const [award, ...others] = await awards(query);
  if (!award || others.length > 0) throw new Error(`${others.length + (award ? 1 : 0)} awards`);
  return award;
};
const amend = (award: LootAwardView, change: object, call: Call = people.officer) =>
  call('PATCH', `/loot/${award.id}`, { ...change });
const responses = async () =>
  (await done<LootResponsesView>(people.officer('GET', `/organizations/${id}/loot-responses`))).responses;
const short = (all: LootAwardView[]) =>
  all.map(({ winner, response, withdrawn }) => [winner?.name ?? null, response.text, withdrawn]);

describe('refuses', () => {
  test('L-01: those who may not manage loot, and those who may not see the roster', async () => {
    await bringIn(history({}));
    const award = await only();
    for (const call of [people.member, people.outsider]) {
      expect(await refusalOf(call('POST', path(), { source: 'loot', text: history({}) }))).toEqual([
        403,
        'missing_permission',
      ]);
    }
    expect(await refusalOf(amend(award, { withdrawn: true }, people.outsider))).toEqual([404, 'loot_award_not_found']);
    const body = { responses: [{ key: 'need', meaning: 'pass' }] };
    expect(await refusalOf(people.member('PUT', `/organizations/${id}/loot-responses`, body))).toEqual([
      403,
      'missing_permission',
    ]);
    expect(await refusalOf(people.outsider('GET', `/organizations/${id}/loot`))).toEqual([403, 'missing_permission']);
  });

  test('L-01: canManageLoot alone brings loot in, and canManageRoster alone does not', async () => {
    const rank = async (permissions: string) => {
      await app.ctx.sql(
        `update role set permissions = $2, added_permissions = '{}' where organization_id = $1 and game_rank = 4`,
        [id, permissions],
      );
    };
    const start = () => people.member('POST', path(), { source: 'loot', text: history({}) });
    await rank('{canManageRoster,canViewRoster}');
    expect(await refusalOf(start())).toEqual([403, 'missing_permission']);
    await rank('{canManageLoot,canViewRoster}');
    const run = await done<ImportView>(start());
    await inState(run.id, 'preview');
    expect(await refusalOf(people.member('POST', path(), { source: 'roster_notes', text: 'a;b' }))).toEqual([
      403,
      'missing_permission',
    ]);
    await done(people.member('POST', `${path()}/${run.id}/apply`));
    await inState(run.id, 'applied');
    await rank('{canViewRoster}');
    const award = await only();
    expect(await refusalOf(amend(award, { withdrawn: true }, people.member))).toEqual([403, 'missing_permission']);
  });

  test('what is no history, an unknown response, and an award of nothing', async () => {
    const start = (text: string) => people.officer('POST', path(), { source: 'loot', text });
    expect(await refusalOf(start('^1^T^SPlayer'))).toEqual([422, 'import_unreadable']);
    expect(await refusalOf(start(`${HEAD}\na,b`))).toEqual([422, 'import_unreadable']);
    await bringIn(history({}));
    const award = await only();
    expect(await refusalOf(amend(award, { response: 'nothing' }))).toEqual([404, 'loot_response_not_found']);
    expect(await refusalOf(amend(award, { raiderId: award.id }))).toEqual([404, 'raider_not_found']);
    expect(await refusalOf(amend(award, {}))).toEqual([400, 'invalid_input']);
    const body = { responses: [{ key: 'nothing', meaning: 'need' }] };
    expect(await refusalOf(people.officer('PUT', `/organizations/${id}/loot-responses`, body))).toEqual([
      404,
      'loot_response_not_found',
    ]);
  });
});

test('a history is written once, with raiders where names are known and by name where they are not', async () => {
  const [known] = free;
  if (!known) throw new Error('no free character');
  const text = history({ player: `${known.name}-${known.realm}` }, { id: `${AT}-2`, item: 2 });
  const run = await preview(text);
  expect(run.counts).toEqual({ matched: 1, ambiguous: 0, unmatched: 1, skipped: 0 });
  expect((await rowsOf(run)).map(({ award }) => award?.itemId)).toEqual([160_679, 2]);
  expect(await apply(run)).toMatchObject({ written: 2 });
  const written = await awards();
  expect(written).toMatchObject([
    { item: { id: 2 }, winner: { name: 'Pickle', realm: 'Farwatch', raider: null, className: 'mage' } },
    {
      receivedAt: new Date(AT * 1000).toISOString(),
      track: 'heroic',
      winner: { name: known.name, raider: { name: known.name } },
      response: { text: 'Need', meaning: 'need', counts: true },
      event: null,
      tool: 'rclootcouncil',
    },
  ]);
  const again = await bringIn(text);
  expect(again).toMatchObject({ written: 0 });
  expect((await rowsOf(again)).map(({ reason }) => reason)).toEqual(['already_there', 'already_there']);
  expect(await awards()).toEqual(written);
});

test('of several lines about one award the later one is current, and what no raider got has no winner', async () => {
  const run = await bringIn(
    history(
      { response: 'Button5' },
      { response: 'Transmogrification' },
      { player: 'Tester 8-X', id: `${AT}-2`, response: 'Disenchant', code: 'AUTOPASS' },
      { player: 'Tester8-X', id: `${AT}-2`, response: 'Disenchant', code: 'AUTOPASS' },
      { id: '4000000000-1' },
      { id: '' },
    ),
  );
  expect((await rowsOf(run)).map(({ reason }) => reason)).toEqual([
    'later_line',
    null,
    'later_line',
    null,
    'impossible_time',
    'no_time',
  ]);
  expect(short(await awards())).toEqual([
    [null, 'Disenchant', false],
    ['Pickle', 'Transmogrification', false],
  ]);
});

test('an item that was given again belongs to the later line, until an officer decides', async () => {
  await bringIn(history({ player: 'Mango-X' }, { player: 'Barrow-X', response: 'Offspec' }));
  const [later, earlier] = await awards();
  expect([later, earlier]).toMatchObject(
    [
      { winner: { name: 'Barrow' }, withdrawn: false, firstTo: 'Mango' },
      { winner: { name: 'Mango' }, withdrawn: true, response: { counts: false } },
    ].toSorted((a) => (a.winner.name === later?.winner?.name ? -1 : 1)),
  );
  if (!later || !earlier) throw new Error('an award is missing');
  const [barrow, mango] = later.winner?.name === 'Barrow' ? [later, earlier] : [earlier, later];
  await done(amend(mango, { withdrawn: false }));
  await done(amend(barrow, { withdrawn: true }));
  await bringIn(history({ player: 'Mango-X' }, { player: 'Barrow-X', response: 'Offspec' }, { id: `${AT + 60}-9` }));
  const held = new Map((await awards()).map(({ winner, withdrawn }) => [winner?.name, withdrawn]));
  expect([held.get('Mango'), held.get('Barrow')]).toEqual([false, true]);
});

describe('two exports of one history', () => {
  const older = history({ response: 'Button5' }, { player: 'Mango-X', id: `${AT}-2` });
  const newer = history(
    { response: 'Need' },
    { player: 'Barrow-X', id: `${AT}-2` },
    { player: 'Rooke-X', id: `${AT + 600}-3` },
  );

  test('lead to the same in any order', async () => {
    const outcome = async (...texts: string[]) => {
      for (const table of ['import_run', 'loot_award', 'loot_response']) await app.ctx.sql(`delete from ${table}`);
      for (const text of texts) await bringIn(text);
      return (await awards())
        .map(({ winner, response, withdrawn, firstTo }) => [winner?.name, response.text, withdrawn, firstTo])
        .sort();
    };
    const expected = [
      ['Barrow', 'Need', false, 'Mango'],
      ['Mango', 'Need', true, null],
      ['Pickle', 'Need', false, null],
      ['Rooke', 'Need', false, null],
    ];
    for (const order of [
      [older, newer],
      [newer, older],
      [older, newer, older],
      [newer, older, newer],
    ]) {
      expect(await outcome(...order)).toEqual(expected);
    }
  });

  test('are taken back, the newer one first', async () => {
    const first = await bringIn(older);
    const before = await awards();
    const second = await bringIn(newer);
    expect(await undo(second)).toMatchObject({ kept: 0 });
    expect(await awards()).toEqual(before);
    await undo(first);
    expect(await awards()).toEqual([]);
    expect(await app.ctx.sql('select from loot_award')).toEqual([]);
  });
});

test('an amendment of an officer stays, with its history, and no import changes it', async () => {
  const run = await bringIn(history({ response: 'Button5' }, { player: 'Rooke-X', id: `${AT}-7`, response: 'Need' }));
  const [award] = await awards('?search=Pickle');
  if (!award) throw new Error('no award');
  const amended = await done<LootAwardView>(amend(award, { response: 'need', track: 'mythic', note: 'Agreed later' }));
  expect(amended).toMatchObject({
    id: award.id,
    amended: true,
    track: 'mythic',
    response: { meaning: 'need' },
    note: 'Agreed later',
  });
  await bringIn(history({ response: 'Offspec' }, { player: 'Later-X', id: `${AT + 60}-9` }));
  expect(await only('?search=Pickle&response=need')).toMatchObject({ id: award.id, track: 'mythic' });
  expect(await app.ctx.sql('select from loot_award where award_id = $1', [award.id])).toHaveLength(2);
  expect(await undo(run)).toMatchObject({ kept: 1 });
});

test('an unknown player becomes a raider’s, with all their awards, and is known the next time', async () => {
  await bringIn(history({}, { id: `${AT}-2`, item: 2 }, { player: 'Other-X', id: `${AT}-3` }));
  const { id: raiderId } = await done<{ id: string }>(
    people.officer('POST', `/organizations/${id}/raiders`, { name: 'Curlybill', kind: 'guest' }),
  );
  const [award] = await awards('?itemId=2');
  if (!award) throw new Error('no award');
  await done(amend(award, { raiderId }));
  const own = await awards(`?raiderId=${raiderId}`);
  expect(own.map(({ item }) => item.id).sort()).toEqual([160_679, 2].sort());
  const next = await preview(history({ id: `${AT + 60}-9` }));
  expect((await rowsOf(next))[0]?.person).toMatchObject({ target: `raider:${raiderId}`, by: 'alias' });
});

describe('awards of a player who joins later become theirs with the next history', () => {
  const ofClm = (...players: string[]) =>
    [
      'date,name,itemID,id',
      ...players.map((player, place) => `2025-11-22,${player},${place + 1},${player}${place}`),
    ].join('\n');
  async function joinWith(name: string, character: { name: string; realm: string }): Promise<string> {
    const raider = people.officer('POST', `/organizations/${id}/raiders`, { name, kind: 'guest' });
    const { id: raiderId } = await done<{ id: string }>(raider);
    await done(people.officer('POST', `/raiders/${raiderId}/characters`, character));
    return raiderId;
  }
  const itemsOf = async (raiderId: string) =>
    (await awards(`?raiderId=${raiderId}`)).map(({ item }) => item.id).toSorted((one, other) => one - other);

  test('without a realm, if one of the known people has the name', async () => {
    await bringIn(ofClm('Pickle', 'Mango'));
    await bringIn(history({ player: 'Pickle-Elsewhere', item: 3 }));
    const pickle = await joinWith('Gherkin', { name: 'Pickle', realm: 'Farwatch' });
    const mangoes = [
      await joinWith('One', { name: 'Mango', realm: 'Farwatch' }),
      await joinWith('Two', { name: 'Mango', realm: 'Elsewhere' }),
    ];
    await bringIn(ofClm('Later'));
    expect(await itemsOf(pickle)).toEqual([1]);
    for (const mango of mangoes) expect(await itemsOf(mango)).toEqual([]);
  });

  test('by the realm in whichever language, as award and officer write it', async () => {
    await app.ctx.sql(
      `insert into realm (region, game_version, id, slug, names)
       values ('us', 'retail', 990001, 'silver-ford', '{"en_US": "Silver Ford", "ru_RU": "Серебряный Брод"}')`,
    );
    await bringIn(
      history(
        { player: 'Егор-СеребряныйБрод', item: 1 },
        { player: 'Егор-SilverFord', item: 2, id: `${AT}-2` },
        { player: 'Olga-SilverFord', item: 3, id: `${AT}-3` },
        { player: 'Olga-Highmere', item: 4, id: `${AT}-4` },
      ),
    );
    const egor = await joinWith('Egor', { name: 'Егор', realm: 'silver-ford' });
    const olga = await joinWith('Helga', { name: 'Olga', realm: 'Серебряный брод' });
    await bringIn(ofClm('Later'));
    expect([await itemsOf(egor), await itemsOf(olga)]).toEqual([[1, 2], [3]]);
  });

  test('by a character that the person has proved', async () => {
    await bringIn(ofClm('Pellwick'));
    const { id: pell } = await done<{ id: string }>(people.member('PUT', `/organizations/${id}/raiders/mine`, {}));
    // As if the history had been brought in before the person came.
    await app.ctx.sql('update loot_award set raider_id = null');
    await bringIn(ofClm('Later'));
    expect(await itemsOf(pell)).toEqual([1]);
  });
});

test('L-01: the lead of a team says whose the awards of that team are, and nothing of the others', async () => {
  await bringIn(history({}, { id: `${AT}-2`, item: 2 }, { id: `${AT}-3`, item: 3 }));
  const { id: teamId } = await done<{ id: string }>(
    people.officer('POST', `/organizations/${id}/teams`, { name: 'Tuesday' }),
  );
  const me = (await people.member('GET', '/auth/me')).body.id;
  await app.ctx.sql(
    `with r as (insert into raider (organization_id, user_id) values ($1, $2) returning id)
     insert into team_member (team_id, raider_id, lead, status) select $3, id, true, 'main' from r`,
    [id, me, teamId],
  );
  await app.ctx.sql('update loot_award set team_id = $1 where item_id in (2, 3)', [teamId]);
  const { id: raiderId } = await done<{ id: string }>(
    people.officer('POST', `/organizations/${id}/raiders`, { name: 'Curlybill', kind: 'guest' }),
  );
  const [[own], [other]] = [await awards('?itemId=2'), await awards('?itemId=160679')];
  if (!own || !other) throw new Error('Two awards');
  expect(await refusalOf(amend(other, { raiderId }, people.member))).toEqual([403, 'missing_permission']);
  await done(amend(own, { raiderId }, people.member));
  expect((await awards(`?raiderId=${raiderId}`)).map(({ item }) => item.id).toSorted()).toEqual([2, 3]);
  const next = await preview(history({ id: `${AT + 60}-9` }));
  expect((await rowsOf(next))[0]?.person).toBeNull();
});

test('an award belongs to the night at its time, and to the kill before it', async () => {
  const event = async (title: string, from: number, hours: number) => {
    const [row] = await app.ctx.sql<{ id: string }>(
      `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, published_at)
       values ($1, $2, 'raid', 'guild', 'completed', to_timestamp($3::float8), to_timestamp($3::float8) + $4::int * interval '1 hour',
         to_char(to_timestamp($3::float8) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'), 'UTC', now()) returning id`,
      [id, title, from, hours],
    );
    return row?.id ?? '';
  };
  const night = await event('Night', AT - 3600, 2);
  await event('Next day', AT + 86_400, 2);
  await app.ctx.sql(
    `with report as (
       insert into log_report (organization_id, event_id, code_key, host, title, starts_at, ends_at, state)
       values ($1, $2, 'k', 'www', 'Log', to_timestamp($3::float8 - 3600), to_timestamp($3::float8), 'complete') returning id)
     insert into pull (report_id, fight_id, encounter_id, name, difficulty, size, kill, started_at, seconds)
     select id, n, n, case n when 1 then 'Early' when 2 then 'Orrul' else 'Wiped' end, 4, 20, n < 3,
       to_timestamp($3::float8 - case n when 1 then 2000 when 2 then 600 else 300 end), 200 from report, generate_series(1, 3) n`,
    [id, night, AT],
  );
  const gargul = 'dateTime,character,itemID,offspec,id\n2025-11-22,Rooke,42,0,30683119361303814311';
  await bringIn(history({}, { id: `${AT + 3600 * 5}-2`, player: 'Late-X' }));
  await bringIn(gargul);
  const [late, own, day] = await awards();
  expect(late).toMatchObject({ winner: { name: 'Late' }, event: null, kill: null });
  expect(own).toMatchObject({ event: { id: night, title: 'Night' }, kill: { name: 'Orrul', difficulty: 4 } });
  expect(day).toMatchObject({ dayOnly: true, event: { id: night }, kill: null });
  expect(await awards(`?eventId=${night}`)).toHaveLength(2);
  // Given out after the next boss was down: the boss that its tool names, if that one was killed before it.
  await app.ctx.sql(`update pull set started_at = to_timestamp($1::float8 - 1100) where name = 'Early'`, [AT]);
  const killOf = async (boss: string) => {
    await app.ctx.sql('update loot_award set boss = $2 where event_id = $1 and not day_only', [night, boss]);
    return (await awards(`?eventId=${night}`)).find(({ dayOnly }) => !dayOnly)?.kill?.name;
  };
  expect([await killOf('early'), await killOf('Unknown here')]).toEqual(['Early', 'Orrul']);
  // Two events at one time, of which neither is the raider's, stay a question.
  await event('Same time', AT - 3600, 2);
  await app.ctx.sql('update loot_award set event_id = null');
  await bringIn(history({ id: `${AT + 1}-5` }));
  expect((await awards()).every(({ event: found }) => found === null)).toBe(true);
});

test('an item is named by the game in the language of the reader, and by its tool until then', async () => {
  const item = app.simulator.world.journal.expansions.at(-1)?.instances[0]?.encounters[0]?.items[0];
  if (!item) throw new Error('the journal has no item');
  await bringIn(history({ item: item.id }, { id: `${AT}-2`, item: 999_999 }));
  const named = async (query: string) => (await awards(query)).map(({ item: shown }) => shown.name).sort();
  await expect
    .poll(() => named('?locale=de_DE'), { timeout: 20_000 })
    .toEqual(['Chain of Nine Wicks', item.name.de_DE].sort());
  expect(
    await only(`?locale=ru_RU&search=${encodeURIComponent(item.name.ru_RU.slice(1).toUpperCase())}`),
  ).toMatchObject({
    item: { id: item.id, name: item.name.ru_RU, quality: 'epic' },
  });
  expect(await awards('?search=orrul')).toHaveLength(2);
  expect(await awards(`?search=${encodeURIComponent('Órrul')}`)).toHaveLength(2);
  expect(await awards(`?search=${encodeURIComponent('%')}`)).toEqual([]);
});

/** To those below officers. */
const showRosterToRanks = (shown: boolean) =>
  app.ctx.sql(
    `update role set permissions = array_remove(permissions, 'canViewRoster') || case when $2 then '{canViewRoster}'::text[] else '{}' end
     where organization_id = $1 and game_rank > 1`,
    [id, shown],
  );

describe('the last awards of a raider', () => {
  const ask = (raider: string, call: Call = people.officer, query = '') =>
    call('GET', `/raiders/${raider}/loot${query}`);
  const last = (raider: string, call: Call = people.officer, query = '') =>
    done<RaiderLootView>(ask(raider, call, query));
  const itemsOf = ({ awards: all }: RaiderLootView) => all.map(({ item }) => item.id);
  const nameOf = (place: number) => `${free[place]?.name}-${free[place]?.realm}`;
  const raiderOf = async (place: number) => {
    const found = (await awards(`?search=${encodeURIComponent(free[place]?.name ?? '')}`)).find(({ winner }) => winner);
    return found?.winner?.raider?.id ?? '';
  };

  test('L-05: are for those who may see the history, and notes in them for officers', async () => {
    const recent = Math.floor(Date.now() / 1000) - 3600;
    await bringIn(history({ player: nameOf(0), id: `${recent}-1`, note: 'mine please' }));
    const raider = await raiderOf(0);
    expect((await last(raider)).awards).toMatchObject([{ note: 'mine please' }]);
    expect((await last(raider, people.member)).awards).toMatchObject([{ note: null, winner: { name: free[0]?.name } }]);
    expect(await refusalOf(ask(raider, people.visitor))).toEqual([401, 'invalid_session']);
    expect(await refusalOf(ask(raider, people.outsider))).toEqual([403, 'missing_permission']);
    expect(await refusalOf(ask(id, people.officer))).toEqual([404, 'raider_not_found']);
    await showRosterToRanks(false);
    expect(await refusalOf(ask(raider, people.member))).toEqual([403, 'missing_permission']);
    await showRosterToRanks(true);
    await showToMembersOnly(app, people.guild);
    expect(await refusalOf(ask(raider, people.outsider))).toEqual([404, 'raider_not_found']);
    await app.ctx.sql(`update organization set settings = settings || '{"visibility":"public"}' where id = $1`, [id]);
  });

  test('are what they got, the latest first, and say whether the history has more', async () => {
    const item = app.simulator.world.journal.expansions.at(-1)?.instances[0]?.encounters[0]?.items[0];
    if (!item) throw new Error('the journal has no item');
    const got = (place: number, more: Line = {}) => ({
      player: nameOf(0),
      id: `${AT + place}-${place}`,
      item: place,
      ...more,
    });
    await bringIn(
      history(
        got(1),
        got(2),
        got(3, { item: item.id, response: 'big dps boy' }),
        got(4, { response: 'Disenchant' }),
        got(5, { response: 'Banking' }),
        got(6),
        { player: nameOf(1), id: `${AT + 7}-7`, item: 7 },
      ),
    );
    const raider = await raiderOf(0);
    const shown = await last(raider);
    expect([itemsOf(shown), shown.more]).toEqual([[6, item.id, 2, 1], false]);
    expect(shown.awards[1]).toMatchObject({
      boss: 'Orrul',
      response: { text: 'big dps boy', meaning: null, counts: false },
    });
    // The history of the raider has the same.
    expect((await awards(`?raiderId=${raider}`)).map(({ id: one }) => one)).toEqual(
      shown.awards.map(({ id: one }) => one),
    );
    await expect
      .poll(async () => (await last(raider, people.member, '?locale=ru_RU')).awards[1]?.item, { timeout: 20_000 })
      .toMatchObject({ name: item.name.ru_RU, quality: 'epic' });

    // A decision tells who got something, and an amendment what was not given after all.
    const body = { responses: [{ key: 'bigdpsboy', meaning: 'bank' }] };
    await done(people.officer('PUT', `/organizations/${id}/loot-responses`, body));
    const [latest] = shown.awards;
    if (!latest) throw new Error('no award');
    await done(amend(latest, { withdrawn: true }));
    expect(itemsOf(await last(raider))).toEqual([2, 1]);

    await bringIn(history(...[8, 9, 10, 11].map((place) => got(place))));
    expect(await last(raider)).toMatchObject({
      more: true,
      awards: [11, 10, 9, 8, 2].map((one) => ({ item: { id: one } })),
    });
  });

  test('are those of a raider whom they took in, too', async () => {
    await bringIn(history({ player: nameOf(0), item: 1 }, { player: nameOf(1), item: 2, id: `${AT + 2}-2` }));
    const [one, other] = [await raiderOf(0), await raiderOf(1)];
    await done(people.officer('POST', `/raiders/${other}/merge`, { raiderId: one }));
    expect(await refusalOf(ask(one))).toEqual([404, 'raider_not_found']);
    expect(itemsOf(await last(other))).toEqual([2, 1]);
    expect((await awards(`?raiderId=${other}`)).map(({ item }) => item.id)).toEqual([2, 1]);
    expect((await filters()).raiders).toMatchObject([{ raider: { id: other }, awards: 2 }]);
  });
});

const filters = (query = '', call: Call = people.officer) =>
  done<LootFiltersView>(call('GET', `/organizations/${id}/loot/filters${query}`));

test('L-01: a history is filtered by the nights, items and raiders that it names, in any combination', async () => {
  const [one, other] = free;
  const [event] = await app.ctx.sql<{ id: string }>(
    `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, published_at)
     values ($1, 'Night', 'raid', 'guild', 'completed', to_timestamp($2::float8 - 3600), to_timestamp($2::float8 + 3600), '2025-11-22T20:14',
       'UTC', now()) returning id`,
    [id, AT],
  );
  const players = [`${one?.name}-${one?.realm}`, `${other?.name}-${other?.realm}`, 'Stranger-X'];
  const lines = players.flatMap((player, p) =>
    [71, 72].flatMap((item) =>
      [0, 400_000].flatMap((later) =>
        ['Need', 'Offspec'].map((response, r) => ({
          ...{ player, item, response },
          id: `${AT + later}-${p}${item}${r}`,
        })),
      ),
    ),
  );
  await bringIn(history(...lines));
  const { nights, items, raiders } = await filters();
  expect(nights).toMatchObject([{ id: event?.id, title: 'Night', awards: 12 }]);
  expect(items.map(({ item, awards: some }) => [item.id, some])).toEqual([
    [71, 12],
    [72, 12],
  ]);
  expect(raiders.map(({ raider, awards: some }) => [raider.name, some])).toEqual([
    [one?.name, 8],
    [other?.name, 8],
  ]);
  expect(await filters('?locale=de_DE', people.member)).toMatchObject({ nights, raiders });
  expect(await refusalOf(people.outsider('GET', `/organizations/${id}/loot/filters`))).toEqual([
    403,
    'missing_permission',
  ]);

  const values: Record<string, [string, (award: LootAwardView) => boolean]> = {
    eventId: [event?.id ?? '', (award) => award.event?.id === event?.id],
    itemId: ['72', (award) => award.item.id === 72],
    raiderId: [raiders[0]?.raider.id ?? '', (award) => award.winner?.raider?.id === raiders[0]?.raider.id],
    response: ['offspec', (award) => award.response.key === 'offspec'],
  };
  const all = await awards('?pageSize=200');
  expect(all).toHaveLength(24);
  const names = Object.keys(values);
  for (let mask = 1; mask < 1 << names.length; mask += 1) {
    const chosen = names.filter((_, place) => mask & (1 << place));
    const query = new URLSearchParams(chosen.map((name): [string, string] => [name, values[name]?.[0] ?? '']));
    const expected = all.filter((award) => chosen.every((name) => values[name]?.[1](award)));
    expect(expected.length, chosen.join()).toBe(
      24 / chosen.reduce((half, name) => half * (name === 'raiderId' ? 3 : 2), 1),
    );
    expect((await awards(`?pageSize=200&${query}`)).map(({ id: one }) => one)).toEqual(
      expected.map(({ id: one }) => one),
    );
    const { pagination } = await loot(`?pageSize=1&page=2&${query}`);
    expect(pagination).toMatchObject({ total: expected.length, totalPages: expected.length });
  }
  const unreadable = people.member('GET', `/organizations/${id}/loot?response=%00`);
  expect(await refusalOf(unreadable)).toEqual([400, 'invalid_input']);
});

test('awards of a season are found by it, and only seasons with awards are named', async () => {
  await app.ctx.sql(
    `insert into keystone_season (region, id, names, starts_at, ends_at, is_current)
     select o.region, s.id, jsonb_build_object('en_US', 'Season ' || s.id, 'de_DE', 'Saison ' || s.id),
       to_timestamp($2::float8) + s.day * interval '1 day', to_timestamp($2::float8) + (s.day + 10) * interval '1 day', false
     from organization o, (values (901, -15), (902, -5), (903, 5)) s(id, day) where o.id = $1`,
    [id, AT],
  );
  await bringIn(history({}, { id: `${AT + 86_400 * 6}-2`, item: 2 }));
  const { seasons } = await loot('?locale=de_DE');
  expect(seasons.flatMap(({ id: season, name }) => (season > 900 ? name : []))).toEqual(['Saison 903', 'Saison 902']);
  expect((await only('?season=902')).item.id).toBe(160_679);
  expect((await only('?season=903')).item.id).toBe(2);
  expect(await awards('?season=901')).toEqual([]);
  await app.ctx.sql('delete from keystone_season where id > 900');
});

test('responses without a decision do not count, and a decision counts for all awards', async () => {
  await bringIn(history({ response: 'big dps boy' }, { id: `${AT}-2`, response: 'Need' }));
  expect(await loot()).toMatchObject({ undecided: 1, counted: [] });
  expect(await responses()).toMatchObject([
    { text: 'big dps boy', meaning: null, counts: false, decided: false, awards: 1 },
    { key: 'need', meaning: 'need', counts: true, decided: false, awards: 1 },
  ]);
  const decide = (body: object) =>
    done<LootResponsesView>(people.officer('PUT', `/organizations/${id}/loot-responses`, { responses: [body] }));
  await decide({ key: 'bigdpsboy', meaning: 'bank' });
  expect((await awards('?undecided=true')).length).toBe(0);
  expect((await awards()).map(({ winner }) => winner?.name ?? null).sort()).toEqual(['Pickle', null].sort());
  await decide({ key: 'bigdpsboy', meaning: 'offspec', counts: true, color: '#2f855a' });
  expect(await awards('?counts=true')).toHaveLength(2);
  expect((await responses())[0]).toMatchObject({ decided: true });
});

test('counted awards of the last weeks are summed by raider', async () => {
  const recent = Math.floor(Date.now() / 1000) - 3600;
  const [known] = free;
  await bringIn(
    history(
      { player: `${known?.name}-${known?.realm}`, id: `${recent}-1` },
      { player: `${known?.name}-${known?.realm}`, id: `${recent}-2`, item: 2 },
      { player: `${known?.name}-${known?.realm}`, id: `${recent}-3`, item: 3, response: 'Offspec' },
      { player: `${known?.name}-${known?.realm}`, id: `${AT}-4` },
    ),
  );
  expect((await loot()).counted).toMatchObject([{ raider: { name: known?.name }, awards: 2 }]);
});

test('L-01: an import, a decision, an amendment and an undo are told to those who may see the history', async () => {
  const feed = (call: Call, after?: string) =>
    done<{ next: string; changes: { type: string; subjectId: string }[] }>(
      call('GET', `/organizations/${id}/changes${after ? `?after=${after}` : ''}`),
    );
  let { next } = await feed(people.officer);
  const told = async (call: Call) => (await feed(call, next)).changes.filter(({ type }) => type === 'loot.changed');
  const isTold = async () => {
    for (const call of [people.officer, people.member]) {
      expect(await told(call)).toEqual([expect.objectContaining({ type: 'loot.changed', subjectId: id })]);
    }
    ({ next } = await feed(people.officer, next));
  };
  const run = await bringIn(history({ response: 'big dps boy' }));
  await isTold();
  const body = { responses: [{ key: 'bigdpsboy', meaning: 'need' }] };
  await done(people.officer('PUT', `/organizations/${id}/loot-responses`, body));
  await isTold();
  await done(amend(await only(), { withdrawn: true }));
  await isTold();
  await showRosterToRanks(false);
  await undo(run);
  expect(await told(people.officer)).toHaveLength(1);
  expect(await told(people.member)).toEqual([]);
  await showRosterToRanks(true);
});

test('L-02: notes to votes are for officers, and for twelve months', async () => {
  const recent = Math.floor(Date.now() / 1000) - 3600;
  await bringIn(
    history(
      { id: `${recent}-1`, note: 'mine please' },
      { player: 'Old-X', id: `${AT - 40_000_000}-2`, note: 'long ago' },
    ),
  );
  expect((await awards()).map(({ note }) => note)).toEqual(['mine please', null]);
  expect((await awards('', people.member)).map(({ note }) => note)).toEqual([null, null]);
  await app.ctx.sql(`update loot_award set received_at = received_at - interval '13 months'`);
  await cleanUp(app.ctx);
  expect((await awards()).map(({ note }) => note)).toEqual([null, null]);
});

test('L-03: the file has no formulas, and what a filter leaves', async () => {
  await bringIn(history({ player: '=cmd()-X', response: '@need' }, { id: `${AT}-2`, item: 2 }));
  const ask = (query: string) =>
    fetch(`${app.url}/api/v1/organizations/${id}/loot${query}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
    });
  const answer = await ask('');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const text = await answer.text();
  expect(text).toContain(`"'=cmd()"`);
  expect(text).toContain(`"'@need"`);
  expect((await (await ask('?itemId=2')).text()).trim().split('\r\n')).toHaveLength(2);
});

test('L-04: erasing a person leaves their awards without a name, and without notes', async () => {
  const me = await done<{ id: string }>(people.member('GET', '/auth/me'));
  const [own] = await app.ctx.sql<{ name: string; realm: string }>(
    `select c.name, c.realm_slug as realm from proven_claim p join character c on c.id = p.character_id
     where p.organization_id = $1 and p.user_id = $2 order by c.name limit 1`,
    [id, me.id],
  );
  if (!own) throw new Error('no proven character');
  const recent = Math.floor(Date.now() / 1000) - 3600;
  const player = `${own.name}-${own.realm}`;
  await bringIn(history({ player, id: `${recent}-1`, note: 'a wish' }, { player: 'Other-X', id: `${recent}-2` }));
  expect((await awards('?search=Other')).length).toBe(1);
  const before = await awards();
  expect(before.find(({ winner }) => winner?.name === own.name)?.winner?.raider).toBeTruthy();
  await done(people.member('DELETE', '/auth/me', {}));
  await untilErased(app);
  const after = await awards();
  expect(after).toHaveLength(2);
  expect(after.map(({ winner, note }) => [winner?.name, note])).toContainEqual([null, null]);
  const kept = await app.ctx.sql('select from loot_award where name = $1 or note is not null', [own.name]);
  expect(kept).toEqual([]);
  // The key of the award is kept, so the same history does not bring the name back.
  expect(await bringIn(history({ player, id: `${recent}-1`, note: 'a wish' }))).toMatchObject({ written: 0 });
});
