/** People with and without an account, and bringing in what a guild has in other tools, as officers do it. */
import type { ImportsView } from '@guildhall/contracts/import.ts';
import type { RaiderListView, RaiderView } from '@guildhall/contracts/raider.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Call, callerOf } from '../../server/test/caller.ts';
import { done, inHours } from '../../server/test/events.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { picture } from './picture.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
  withoutClipboard,
} from './stage.ts';

let stage: Stage;
let guild: TestGuild;
let officer: Call;
/** Names of living characters, unique in the guild, that no account has proved. */
let free: string[];
beforeAll(async () => {
  stage = await openStage();
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('kessa');
  await stage.guildOf('pell');
  officer = callerOf(stage.app, (await stage.signedIn('kessa')).token);
  const rows = await stage.app.ctx.sql<{ name: string }>(
    `select e.name from roster_entry e where e.organization_id = $1 and e.left_at is null
       and not exists (select from proven_claim p where p.entry_id = e.id)
       and (select count(*) from roster_entry o where o.organization_id = $1 and lower(o.name) = lower(e.name)) = 1
       and (select count(*) from roster_entry o where o.organization_id = $1 and left(lower(o.name), 4) = left(lower(e.name), 4)) = 1
       and e.name ~ '^[A-Za-z]{5,}$' order by e.name`,
    [guild.id],
  );
  free = rows.map(({ name }) => name);
});
afterAll(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  await stage.app.ctx.sql('delete from import_run');
  await stage.app.ctx.sql('delete from raider');
});

const people = (query = '') => `/g/${guild.id}/people${query}`;
const bringIn = () => `/g/${guild.id}/bring-in`;
const raiders = async () =>
  (await done<RaiderListView>(officer('GET', `/organizations/${guild.id}/raiders?pageSize=200`))).raiders;
const entryOf = async (name: string | undefined) => {
  const find = 'select id from roster_entry where organization_id = $1 and name = $2';
  return (await stage.app.ctx.sql<{ id: string }>(find, [guild.id, name]))[0]?.id;
};
const add = async (name: string, more: object = {}) =>
  done<RaiderView>(officer('POST', `/organizations/${guild.id}/raiders`, { name, ...more }));
const withCharacters = async (name: string | undefined, ...alts: (string | undefined)[]) => {
  const raider = await add(name ?? '', { rosterEntryId: await entryOf(name) });
  for (const alt of alts)
    await done(officer('POST', `/raiders/${raider.id}/characters`, { rosterEntryId: await entryOf(alt) }));
  return raider;
};
const table = (page: Page) => page.getByRole('table', { name: 'People' });
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name });
const choose = async (page: Page, label: string, name: string) => {
  await page.getByRole('combobox', { name: label }).fill(name.slice(0, 5));
  await page.getByRole('option', { name }).first().click();
};

test('an officer adds a raider and a guest, searches and filters', async () => {
  const [main = ''] = free;
  const page = await openPage(stage, { as: 'kessa', path: people() });
  await page.getByText('No raiders yet').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add raider' }).click();
  await choose(page, 'Character of the roster', main);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).dblclick();
  await page.getByText(`${main} is added.`).waitFor();
  await row(page, main).getByText('no account').waitFor();

  await page.getByRole('button', { name: 'Add raider' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Pickle');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('guest');
  await page.keyboard.press('Enter');
  await row(page, 'Pickle').getByText('guest').waitFor();
  expect((await raiders()).map(({ name }) => name).sort()).toEqual([main, 'Pickle'].sort());

  await page.getByRole('button', { name: 'Guests 1' }).click();
  await row(page, main).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'All 2' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(main.slice(0, 4).toLowerCase());
  await row(page, 'Pickle').waitFor({ state: 'detached' });
  await row(page, main).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('zzzz');
  await page.getByText('No matches').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await row(page, 'Pickle').waitFor();
});

test('an officer keeps a family: characters, main, note, splitting off and undoing that', async () => {
  const [main = '', alt = '', second = ''] = free;
  const raider = await withCharacters(main, alt);
  const page = await openPage(stage, { as: 'kessa', path: people() });
  await row(page, main).click();
  const panel = page.getByRole('complementary', { name: main });
  await panel.getByText(alt).waitFor();

  await panel.getByRole('button', { name: 'Character', exact: true }).click();
  await choose(page, 'Character of the roster', second);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText(`${second} belongs to ${main}.`).waitFor();

  await panel.getByRole('button', { name: `Actions for ${alt}` }).click();
  await page.getByRole('menuitem', { name: 'Make main' }).click();
  const renamed = page.getByRole('complementary', { name: alt });
  await renamed.waitFor();

  await renamed.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Note for officers' }).fill('Plays from Thursday on');
  await page.getByRole('button', { name: 'Save' }).click();
  await renamed.getByText('Plays from Thursday on').waitFor();
  await expectAccessibleInBothThemes(page);
  await picture(page, 'people-panel-dark-1280');

  await renamed.getByRole('button', { name: `Actions for ${second}` }).click();
  await page.getByRole('menuitem', { name: 'Split off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Split off' }).click();
  await page.getByText(`${second} is a raider of their own.`).waitFor();
  await row(page, second).waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('That is undone.').waitFor();
  await renamed.getByText(second).waitFor();
  expect((await raiders()).map(({ id }) => id)).toEqual([raider.id]);

  // The list without the raider comes before the answer.
  await page.route(/raiders\.update/, async (route) => {
    const response = await route.fetch();
    await renamed.waitFor({ state: 'detached' });
    await route.fulfill({ response });
  });
  const archive = async () => {
    await renamed.getByRole('button', { name: 'Archive' }).click();
    await page.getByText(`${alt} is archived. Answers and attendance stay.`).waitFor();
    await page.unroute(/raiders\.update/);
  };
  await archive();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`${alt} is back.`).waitFor();
  await row(page, alt).click();
  await archive();
  await page.getByRole('button', { name: /^Archived/ }).click();
  await row(page, alt).waitFor();
});

