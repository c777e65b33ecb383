import type { RaiderChangeListView, RaiderMovedView } from '@guildhall/contracts/raider.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { connectServer } from '../../test/discord.ts';
import { done, type Member, moveBack, refusalOf } from '../../test/events.ts';
import {
  add,
  list,
  make,
  makeEvent,
  merge,
  partsOf,
  prove,
  raidersOf,
  raidGuild,
  undo,
} from '../../test/raid-guild.ts';
import { holdRows, lockAnswers, untilWaiting } from '../../test/waiting.ts';
import { customId } from '../guilds/chat/custom-id.ts';
import { cleanUp } from '../identity/sessions/clean-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

/** A guild of an officer and this many members, who are all there. */
async function sceneOf<const N extends 0 | 1 | 2>(size: N) {
  const { guild, officer, members } = await raidGuild(app, size);
  return { guild, officer, members: members as N extends 0 ? [] : N extends 1 ? [Member] : [Member, Member] };
}

const ageMerges = (guildId: string) =>
  app.ctx.sql(`update raider_change set at = now() - interval '31 days' where organization_id = $1`, [guildId]);

test('a proof beside an officer’s merge leaves one raider, whose answers outlive the clean-up', async () => {
  const { guild, officer, members } = await sceneOf(1);
  const [person] = members;
  const entry = await list(app, guild.id, 'Curlybill');
  const one = await make(officer, guild.id, { name: 'One', rosterEntryId: entry });
  const two = await make(officer, guild.id, { name: 'Two' });
  const event = await makeEvent(officer, guild.id);
  await add(officer, event.id, one.id);
  await using answers = await lockAnswers(app, one.id);
  const merging = merge(officer, two.id, one.id);
  await untilWaiting(app);
  const proving = prove(app, guild.id, person, entry);
  await untilWaiting(app, 2);
  await answers.release();
  await Promise.all([merging, proving]);

  const [raider, ...others] = await raidersOf(officer, guild.id);
  expect(raider).toMatchObject({ user: { id: person.userId }, characters: [{ name: 'Curlybill' }, {}] });
  expect(others).toEqual([]);
  await ageMerges(guild.id);
  await cleanUp(app.ctx);
  expect(await partsOf(officer, event.id)).toMatchObject([{ user: { id: person.userId }, raider: { id: raider?.id } }]);
});

test('an answer beside the proof of a raider’s character is refused, or becomes the person’s', async () => {
  const { guild, officer, members } = await sceneOf(1);
  const [person] = members;
  const entry = await list(app, guild.id, 'Curlybill');
  const raider = await make(officer, guild.id, { name: 'Curly', rosterEntryId: entry });
  const [a, b, c] = [
    await makeEvent(officer, guild.id),
    await makeEvent(officer, guild.id),
    await makeEvent(officer, guild.id),
  ];
  await add(officer, a.id, raider.id);
  await person.call('PUT', `/events/${c.id}/signup`, { status: 'declined' });
  await using answers = await lockAnswers(app, raider.id);
  const proving = prove(app, guild.id, person, entry);
  await untilWaiting(app);
  const adding = officer.call('POST', `/events/${b.id}/participations`, { raiderId: raider.id });
  await untilWaiting(app, 2);
  await answers.release();
  await proving;
  expect(await refusalOf(adding)).toEqual([404, 'raider_not_found']);
  expect(await app.ctx.sql('select from participation where raider_id = $1', [raider.id])).toEqual([]);
});

