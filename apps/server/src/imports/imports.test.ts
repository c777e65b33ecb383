/** Bringing in mains and alts: read, previewed, decided about, applied and undone, over HTTP. */
import type { ImportRowsView, ImportRowView, ImportView } from '@guildhall/contracts/import.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import type { Call } from '../../test/caller.ts';
import { done, refusalOf } from '../../test/events.ts';
import { createGuildPeople, foundStandalone, type GuildPeople } from '../../test/guild-people.ts';
import { contentsOf } from '../../test/raiders.ts';
import { tablesWith } from '../../test/rows.ts';

let app: TestApp;
let people: GuildPeople;
let path: string;
/** Names of living characters that no person has proved. */
let free: string[];
/** Another organization. */
let elsewhere: string;

beforeAll(async () => {
  app = await testApp();
  people = await createGuildPeople(app);
  path = `/organizations/${people.guild.id}/imports`;
  elsewhere = `/organizations/${await foundStandalone(app)}/imports`;
  const rows = await app.ctx.sql<{ name: string }>(
    `select e.name from roster_entry e where e.organization_id = $1 and e.left_at is null
       and not exists (select from proven_claim p where p.entry_id = e.id)
       and (select count(*) from roster_entry o where o.organization_id = $1 and lower(o.name) = lower(e.name)) = 1
       and length(e.name) > 4 order by e.name`,
    [people.guild.id],
  );
  free = rows.map(({ name }) => name);
});
afterAll(() => app[Symbol.asyncDispose]());

beforeEach(async () => {
  await app.ctx.sql('delete from import_run');
  await app.ctx.sql('delete from raider');
  await app.ctx.sql('delete from rate_limit');
});

const inState = (id: string, state: ImportView['state'], call: Call = people.officer) =>
  expect
    .poll(async () => (await done<ImportView>(call('GET', `${path}/${id}`))).state, { timeout: 60_000 })
    .toBe(state);

async function preview(body: Record<string, unknown>): Promise<ImportView> {
  const { id } = await done<ImportView>(people.officer('POST', path, body));
  await inState(id, 'preview');
  return done<ImportView>(people.officer('GET', `${path}/${id}`));
}

const rowsOf = async ({ id }: ImportView, query = '') =>
  (await done<ImportRowsView>(people.officer('GET', `${path}/${id}/rows?pageSize=200${query}`))).rows;

const decide = (run: ImportView, rows: ImportRowView[], decision: Record<string, unknown>) =>
  done<ImportView>(
    people.officer('PATCH', `${path}/${run.id}/rows`, { rowIds: rows.map(({ id }) => id), ...decision }),
  );

async function apply(run: ImportView): Promise<ImportView> {
  await done(people.officer('POST', `${path}/${run.id}/apply`));
  await inState(run.id, 'applied');
  return done<ImportView>(people.officer('GET', `${path}/${run.id}`));
}

async function undo(run: ImportView): Promise<ImportView> {
  await done(people.officer('POST', `${path}/${run.id}/undo`));
  await inState(run.id, 'undone');
  return done<ImportView>(people.officer('GET', `${path}/${run.id}`));
}

const notes = (...lines: string[]) => ({ source: 'roster_notes', text: lines.join('\n') });
const contents = () => contentsOf(app, people.guild.id);
const families = async () =>
  (
    await app.ctx.sql<{ family: string }>(
      `select string_agg(f.name, ' ' order by f.is_main desc, f.name) as family from raider_family f
       where f.organization_id = $1 and f.source = 'import' group by f.raider_id order by 1`,
      [people.guild.id],
    )
  ).map(({ family }) => family);