test('two raiders are merged with a preview, and the merge is undone from the list of changes', async () => {
  const [main = '', alt = ''] = free;
  await withCharacters(main);
  await withCharacters(alt);
  const page = await openPage(stage, { as: 'kessa', path: people() });
  await row(page, main).click();
  await page.getByRole('complementary', { name: main }).getByRole('button', { name: 'Merge with …' }).click();
  await choose(page, 'Is the same person as', alt);
  const preview = page.getByRole('region', { name: 'After the merge' });
  await preview.getByText(`${main} stays, with 2 characters.`).waitFor();
  await preview.getByText(/You can undo this until/).waitFor();
  await expectAccessible(page);
  await picture(page, 'merge-dark-1280');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText(`${alt} is merged into ${main}.`).waitFor();
  await row(page, alt).waitFor({ state: 'detached' });
  const undo = page.getByRole('button', { name: `Undo: ${alt} was merged into ${main}` });
  await undo.click();
  await row(page, alt).waitFor();
  await page.getByText('undone', { exact: true }).waitFor();
  expect((await raiders()).length).toBe(2);
});

test('a name that no person has proved is released in one tap, and the rest get a link', async () => {
  const [main = ''] = free;
  const { id } = await withCharacters(main);
  await stage.app.ctx.sql(`update raider set discord_key = sha256('x') where id = $1`, [id]);
  const page = await openPage(stage, { as: 'kessa', path: people() });
  await row(page, main).getByText('not proven').waitFor();
  await expectAccessible(page);
  await picture(page, 'people-unproven-dark-1280');
  const copied = await withoutClipboard(page);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.getByText('The link is copied.').waitFor();
  expect(await copied()).toBe(`${stage.app.config.baseUrl}/g/${guild.alias}`);
  await page.getByRole('button', { name: `Release ${main}` }).click();
  await row(page, main).getByText('no account').waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await row(page, main).getByText('not proven').waitFor();
});

test('more names than one page shows are released under their filter, and an address opens a raider of any page', async () => {
  await stage.app.ctx.sql(
    `insert into raider (organization_id, name, kind, discord_key)
     select $1, 'Zz' || lpad(n::text, 3, '0'), 'member', sha256(n::text::bytea) from generate_series(1, 101) n`,
    [guild.id],
  );
  const [last] = await stage.app.ctx.sql<{ id: string }>(`select id from raider where name = 'Zz101'`);
  const page = await openPage(stage, { as: 'kessa', path: people(`?raider=${last?.id}`) });
  await page.getByRole('complementary', { name: 'Zz101' }).waitFor();
  await picture(page, 'people-many-dark-1280');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expectFits(page);
  await picture(page, 'people-many-dark-390');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('link', { name: 'Next page' }).click();
  await row(page, 'Zz101').getByRole('button', { name: 'Release Zz101' }).click();
  await page.getByText('Zz101 is released.').waitFor();
  await row(page, 'Zz101').waitFor({ state: 'detached' });
  await expectAccessible(page);
});

