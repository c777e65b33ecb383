import type { PersonalData } from '@guildhall/contracts/personal-data.ts';
import type { RaiderChangeListView, RaiderMovedView, RaiderView } from '@guildhall/contracts/raider.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { done, type Member, refusalOf } from '../../test/events.ts';
import { add, list, make, makeEvent, partsOf, prove, raidersOf, raidGuild } from '../../test/raid-guild.ts';
import { cleanUp } from '../identity/sessions/clean-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

test('officers keep raiders and their characters; members see them without notes, others nothing', async () => {
  const { guild, officer, members } = await raidGuild(app, 1);
  const [member] = members;
  const entry = await list(app, guild.id, 'Curlybill');
  const alt = await list(app, guild.id, 'Ruff');
  if (!member) throw new Error('A member');
  expect(await refusalOf(member.call('GET', `/organizations/${guild.id}/raiders`))).toEqual([
    403,
    'missing_permission',
  ]);
  expect(await refusalOf(member.call('POST', `/organizations/${guild.id}/raiders`, { name: 'X' }))).toEqual([
    403,
    'missing_permission',
  ]);
  const made = await make(officer, guild.id, { name: ' Curly ', note: 'Heals', rosterEntryId: entry });
  expect(made).toMatchObject({
    name: 'Curly',
    kind: 'member',
    user: null,
    note: 'Heals',
    characters: [{ name: 'Curlybill', rosterEntryId: entry, main: true, source: 'officer' }],
  });
  expect(
    await refusalOf(
      officer.call('POST', `/organizations/${guild.id}/raiders`, { name: 'Other', rosterEntryId: entry }),
    ),
  ).toEqual([409, 'raider_character_taken']);
  const { characters } = await done<RaiderView>(
    officer.call('POST', `/raiders/${made.id}/characters`, { rosterEntryId: alt, main: true }),
  );
  expect(characters.map(({ name, main }) => [name, main])).toEqual([
    ['Ruff', true],
    ['Curlybill', false],
  ]);
  await done(officer.call('POST', `/raiders/${made.id}/characters`, { name: 'Bank', realm: 'Twisting Nether' }));
  expect(
    await refusalOf(officer.call('POST', `/raiders/${made.id}/characters`, { name: 'bank', realm: 'Twisting-Nether' })),
  ).toEqual([409, 'raider_character_taken']);
  await done(officer.call('PATCH', `/raiders/${made.id}`, { mainId: characters[1]?.id, kind: 'guest' }));
  const [found] = await raidersOf(officer, guild.id, '?search=curlyb&only=guests');
  expect(found).toMatchObject({
    id: made.id,
    characters: [{ name: 'Curlybill', main: true }, { name: 'Ruff' }, { name: 'Bank' }],
  });
  await done(officer.call('POST', `/raiders/${made.id}/characters`, { name: 'Иван' }));
  for (const search of ['ИВАН', 'CURLYB'])
    expect((await raidersOf(officer, guild.id, `?search=${encodeURIComponent(search)}`)).map(({ id }) => id)).toEqual([
      made.id,
    ]);
  expect(await raidersOf(officer, guild.id, '?search=%25')).toEqual([]);
  await done(officer.call('PATCH', `/raiders/${made.id}`, { archived: true }));
  expect(await raidersOf(officer, guild.id)).toEqual([]);
  expect(await raidersOf(officer, guild.id, '?only=archived')).toHaveLength(1);

  await app.ctx.sql(
    `with made as (insert into role (organization_id, name, permissions) values ($1, 'Looks', '{canViewRoster}') returning id)
     insert into role_holder (organization_id, role_id, user_id) select $1, id, $2 from made`,
    [guild.id, member.userId],
  );
  expect(await raidersOf(member, guild.id, '?only=archived')).toMatchObject([{ name: 'Curly', note: null }]);
  const stranger = (await raidGuild(app, 0)).officer;
  expect(await refusalOf(stranger.call('PATCH', `/raiders/${made.id}`, { name: 'Mine' }))).toEqual([
    403,
    'missing_permission',
  ]);
});