describe('refuses', () => {
  test('M-03: those who may not manage the roster, and runs of other organizations', async () => {
    const run = await preview(notes(`${free[0]};${free[1]}`));
    for (const call of [people.member, people.outsider]) {
      expect(await refusalOf(call('POST', path, notes('a;b')))).toEqual([403, 'missing_permission']);
      expect(await refusalOf(call('GET', `${path}/${run.id}`))).toEqual([403, 'missing_permission']);
      expect(await refusalOf(call('POST', `${path}/${run.id}/apply`))).toEqual([403, 'missing_permission']);
    }
    for (const [method, place] of [
      ['GET', ''],
      ['GET', '/rows'],
      ['POST', '/apply'],
      ['POST', '/undo'],
    ] as const) {
      expect(await refusalOf(people.admin(method, `${elsewhere}/${run.id}${place}`))).toEqual([
        404,
        'import_not_found',
      ]);
    }
  });

  test.each([
    [{ source: 'raid_helper', text: '{"signUps":[{"name":"A"}]}' }, 422, 'import_unreadable', 'signUps.0.className'],
    [{ source: 'eqdkp', text: '<!DOCTYPE a [<!ENTITY b "c">]><players/>' }, 422, 'import_unreadable', 'line 1'],
    [{ source: 'table', text: 'A,B\n"C', columns: { name: 0 } }, 422, 'import_unreadable', 'line 2'],
    [{ source: 'roster_notes', text: 'A;B\n;C' }, 422, 'import_unreadable', 'name'],
    [
      { source: 'raid_helper', link: 'https://evil.example/event/1234567890123456789' },
      400,
      'import_link_refused',
      null,
    ],
    [{ source: 'raid_helper', link: '1234567890123456789' }, 422, 'import_gone', null],
    [{ source: 'wowaudit', key: 'wrong' }, 422, 'import_key_refused', null],
    [{ source: 'eqdkp', key: 'x' }, 400, 'invalid_input', 'text'],
    [{ source: 'table', text: 'A' }, 400, 'invalid_input', 'columns'],
    [{ source: 'roster_notes' }, 400, 'invalid_input', 'text'],
  ])('%j, and keeps nothing of it', async (body, status, reason, issue) => {
    const answer = await people.officer('POST', path, body);
    expect([answer.status, answer.body.reason]).toEqual([status, reason]);
    if (issue !== null) expect(answer.body.issues).toMatchObject([{ path: issue }]);
    expect(await app.ctx.sql('select from import_run')).toEqual([]);
  });

  test('a second run while one is at work', async () => {
    await app.ctx.sql(
      `insert into import_run (organization_id, source, state, hash, options) values ($1, 'table', 'applying', '', '{}')`,
      [people.guild.id],
    );
    expect(await refusalOf(people.officer('POST', path, notes('a;b')))).toEqual([409, 'import_running']);
  });

  test('M-03: rows and people of other organizations, and decisions at the wrong time', async () => {
    const run = await preview(notes(`Nobodyhere;${free[0]}`));
    const [row] = await rowsOf(run);
    if (!row) throw new Error('no row');
    const place = `${path}/${run.id}`;
    const nothing = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
    const skip = { rowIds: [row.id, nothing], decision: 'skip' };
    expect(await refusalOf(people.officer('PATCH', `${place}/rows`, skip))).toEqual([404, 'import_row_not_found']);
    const tooMany = { rowIds: Array.from({ length: 501 }, () => row.id), decision: 'skip' };
    expect(await refusalOf(people.officer('PATCH', `${place}/rows`, tooMany))).toEqual([400, 'invalid_input']);
    for (const kind of ['raider', 'member', 'character']) {
      const foreign = { rowIds: [row.id], decision: 'target', target: `${kind}:${nothing}` };
      expect(await refusalOf(people.officer('PATCH', `${place}/rows`, foreign))).toEqual([404, 'member_not_found']);
    }
    expect(await refusalOf(people.officer('POST', `${place}/undo`))).toEqual([409, 'import_not_ready']);
    await apply(run);
    expect(await refusalOf(people.officer('POST', `${place}/apply`))).toEqual([409, 'import_not_ready']);
    expect(await refusalOf(people.officer('PATCH', `${place}/rows`, { ...skip, rowIds: [row.id] }))).toEqual([
      409,
      'import_not_ready',
    ]);
  });
});

test('M-05: notes name the mains of alts; chains, circles and namesakes are shown; nothing is written before it is applied', async () => {
  const [main, alt, second, circle, back, lone] = free;
  const before = await contents();
  const run = await preview(
    notes(
      `${main};raid lead`,
      `${alt};alt of ${main}`,
      `${second};${alt}`,
      `${circle};${back}`,
      `${back};${circle}`,
      `${lone};`,
    ),
  );
  expect(run).toMatchObject({
    counts: { matched: 2, ambiguous: 0, unmatched: 0, skipped: 4 },
    written: 0,
    earlier: null,
  });
  const rows = await rowsOf(run);
  expect(rows.map(({ status, reason, main: named, note }) => [status, reason, named, note])).toEqual([
    ['skipped', 'nothing_to_write', null, null],
    ['matched', null, main, null],
    ['matched', null, main, null],
    ['skipped', 'circle', null, null],
    ['skipped', 'circle', null, null],
    ['skipped', 'nothing_to_write', null, null],
  ]);
  expect(await contents()).toEqual(before);

  expect(await apply(run)).toMatchObject({ written: 2, startedBy: { displayName: expect.any(String) } });
  expect(await families()).toEqual([[main, ...[alt, second].sort()].join(' ')]);
  expect(await undo(run)).toMatchObject({ state: 'undone', kept: 0 });
  expect(await contents()).toEqual(before);
});

test('the same again is recognized and writes nothing', async () => {
  const brought = notes(`${free[1]};${free[0]}`, `Pickle;${free[0]}`);
  await apply(await preview(brought));
  const after = await contents();
  const again = await preview({ ...brought, text: brought.text.split('\n').reverse().join('\n') });
  expect(again.earlier).toMatchObject({ appliedAt: expect.any(String) });
  expect(await apply(again)).toMatchObject({ written: 0 });
  expect((await rowsOf(again)).map(({ reason }) => reason)).toEqual(['already_there', 'already_there']);
  expect(await contents()).toEqual(after);
});