test('an answer on Discord beside an officer’s merge does not stay with the raider who is taken in', async () => {
  const { guild, officer } = await sceneOf(0);
  await connectServer(app, guild.id, officer.userId);
  app.simulator.world.chat.join('lantern', 'pell');
  await list(app, guild.id, 'Curlybill');
  const [first, second] = [await makeEvent(officer, guild.id), await makeEvent(officer, guild.id)];
  const { discord } = app.simulator;
  const form = await discord.press('pell', customId.signUp(first.id, null));
  const asked = await discord.submit('pell', form, { name: 'curly' });
  const option = asked.components[0]?.components?.[0]?.options?.[0]?.value ?? '';
  await discord.choose('pell', customId.who(first.id, 'signed_up', null), [option]);
  const [pressed] = await raidersOf(officer, guild.id);
  const other = await make(officer, guild.id, { name: 'Other' });
  await using answers = await lockAnswers(app, pressed?.id ?? '');
  const merging = merge(officer, other.id, pressed?.id ?? '');
  await untilWaiting(app);
  const press = () => discord.press('pell', customId.answer(second.id, 'declined'));
  const pressing = press();
  await untilWaiting(app, 2);
  await answers.release();
  await Promise.all([merging, pressing]);
  expect(await app.ctx.sql('select from participation where raider_id = $1', [pressed?.id])).toEqual([]);
  await press();
  expect(await partsOf(officer, second.id)).toMatchObject([{ raider: { id: other.id }, status: 'declined' }]);
});

test('a correction of an answer beside a proof is one of the person’s answer', async () => {
  const { guild, officer, members } = await sceneOf(1);
  const [person] = members;
  const entry = await list(app, guild.id, 'Curlybill');
  const raider = await make(officer, guild.id, { name: 'Curly', rosterEntryId: entry });
  const [event, other] = [await makeEvent(officer, guild.id), await makeEvent(officer, guild.id)];
  await person.call('PUT', `/events/${other.id}/signup`, { status: 'declined' });
  const part = await add(officer, event.id, raider.id, { status: 'tentative' });
  await using answers = await lockAnswers(app, raider.id);
  const proving = prove(app, guild.id, person, entry);
  await untilWaiting(app);
  const correcting = officer.call('PATCH', `/events/${event.id}/participations/${part.id}`, { note: 'Comes later' });
  await untilWaiting(app, 2);
  await answers.release();
  await Promise.all([proving, correcting]);
  expect(await partsOf(officer, event.id)).toMatchObject([
    { id: part.id, user: { id: person.userId }, note: 'Comes later' },
  ]);
});

test('a proof waits for the Discord account that takes the raider at this moment, and wins', async () => {
  const { guild, officer, members } = await sceneOf(1);
  const [person] = members;
  const entry = await list(app, guild.id, 'Curlybill');
  const raider = await make(officer, guild.id, { name: 'Curly', rosterEntryId: entry });
  await using press = await holdRows(app, `update raider set discord_key = 'pressed' where id = $1`, raider.id);
  const proving = prove(app, guild.id, person, entry);
  await untilWaiting(app);
  await press.release();
  await proving;
  expect(await raidersOf(officer, guild.id)).toMatchObject([{ id: raider.id, user: { id: person.userId } }]);
  expect(await app.ctx.sql('select from raider where id = $1 and discord_key is null', [raider.id])).toHaveLength(1);
});

test('an archived raider whose person proves a character is back in the list', async () => {
  const { guild, officer, members } = await sceneOf(1);
  const [person] = members;
  const event = await makeEvent(officer, guild.id);
  await person.call('PUT', `/events/${event.id}/signup`, { status: 'declined' });
  const [own] = await raidersOf(officer, guild.id);
  await officer.call('PATCH', `/raiders/${own?.id}`, { archived: true });
  const entry = await list(app, guild.id, 'Curlybill');
  await make(officer, guild.id, { name: 'Curly', rosterEntryId: entry });
  await prove(app, guild.id, person, entry);
  expect(await raidersOf(officer, guild.id)).toMatchObject([{ id: own?.id }]);
});

/** Everything that merges and splits move, as it is stored. */
const stateOf = async (guildId: string) =>
  Promise.all(
    [
      `select p.id, p.raider_id, p.status, p.note, p.attendance, p.user_id from participation p join event e on e.id = p.event_id
       where e.organization_id = $1 order by p.id`,
      'select id, raider_id, is_main from raider_character where organization_id = $1 order by id',
      `select l.id, l.raider_id from event_log_entry l join event e on e.id = l.event_id
       where e.organization_id = $1 and l.raider_id is not null order by l.id`,
      'select id, raider_id, name from loot_award where organization_id = $1 order by id',
      'select id, merged_into_id, archived_at is null as shown from raider where organization_id = $1 order by id',
    ].map((text) => app.ctx.sql(text, [guildId])),
  );