test('merging two raiders moves answers and characters, and undoing it brings everything back', async () => {
  const { guild, officer } = await raidGuild(app, 0);
  const one = await make(officer, guild.id, { name: 'One', rosterEntryId: await list(app, guild.id, 'One') });
  const two = await make(officer, guild.id, {
    name: 'Two',
    note: 'Late',
    rosterEntryId: await list(app, guild.id, 'Two'),
  });
  const [both, only] = [await makeEvent(officer, guild.id), await makeEvent(officer, guild.id)];
  await add(officer, both.id, one.id, { note: 'first' });
  await add(officer, both.id, two.id, { note: 'second' });
  await add(officer, only.id, two.id);
  await app.ctx.sql(`update participation set attendance = 'late' where event_id = $1 and raider_id = $2`, [
    both.id,
    two.id,
  ]);
  const STATE = `select id, event_id, raider_id, raider_character_id, status, ticket, note, attendance, created_at from participation
    where event_id = any($1::uuid[]) order by id`;
  const FAMILIES = `select id, raider_id, is_main from raider_character where organization_id = $1 order by id`;
  const before = [await app.ctx.sql(STATE, [[both.id, only.id]]), await app.ctx.sql(FAMILIES, [guild.id])];

  const merged = await done<RaiderMovedView>(officer.call('POST', `/raiders/${one.id}/merge`, { raiderId: two.id }));
  expect(merged.raider).toMatchObject({ id: one.id, characters: [{ name: 'One', main: true }, { name: 'Two' }] });
  expect(await partsOf(officer, both.id)).toMatchObject([{ note: 'first', attendance: 'late' }]);
  expect(await partsOf(officer, only.id)).toMatchObject([{ raider: { id: one.id, character: { name: 'Two' } } }]);
  expect(await refusalOf(officer.call('PATCH', `/raiders/${two.id}`, { name: 'Gone' }))).toEqual([
    404,
    'raider_not_found',
  ]);
  expect(await raidersOf(officer, guild.id)).toHaveLength(1);
  const listed = await done<RaiderChangeListView>(officer.call('GET', `/organizations/${guild.id}/raider-changes`));
  expect(listed.changes).toMatchObject([
    { id: merged.changeId, kind: 'merge', from: { name: 'Two' }, to: { name: 'One' }, answers: 2, characters: 1 },
  ]);
  const undo = () => officer.call('POST', `/organizations/${guild.id}/raider-changes/${merged.changeId}/undo`);
  await done(undo());
  expect([await app.ctx.sql(STATE, [[both.id, only.id]]), await app.ctx.sql(FAMILIES, [guild.id])]).toEqual(before);
  expect(await raidersOf(officer, guild.id)).toHaveLength(2);
  expect(await refusalOf(undo())).toEqual([409, 'raider_change_passed']);
  await app.ctx.sql(`update raider_change set at = now() - interval '31 days' where organization_id = $1`, [guild.id]);
  expect(await refusalOf(undo())).toEqual([404, 'raider_change_not_found']);
});