test('public notes are kept with the rows only if an officer wants them, and nobody becomes a member', async () => {
  const members = () => app.ctx.sql('select id, left_at from membership order by id');
  const before = await members();
  const brought = notes(`${free[0]};Zanzibarish`, `${free[1]};${free[0]}`);
  const run = await preview(brought);
  expect(await tablesWith(app, 'Zanzibarish')).toEqual([]);
  await decide(run, await rowsOf(run), { decision: 'guest' });
  await apply(run);
  expect(await members()).toEqual(before);
  await preview({ ...brought, keepNotes: true });
  expect(await tablesWith(app, 'Zanzibarish')).toEqual(['public.import_row']);
});

test('decisions about a name are remembered for the next time, and forgotten by undoing', async () => {
  const start = free[0]?.slice(0, 4) ?? '';
  const brought = { source: 'table', columns: { name: 0 }, hasHeadings: false, text: `${start}zz\nPickle\nSkipped` };
  const run = await preview(brought);
  const [cut, pickle, skipped] = await rowsOf(run, '&status=unmatched');
  if (!cut || !pickle || !skipped) throw new Error('a row is missing');
  const [entry] = await app.ctx.sql<{ id: string }>(
    'select id from roster_entry where organization_id = $1 and name = $2',
    [people.guild.id, free[0]],
  );
  for (const target of ['character:e-f2-c-ca3-c-3d-fcd-2-da9f2de--1---1', `item:${entry?.id}`, entry?.id]) {
    const body = { rowIds: [cut.id], decision: 'target', target };
    expect((await people.officer('PATCH', `${path}/${run.id}/rows`, body)).status).toBe(400);
  }
  await decide(run, [cut], { decision: 'target', target: `character:${entry?.id}` });
  await decide(run, [pickle], { decision: 'guest' });
  expect((await decide(run, [skipped], { decision: 'skip' })).counts).toMatchObject({ matched: 2, skipped: 1 });
  expect(await apply(run)).toMatchObject({ written: 2 });
  expect(await app.ctx.sql(`select name, kind from raider where kind = 'guest'`)).toEqual([
    { name: 'Pickle', kind: 'guest' },
  ]);

  const again = await preview({ ...brought, text: `${brought.text}\nMore` });
  expect((await rowsOf(again)).map(({ status, person }) => [status, person?.by])).toEqual([
    ['matched', 'alias'],
    ['matched', 'alias'],
    ['unmatched', undefined],
    ['unmatched', undefined],
  ]);
  await undo(run);
  expect(await app.ctx.sql('select from raider_alias')).toEqual([]);
});

test('a name with several rows is listed once, and one decision is about all of them', async () => {
  const [first, second] = [free[0]?.slice(0, 4), free[1]];
  const names = ['Pickle', `${first}zz`, 'pickle', 'Zander', second, 'Pickle', `${first}zz`, 'Ярик', 'ЯРИК'];
  const run = await preview({ source: 'table', columns: { name: 0 }, hasHeadings: false, text: names.join('\n') });
  expect(run).toMatchObject({ counts: { matched: 1, unmatched: 8 }, names: { ambiguous: 0, unmatched: 4 } });
  const once = await rowsOf(run, '&status=unmatched&byName=true');
  expect(once.map(({ name, line, lines, nights }) => [name, line, lines, nights])).toEqual([
    ['Pickle', 1, 3, null],
    [`${first}zz`, 2, 2, null],
    ['Zander', 4, 1, null],
    ['Ярик', 8, 2, null],
  ]);
  expect((await rowsOf(run, '&status=unmatched')).map(({ lines }) => lines)).toEqual(Array(8).fill(1));
  const [pickle, cut] = once;
  if (!pickle || !cut) throw new Error('a row is missing');
  expect((await decide(run, [pickle], { decision: 'guest' })).names).toEqual({ ambiguous: 0, unmatched: 4 });
  expect((await decide(run, [cut], { decision: 'skip', alike: true })).counts).toMatchObject({
    unmatched: 5,
    skipped: 2,
  });
  const left = await rowsOf(run, '&status=unmatched&byName=true');
  expect(left.map(({ name, lines }) => [name, lines])).toEqual([
    ['pickle', 2],
    ['Zander', 1],
    ['Ярик', 2],
  ]);
  expect((await decide(run, left, { decision: 'guest', alike: true })).counts).toMatchObject({
    matched: 7,
    unmatched: 0,
  });
  await apply(run);
  // Three lines of one guest.
  expect(await app.ctx.sql(`select name from raider where kind = 'guest' order by name`)).toEqual([
    { name: 'Pickle' },
    { name: 'Zander' },
    { name: 'Ярик' },
  ]);
});

test('R-07: an import adds no more raiders than an organization may have', async () => {
  await app.ctx.sql(
    `insert into raider (organization_id, kind, name) select $1, 'guest', 'Filler ' || n from generate_series(1, 4999) n`,
    [people.guild.id],
  );
  const run = await preview({
    source: 'table',
    columns: { name: 0 },
    hasHeadings: false,
    text: 'Pickle\nPickle\nZander',
  });
  await decide(run, await rowsOf(run), { decision: 'guest' });
  const answer = people.officer('POST', `${path}/${run.id}/apply`);
  expect(await refusalOf(answer)).toEqual([409, 'too_many_raiders']);
  const [zander] = (await rowsOf(run)).slice(2);
  await decide(run, zander ? [zander] : [], { decision: 'skip' });
  // The second line says nothing new.
  expect(await apply(run)).toMatchObject({ written: 1 });
});