const award = (guildId: string, raiderId: string, name: string) =>
  app.ctx.sql(
    `with response as (
       insert into loot_response (organization_id, key, text) values ($1, 'need', 'Need') on conflict do nothing)
     insert into loot_award (id, award_id, organization_id, award_key, tool, as_of, line, raider_id, name, name_key, realm_key,
       item_id, received_at, day_only, response, response_key)
     select n.id, n.id, $1, n.id::text, 'gargul', now(), 1, $2, $3, folded_name($3), '', 1, now(), true, 'Need', 'need'
     from (select uuidv7() as id) n`,
    [guildId, raiderId, name],
  );

test('a raider who was merged twice has left all to the last one, and changes are undone from the last to the first', async () => {
  const { guild, officer, members } = await sceneOf(1);
  const [person] = members;
  const entry = await list(app, guild.id, 'Second');
  const first = await make(officer, guild.id, { name: 'First', rosterEntryId: await list(app, guild.id, 'First') });
  const second = await make(officer, guild.id, { name: 'Second', rosterEntryId: entry });
  const [a, b] = [await makeEvent(officer, guild.id), await makeEvent(officer, guild.id)];
  await add(officer, a.id, first.id);
  await award(guild.id, first.id, 'First');
  await person.call('PUT', `/events/${b.id}/signup`, { status: 'declined' });
  const before = await stateOf(guild.id);
  const change = await merge(officer, second.id, first.id);
  const between = await stateOf(guild.id);
  await prove(app, guild.id, person, entry);
  const [own] = await raidersOf(officer, guild.id, '?only=account');
  const { awards } = await done<{ awards: unknown[] }>(officer.call('GET', `/raiders/${own?.id}/loot`));
  expect(awards).toMatchObject([{ winner: { name: 'First', raider: { id: own?.id } } }]);
  expect(await refusalOf(undo(officer, guild.id, change))).toEqual([409, 'raider_change_passed']);

  // The proved character stays with the person; without it, the merge is undone whole.
  await app.ctx.sql('update roster_entry set claimed_by_id = null where id = $1', [entry]);
  const { changes } = await done<RaiderChangeListView>(
    officer.call('GET', `/organizations/${guild.id}/raider-changes`),
  );
  await done(undo(officer, guild.id, changes[0]?.id ?? ''));
  expect(await stateOf(guild.id)).toEqual(between);
  await done(undo(officer, guild.id, change));
  expect(await stateOf(guild.id)).toEqual(before);
});

test('a merge is not undone before a later merge or split that has moved its rows on', async () => {
  const { guild, officer } = await sceneOf(0);
  const named = async (name: string) =>
    make(officer, guild.id, { name, rosterEntryId: await list(app, guild.id, name) });
  const [a, b, c] = [await named('Aone'), await named('Btwo'), await named('Cthree')];
  const [x, y] = [await makeEvent(officer, guild.id), await makeEvent(officer, guild.id)];
  await add(officer, x.id, a.id);
  await add(officer, y.id, b.id);
  const before = await stateOf(guild.id);
  for (const later of [
    () => merge(officer, c.id, b.id),
    async () => {
      const split = { characterIds: [a.characters[0]?.id] };
      return (await done<RaiderMovedView>(officer.call('POST', `/raiders/${b.id}/split`, split))).changeId;
    },
  ]) {
    const first = await merge(officer, b.id, a.id);
    const last = await later();
    expect(await refusalOf(undo(officer, guild.id, first))).toEqual([409, 'raider_change_passed']);
    await done(undo(officer, guild.id, last));
    await done(undo(officer, guild.id, first));
    expect(await stateOf(guild.id)).toEqual(before);
  }
});

test('undoing a merge gives no Discord account back that an officer has released since', async () => {
  const { guild, officer } = await sceneOf(0);
  const keyOf = async (id: string) =>
    (await app.ctx.sql<{ key: string | null }>('select discord_key as key from raider where id = $1', [id]))[0]?.key;
  const [one, two] = [await make(officer, guild.id, { name: 'One' }), await make(officer, guild.id, { name: 'Two' })];
  await app.ctx.sql(`update raider set discord_key = 'pressed' where id = $1`, [one.id]);
  const kept = await merge(officer, two.id, one.id);
  expect(await keyOf(two.id)).toBe('pressed');
  await done(undo(officer, guild.id, kept));
  expect([await keyOf(one.id), await keyOf(two.id)]).toEqual(['pressed', null]);
  const released = await merge(officer, two.id, one.id);
  await done(officer.call('POST', `/raiders/${two.id}/release`));
  await done(undo(officer, guild.id, released));
  expect([await keyOf(one.id), await keyOf(two.id)]).toEqual([null, null]);
});