test('a family has one main, the one that the person behind it chose, and a merge that is undone returns the other', async () => {
  const { guild, officer, members } = await raidGuild(app, 1);
  const [member] = members;
  if (!member) throw new Error('A member');
  const event = await makeEvent(officer, guild.id);
  await done(member.call('PUT', `/events/${event.id}/signup`, { status: 'declined' }));
  const proved = await prove(app, guild.id, member, await list(app, guild.id, 'Chosen'));
  await done(member.call('PUT', `/characters/${proved}/main`));
  const made = await make(officer, guild.id, { name: 'Curly', rosterEntryId: await list(app, guild.id, 'Curlybill') });
  const [own] = (await raidersOf(officer, guild.id, '?only=account')).filter(({ user }) => user?.id === member.userId);
  const mainsOf = ({ characters }: RaiderView) => characters.filter(({ main }) => main).map(({ name }) => name);
  expect(own && mainsOf(own)).toEqual(['Chosen']);

  const { raider, changeId } = await done<RaiderMovedView>(
    officer.call('POST', `/raiders/${own?.id}/merge`, { raiderId: made.id }),
  );
  expect(raider.characters.map(({ name }) => name)).toContain('Curlybill');
  expect(mainsOf(raider)).toEqual(['Chosen']);
  await done(officer.call('POST', `/organizations/${guild.id}/raider-changes/${changeId}/undo`));
  const after = await raidersOf(officer, guild.id);
  expect(after.find(({ id }) => id === made.id)?.characters).toMatchObject([{ name: 'Curlybill', main: true }]);

  // A character that an officer adds to a person is no second main either.
  const added = await done<RaiderView>(
    officer.call('POST', `/raiders/${own?.id}/characters`, { rosterEntryId: await list(app, guild.id, 'Ruff') }),
  );
  expect(mainsOf(added)).toEqual(['Chosen']);
});

test('splitting takes characters and the answers that name them, and can be undone', async () => {
  const { guild, officer } = await raidGuild(app, 0);
  const raider = await make(officer, guild.id, { name: 'Main', rosterEntryId: await list(app, guild.id, 'Mainchar') });
  const { characters } = await done<RaiderView>(
    officer.call('POST', `/raiders/${raider.id}/characters`, { rosterEntryId: await list(app, guild.id, 'Altchar') }),
  );
  const alt = characters.find(({ name }) => name === 'Altchar')?.id ?? '';
  const [a, b] = [await makeEvent(officer, guild.id), await makeEvent(officer, guild.id)];
  await add(officer, a.id, raider.id);
  await add(officer, b.id, raider.id, { raiderCharacterId: alt });
  const { other, changeId } = await done<RaiderMovedView>(
    officer.call('POST', `/raiders/${raider.id}/split`, { characterIds: [alt] }),
  );
  expect(other).toMatchObject({ name: 'Altchar', characters: [{ name: 'Altchar' }] });
  expect(await partsOf(officer, a.id)).toMatchObject([{ raider: { id: raider.id } }]);
  expect(await partsOf(officer, b.id)).toMatchObject([{ raider: { id: other?.id } }]);
  await done(officer.call('POST', `/organizations/${guild.id}/raider-changes/${changeId}/undo`));
  expect(await partsOf(officer, b.id)).toMatchObject([{ raider: { id: raider.id } }]);
  expect(await raidersOf(officer, guild.id)).toHaveLength(1);
  // The raider that only the split made is gone, and the change with it.
  const listed = await done<{ changes: unknown[] }>(officer.call('GET', `/organizations/${guild.id}/raider-changes`));
  expect(listed.changes).toEqual([]);
});

test('a person who proves a character of an unclaimed raider becomes that raider, and keeps its place', async () => {
  const { guild, officer, members } = await raidGuild(app, 1);
  const [newcomer] = members;
  const entry = await list(app, guild.id, 'Curlybill');
  const raider = await make(officer, guild.id, { name: 'Curly', rosterEntryId: entry });
  const event = await makeEvent(officer, guild.id, [{ roleKey: 'healer', max: 1 }]);
  await add(officer, event.id, raider.id, { roleKey: 'healer' });
  if (!newcomer) throw new Error('A member');
  const characterId = await prove(app, guild.id, newcomer, entry);
  expect(await partsOf(officer, event.id)).toMatchObject([
    { user: { id: newcomer.userId }, raider: { id: raider.id }, character: { id: characterId }, status: 'signed_up' },
  ]);
  await done(newcomer.call('PUT', `/events/${event.id}/signup`, { status: 'declined' }));
  expect(await partsOf(officer, event.id)).toMatchObject([{ status: 'declined' }]);
  expect(await refusalOf(officer.call('PATCH', `/raiders/${raider.id}`, { name: 'Other' }))).toEqual([
    409,
    'raider_has_account',
  ]);
});