test('M-05: a proof comes before a note: a character of another person is left alone', async () => {
  const run = await preview(notes(`Pellwick;${free[0]}`, `${free[1]};Pellwick`));
  expect(await apply(run)).toMatchObject({ written: 1 });
  expect((await rowsOf(run)).map(({ reason }) => reason)).toEqual(['proved_by_a_person', null]);
});

test('undoing keeps what was changed since, and says so', async () => {
  const run = await preview(notes(`${free[1]};${free[0]}`, `${free[3]};${free[2]}`));
  await apply(run);
  await app.ctx.sql(`update raider set note = 'ours' where name = $1`, [free[2]]);
  expect(await undo(run)).toMatchObject({ kept: 1 });
  expect(await app.ctx.sql('select name from raider order by name')).toEqual([{ name: free[2] }]);
  expect((await rowsOf(run)).map(({ reason }) => reason)).toEqual([null, 'changed_since']);
});

test('undoing keeps a raider who was renamed, archived or made a guest since', async () => {
  const changes = [`name = 'Ours'`, `archived_at = now()`, `kind = 'guest'`];
  for (const change of changes) {
    await app.ctx.sql('delete from rate_limit');
    const run = await preview(notes(`${free[1]};${free[0]}`));
    await apply(run);
    await app.ctx.sql(`update raider set ${change}`);
    expect(await undo(run)).toMatchObject({ kept: 1 });
    expect((await rowsOf(run)).map(({ reason }) => reason)).toEqual(['changed_since']);
    expect(await app.ctx.sql('select from raider')).toHaveLength(1);
    await app.ctx.sql('delete from raider');
  }
});

test('a main that a table names and nobody knows is shown, and the officer decides who it is', async () => {
  const table = { source: 'table', columns: { name: 0, main: 1 }, hasHeadings: false };
  const run = await preview({ ...table, text: `Twink,Pickle\nOther,${free[0]}` });
  const [twink, other] = await rowsOf(run);
  expect(twink).toMatchObject({ name: 'Twink', main: 'Pickle', status: 'unmatched' });
  expect(other).toMatchObject({ main: free[0], status: 'matched' });
  await decide(run, twink ? [twink] : [], { decision: 'guest' });
  await apply(run);
  expect(await families()).toContain('Twink');
  expect(await app.ctx.sql(`select name from raider where kind = 'guest'`)).toEqual([{ name: 'Pickle' }]);
  // The raider is known from now on.
  const again = await rowsOf(await preview({ ...table, text: 'Second,Pickle' }));
  expect(again).toMatchObject([{ status: 'matched', main: 'Pickle' }]);
});

test('M-04: a team of wowaudit comes by its key, which is kept nowhere', async () => {
  const key = 'lantern';
  const run = await preview({ source: 'wowaudit', key });
  expect(run.counts.matched).toBeGreaterThan(20);
  expect(run.counts.unmatched).toBe(1);
  await apply(run);
  const tables = await app.ctx.sql<{ text: string }>(
    `select (select jsonb_agg(to_jsonb(r)) from import_run r)::text || coalesce((select jsonb_agg(to_jsonb(j)) from pgboss.job j)::text, '') as text`,
  );
  expect(JSON.stringify(tables)).not.toContain(`"${key}"`);
  expect(app.logged.join('\n')).not.toContain(`Bearer ${key}`);
});

test('rows are deleted after 30 days, which ends undoing', async () => {
  const run = await preview(notes(`${free[1]};${free[0]}`));
  await apply(run);
  await app.ctx.sql(`update import_run set created_at = now() - interval '31 days'`);
  const { cleanUp } = await import('../identity/sessions/clean-up.ts');
  await cleanUp(app.ctx);
  expect(await rowsOf(run)).toEqual([]);
  expect(await refusalOf(people.officer('POST', `${path}/${run.id}/undo`))).toEqual([409, 'import_not_ready']);
  expect(await families()).toHaveLength(1);
});

test('an import that has written nothing is discarded, and no other', async () => {
  const run = await preview(notes(`${free[1]};${free[0]}`));
  const place = `${path}/${run.id}`;
  expect(await refusalOf(people.member('DELETE', place))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(people.admin('DELETE', `${elsewhere}/${run.id}`))).toEqual([404, 'import_not_found']);
  await done(people.officer('DELETE', place));
  expect(await refusalOf(people.officer('GET', place))).toEqual([404, 'import_not_found']);
  expect(await app.ctx.sql('select from import_row')).toEqual([]);

  const applied = await preview(notes(`${free[1]};${free[0]}`));
  await apply(applied);
  expect(await refusalOf(people.officer('DELETE', `${path}/${applied.id}`))).toEqual([409, 'import_not_ready']);
  await undo(applied);
  expect(await refusalOf(people.officer('DELETE', `${path}/${applied.id}`))).toEqual([409, 'import_not_ready']);
});