test('officers see at a name of the board, of those who did not answer and of a team that it is not proven; members do not', async () => {
  const [main = '', other = ''] = free;
  const { id } = await withCharacters(main);
  const guest = await add('Pickle', { kind: 'guest' });
  const late = await withCharacters(other);
  await stage.app.ctx.sql(`update raider set discord_key = sha256(convert_to(name, 'UTF8')) where id = any($1)`, [
    [id, late.id],
  ]);
  const team = await done<{ id: string }>(officer('POST', `/organizations/${guild.id}/teams`, { name: 'Thursday' }));
  const plan = { title: 'Mirefell', type: 'raid', scope: 'guild', durationMinutes: 60, startsAt: inHours(48) };
  const input = { ...plan, anyRole: true, teamId: team.id, slots: [{ roleKey: 'healer', max: 3 }] };
  const event = await done<{ id: string }>(officer('POST', `/organizations/${guild.id}/events`, input));
  for (const raiderId of [id, guest.id]) {
    await done(officer('POST', `/events/${event.id}/participations`, { raiderId, roleKey: 'healer' }));
    await done(officer('PUT', `/teams/${team.id}/members/${raiderId}`, { status: 'main' }));
  }
  await done(officer('PUT', `/teams/${team.id}/members/${late.id}`, { status: 'main' }));
  const path = `/events/${event.id}`;
  const page = await openPage(stage, { as: 'kessa', path });
  const healers = page.getByRole('region', { name: /^Healers/ });
  const marked = (name: string) => healers.getByRole('listitem').filter({ hasText: name });
  await marked(main).getByText('not proven').waitFor();
  await marked('Pickle').getByText('guest').waitFor();
  await page.getByRole('listitem').filter({ hasText: other }).getByText('not proven').waitFor();
  const marks = page.locator('main small').getByText(/^(not proven|guest)$/);
  const widths = await marks.evaluateAll((all) =>
    all.map((mark) => {
      const text = document.createRange();
      text.selectNodeContents(mark);
      return [text.getBoundingClientRect().width, mark.getBoundingClientRect().width].map(Math.round);
    }),
  );
  expect(widths.length).toBeGreaterThanOrEqual(5);
  expect(widths.filter(([text = 0, shown = 0]) => text > shown)).toEqual([]);
  await expectAccessibleInBothThemes(page);
  await picture(page, 'board-unproven-dark-1280');
  await page.goto(`/g/${guild.id}/teams/${team.id}`);
  await page.getByRole('listitem').filter({ hasText: main }).getByText('not proven').waitFor();

  const member = await openPage(stage, { as: 'pell', path });
  const seen = member.getByRole('region', { name: /^Healers/ });
  await seen.getByRole('listitem').filter({ hasText: main }).getByText('no account').waitFor();
  expect(await member.getByText('not proven').count()).toBe(0);
});

test('a member reads, and changes nothing', async () => {
  const [main = '', alt = ''] = free;
  await withCharacters(main, alt);
  const page = await openPage(stage, { as: 'pell', path: people() });
  await row(page, main).click();
  await page.getByText('Officers who manage the roster can change this.').waitFor();
  expect(await page.getByRole('button', { name: /^(Add raider|Merge|Edit|Archive)/ }).count()).toBe(0);
  await page.goto(bringIn());
  await page.getByText('You don’t have access').waitFor();
});

