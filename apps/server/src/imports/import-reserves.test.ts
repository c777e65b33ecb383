/** Reserves of other tools through HTTP: read, matched, applied to the chosen event, undone. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { ImportRowsView, ImportView } from '@guildhall/contracts/import.ts';
import type { ReservesView } from '@guildhall/contracts/reserve.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, refusalOf } from '../../test/events.ts';

const SOFTRES = 'Item,ItemId,From,Name,Class,Spec,Note,Plus,Date';
const BLADE = 19_346;
const FANG = 86_130;

let app: TestApp;
let guild: EventGuild;
let officer: Member;
let mara: Member;
beforeAll(async () => {
  app = await testApp();
  guild = await eventGuild(app, 1);
  officer = guild.officer;
  const [first] = guild.members;
  if (!first) throw new Error('A member');
  mara = first;
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canViewRoster}', added_permissions = '{canManageLoot}' where organization_id = $1`,
    [guild.id],
  );
  const raider = await done<{ id: string }>(mara.call('PUT', `/organizations/${guild.id}/raiders/mine`, {}));
  await app.ctx.sql(
    `insert into raider_character (organization_id, raider_id, name, realm, name_key, realm_key, is_main, source)
     values ($1, $2, 'Maravel', '', 'maravel', '', false, 'officer')`,
    [guild.id, raider.id],
  );
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['import_run', 'event', 'rate_limit']) await app.ctx.sql(`delete from ${table}`);
});

const runs = () => `/organizations/${guild.id}/imports`;
const make = () =>
  done<EventView>(
    officer.call('POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'Blackwing Lair', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 120 },
    }),
  );
const start = (lines: string[], eventId?: string, by = officer) =>
  by.call('POST', runs(), { source: 'reserves', text: lines.join('\n'), ...(eventId ? { eventId } : {}) });
const reaches = (id: string, state: string) =>
  expect
    .poll(async () => (await done<ImportView>(officer.call('GET', `${runs()}/${id}`))).state, { timeout: 60_000 })
    .toBe(state);
const act = async (id: string, verb: string, state: string) => {
  await done(officer.call('POST', `${runs()}/${id}/${verb}`));
  await reaches(id, state);
};
const rowsOf = async (id: string) =>
  (await done<ImportRowsView>(officer.call('GET', `${runs()}/${id}/rows?pageSize=50`))).rows;
const reservesOf = async (event: EventView, by = officer) =>
  (await done<ReservesView>(by.call('GET', `/events/${event.id}/reserves`))).reserves.map(
    ({ character, raider, item, count, plus }) =>
      `${character?.name ?? raider.name} ${item.id} x${count}${plus ? ` +${plus.value}` : ''}`,
  );
const LINES = [
  SOFTRES,
  `"Elegion, the Fanged Crescent",${FANG},Elegon,Maravel,Deathknight,Frost,,30,"2025-08-28 21:53:33"`,
  `Dragonfang Blade,${BLADE},,Maravel,Deathknight,Frost,,0,`,
  `Dragonfang Blade,${BLADE},,Ostrik,Rogue,Combat,,60,`,
];

test('are brought in for an event, with guests by decision, and taken back', async () => {
  const event = await make();
  expect(await refusalOf(start(LINES))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(start(LINES, event.id, mara))).toEqual([403, 'missing_permission']);
  const { id, eventId } = await done<ImportView>(start(LINES, event.id));
  expect(eventId).toBe(event.id);
  await reaches(id, 'preview');
  const rows = await rowsOf(id);
  expect(rows.map(({ name, status, reserve }) => [name, status, reserve?.itemName, reserve?.plus])).toEqual([
    ['Maravel', 'matched', 'Elegion, the Fanged Crescent', 30],
    ['Maravel', 'matched', 'Dragonfang Blade', 0],
    ['Ostrik', 'unmatched', 'Dragonfang Blade', 60],
  ]);
  const rowIds = rows.filter(({ name }) => name === 'Ostrik').map((row) => row.id);
  await done(officer.call('PATCH', `${runs()}/${id}/rows`, { rowIds, decision: 'guest' }));
  await act(id, 'apply', 'applied');
  const sheet = `/events/${event.id}/reserves`;
  await done(officer.call('PUT', sheet, { plusStep: 30 }));
  const plain = (await reservesOf(event)).map((text) => text.replace(/^Bryn\w+/, 'Mara'));
  expect(plain.toSorted()).toEqual([`Mara ${BLADE} x1 +0`, `Mara ${FANG} x1 +30`, `Ostrik ${BLADE} x1 +60`]);

  const again = await done<ImportView>(start(LINES, event.id));
  await reaches(again.id, 'preview');
  await act(again.id, 'apply', 'applied');
  expect((await rowsOf(again.id)).map(({ reason }) => reason)).toEqual(Array(3).fill('already_there'));
  await act(id, 'undo', 'undone');
  expect(await reservesOf(event)).toEqual([]);
});

test('Q-01: are not brought in for reserves that are hidden, which would tell what is there', async () => {
  const event = await make();
  const sheet = `/events/${event.id}/reserves`;
  await done(officer.call('PUT', sheet, { seenBy: 'nobody' }));
  expect(await refusalOf(start(LINES, event.id))).toEqual([409, 'reserves_hidden']);
  await done(officer.call('PUT', sheet, { seenBy: 'officers' }));
  const { id } = await done<ImportView>(start(LINES, event.id));
  await reaches(id, 'preview');
  await done(officer.call('PUT', sheet, { seenBy: 'nobody' }));
  await done(mara.call('PUT', `${sheet}/mine`, { reserves: [{ itemId: BLADE }] }));
  await act(id, 'apply', 'applied');
  expect((await rowsOf(id)).map(({ status, reason, written }) => [status, reason, written])).toEqual([
    ['matched', 'nothing_to_write', false],
    ['matched', 'nothing_to_write', false],
    ['unmatched', null, false],
  ]);
});

test('that an officer has corrected since stay when the import is taken back', async () => {
  const event = await make();
  const sheet = `/events/${event.id}/reserves`;
  await done(officer.call('PUT', sheet, { plusStep: 30 }));
  const { id } = await done<ImportView>(start(LINES.slice(0, 3), event.id));
  await reaches(id, 'preview');
  await act(id, 'apply', 'applied');
  const { reserves } = await done<ReservesView>(officer.call('GET', sheet));
  const blade = reserves.find(({ item }) => item.id === BLADE);
  await done(officer.call('PATCH', `${sheet}/${blade?.id}`, { plus: 90, note: 'Was on leave' }));
  await act(id, 'undo', 'undone');
  expect((await reservesOf(event)).map((text) => text.slice(text.indexOf(' ')))).toEqual([` ${BLADE} x1 +90`]);
  expect((await rowsOf(id)).map(({ reserve, reason }) => [reserve?.itemId, reason])).toEqual([
    [FANG, null],
    [BLADE, 'changed_since'],
  ]);
});

test('of more than a sheet keeps are refused', async () => {
  const event = await make();
  const rows = (from: number) =>
    Array.from({ length: 1_500 }, (_, place) => `Blade,${from + place},,Maravel,Rogue,Combat,,0,`);
  const { id } = await done<ImportView>(start([SOFTRES, ...rows(1)], event.id));
  await reaches(id, 'preview');
  await act(id, 'apply', 'applied');
  const more = await done<ImportView>(start([SOFTRES, ...rows(10_000)], event.id));
  await reaches(more.id, 'preview');
  const applied = officer.call('POST', `${runs()}/${more.id}/apply`);
  expect(await refusalOf(applied)).toEqual([409, 'reserve_sheet_full']);
  expect(await reservesOf(event)).toHaveLength(1_500);
});

test('of another organization’s event are refused', async () => {
  const event = await make();
  const other = await eventGuild(app);
  await app.ctx.sql(`update role set added_permissions = '{canManageLoot}' where organization_id = $1`, [other.id]);
  const body = { source: 'reserves', text: LINES.join('\n'), eventId: event.id };
  expect(await refusalOf(other.officer.call('POST', `/organizations/${other.id}/imports`, body))).toEqual([
    404,
    'event_not_found',
  ]);
});

test('that no tool writes are refused with a sentence', async () => {
  const event = await make();
  const { status, body } = await start(['Name;Class', 'Mara;Rogue'], event.id);
  expect([status, body.reason]).toEqual([422, 'import_unreadable']);
});