test('a raider whose main is split off has another main, until that is undone', async () => {
  const { guild, officer } = await sceneOf(0);
  const raider = await make(officer, guild.id, { name: 'Main', rosterEntryId: await list(app, guild.id, 'Mainchar') });
  for (const name of ['Altone', 'Alttwo'])
    await done(
      officer.call('POST', `/raiders/${raider.id}/characters`, { rosterEntryId: await list(app, guild.id, name) }),
    );
  const before = await stateOf(guild.id);
  const { raider: rest, changeId } = await done<RaiderMovedView>(
    officer.call('POST', `/raiders/${raider.id}/split`, { characterIds: [raider.characters[0]?.id] }),
  );
  expect(rest.characters.map(({ name, main }) => [name, main])).toEqual([
    ['Altone', true],
    ['Alttwo', false],
  ]);
  await done(undo(officer, guild.id, changeId));
  expect(await stateOf(guild.id)).toEqual(before);
});

test('a split that a proof holds is not undone', async () => {
  const { guild, officer, members } = await sceneOf(2);
  const [main, alt] = [await list(app, guild.id, 'Mainchar'), await list(app, guild.id, 'Altchar')];
  const raider = await make(officer, guild.id, { name: 'Main', rosterEntryId: main });
  await done(officer.call('POST', `/raiders/${raider.id}/characters`, { rosterEntryId: alt }));
  await prove(app, guild.id, members[0], main);
  await prove(app, guild.id, members[1], alt);
  const { changes } = await done<RaiderChangeListView>(
    officer.call('GET', `/organizations/${guild.id}/raider-changes`),
  );
  expect(changes).toMatchObject([{ kind: 'split', by: null }]);
  expect(await refusalOf(undo(officer, guild.id, changes[0]?.id ?? ''))).toEqual([409, 'raider_change_passed']);
});

const record = (officer: Member, eventId: string, entry: object) =>
  done(officer.call('POST', `/events/${eventId}/attendance`, { entries: [entry] }));

/** Takes the proof back, which holds what the last change moved, and undoes the change. */
async function undoProof(officer: Member, guildId: string, entryId: string): Promise<void> {
  await app.ctx.sql('update roster_entry set claimed_by_id = null where id = $1', [entryId]);
  const { changes } = await done<RaiderChangeListView>(officer.call('GET', `/organizations/${guildId}/raider-changes`));
  await done(undo(officer, guildId, changes[0]?.id ?? ''));
}

test.each([
  ['raider', 'excused'],
  ['person', 'late'],
])('attendance that an officer recorded for the %s wins over what a log proposed', async (recorded, kept) => {
  const { guild, officer, members } = await sceneOf(1);
  const [person] = members;
  const entry = await list(app, guild.id, 'Curlybill');
  const raider = await make(officer, guild.id, { name: 'Curly', rosterEntryId: entry });
  const event = await makeEvent(officer, guild.id);
  await add(officer, event.id, raider.id);
  await done(person.call('PUT', `/events/${event.id}/signup`, { status: 'declined' }));
  await moveBack(app, event.id, 200);
  await record(officer, event.id, { userId: person.userId, attendance: 'late' });
  await record(officer, event.id, { raiderId: raider.id, attendance: 'excused' });
  // As a log's proposal that counts by itself.
  await app.ctx.sql(
    `update event_log_entry set actor_id = null where event_id = $1 and kind = 'attendance' and (raider_id is null) = $2`,
    [event.id, recorded === 'raider'],
  );
  const before = await stateOf(guild.id);
  await prove(app, guild.id, person, entry);
  expect(await partsOf(officer, event.id)).toMatchObject([{ user: { id: person.userId }, attendance: kept }]);
  await undoProof(officer, guild.id, entry);
  expect(await stateOf(guild.id)).toEqual(before);
});