describe('ranks of wowaudit as status in a team', () => {
  const team = async (name: string) =>
    (await done<{ id: string }>(people.officer('POST', `/organizations/${people.guild.id}/teams`, { name }))).id;
  const membersOf = (teamId: string) =>
    app.ctx.sql<{ name: string; status: string; role: string }>(
      `select coalesce(r.name, u.display_name) as name, m.status, m.role from team_member m join raider r on r.id = m.raider_id
       left join person u on u.id = r.user_id where m.team_id = $1 and m.until is null order by 1`,
      [teamId],
    );
  const text = (...ranks: string[]) =>
    JSON.stringify(ranks.map((rank, id) => ({ id, name: free[id], class: 'Warrior', role: 'Tank', rank })));

  test('M-03: need the right over the team, and a team of the organization', async () => {
    const teamId = await team('Wednesday');
    const body = { source: 'wowaudit', text: text('Main'), teamId };
    await app.ctx.sql(
      `update role set permissions = array_remove(permissions, 'canManageEvents') where organization_id = $1`,
      [people.guild.id],
    );
    expect(await refusalOf(people.officer('POST', path, body))).toEqual([403, 'missing_permission']);
    await app.ctx.sql(
      `update role set permissions = permissions || '{canManageEvents}' where organization_id = $1 and permissions @> '{canManageRoster}'`,
      [people.guild.id],
    );
    const nothing = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
    expect(await refusalOf(people.officer('POST', path, { ...body, teamId: nothing }))).toEqual([
      404,
      'team_not_found',
    ]);
    const refused = await people.officer('POST', path, { ...notes('a;b'), teamId });
    expect([refused.status, refused.body.issues]).toMatchObject([400, [{ path: 'teamId' }]]);
  });

  test('are written when it is applied, and taken back', async () => {
    const teamId = await team('Thursday');
    const before = await contents();
    const run = await preview({ source: 'wowaudit', text: text('Main', 'Trial', 'Social', 'Alt'), teamId });
    expect(await membersOf(teamId)).toEqual([]);
    await apply(run);
    expect(await membersOf(teamId)).toEqual([
      { name: free[0], status: 'main', role: 'tank' },
      { name: free[1], status: 'trial', role: 'tank' },
      { name: free[2], status: 'social', role: 'tank' },
    ]);
    const again = await preview({ source: 'wowaudit', text: text('Trial', 'Trial', 'Social', 'Alt'), teamId });
    expect(await apply(again)).toMatchObject({ written: 1 });
    expect((await membersOf(teamId)).map(({ status }) => status)).toEqual(['trial', 'trial', 'social']);
    await undo(again);
    expect((await membersOf(teamId)).map(({ status }) => status)).toEqual(['main', 'trial', 'social']);
    await undo(run);
    expect(await contents()).toEqual(before);
  });

  test('a status that an officer changed since stays', async () => {
    const teamId = await team('Friday');
    const run = await preview({ source: 'wowaudit', text: text('Main', 'Main'), teamId });
    await apply(run);
    await app.ctx.sql(
      `update team_member set status = 'bench' where raider_id = (select id from raider where name = $1)`,
      [free[0]],
    );
    expect(await undo(run)).toMatchObject({ kept: 1 });
    expect(await membersOf(teamId)).toMatchObject([{ name: free[0], status: 'bench' }]);
  });

  test('a role that an officer changed since stays', async () => {
    const teamId = await team('Sunday');
    const run = await preview({ source: 'wowaudit', text: text('Main', 'Main'), teamId });
    await apply(run);
    await app.ctx.sql(
      `update team_member set role = 'healer' where raider_id = (select id from raider where name = $1)`,
      [free[0]],
    );
    expect(await undo(run)).toMatchObject({ kept: 1 });
    expect(await membersOf(teamId)).toMatchObject([{ name: free[0], status: 'main', role: 'healer' }]);
  });

  test('a team that is full takes nobody more, and the row says so', async () => {
    const teamId = await team('Saturday');
    await app.ctx.sql(
      `with added as (
         insert into raider (organization_id, kind, name) select $1, 'guest', 'Filler ' || n from generate_series(1, 199) n
         returning id)
       insert into team_member (team_id, raider_id, status) select $2, id, 'bench' from added`,
      [people.guild.id, teamId],
    );
    const run = await preview({ source: 'wowaudit', text: text('Main', 'Main'), teamId });
    await apply(run);
    expect((await rowsOf(run)).map(({ reason, written }) => [reason, written])).toEqual([
      [null, true],
      ['team_full', true],
    ]);
    await undo(run);
  });
});