test('notes are pasted, previewed, decided about, brought in and undone', async () => {
  const [main = '', alt = ''] = free;
  const page = await openPage(stage, { as: 'kessa', path: bringIn() });
  await page.getByText('Nothing was brought in yet.').waitFor();
  await page.getByRole('radio', { name: /Roster notes/ }).check();
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByText('Paste something first').waitFor();
  await page
    .getByRole('textbox', { name: 'Notes' })
    .fill([`${alt};alt of ${main}`, `Pickle;${main}`, 'Zandermoor;alt of Nobodyknows'].join('\n'));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Read it' }).dblclick();
  await page.waitForURL(/bring-in\/.+/);
  const bar = page.getByRole('region', { name: 'Bring in' });
  await bar.getByText(/ready/).waitFor();
  const { imports } = await done<ImportsView>(officer('GET', `/organizations/${guild.id}/imports`));
  expect(imports.length).toBe(1);
  expect(await raiders()).toEqual([]);
  const skipped = page.getByRole('region', { name: 'Skipped' });
  await skipped.getByRole('heading', { name: 'Skipped' }).click();
  await skipped.getByText('The note names no main.').first().waitFor();
  await page.getByRole('button', { name: 'Change the decision about Pickle' }).click();
  await page.getByRole('menuitem', { name: 'Skip' }).click();
  await bar.getByText('1 row is ready.').waitFor();
  await bar.getByRole('button', { name: /^Bring in/ }).click();
  await page
    .getByText(/rows? (was|were) written/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await picture(page, 'import-applied-dark-1280');
  await page.getByRole('link', { name: 'See the people' }).click();
  await row(page, main).waitFor();
  await page.goBack();
  await page
    .getByRole('button', { name: /^Undo Roster notes/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('This is undone.').waitFor();
  expect(await raiders()).toEqual([]);
});

test('names that fit several people, or none, are decided about one by one and all at once', async () => {
  const [main = '', alt = '', second = ''] = free;
  const brought = { source: 'table', columns: { name: 0 }, hasHeadings: false };
  const text = [`${main}/${alt}`, second.slice(0, 4), free[3]?.slice(0, 4), 'Zandermoor', 'Pickle'].join('\n');
  const { id } = await done<{ id: string }>(
    officer('POST', `/organizations/${guild.id}/imports`, { ...brought, text }),
  );
  const page = await openPage(stage, { as: 'kessa', path: `${bringIn()}/${id}` });
  const open = page.getByRole('region', { name: 'To decide' });
  const missing = page.getByRole('region', { name: 'Not found' });
  const bar = page.getByRole('region', { name: 'Bring in' });
  await open.getByText(`${main}/${alt}`, { exact: true }).waitFor();
  await missing.getByText('Zandermoor', { exact: true }).waitFor();
  await expectAccessibleInBothThemes(page);
  await picture(page, 'import-dark-1280');
  await open
    .getByRole('group', { name: `Who is ${main}/${alt}?` })
    .getByRole('button', { name: `${alt} part of the name` })
    .click();
  await bar.getByText('1 row is ready.').waitFor();
  await missing.getByRole('button', { name: 'Take every first proposal' }).click();
  await bar.getByText('3 rows are ready.').waitFor();
  await missing.getByRole('button', { name: 'Choose for Zandermoor' }).click();
  await choose(page, 'Raider or character', second);
  await page.getByRole('dialog').getByRole('button', { name: 'Choose', exact: true }).click();
  await bar.getByText('4 rows are ready.').waitFor();
  await missing.getByRole('checkbox', { name: 'Select all shown' }).check();
  await missing.getByRole('button', { name: 'As guests' }).click();
  await bar.getByRole('button', { name: 'Bring in 5' }).click();
  await page.getByText('5 rows were written.').waitFor();
  expect((await raiders()).some(({ kind, name }) => kind === 'guest' && name === 'Pickle')).toBe(true);
});

test('a link of Raid-Helper brings the answers to an event, and what is asked about a role is remembered', async () => {
  const [evening] = stage.app.simulator.world.evenings(
    stage.app.simulator.world.guilds.find(({ name }) => name === guild.name) ?? never(),
  );
  const event = await done<{ id: string }>(
    officer('POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'Moved in', type: 'raid', scope: 'guild', durationMinutes: 180 },
      startsAt: inHours(1),
    }),
  );
  const page = await openPage(stage, { as: 'kessa', path: bringIn() });
  await page
    .getByRole('textbox', { name: 'Link or text of the event' })
    .fill(`https://raid-helper.dev/event/${evening?.id}`);
  await page.getByRole('combobox', { name: 'Event of the answers' }).selectOption({ value: event.id });
  await page.getByRole('button', { name: 'Read it' }).click();
  const bar = page.getByRole('region', { name: 'Bring in' });
  await bar.getByText(/ready/).waitFor();
  await page.getByRole('region', { name: 'Not found' }).getByText('Pickle', { exact: true }).waitFor();
  await picture(page, 'import-evening-dark-1280');
  await page.getByRole('button', { name: 'Pickle is a guest' }).click();
  await page.getByRole('button', { name: 'Pickle is a guest' }).waitFor({ state: 'detached' });
  await bar.getByRole('button', { name: /^Bring in/ }).click();
  await page
    .getByText(/rows? (was|were) written/)
    .first()
    .waitFor();
  await page.goto(`/events/${event.id}`);
  await page.getByText('Pickle').first().waitFor();
});

test('the season of a server comes by its key, with an event for each evening, and goes again', async () => {
  const eventsOf = async () =>
    (await stage.app.ctx.sql('select id from event where organization_id = $1', [guild.id])).length;
  const before = await eventsOf();
  const page = await openPage(stage, { as: 'kessa', path: bringIn(), refusals: true });
  await page.getByText('All events of your server').click();
  await page.getByLabel('Server number').fill(stage.app.simulator.world.chat.servers[0]?.id ?? '');
  const key = page.getByLabel('Key of the server');
  expect(await key.getAttribute('type')).toBe('password');
  await key.fill('wrong');
  await page.getByRole('button', { name: 'List the events' }).click();
  await page.getByText('The key was refused. Copy it again.').waitFor();
  await key.fill('lantern');
  await key.press('Enter');
  const events = page.getByRole('group', { name: 'Events of the server' });
  const ours = events.getByRole('checkbox', { name: `Raid of ${guild.name}` });
  await ours.first().waitFor();
  expect(await key.inputValue()).toBe('');
  for (let index = 0; index < 4; index += 1) await ours.nth(index).check();
  await events.getByText('4 events selected').waitFor();
  await page.getByRole('checkbox', { name: 'Add an event for each evening that has none here' }).check();
  await page.getByRole('checkbox', { name: /^Record those who signed up/ }).check();
  await expectAccessible(page);
  await picture(page, 'bring-in-server-dark-1280');
  await page.getByRole('button', { name: 'Read it' }).click();
  const bar = page.getByRole('region', { name: 'Bring in' });
  await bar.getByText(/ready/).waitFor();
  const will = page.getByRole('region', { name: 'What will happen' });
  await will.getByText('events are added').waitFor();
  await page
    .getByText(/new event: Raid of/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await picture(page, 'import-season-dark-1280');
  expect(await eventsOf()).toBe(before);
  await bar.getByRole('button', { name: /^Bring in/ }).click();
  await page
    .getByText(/rows were written/)
    .first()
    .waitFor();
  expect(await eventsOf()).toBe(before + 4);
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toMatch(/"wrong"|"lantern"/);
  await page
    .getByRole('button', { name: /^Undo Raid-Helper/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('This is undone.').waitFor();
  expect(await eventsOf()).toBe(before);
});

test('an import that is not wanted is discarded', async () => {
  const brought = { source: 'table', columns: { name: 0 }, hasHeadings: false };
  const { id } = await done<{ id: string }>(
    officer('POST', `/organizations/${guild.id}/imports`, { ...brought, text: 'Pickle' }),
  );
  const page = await openPage(stage, { as: 'kessa', path: `${bringIn()}/${id}` });
  await page.getByRole('region', { name: 'Not found' }).getByText('Pickle', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Discard Any table/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL(/bring-in$/);
  await page.getByText('Nothing was brought in yet.').waitFor();
});

test('ranks of wowaudit become the status in a team', async () => {
  const { id } = await done<{ id: string }>(officer('POST', `/organizations/${guild.id}/teams`, { name: 'Ranked' }));
  const page = await openPage(stage, { as: 'kessa', path: bringIn() });
  await page.getByRole('radio', { name: /wowaudit/ }).check();
  await page.getByRole('textbox', { name: 'Key of the API' }).fill('lantern');
  await page.getByRole('combobox', { name: 'Team that takes over the ranks' }).selectOption('Ranked');
  await page.getByRole('button', { name: 'Read it' }).click();
  const bar = page.getByRole('region', { name: 'Bring in' });
  await bar.getByText(/ready/).waitFor();
  await bar.getByRole('button', { name: /^Bring in/ }).click();
  await page
    .getByText(/rows were written/)
    .first()
    .waitFor();
  const members = await stage.app.ctx.sql<{ status: string }>('select status from team_member where team_id = $1', [
    id,
  ]);
  expect(new Set(members.map(({ status }) => status))).toEqual(new Set(['main', 'trial', 'social']));
  await stage.app.ctx.sql('delete from team where id = $1', [id]);
});

test('a key is used and kept nowhere, and a wrong one is said at once', async () => {
  const page = await openPage(stage, { as: 'kessa', path: bringIn(), refusals: true });
  await page.getByRole('radio', { name: /wowaudit/ }).check();
  const key = page.getByRole('textbox', { name: 'Key of the API' });
  expect(await key.getAttribute('type')).toBe('password');
  await key.fill('wrong');
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByText('The key was refused. Copy it again.').waitFor();
  await key.fill('lantern');
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByRole('region', { name: 'Bring in' }).getByText(/ready/).waitFor();
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toMatch(/"wrong"|"lantern"/);
});

test('columns of a table are assigned by hand, and a file is read as a text', async () => {
  const [main = '', alt = ''] = free;
  const page = await openPage(stage, { as: 'kessa', path: bringIn() });
  await page.getByRole('radio', { name: /Any table/ }).check();
  await page.getByLabel('Or choose a file').setInputFiles({
    name: 'roster.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Toon;Belongs to\n${alt};${main}\n`),
  });
  await page.getByText(/roster\.csv is read/).waitFor();
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByText('One column has to hold the name.').waitFor();
  await page.getByRole('combobox', { name: 'Column 1: Toon' }).selectOption('name');
  await page.getByRole('combobox', { name: 'Column 2: Belongs to' }).selectOption('main');
  await expectAccessible(page);
  await picture(page, 'import-columns-dark-1280');
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByRole('region', { name: 'Bring in' }).getByText('1 row is ready.').waitFor();
  // The same headings are assigned as before.
  await page.goto(bringIn());
  await page.getByRole('radio', { name: /Any table/ }).check();
  await page.getByRole('textbox', { name: 'Table' }).fill(`Toon;Belongs to\nA;B`);
  expect(await page.getByRole('combobox', { name: 'Column 2: Belongs to' }).inputValue()).toBe('main');
  // On a phone the columns beyond the screen are reached by scrolling.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('textbox', { name: 'Table' }).fill('Toon;Realm;Belongs to;Note;Class\nA;B;C;D;E');
  const columns = page.getByRole('region', { name: /Columns/ });
  await columns.getByRole('combobox', { name: 'Column 5: Class' }).waitFor();
  const scrolled = await columns.evaluate((box) => {
    box.scrollLeft = 1_000;
    return box.scrollLeft;
  });
  expect(scrolled).toBeGreaterThan(0);
});

test('a file is read in the encoding that it has, or refused', async () => {
  const page = await openPage(stage, { as: 'kessa', path: bringIn() });
  await page.getByRole('radio', { name: /Any table/ }).check();
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Or choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer });
  const table = page.getByRole('textbox', { name: 'Table' });
  await choose('big-endian.csv', Buffer.from('\uFEFFИмя;Nöte\nЁлка;x', 'utf16le').swap16());
  await page.getByText(/big-endian\.csv is read/).waitFor();
  expect(await table.inputValue()).toBe('Имя;Nöte\nЁлка;x');
  await choose('cyrillic.csv', Buffer.from([0xc1, 0xe5, 0xeb, 0xea, 0xe0, 0x3b, 0x41]));
  await page.getByText('cyrillic.csv is in an older encoding').waitFor();
  await choose('workbook.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 0xff]));
  await page.getByText('workbook.xlsx is not text').waitFor();
  expect(await table.inputValue()).toBe('Имя;Nöte\nЁлка;x');
});

test('a large table is sent as a file', async () => {
  const page = await openPage(stage, { as: 'kessa', path: bringIn() });
  await page.getByRole('radio', { name: /Any table/ }).check();
  const lines = Array.from({ length: 3_000 }, (_, line) => `Nobody${line};${'Nowhere'.repeat(10)}`);
  await page.getByLabel('Or choose a file').setInputFiles({
    name: 'large.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Name;Realm', ...lines].join('\n')),
  });
  await page.getByText(/large\.csv is read/).waitFor();
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.waitForURL(/bring-in\/.+/);
  await page.getByText('3,000 rows read').waitFor({ timeout: 60_000 });
});

test('a pasted text is there again after a sign-in that had become necessary', async () => {
  const page = await openPage(stage, { as: 'pell', path: '/', refusals: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.context().clearCookies();
  const { token } = await stage.app.signIn('kessa');
  await page.context().addCookies([{ name: 'session', value: token, url: stage.app.config.baseUrl }]);
  await page.goto(bringIn());
  await page.getByRole('radio', { name: /Roster notes/ }).check();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Brackwyn;Aldertide');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.waitForURL(/\/login/);
  await page.context().addCookies([{ name: 'session', value: token, url: stage.app.config.baseUrl }]);
  await page.goto(bringIn());
  expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Brackwyn;Aldertide');
});

test('an officer makes a team, fills it, names a lead, plans for it, and filters people by it', async () => {
  await stage.app.ctx.sql('delete from team');
  const [main = '', alt = ''] = free;
  await withCharacters(main);
  await withCharacters(alt);
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.id}/teams` });
  await page.getByText('No teams yet').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New team' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Thursday');
  await page.getByRole('textbox', { name: 'Usual times' }).fill('Thursday, 20:00');
  await page.getByRole('button', { name: 'Save' }).dblclick();
  await page.getByRole('heading', { level: 1, name: 'Thursday' }).waitFor();

  const roster = page.getByRole('region', { name: 'Raiders' });
  for (const [name, role] of [
    [main, 'tank'],
    [alt, 'healer'],
  ] as const) {
    await page.getByRole('button', { name: 'Raider', exact: true }).click();
    await choose(page, 'Raider', name);
    await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).selectOption(role);
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await roster.getByText(name).waitFor();
  }
  await roster.getByRole('button', { name: `Actions for ${alt}` }).click();
  expect(await page.getByRole('menuitem', { name: /Make lead/ }).getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('menuitem', { name: 'Change role or status' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Status' }).selectOption('trial');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'trial' }).getByText(alt).waitFor();
  await expectAccessibleInBothThemes(page);
  await picture(page, 'team-dark-1280');
  await roster.getByRole('button', { name: `Actions for ${alt}` }).click();
  await page.getByRole('menuitem', { name: 'Remove from the team' }).click();
  await page.getByText(`${alt} is no longer in Thursday.`).waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('region', { name: 'trial' }).getByText(alt).waitFor();

  await page.goto(`/g/${guild.id}/events/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Vault with Thursday');
  await page.getByRole('combobox', { name: 'Team' }).selectOption({ label: 'Thursday' });
  await page.getByRole('button', { name: 'Create event' }).click();
  await page.waitForURL(/\/events\/[0-9a-f-]{36}$/);
  await page.goto(`/g/${guild.id}/teams`);
  await page.getByRole('link', { name: 'Thursday' }).click();
  await page.getByRole('link', { name: 'Vault with Thursday' }).waitFor();

  await add('Pickle', { kind: 'guest' });
  await page.goto(people());
  await row(page, 'Pickle').waitFor();
  await page.getByRole('combobox', { name: 'Team' }).selectOption({ label: 'Thursday' });
  await row(page, 'Pickle').waitFor({ state: 'detached' });
  await row(page, main).getByText('Thursday').waitFor();
  await picture(page, 'people-team-dark-1280');

  const phone = await openPage(stage, { as: 'pell', path: `/g/${guild.id}/teams`, width: 320 });
  await phone.getByRole('link', { name: 'Thursday' }).click();
  await phone.getByRole('region', { name: 'Raiders' }).getByText(main).waitFor();
  expect(await phone.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
  await expectFits(phone);
  await expectAccessible(phone);
  await picture(phone, 'team-dark-320');
});

test('an officer answers for a raider without an account and for a guest; a former raider has a name', async () => {
  const [main = ''] = free;
  await withCharacters(main);
  const event = await done<{ id: string }>(
    officer('POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'Filled up', type: 'raid', scope: 'guild', durationMinutes: 180, startsAt: inHours(30) },
      slots: [{ roleKey: 'flex', max: 5 }],
    }),
  );
  const page = await openPage(stage, { as: 'kessa', path: `/events/${event.id}` });
  const board = page.getByRole('region', { name: /^Flex/ });
  const addOne = () => page.getByRole('button', { name: 'Add a member' }).click();
  await addOne();
  await choose(page, 'Member, raider or guest', main);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await board.getByText(main).waitFor();
  await board.getByText('no account').waitFor();
  // Two taps and the name, which goes into the first field without a third.
  await addOne();
  await page.getByRole('combobox', { name: 'Member, raider or guest' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Pickle');
  await page.getByText('“Pickle” comes as a guest.').waitFor();
  await picture(page, 'add-guest-dark-1280');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await board.getByText('Pickle').waitFor();
  await board.getByText('guest', { exact: true }).waitFor();
  // A name that is a part of another one's is taken as it is typed.
  const { id: longer } = await add('Zedric');
  await addOne();
  await page.keyboard.type('Zed');
  await page.getByRole('option', { name: /Zedric/ }).waitFor();
  await page.getByRole('dialog').getByText('Add', { exact: true }).click();
  await board.getByText('Zed', { exact: true }).waitFor();
  await done(officer('PATCH', `/raiders/${longer}`, { archived: true }));
  await expectAccessible(page);
  await picture(page, 'event-without-accounts-dark-1280');
  await stage.app.ctx.sql(`update raider set name = null where name = 'Pickle'`);
  await page.reload();
  await board.getByText('former raider').waitFor();
});

test.each([
  [320, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const)('the sheet of a family fits a phone of %i, %s', async (width, theme) => {
  const [main = '', alt = '', second = ''] = free;
  await withCharacters(main, alt, second);
  const page = await openPage(stage, { as: 'kessa', path: people(), width, theme });
  await row(page, main).click();
  await page.getByRole('dialog', { name: main }).getByText(second).waitFor();
  await expectFits(page);
  await expectAccessible(page);
  await picture(page, `people-sheet-${theme}-${width}`);
});

test('the panel of a raider without an account shows how the last nights turned out, the newest last', async () => {
  const [main = ''] = free;
  const { id: raider } = await withCharacters(main);
  await stage.app.ctx.sql(
    `with night as (
       insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, created_at)
       select $1::uuid, 'Night ' || n, 'raid', 'guild', 'completed', at, at + interval '3 hours', '', 'UTC', at - interval '1 day'
       from generate_series(1, 12) n cross join lateral (select now() - n * interval '1 day' as at) t
       returning id, title, starts_at)
     insert into participation (event_id, raider_id, status, status_since, ticket, attendance)
     select id, $2, 'signed_up', starts_at - interval '2 hours', 1,
       case title when 'Night 1' then 'no_show' when 'Night 2' then 'late' else 'present' end from night`,
    [guild.id, raider],
  );
  const page = await openPage(stage, { as: 'kessa', path: people() });
  await row(page, main).click();
  const cells = page.getByRole('complementary', { name: main }).getByRole('list').filter({ hasText: 'no show' });
  await cells.waitFor();
  const shown = await cells.getByRole('listitem').locator('.cell').all();
  const titles = await Promise.all(shown.map(async (cell) => (await cell.getAttribute('title'))?.split(',')[0]));
  expect(titles).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `Night ${n}`));
  expect(await cells.locator('.sr').allTextContents()).toEqual([...Array(8).fill('present'), 'late', 'no show']);
  await expectAccessibleInBothThemes(page);
  await picture(page, 'people-nights-dark-1280');
  await stage.app.ctx.sql(`delete from event where title like 'Night %'`);
});

function never(): never {
  throw new Error('There is no such guild in the simulator.');
}

test('a raider of a team without an account is named among those who have not answered', async () => {
  const { id: raider } = await add('Curlybill');
  const team = await done<{ id: string }>(
    officer('POST', `/organizations/${guild.id}/teams`, { name: 'Of the unreachable' }),
  );
  await done(officer('PUT', `/teams/${team.id}/members/${raider}`, { status: 'main' }));
  const event = await done<{ id: string }>(
    officer('POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'For the team', type: 'raid', scope: 'guild', durationMinutes: 180, teamId: team.id },
      startsAt: inHours(31),
    }),
  );
  const page = await openPage(stage, { as: 'kessa', path: `/events/${event.id}` });
  const waiting = page.getByRole('region', { name: 'Not answered' });
  await waiting.getByText('Curlybill').waitFor();
  await waiting.getByText('no account').waitFor();
  expect(await waiting.getByRole('button', { name: 'Remind 0' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await waiting.getByRole('button', { name: 'Answer for Curlybill' }).click();
  await page.getByRole('menuitem').first().click();
  await waiting.getByText('Curlybill').waitFor({ state: 'detached' });
  await stage.app.ctx.sql('delete from team where id = $1', [team.id]);
});

test('a community without a roster of the game has tabs for its people and teams', async () => {
  const club = await done<{ id: string }>(
    officer('POST', '/organizations', { name: 'Readers of maps', type: 'team', alias: 'readers-of-maps' }),
  );
  const page = await openPage(stage, { as: 'kessa', path: `/g/${club.id}/members` });
  const tabs = page.getByRole('navigation', { name: 'People and rights' });
  await tabs.getByRole('link', { name: 'People' }).click();
  await page.getByText('No raiders yet').waitFor();
  await tabs.getByRole('link', { name: 'Teams' }).click();
  await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
  await tabs.getByRole('link', { name: 'Members' }).click();
  await page.waitForURL(/members$/);
});

test('raiders who may be one person are merged by two taps, or said to be two people once', async () => {
  await add('Bronwen');
  await add('Bronwenna');
  await add('Ruffian');
  await add('Ruff', { kind: 'guest' });
  const page = await openPage(stage, { as: 'kessa', path: people() });
  const same = page.getByRole('region', { name: 'May be the same person' });
  await same.getByText('begins alike').first().waitFor();
  await expectAccessible(page);
  await picture(page, 'people-same-dark-1280');
  await same
    .getByRole('button', { name: /are two people/ })
    .filter({ hasText: 'Two people' })
    .first()
    .waitFor();
  await same.getByRole('button', { name: /Ruff.* are two people/ }).click();
  await page.getByText('They are not proposed again.').waitFor();
  await same.getByRole('button', { name: /Ruff.* are two people/ }).waitFor({ state: 'detached' });
  await same.getByRole('button', { name: /^Merge Bronwen/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await same.waitFor({ state: 'detached' });
  expect((await raiders()).length).toBe(3);
});

test.each([
  ['People', people, /trpc\/[^?]*raiders\.list/, 'No raiders yet'],
  ['Bring in', bringIn, /trpc\/[^?]*imports\.list/, 'Nothing was brought in yet.'],
  ['Teams', () => `/g/${guild.id}/teams`, /trpc\/[^?]*teams\.list/, 'No teams yet'],
])('%s waits with a skeleton, says when it fails, tries again, and is empty', async (_name, path, request, empty) => {
  await stage.app.ctx.sql('delete from team where organization_id = $1', [guild.id]);
  const page = await openPage(stage, { as: 'kessa', refusals: true });
  const held = Promise.withResolvers<void>();
  let fails = true;
  await page.route(request, async (route) => {
    await held.promise;
    return fails ? route.abort() : route.continue();
  });
  await page.goto(path());
  const main = page.getByRole('main');
  await main.getByRole('status', { name: 'Loading' }).first().waitFor();
  held.resolve();
  const again = main.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await expectAccessible(page);
  fails = false;
  await again.click();
  await main.getByText(empty).waitFor();
  await again.waitFor({ state: 'detached' });
});