test('an answer of the raider is not lost to a mere record of the person’s attendance', async () => {
  const { guild, officer, members } = await sceneOf(1);
  const [person] = members;
  const entry = await list(app, guild.id, 'Curlybill');
  const raider = await make(officer, guild.id, { name: 'Curly', rosterEntryId: entry });
  const event = await makeEvent(officer, guild.id);
  await add(officer, event.id, raider.id, { note: 'Brings flasks' });
  await moveBack(app, event.id, 200);
  await record(officer, event.id, { userId: person.userId, attendance: 'present' });
  const before = await stateOf(guild.id);
  await prove(app, guild.id, person, entry);
  expect(await partsOf(officer, event.id)).toMatchObject([
    { user: { id: person.userId }, status: 'signed_up', note: 'Brings flasks', attendance: 'present' },
  ]);
  await undoProof(officer, guild.id, entry);
  expect(await stateOf(guild.id)).toEqual(before);
});

test('an answer that a merge moved stays when its attendance is cleared, and its log names the raider who has it', async () => {
  const { guild, officer } = await sceneOf(0);
  const [one, two] = [await make(officer, guild.id, { name: 'One' }), await make(officer, guild.id, { name: 'Two' })];
  const event = await makeEvent(officer, guild.id);
  const part = await add(officer, event.id, two.id, { status: 'tentative' });
  await moveBack(app, event.id, 200);
  await record(officer, event.id, { participationId: part.id, attendance: 'present' });
  const before = await stateOf(guild.id);
  const change = await merge(officer, one.id, two.id);
  await done(undo(officer, guild.id, change));
  expect(await stateOf(guild.id)).toEqual(before);

  await merge(officer, one.id, two.id);
  await record(officer, event.id, { participationId: part.id, attendance: null });
  expect(await partsOf(officer, event.id)).toMatchObject([{ id: part.id, status: 'tentative', attendance: null }]);
  await ageMerges(guild.id);
  await cleanUp(app.ctx);
  const { entries } = await done<{ entries: { kind: string; raider: object | null }[] }>(
    officer.call('GET', `/events/${event.id}/log`),
  );
  expect(entries.find(({ kind }) => kind === 'added')).toMatchObject({ raider: { id: one.id } });
});