test('a person with answers of their own takes in the raider: their answer wins, attendance is kept, nothing is lost', async () => {
  const { guild, officer, members } = await raidGuild(app, 1);
  const [person] = members;
  if (!person) throw new Error('A member');
  const entry = await list(app, guild.id, 'Curlybill');
  const raider = await make(officer, guild.id, { name: 'Curly', rosterEntryId: entry });
  const [both, only] = [await makeEvent(officer, guild.id), await makeEvent(officer, guild.id)];
  await add(officer, both.id, raider.id, { note: 'by the officer' });
  await add(officer, only.id, raider.id);
  await app.ctx.sql(`update participation set attendance = 'present' where raider_id = $1 and event_id = $2`, [
    raider.id,
    both.id,
  ]);
  await done(person.call('PUT', `/events/${both.id}/signup`, { status: 'declined', note: 'my own' }));
  await prove(app, guild.id, person, entry);
  expect(await partsOf(officer, both.id)).toMatchObject([
    { user: { id: person.userId }, status: 'declined', note: 'my own', attendance: 'present' },
  ]);
  expect(await partsOf(officer, only.id)).toMatchObject([{ user: { id: person.userId }, status: 'signed_up' }]);
  const listed = await done<RaiderChangeListView>(officer.call('GET', `/organizations/${guild.id}/raider-changes`));
  expect(listed.changes).toMatchObject([{ kind: 'merge', by: null, answers: 2 }]);
});

test('two people who prove characters of one raider in the same second get one each, and lose nothing', async () => {
  const { guild, officer, members } = await raidGuild(app, 2);
  const [first, second] = members;
  if (!first || !second) throw new Error('Two members');
  const [main, alt] = [await list(app, guild.id, 'Mainone'), await list(app, guild.id, 'Altone')];
  const raider = await make(officer, guild.id, { name: 'Both', rosterEntryId: main });
  const { characters } = await done<RaiderView>(
    officer.call('POST', `/raiders/${raider.id}/characters`, { rosterEntryId: alt }),
  );
  const altId = characters.find(({ name }) => name === 'Altone')?.id;
  const [a, b, c] = [
    await makeEvent(officer, guild.id),
    await makeEvent(officer, guild.id),
    await makeEvent(officer, guild.id),
  ];
  await add(officer, a.id, raider.id);
  await add(officer, b.id, raider.id, { raiderCharacterId: altId });
  await add(officer, c.id, raider.id);
  await Promise.all([prove(app, guild.id, first, main), prove(app, guild.id, second, alt)]);
  const holders = await app.ctx.sql<{ eventId: string; userId: string }>(
    `select event_id as "eventId", user_id as "userId" from participation where event_id = any($1::uuid[])`,
    [[a.id, b.id, c.id]],
  );
  expect(holders).toHaveLength(3);
  const holderOf = (id: string) => holders.find(({ eventId }) => eventId === id)?.userId;
  expect([holderOf(a.id), holderOf(c.id), holderOf(b.id)]).toEqual([first.userId, first.userId, second.userId]);
  const families = await raidersOf(officer, guild.id, '?only=account');
  const familyOf = ({ userId }: Member) =>
    families.find(({ user }) => user?.id === userId)?.characters.map(({ name }) => name);
  expect(familyOf(first)).toContain('Mainone');
  expect(familyOf(second)).toContain('Altone');
  expect(familyOf(first)).not.toContain('Altone');
});