describe('the season on Raid-Helper', () => {
  beforeEach(() => app.ctx.sql('delete from event where organization_id = $1', [people.guild.id]));
  const evenings = () => app.simulator.world.evenings(app.simulator.world.guild('lantern'));
  const serverId = () => app.simulator.world.chat.servers[0]?.id ?? '';
  const list = (key: string, server = serverId(), call: Call = people.officer) =>
    call('POST', `${path}/raid-helper-events`, { serverId: server, key });
  /** The tool allows ten requests in five seconds. */
  const answerOf = async (key: string, server?: string) => {
    let answer = await list(key, server);
    await expect
      .poll(
        async () => {
          if (answer.status === 503) answer = await list(key, server);
          return answer.status;
        },
        { timeout: 30_000, interval: 500 },
      )
      .not.toBe(503);
    return answer;
  };
  const links = () => evenings().map(({ id }) => `https://raid-helper.dev/event/${id}`);
  const eventsHere = () =>
    app.ctx.sql<{ id: string; title: string; status: string; starts: string; present: number; answers: number }>(
      `select e.id, e.title, e.status, e.starts_at as starts, count(p.id)::int as answers,
         (count(p.id) filter (where p.attendance = 'present'))::int as present
       from event e left join participation p on p.event_id = e.id where e.organization_id = $1
       group by e.id order by e.starts_at`,
      [people.guild.id],
    );

  test('M-03: is listed for those who may manage the roster', async () => {
    for (const call of [people.member, people.outsider]) {
      expect(await refusalOf(list('key', serverId(), call))).toEqual([403, 'missing_permission']);
    }
  });

  test('M-04: is listed by the key of the server, which is kept nowhere', async () => {
    const wrong = await answerOf('wrong');
    expect([wrong.status, wrong.body.reason]).toEqual([422, 'import_key_refused']);
    const gone = await answerOf('key', '420000000000009999');
    expect([gone.status, gone.body.reason]).toEqual([422, 'import_gone']);
    const key = 'a-key-of-the-server';
    const { status, body } = await answerOf(key);
    expect([status, body.complete]).toEqual([200, true]);
    const { events } = body as {
      events: { link: string; startsAt: string; signUps: number; eventId: string | null }[];
    };
    // More than one page of the tool.
    expect(events.length).toBeGreaterThan(5);
    expect(events.map(({ startsAt }) => startsAt)).toEqual(
      events
        .map(({ startsAt }) => startsAt)
        .toSorted()
        .reverse(),
    );
    for (const [index, link] of links().entries()) {
      expect(events.find((event) => event.link === link)).toMatchObject({
        title: evenings()[index]?.title,
        signUps: evenings()[index]?.answers.length,
        eventId: null,
      });
    }
    const jobs = await app.ctx.sql<{ text: string }>(
      "select coalesce(jsonb_agg(to_jsonb(j)), '[]')::text as text from pgboss.job j",
    );
    expect(JSON.stringify(jobs)).not.toContain(key);
    expect(app.logged.join('\n')).not.toContain(key);
  });

  test('a limit of the tool is told with its seconds', async () => {
    await expect.poll(async () => (await list('key')).status, { timeout: 30_000, interval: 10 }).toBe(503);
    const refused = await list('key');
    if (refused.status === 503) {
      expect(refused.body.reason).toBe('import_tool_unavailable');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('M-03: adds events only for those who may manage events, and links lead to Raid-Helper only', async () => {
    const body = { source: 'raid_helper', links: links(), newEvents: true };
    await app.ctx.sql(
      `update role set permissions = array_remove(permissions, 'canManageEvents') where organization_id = $1`,
      [people.guild.id],
    );
    expect(await refusalOf(people.officer('POST', path, body))).toEqual([403, 'missing_permission']);
    await app.ctx.sql(
      `update role set permissions = permissions || '{canManageEvents}' where organization_id = $1 and permissions @> '{canManageRoster}'`,
      [people.guild.id],
    );
    const evil = { ...body, links: [...links(), 'https://evil.example/event/1234567890123456789'] };
    expect(await refusalOf(people.officer('POST', path, evil))).toEqual([400, 'import_link_refused']);
    for (const wrong of [
      { source: 'table', columns: { name: 0 }, links: links() },
      { source: 'raid_helper', links: [] },
      { source: 'raid_helper', links: links(), markPresent: true },
      { source: 'raid_helper', links: links(), eventId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f' },
    ]) {
      expect(await refusalOf(people.officer('POST', path, wrong))).toEqual([400, 'invalid_input']);
    }
    expect(await app.ctx.sql('select from import_run')).toEqual([]);
  });

  test('comes with its evenings as events, once, and goes again', async () => {
    const before = await contents();
    const body = {
      source: 'raid_helper',
      links: [...links(), 'https://raid-helper.dev/event/1234567890123456789'],
      newEvents: true,
      markPresent: true,
    };
    const run = await preview(body);
    expect(run).toMatchObject({
      events: { asked: 5, read: 5, missing: 1 },
      evenings: { found: 0, missing: 0 },
      newEvents: 4,
    });
    expect(await rowsOf(run, '&status=unmatched&byName=true')).toHaveLength(run.names.unmatched);
    const byName = await rowsOf(run, '&status=matched&byName=true');
    expect(byName.reduce((sum, { lines }) => sum + lines, 0)).toBe(run.counts.matched);
    const starts = evenings().map(({ startsAt }) => new Date(startsAt).toISOString());
    expect(byName.filter(({ lines }) => lines === 4).map(({ nights }) => nights)).toContainEqual({
      first: starts.toSorted()[0],
      last: starts.toSorted().at(-1),
    });
    const rows = await rowsOf(run);
    expect(rows).toHaveLength(evenings().reduce((sum, { answers }) => sum + answers.length, 0));
    expect(rows[0]?.answer).toMatchObject({
      eventId: null,
      evening: { title: evenings()[0]?.title, startsAt: new Date(evenings()[0]?.startsAt ?? 0).toISOString() },
    });
    await decide(
      run,
      rows.filter(({ status }) => status !== 'matched'),
      { decision: 'guest' },
    );
    expect(await contents()).toEqual(before);
    expect(await apply(run)).toMatchObject({ eventId: null, newEvents: 4, evenings: { found: 0, missing: 0 } });

    const after = await rowsOf(run);
    // A person answers an evening once, also with two characters in it.
    expect(new Set(after.map(({ written, reason }) => (written ? null : reason)))).toEqual(
      new Set([null, 'answered_already']),
    );
    const here = await eventsHere();
    const writtenOf = (id: string, status?: string) =>
      after.filter(({ written, answer }) => written && answer?.eventId === id && (!status || answer.status === status))
        .length;
    expect(here.map(({ title, status, starts, answers }) => [title, status, Date.parse(starts), answers])).toEqual(
      evenings().map(({ title, startsAt, endsAt }, index) => [
        title,
        endsAt < Date.now() ? 'completed' : 'published',
        startsAt,
        writtenOf(here[index]?.id ?? ''),
      ]),
    );
    expect(here.map(({ answers }) => answers > 20)).toEqual([true, true, true, true]);
    expect(here.map(({ present }) => present)).toEqual(
      here.map(({ id, status }) => (status === 'completed' ? writtenOf(id, 'signed_up') : 0)),
    );

    const again = await preview(body);
    expect(again).toMatchObject({ newEvents: 0, evenings: { found: 4 }, earlier: { id: run.id } });
    expect(await apply(again)).toMatchObject({ written: 0 });
    expect(await undo(run)).toMatchObject({ kept: 0, newEvents: 0 });
    expect(await contents()).toEqual(before);
  });

  test('an event that was changed, or that others have answered, stays when the import is undone', async () => {
    const run = await preview({ source: 'raid_helper', links: links().slice(0, 2), newEvents: true });
    await decide(run, await rowsOf(run, '&status=unmatched'), { decision: 'skip' });
    await apply(run);
    const [first, second] = await app.ctx.sql<{ id: string }>(
      'select id from event where organization_id = $1 order by starts_at',
      [people.guild.id],
    );
    await app.ctx.sql(`update event set title = 'Ours' where id = $1`, [first?.id]);
    const [guest] = await app.ctx.sql<{ id: string }>(
      `insert into raider (organization_id, kind, name) values ($1, 'guest', 'Late guest') returning id`,
      [people.guild.id],
    );
    await app.ctx.sql(`insert into participation (event_id, raider_id, status) values ($1, $2, 'tentative')`, [
      second?.id,
      guest?.id,
    ]);
    expect(await undo(run)).toMatchObject({ kept: 2 });
    expect((await eventsHere()).map(({ title, answers }) => [title, answers])).toEqual([
      ['Ours', 0],
      [evenings()[1]?.title, 1],
    ]);
    await app.ctx.sql('delete from event where organization_id = $1', [people.guild.id]);
  });

  test('a run that is discarded while a job reads its events ends quietly', async () => {
    const { id } = await done<ImportView>(people.officer('POST', path, { source: 'raid_helper', links: links() }));
    await done(people.officer('DELETE', `${path}/${id}`));
    await expect
      .poll(
        () =>
          app.ctx.sql(`select from pgboss.job where name = 'match-import' and state in ('created', 'retry', 'active')`),
        {
          timeout: 30_000,
        },
      )
      .toEqual([]);
    expect(await app.ctx.sql('select from import_row')).toEqual([]);
  });
});

describe('answers of an evening', () => {
  /** An event of the guild at the time of one in Raid-Helper, which stands in its link. */
  async function evening(slots: object[] = []) {
    const [first] = app.simulator.world.evenings(app.simulator.world.guild('lantern'));
    if (!first) throw new Error('no evening');
    const event = {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      localStart: '2099-12-01T20:00',
      durationMinutes: 120,
      slots,
    };
    const { id } = await done<{ id: string }>(
      people.officer('POST', `/organizations/${people.guild.id}/events`, event),
    );
    await app.ctx.sql('update event set starts_at = $2, ends_at = $3 where id = $1', [
      id,
      new Date(first.startsAt),
      new Date(first.endsAt),
    ]);
    return { id, link: `https://raid-helper.dev/event/${first.id}`, answers: first.answers };
  }
  const answersOf = async (id: string) =>
    Object.fromEntries(
      (
        await app.ctx.sql<{ status: string; count: number }>(
          'select status, count(*)::int as count from participation where event_id = $1 group by 1',
          [id],
        )
      ).map(({ status, count }) => [status, count]),
    );
  const removed = async ({ id }: { id: string }) => {
    await app.ctx.sql('delete from event where id = $1', [id]);
  };

  test('come by a link, are matched, and go again', async () => {
    const event = await evening();
    const before = await contents();
    const run = await preview({ source: 'raid_helper', link: event.link });
    expect(run.eventId).toBe(event.id);
    const rows = await rowsOf(run);
    expect(rows).toHaveLength(event.answers.length);
    expect(new Set(rows.map(({ answer }) => answer?.eventId))).toEqual(new Set([event.id]));
    expect(rows.filter(({ person }) => person?.by === 'part').length).toBeGreaterThan(1);
    // Ids of accounts become keys at once, which lead back to none.
    expect(await tablesWith(app, event.answers.at(-1)?.discordId ?? 'missing')).toEqual([]);
    const open = rows.filter(({ status }) => status !== 'matched');
    await decide(run, open, { decision: 'guest' });
    expect(await contents()).toEqual(before);
    expect(await apply(run)).toMatchObject({ written: rows.length });
    const counts = await answersOf(event.id);
    const given = (column: string) => event.answers.filter((answer) => answer.column === column).length;
    // A bench without places is a maybe.
    expect(counts).toEqual({
      declined: given('Absence'),
      tentative: given('Tentative') + given('Bench'),
      signed_up: rows.length - given('Absence') - given('Tentative') - given('Bench'),
    });
    const again = await preview({ source: 'raid_helper', link: event.link });
    expect(again).toMatchObject({ counts: { matched: rows.length }, earlier: { id: run.id } });
    expect(await apply(again)).toMatchObject({ written: 0 });
    expect(await undo(run)).toMatchObject({ kept: 0 });
    expect(await contents()).toEqual(before);
    await removed(event);
  });

  test('never take more places than the event has, and ask for the role behind words of the guild once', async () => {
    const event = await evening([
      { roleKey: 'melee', max: 1 },
      { roleKey: 'tank', max: 5 },
    ]);
    const text = 'Pickle,yes,Боец\nZander,yes,БОЕЦ\nThird,yes,Tank\nFourth,yes,Singer';
    const brought = {
      source: 'table',
      columns: { name: 0, answer: 1, role: 2 },
      hasHeadings: false,
      eventId: event.id,
      text,
    };
    const run = await preview(brought);
    const rows = await rowsOf(run);
    expect(rows.map(({ answer }) => [answer?.role, answer?.column])).toEqual([
      [null, 'Боец'],
      [null, 'БОЕЦ'],
      ['tank', null],
      [null, 'Singer'],
    ]);
    await decide(run, rows, { decision: 'guest' });
    await decide(run, rows.slice(0, 1), { decision: 'role', role: 'melee', alike: true });
    expect((await rowsOf(run)).map(({ answer }) => answer?.role)).toEqual(['melee', 'melee', 'tank', null]);
    expect(await apply(run)).toMatchObject({ written: 3 });
    expect(await answersOf(event.id)).toEqual({ signed_up: 2, waitlist: 1 });
    expect((await rowsOf(run))[3]).toMatchObject({ reason: 'no_role', written: false });

    const next = await rowsOf(await preview({ ...brought, text: 'Fifth,yes,боец' }));
    expect(next[0]?.answer).toMatchObject({ role: 'melee', column: null });
    await undo(run);
    expect(await app.ctx.sql('select from import_column')).toEqual([]);
    await removed(event);
  });

  test('go to the places in the order in which they were given, whatever the order of the document', async () => {
    const event = await evening([{ roleKey: 'tank', max: 2 }]);
    const signUps = ['Pickle', 'Zander', 'Third', 'Fourth'].map((name, hour) => ({
      ...{ name, className: 'Tank', entryTime: 1_700_000_000 + hour * 3_600 },
    }));
    const waiting = async (order: typeof signUps) => {
      await app.ctx.sql('delete from rate_limit');
      const text = JSON.stringify({ signUps: order });
      const run = await preview({ source: 'raid_helper', eventId: event.id, text });
      await decide(run, await rowsOf(run), { decision: 'guest' });
      expect(await apply(run)).toMatchObject({ written: 4 });
      const names = await app.ctx.sql<{ name: string }>(
        `select r.name from participation p join raider r on r.id = p.raider_id
         where p.event_id = $1 and p.status = 'waitlist' order by p.ticket`,
        [event.id],
      );
      await undo(run);
      return names.map(({ name }) => name);
    };
    expect(await waiting(signUps)).toEqual(['Third', 'Fourth']);
    expect(await waiting(signUps.toReversed())).toEqual(['Third', 'Fourth']);
    await removed(event);
  });

  test('without an event are shown and not written; an event of another organization is refused', async () => {
    const run = await preview({ source: 'raid_helper', text: '{"signUps":[{"name":"Pickle","className":"Tank"}]}' });
    expect(await rowsOf(run)).toMatchObject([{ status: 'skipped', reason: 'no_event' }]);
    const [row] = await rowsOf(run);
    await decide(run, row ? [row] : [], { decision: 'guest' });
    expect(await apply(run)).toMatchObject({ written: 0 });
    const eventId = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
    expect(await refusalOf(people.officer('POST', path, { source: 'raid_helper', text: '{}', eventId }))).toEqual([
      404,
      'event_not_found',
    ]);
  });
});