test.each([
  ['the main first', false, ['Mainone', 'Altone']],
  ['the other one first', false, ['Altone', 'Mainone']],
  ['the other one first, by a person with answers', true, ['Altone', 'Mainone']],
])(
  'rows follow the character that they name, and others the main, when two people prove characters of one raider: %s',
  async (_, hasAnswers, order) => {
    const { sql } = app.ctx;
    const { guild, officer, members } = await sceneOf(2);
    const entries = new Map<string, string>();
    for (const name of ['Mainone', 'Altone', 'Bank']) entries.set(name, await list(app, guild.id, name));
    const raider = await make(officer, guild.id, { name: 'Both', rosterEntryId: entries.get('Mainone') });
    for (const name of ['Altone', 'Bank'])
      await done(officer.call('POST', `/raiders/${raider.id}/characters`, { rosterEntryId: entries.get(name) }));
    const [a, b, c] = [
      await makeEvent(officer, guild.id),
      await makeEvent(officer, guild.id),
      await makeEvent(officer, guild.id),
    ];
    const [alt] = await sql<{ id: string }>(
      `select id from raider_character where raider_id = $1 and name = 'Altone'`,
      [raider.id],
    );
    await add(officer, a.id, raider.id);
    await add(officer, b.id, raider.id, { raiderCharacterId: alt?.id });
    await sql('update participation set raider_character_id = null where event_id = $1', [a.id]);
    for (const name of ['Mainone', 'Altone']) await award(guild.id, raider.id, name);
    await sql(`insert into wish (raider_id, item_id, track, rank) values ($1, 1, 'any', 1)`, [raider.id]);
    await sql(`insert into raider_alias (organization_id, raider_id, source, key) values ($1, $2, 'loot', 'both')`, [
      guild.id,
      raider.id,
    ]);
    await sql(
      `with team as (insert into team (organization_id, name, name_key, position) values ($1, 'Core', 'core', 1) returning id)
     insert into team_member (team_id, raider_id, status) select id, $2, 'main' from team`,
      [guild.id, raider.id],
    );
    await sql(
      `with pool as (insert into point_pool (organization_id, name, kind, decimals) values ($1, 'Main', 'dkp', 0) returning id)
     insert into point_entry (pool_id, booking_id, type, raider_id, points, gp) select id, uuidv7(), 'grant', $2, 10, 0 from pool`,
      [guild.id, raider.id],
    );
    const personOf = (name: string) => (name === 'Mainone' ? members[0] : members[1]);
    if (hasAnswers) await done(members[1].call('PUT', `/events/${c.id}/signup`, { status: 'declined' }));
    const [first = '', second = ''] = order;
    await prove(app, guild.id, personOf(first), entries.get(first) ?? '');
    // The first person's own, since the proof.
    await done(personOf(first).call('PUT', `/events/${c.id}/signup`, { status: 'declined' }));
    await prove(app, guild.id, personOf(second), entries.get(second) ?? '');

    const holders = await sql<{ row: string; userId: string }>(
      `select x.row, r.user_id as "userId" from (
       select 'answer ' || event_id as row, raider_id from participation union all
       select 'award ' || name, raider_id from loot_award union all select 'wish', raider_id from wish union all
       select 'alias', raider_id from raider_alias union all select 'team', raider_id from team_member union all
       select 'points', raider_id from point_entry union all select name, raider_id from raider_character) x
     join raider own on own.id = x.raider_id
     join raider r on r.id = coalesce(own.merged_into_id, own.id) where r.organization_id = $1`,
      [guild.id],
    );
    const rowsOf = ({ userId }: Member) =>
      holders
        .filter((holder) => holder.userId === userId)
        .map(({ row }) => row)
        .toSorted();
    const since = (name: string) => (name === first ? [`answer ${c.id}`] : []);
    const ofMain = ['award Mainone', 'wish', 'alias', 'team', 'points', 'Mainone', 'Bank'];
    expect(rowsOf(members[0])).toEqual([`answer ${a.id}`, ...ofMain, ...since('Mainone')].toSorted());
    expect(rowsOf(members[1])).toEqual([`answer ${b.id}`, 'award Altone', 'Altone', ...since('Altone')].toSorted());
  },
);

test('the clean-up keeps a raider who was merged and has answers all the same', async () => {
  const { guild, officer } = await sceneOf(0);
  const [one, two] = [await make(officer, guild.id, { name: 'One' }), await make(officer, guild.id, { name: 'Two' })];
  const event = await makeEvent(officer, guild.id);
  await merge(officer, one.id, two.id);
  await app.ctx.sql(
    `insert into participation (event_id, raider_id, status, roles) values ($1, $2, 'tentative', '{}')`,
    [event.id, two.id],
  );
  await ageMerges(guild.id);
  await cleanUp(app.ctx);
  expect(await app.ctx.sql('select from participation where raider_id = $1', [two.id])).toHaveLength(1);
});

test('a former raider is not to be changed, nor merged, nor answered for', async () => {
  const { guild, officer } = await sceneOf(0);
  const former = await make(officer, guild.id, { name: 'Bob' });
  const other = await make(officer, guild.id, { name: 'Other' });
  const event = await makeEvent(officer, guild.id);
  // As an erasure leaves a raider who has rows.
  await app.ctx.sql('update raider set name = null, archived_at = now() where id = $1', [former.id]);
  const requests = [
    ['PATCH', `/raiders/${former.id}`, { note: 'Plays late.' }],
    ['PATCH', `/raiders/${former.id}`, { name: 'Bob' }],
    ['POST', `/raiders/${former.id}/characters`, { name: 'Curlybill' }],
    ['POST', `/raiders/${other.id}/merge`, { raiderId: former.id }],
    ['POST', `/events/${event.id}/participations`, { raiderId: former.id }],
  ] as const;
  for (const [method, path, body] of requests) {
    expect([path, await refusalOf(officer.call(method, path, body))]).toEqual([path, [404, 'raider_not_found']]);
  }
});

