/** Points for loot: a pool is begun, points and a price are booked, a ledger is read, and a booking is taken back. */
import type { PointPoolView } from '@guildhall/contracts/points.ts';
import type { TeamView } from '@guildhall/contracts/team.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Call, callerOf } from '../../server/test/caller.ts';
import { done } from '../../server/test/events.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { picture } from './picture.ts';
import { expectAccessibleInBothThemes, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let guild: TestGuild;
let call: Call;
let raiders: string[];
const NAMES = ['Aldertide', 'Brackwyn', 'Corvane', 'Dunmere', 'Elsbeth', 'Farrow', 'Gildas', 'Hollis'];

beforeAll(async () => {
  stage = await openStage();
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('pell');
  call = callerOf(stage.app, (await stage.signedIn('ysolde')).token);
});
afterAll(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  const { sql } = stage.app.ctx;
  await sql('delete from point_pool');
  await sql('delete from rate_limit');
  await sql('delete from raider where user_id is null');
  const rows = await sql<{ id: string }>(
    `with people as (
       insert into raider (organization_id, name) select $1, name from unnest($2::text[]) name returning id, name),
     characters as (
       insert into raider_character (organization_id, raider_id, name, realm, name_key, realm_key, class_id, is_main, source)
       select $1, id, name, '', lower(name), '', 1 + (ascii(name) % 11), true, 'officer' from people)
     select id from people order by name`,
    [guild.id, NAMES],
  );
  raiders = rows.map(({ id }) => id);
});

const path = () => `/g/${guild.id}/loot/points`;

async function filledPool(): Promise<PointPoolView> {
  const pool = await done<PointPoolView>(
    call('POST', `/organizations/${guild.id}/point-pools`, {
      ...{ name: 'Main raid', kind: 'epgp', baseGp: 100, minEp: 60 },
      decay: { percent: 10, everyDays: 7, nextOn: '2086-01-01', negatives: true },
      attendance: { raidsAWeek: 2, weeks: 10 },
    }),
  );
  const book = (body: object) =>
    done(call('POST', `/point-pools/${pool.id}/entries`, { reason: 'Regent Ismere', ...body }));
  await book({ points: 100, raiderIds: raiders.slice(0, 7) });
  await book({ points: 50, raiderIds: raiders.slice(2), reason: 'On time, and prepared for the night' });
  await book({ charge: { price: 40, raiderId: raiders[2] }, reason: 'Chain of Nine Wicks' });
  await book({ charge: { price: 85, raiderId: raiders[4] }, reason: 'Regent’s Last Coal' });
  return pool;
}

const standings = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => (row.textContent ?? '').replace(/\s+/g, ' ')));

test('an officer begins a pool, books points, and takes them back', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: path() });
  await page.getByText('No points yet').waitFor();
  await picture(page, 'points-none-1280');
  await page.getByRole('button', { name: 'New pool' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Main raid');
  await picture(page, 'points-begin');
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.getByText('No raider has points yet').waitFor();

  await page.getByRole('button', { name: 'Book', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'EP', exact: true }).fill('12');
  for (const name of ['Aldertide', 'Corvane']) await dialog.getByRole('checkbox', { name }).check();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Regent Ismere');
  await picture(page, 'points-book');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByText('Booked for 2 raiders').waitFor();
  await expect.poll(() => standings(page)).toHaveLength(2);
  expect((await standings(page))[0]).toContain('0.12');

  await page.getByRole('link', { name: 'Corvane' }).click();
  await page.getByText('then 12 EP, 100 GP').waitFor();
  await page.getByRole('button', { name: 'Take back Regent Ismere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Taken back for 1 raider').waitFor();
  await page.getByText('then 0 EP, 100 GP').waitFor();
  await page.getByRole('button', { name: 'All raiders' }).click();
  await page.getByRole('button', { name: 'Take back Regent Ismere' }).waitFor();
});

test('a raider pays a price that the formula gives', async () => {
  await filledPool();
  const page = await openPage(stage, { as: 'ysolde', path: path() });
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'What is booked' }).selectOption('pays');
  await dialog.getByRole('combobox', { name: 'Raider who pays' }).fill('Brack');
  await page.getByRole('option', { name: 'Brackwyn' }).click();
  await dialog.getByText('Compute the price').click();
  await dialog.getByRole('textbox', { name: 'Item level' }).fill('200');
  await dialog.getByRole('button', { name: 'Take 100' }).click();
  expect(await dialog.getByRole('textbox', { name: 'Price' }).inputValue()).toBe('100');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Helm');
  await picture(page, 'points-price');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByText('Booked for 1 raider').waitFor();
  await expect.poll(async () => (await standings(page)).find((row) => row.includes('Brackwyn'))).toContain('0.5');
});

test('everybody who sees the roster reads standings and rules, on a phone too', async () => {
  await filledPool();
  const page = await openPage(stage, { as: 'pell', path: path(), width: 390, theme: 'light' });
  await page.getByText('Every raider has at least 100 GP.').waitFor();
  await expect.poll(async () => (await standings(page)).length).toBe(8);
  expect((await standings(page)).at(-1)).toContain('below the minimum');
  expect(await page.getByText('tie', { exact: true }).count()).toBeGreaterThan(1);
  for (const name of ['Book', 'New pool', 'Change', 'Decay today']) {
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  }
  await page.getByRole('link', { name: 'Corvane' }).click();
  await page.getByText('then 150 EP, 140 GP').waitFor();
  await expectFits(page);
  await picture(page, 'points-390');
});