test('R-07: at night raiders without an account go whose characters left a year ago, and answers stay without a name', async () => {
  const { guild, officer } = await raidGuild(app, 0);
  const names = ['Stays', 'Leaves', 'Leftrows', 'Lately'];
  const raiders = new Map<string, RaiderView>();
  for (const name of names)
    raiders.set(name, await make(officer, guild.id, { name, rosterEntryId: await list(app, guild.id, name) }));
  const idOf = (name: string) => raiders.get(name)?.id ?? '';
  const event = await makeEvent(officer, guild.id);
  for (const name of ['Leftrows', 'Lately']) await add(officer, event.id, idOf(name));
  const recent = await makeEvent(officer, guild.id);
  await add(officer, recent.id, idOf('Lately'));
  await app.ctx.sql(`update raider set created_at = now() - interval '2 years' where organization_id = $1`, [guild.id]);
  await app.ctx.sql(
    `update roster_entry set left_at = now() - interval '13 months' where organization_id = $1 and name in ('Leaves', 'Leftrows', 'Lately')`,
    [guild.id],
  );
  await app.ctx.sql(
    `update event set starts_at = starts_at - interval '14 months', ends_at = ends_at - interval '14 months' where id = $1`,
    [event.id],
  );
  await cleanUp(app.ctx);
  expect((await raidersOf(officer, guild.id)).map(({ name }) => name)).toEqual(['Lately', 'Stays']);
  expect(await app.ctx.sql('select from raider where id = $1', [idOf('Leaves')])).toEqual([]);
  const parts = await partsOf(officer, event.id);
  expect(parts.map(({ raider }) => raider.name).toSorted()).toEqual(['Lately', null]);
});

test('R-07: points of a raider who is forgotten stay without a name, wishes, sims and reserves go, and what is recent keeps the name', async () => {
  const { guild, officer } = await raidGuild(app, 0);
  const { sql } = app.ctx;
  const names = ['Pointed', 'Wished', 'Paid lately', 'Won lately', 'Reserved lately'];
  const ids = new Map<string, string>();
  for (const name of names) ids.set(name, (await make(officer, guild.id, { name })).id);
  const idOf = (name: string) => ids.get(name);
  const [old, recent] = [await makeEvent(officer, guild.id), await makeEvent(officer, guild.id)];
  await add(officer, old.id, idOf('Wished') ?? '');
  await sql(
    `update event set starts_at = starts_at - interval '14 months', ends_at = ends_at - interval '14 months' where id = $1`,
    [old.id],
  );
  await sql(
    `with pool as (insert into point_pool (organization_id, name, kind, decimals) values ($1, 'Main', 'dkp', 0) returning id)
     insert into point_entry (pool_id, booking_id, type, raider_id, points, gp, reason, at)
     select pool.id, uuidv7(), 'grant', n.id, 10, 0, 'For Pointed', now() - n.ago from pool,
       (values ($2::uuid, interval '13 months'), ($3::uuid, interval '1 month')) n(id, ago)`,
    [guild.id, idOf('Pointed'), idOf('Paid lately')],
  );
  await sql(
    `with response as (insert into loot_response (organization_id, key, text) values ($1, 'need', 'Need'))
     insert into loot_award (id, award_id, organization_id, award_key, tool, as_of, line, raider_id, name, name_key, realm_key,
       item_id, received_at, day_only, response, response_key)
     select n.id, n.id, $1, n.id::text, 'gargul', now(), 1, $2, 'Won lately', 'wonlately', '', 1, now(), true, 'Need', 'need'
     from (select uuidv7() as id) n`,
    [guild.id, idOf('Won lately')],
  );
  for (const [event, name] of [
    [old, 'Wished'],
    [recent, 'Reserved lately'],
  ] as const) {
    await sql(
      `with sheet as (insert into reserve_sheet (event_id, per_raider, per_item, audience, locks_minutes)
         values ($1, 2, 1, 'everybody', 0) returning event_id)
       insert into reserve (sheet_event_id, raider_id, item_id) select event_id, $2, 1 from sheet`,
      [event.id, idOf(name)],
    );
  }
  await sql(`insert into wish (raider_id, item_id, track, rank) values ($1, 1, 'any', 1)`, [idOf('Wished')]);
  await sql(
    `insert into sim_report (raider_id, source, name, name_key, realm_key, spec_id)
     values ($1, 'raidbots', 'Wished', 'wished', '', 73)`,
    [idOf('Wished')],
  );
  await sql(`update raider set created_at = now() - interval '2 years' where organization_id = $1`, [guild.id]);
  await cleanUp(app.ctx);
  const left = (await raidersOf(officer, guild.id)).map(({ name }) => name);
  expect(left).toEqual(['Paid lately', 'Reserved lately', 'Won lately']);
  expect(
    await sql(
      `select r.name, e.points::int as points, e.reason from point_entry e left join raider r on r.id = e.raider_id
       where e.raider_id is not null order by e.at`,
    ),
  ).toEqual([
    { name: null, points: 10, reason: null },
    { name: 'Paid lately', points: 10, reason: 'For Pointed' },
  ]);
  for (const table of ['wish', 'sim_report', 'reserve'])
    expect([table, await sql(`select from ${table} where raider_id = $1`, [idOf('Wished')])]).toEqual([table, []]);
});