test('a proof finds the raider by a name without a realm, and by the realm in any language; never one of two namesakes', async () => {
  const { guild, officer, members } = await raidGuild(app, 3);
  const [igor, oleg, ivan] = members as [Member, Member, Member];
  await app.ctx.sql(
    `insert into realm (region, game_version, id, slug, names) values ('us', 'retail', 7777, 'howling', '{"ru_RU": "Ревущий фьорд"}')
     on conflict do nothing`,
  );
  const named = async (name: string, realm?: string) => {
    const { id } = await make(officer, guild.id, { name: `${name} of the notes` });
    await done(officer.call('POST', `/raiders/${id}/characters`, { name, ...(realm && { realm }) }));
    return id;
  };
  const [first, second, third] = [await named('Igor'), await named('Oleg', 'Ревущий фьорд'), await named('Ivan')];
  await prove(app, guild.id, igor, await list(app, guild.id, 'Igor'));
  await prove(app, guild.id, oleg, await list(app, guild.id, 'Oleg', 'howling'));
  await list(app, guild.id, 'Ivan', 'howling');
  await prove(app, guild.id, ivan, await list(app, guild.id, 'Ivan'));
  const raiders = await raidersOf(officer, guild.id);
  const userOf = (id: string) => raiders.find((one) => one.id === id)?.user?.id ?? null;
  expect([first, second, third].map(userOf)).toEqual([igor.userId, oleg.userId, null]);
});

test('events of raiders who are merged, renamed or proved are told of, until they are over', async () => {
  const { guild, officer, members } = await raidGuild(app, 1);
  const [member] = members as [Member];
  const entry = await list(app, guild.id, 'Curlybill');
  const one = await make(officer, guild.id, { name: 'One', rosterEntryId: entry });
  const two = await make(officer, guild.id, { name: 'Two' });
  const [both, over] = [await makeEvent(officer, guild.id), await makeEvent(officer, guild.id)];
  for (const event of [both, over]) for (const { id } of [one, two]) await add(officer, event.id, id);
  await moveBack(app, over.id, 300);
  const told = async (act: () => Promise<unknown>) => {
    const [since] = await app.ctx.sql<{ seq: string }>(
      'select coalesce(max(seq), 0)::text as seq from change where stream_id = $1',
      [guild.id],
    );
    await act();
    const changes = await app.ctx.sql<{ id: string }>(
      `select subject_id as id from change where stream_id = $1 and type = 'participation.changed' and seq > $2::bigint`,
      [guild.id, since?.seq],
    );
    return changes.map(({ id }) => id);
  };
  let changeId = '';
  expect(await told(() => done(officer.call('PATCH', `/raiders/${two.id}`, { name: 'Second' })))).toEqual([both.id]);
  expect(await told(async () => (changeId = await merge(officer, one.id, two.id)))).toEqual([both.id]);
  expect(await told(() => done(undo(officer, guild.id, changeId)))).toEqual([both.id]);
  expect(await told(() => prove(app, guild.id, member, entry))).toContain(both.id);
});

test('changes say what led to them, also when the officer is gone', async () => {
  const { guild, officer, members } = await raidGuild(app, 1);
  const [member] = members as [Member];
  const one = await make(officer, guild.id, { name: 'One', rosterEntryId: await list(app, guild.id, 'One') });
  const two = await make(officer, guild.id, { name: 'Two', rosterEntryId: await list(app, guild.id, 'Two') });
  await merge(officer, one.id, two.id);
  const event = await makeEvent(officer, guild.id);
  await done(member.call('PUT', `/events/${event.id}/signup`, { status: 'declined' }));
  const [entry] = await app.ctx.sql<{ id: string }>(
    `select id from roster_entry where organization_id = $1 and name = 'One'`,
    [guild.id],
  );
  await prove(app, guild.id, member, entry?.id ?? '');
  await app.ctx.sql(`update raider_change set by_id = null where organization_id = $1`, [guild.id]);
  const { changes } = await done<RaiderChangeListView>(
    officer.call('GET', `/organizations/${guild.id}/raider-changes`),
  );
  expect(changes.map(({ kind, cause, by }) => [kind, cause, by])).toEqual([
    ['merge', 'proof', null],
    ['merge', 'officer', null],
  ]);
});