test('prices by hand are read by everybody, and changed and removed by officers', async () => {
  await filledPool();
  const page = await openPage(stage, { as: 'ysolde', path: path() });
  const prices = page.getByRole('region', { name: 'Prices by hand' });
  await prices.getByText('Charge an award').waitFor();
  const { pools } = await done<{ pools: { id: string }[] }>(call('GET', `/organizations/${guild.id}/point-pools`));
  const { 0: first } = pools;
  for (const itemId of [4711, 4712]) {
    await done(call('PATCH', `/point-pools/${first?.id}/prices`, { itemId, price: 40 }));
  }
  await page.reload();
  await prices.getByRole('button', { name: 'Change the price of Item 4711' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Price' }).fill('45');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await prices.getByText('45', { exact: true }).waitFor();
  await picture(page, 'points-prices-1280');
  await prices.getByRole('button', { name: 'Change the price of Item 4712' }).click();
  await dialog.getByRole('textbox', { name: 'Price' }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => prices.getByRole('listitem').count()).toBe(1);
  for (const width of [320, 390]) {
    const phone = await openPage(stage, { as: 'pell', path: path(), width, theme: 'light' });
    const read = phone.getByRole('region', { name: 'Prices by hand' });
    await read.getByText('Item 4711').waitFor();
    expect(await read.getByRole('button').count()).toBe(0);
    await expectFits(phone);
  }
});

test('the rules are changed, and a pool decays today', async () => {
  await filledPool();
  const page = await openPage(stage, { as: 'ysolde', path: path() });
  await page.getByText('10 % decays every 7 days.').waitFor();
  await picture(page, 'points-1280');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('spinbutton', { name: 'Percent' }).fill('20');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('20 % decays every 7 days.').waitFor();
  await page.getByRole('button', { name: 'Decay today' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decay today' }).click();
  await page.getByText('8 raiders have less').waitFor();
});

test('balances of another tool are brought in, and open the ledgers of raiders', async () => {
  await filledPool();
  await stage.app.ctx.sql('delete from import_run');
  await done(call('POST', `/organizations/${guild.id}/point-pools`, { name: 'Alts', kind: 'dkp' }));
  const page = await openPage(stage, { as: 'ysolde', path: path() });
  await page.getByRole('link', { name: 'Bring in' }).click();
  const player = (name: string, points: number) => ({ name, points });
  const players = [player('Aldertide', 47), player('Brackwyn', -3), player('Nemo', 9)];
  const text = JSON.stringify({ standings: { roster: [{ standings: { player: players } }] } });
  await page.getByRole('textbox', { name: 'Balances' }).fill(text);
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByText('Choose a pool first.').waitFor();
  await page.getByRole('combobox', { name: 'Pool that takes over the balances' }).selectOption('Alts');
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByText('47 points').waitFor();
  await page.getByText('here 0 → 47').waitFor();
  await picture(page, 'points-import');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: /^Bring in 2/ }).click();
  await page.getByText('2 rows were written.').waitFor();
  await page.getByRole('link', { name: 'See the points' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Pool' }).locator(':checked').textContent()).toBe('Alts');
  await page.getByRole('link', { name: 'Aldertide' }).click();
  await page.getByText('then 47').waitFor();
  await page.getByText('Core Loot Manager').waitFor();
});

test('a lead who does not see the roster begins a pool for the team, and books for its raiders', async () => {
  const { sql } = stage.app.ctx;
  const pell = callerOf(stage.app, (await stage.signedIn('pell')).token);
  const { id: raiderId } = await done<{ id: string }>(pell('PUT', `/organizations/${guild.id}/raiders/mine`, {}));
  const team = await done<TeamView>(call('POST', `/organizations/${guild.id}/teams`, { name: 'Tuesday' }));
  for (const id of raiders.slice(0, 2)) await done(call('PUT', `/teams/${team.id}/members/${id}`, { status: 'main' }));
  await done(call('PUT', `/teams/${team.id}/members/${raiderId}`, { status: 'main', lead: true }));
  await filledPool();
  const hide = `update role set permissions = array_remove(permissions, 'canViewRoster') where organization_id = $1 returning id`;
  await sql(hide, [guild.id]);
  const page = await openPage(stage, { as: 'pell', path: path() });
  await page.getByText('No points yet').waitFor();
  await page.getByRole('button', { name: 'New pool' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Tuesday points');
  await page.getByLabel('Kind').selectOption('dkp');
  expect(await page.getByRole('combobox', { name: 'For' }).locator('option').allTextContents()).toEqual(['Tuesday']);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Book' }).click();
  await page.getByRole('textbox', { name: 'Points' }).fill('10');
  await page.getByRole('checkbox', { name: 'Brackwyn' }).check();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Came early');
  await picture(page, 'points-lead-book');
  await page.getByRole('dialog').getByRole('button', { name: 'Book' }).click();
  await page.getByText('Booked for 1 raider').waitFor();
  await page
    .getByRole('row', { name: /Brackwyn/ })
    .getByText('10', { exact: true })
    .waitFor();
  expect(await page.getByRole('link', { name: 'Bring in' }).count()).toBe(0);
  await sql(`update role set permissions = permissions || '{canViewRoster}' where organization_id = $1`, [guild.id]);
  await sql('delete from team', []);
});