test('the export of a person has what their raider had before they proved it', async () => {
  const { guild, officer, members } = await raidGuild(app, 1);
  const [member] = members;
  if (!member) throw new Error('A member');
  const entry = await list(app, guild.id, 'Curlybill');
  const raider = await make(officer, guild.id, { name: 'Curly', rosterEntryId: entry });
  const [alone, both] = [await makeEvent(officer, guild.id), await makeEvent(officer, guild.id)];
  await add(officer, alone.id, raider.id);
  await add(officer, both.id, raider.id);
  await app.ctx.sql(`update participation set note = 'Before the proof' where raider_id = $1`, [raider.id]);
  await done(member.call('PUT', `/events/${both.id}/signup`, { status: 'declined' }));
  await prove(app, guild.id, member, entry);
  const data = await done<PersonalData>(member.call('GET', '/auth/me/export'));
  const ofEvent = (rows: { eventId: string }[]) => rows.map(({ eventId }) => eventId).toSorted();
  expect(ofEvent(data.participations)).toEqual([alone.id, both.id].toSorted());
  expect(data.participations.find(({ eventId }) => eventId === alone.id)).toMatchObject({ note: 'Before the proof' });
  expect(data.answersReplaced).toMatchObject([{ eventId: both.id, status: 'signed_up', note: 'Before the proof' }]);
  expect(
    data.eventLog
      .filter(({ kind }) => kind === 'added')
      .map(({ eventId }) => eventId)
      .toSorted(),
  ).toEqual([alone.id, both.id].toSorted());
  expect(data.raiderChanges).toMatchObject([{ kind: 'merge', byYou: false }]);
  const others = await done<PersonalData>(officer.call('GET', '/auth/me/export'));
  expect([others.answersReplaced, others.raiderChanges]).toEqual([[], []]);
});

test('a fault of the database is not called a missing raider', async () => {
  const { guild, officer } = await raidGuild(app, 1);
  const path = `/organizations/${guild.id}/raiders`;
  const { id } = await done<RaiderView>(officer.call('POST', path, { name: 'Curlybill', kind: 'guest' }));
  // The rights of a caller in an organization are read from it.
  await app.ctx.sql('alter table team_member rename to team_member_elsewhere');
  try {
    for (const route of [`GET /raiders/${id}/loot`, `GET /raiders/${id}/wishes`, `PATCH /raiders/${id}`]) {
      const [method = '', at = ''] = route.split(' ');
      const { status } = await officer.call(method, at, method === 'PATCH' ? { note: 'Plays late.' } : undefined);
      expect([route, status]).toEqual([route, 500]);
    }
  } finally {
    await app.ctx.sql('alter table team_member_elsewhere rename to team_member');
  }
});
