import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROFILES, syncRoster, type TestGuild, untilIdle } from '../../server/test/guild.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
} from './stage.ts';

const MEMBERS = 1_000;
const MOST_ROWS = 40;
const ROSTER = '/data/wow/guild/*/roster';

let stage: Stage;
let guild: TestGuild;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [MEMBERS] }) });
  guild = await stage.guildOf('ysolde');
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

const open = (options: Partial<Parameters<typeof openPage>[1]> & { at?: string } = {}) => {
  const { at = '/roster', ...rest } = options;
  return openPage(stage, { as: 'ysolde', path: `/g/${guild.alias}${at}`, ...rest });
};
const rows = (page: Page) => page.locator('tbody tr[aria-rowindex]');
const firstRow = (page: Page) => page.getByRole('row').nth(1);
/** Polls, because the list follows the address a moment later. */
const expectSortedByName = (page: Page) =>
  expect
    .poll(async () => {
      const names = await rows(page).locator('td:first-child').allTextContents();
      return names.length > 1 && names.every((name, i) => i === 0 || (names[i - 1] ?? '').localeCompare(name) <= 0);
    })
    .toBe(true);
const counted = async (page: Page) =>
  (await page.getByRole('status').filter({ hasText: 'of 1,000' }).textContent()) ?? '';
/** Lets people start the next sync without waiting for the cooldown. */
const forgetCooldown = () =>
  stage.app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);

test('a thousand members scroll in one list with few rows and few requests', async () => {
  const page = await openPage(stage, { as: 'ysolde' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/trpc/')) asked.push(pathname.slice('/trpc/'.length));
  });
  await page.goto(`/g/${guild.alias}/roster`);
  await page.getByText(`1,000 of 1,000`).waitFor();
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
  expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS);
  expect(asked.filter((name) => name.includes('roster.'))).toHaveLength(1);

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.locator('tr[aria-rowindex="1001"]').waitFor();
  expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS);
});

test('a thousand members load in 220 kB', async () => {
  const page = await openPage(stage, { as: 'ysolde' });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(`/g/${guild.alias}/roster`);
  await page.getByText('1,000 of 1,000').waitFor();
  await page.waitForLoadState('networkidle');
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(220_000);
});

test('a thousand members by item level are accessible in both themes, and fit on a phone', async () => {
  for (const width of [1280, 390] as const) {
    const page = await open({ width, at: '/roster?sort=-itemLevel' });
    await page.getByText('1,000 of 1,000').waitFor();
    await expectAccessibleInBothThemes(page);
    await expectFits(page);
  }
});

test('columns and density are chosen and remembered', async () => {
  const page = await open();
  await page.getByText('1,000 of 1,000').waitFor();
  const header = page.getByRole('columnheader', { name: 'Item level' });
  await header.waitFor();
  const height = async () => (await firstRow(page).boundingBox())?.height ?? 0;
  const compact = await height();
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('checkbox', { name: 'Item level' }).uncheck();
  await page.getByRole('radio', { name: 'Comfortable' }).press('Space');
  await expectAccessible(page);
  await expect.poll(() => header.count()).toBe(0);
  await expect.poll(height).toBeGreaterThan(compact);
  await page.reload();
  await page.getByText('1,000 of 1,000').waitFor();
  expect(await header.count()).toBe(0);
  await expect.poll(height).toBeGreaterThan(compact);
});

test('the address keeps filters and order, and restores them', async () => {
  const page = await open();
  await page.getByText('1,000 of 1,000').waitFor();
  // Typed without accents, as people do in a hurry, on a phone that follows slowly.
  const processor = await page.context().newCDPSession(page);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.keyboard.press('/');
  for (let round = 0; round < 6; round += 1) {
    await page.keyboard.type('YSOLWEN');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('YSOLWEN');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(null);
  }
  await page.keyboard.type('YSOL');
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('1,000 of 1,000').waitFor();
  await page.getByRole('button', { name: /^Mage, \d+/ }).click();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('ranged');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?class=8&role=ranged&sort=name');
  await expectSortedByName(page);
  const shown = await counted(page);
  expect(shown).not.toMatch(/^(0|1,000) /);
  const first = await firstRow(page).textContent();

  await page.reload();
  await page.getByText(shown).waitFor();
  expect(await firstRow(page).textContent()).toBe(first);
  expect(await page.getByRole('button', { name: /^Mage, \d+/ }).getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');

  await page.goto(`/g/${guild.alias}/roster?q=nobody+is+called+so&rank=x&sort=shoe&class=99`);
  await page.getByText('No matches').waitFor();
  await page.getByRole('button', { name: 'Reset' }).first().click();
  await page.getByText('1,000 of 1,000').waitFor();
});

test('a promotion shows while the sync still reads last logins, and the page says when it is done', async () => {
  const { world, faults } = stage.app.simulator;
  const member = world.members(world.guild('lantern')).find(({ rank }) => (rank ?? 0) > 3);
  if (!member) throw new Error('Nobody to promote');
  const { name } = member;
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
  const page = await open({ at: `/roster?q=${encodeURIComponent(name)}` });
  await firstRow(page).getByText(name).waitFor();

  await forgetCooldown();
  faults.add({ match: PROFILES, fault: { kind: 'hang', until } });
  world.setRank(member, 1);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('Members and ranks are read.').waitFor();
  expect(await page.getByRole('button', { name: 'Reading' }).isDisabled()).toBe(true);
  await firstRow(page).filter({ hasText: name }).getByText('promoted').waitFor();
  await page.getByRole('progressbar', { name: 'Last logins' }).waitFor();
  faults.clear();
  goOn();
  await page.getByText('The roster is up to date.').waitFor({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Sync now' }).waitFor();
});

test('a roster on hold says why, and keeps all members', async () => {
  const { faults } = stage.app.simulator;
  faults.add({ match: ROSTER, fault: { kind: 'empty-roster' } });
  const session = await syncRoster(stage.app, await stage.signedIn('ysolde'), guild);
  expect(session.status).toBe('held');
  const page = await open();
  await page.getByText('The roster is on hold').waitFor();
  await page.getByText('no member loses a rank, a role or a joining date').waitFor();
  await page.getByText('1,000 of 1,000').waitFor();
  await expectAccessible(page);
  faults.clear();
});

test('a row keeps the focus when the code that follows the scrolling arrives', async () => {
  const page = await openPage(stage, { as: 'ysolde' });
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/assets\/follow-scrolling-.*\.js/, async (route) => {
    await arrives;
    await route.continue();
  });
  await page.goto(`/g/${guild.alias}/roster`);
  const third = page.locator('tbody tr[data-index="2"]').getByRole('button');
  await third.focus();
  const before = await rows(page).count();
  arrive();
  // It renders the rows of the screen instead of the first ones.
  await expect.poll(() => rows(page).count()).toBeLessThan(before);
  expect(await third.evaluate((row) => row === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.locator('tbody tr[data-index="3"] button:focus').waitFor();
});

test('the panel of a member shows their history, and closing it returns the focus', async () => {
  const page = await open({ at: '/roster?claimed=true' });
  // Arrows move the focus once the code that follows the scrolling is there.
  await page.waitForLoadState('networkidle');
  await firstRow(page).getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const name = (await firstRow(page).locator('.who').textContent()) ?? '';
  const panel = page.getByRole('complementary', { name });
  await panel.getByText(/^Joined as /).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('ASIDE');
  expect(new URL(page.url()).searchParams.get('member')).toBeTruthy();
  await page.keyboard.press('Escape');
  await expect.poll(() => panel.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(name);
  expect(new URL(page.url()).searchParams.get('member')).toBeNull();
});

test('the visible rows can be downloaded as CSV', async () => {
  const page = await open({ at: '/roster?class=8&sort=name' });
  await page.getByRole('status').filter({ hasText: 'of 1,000' }).waitFor();
  const [count] = (await counted(page)).split(' ');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const stream = await (await download).createReadStream();
  const lines = (await stream.toArray()).join('').trimEnd().split('\r\n');
  expect(lines[0]).toBe('\uFEFF"Name","Realm","Class","Level","Item level","Role","Rank","Played","Person","Joined"');
  expect(lines).toHaveLength(Number(count) + 1);
  expect(lines.slice(1).every((line) => line.split(',')[2] === '"Mage"')).toBe(true);
});

test('members who have not played for 30 days are filtered, without those of whom that is not known, and taken as CSV', async () => {
  const { sql } = stage.app.ctx;
  const [one, other] = await sql<{ id: string; name: string }>(
    'select id, name from roster_entry where organization_id = $1 and left_at is null order by name limit 2',
    [guild.id],
  );
  const before = await sql<{ id: string; at: Date | null }>('select id, last_login_at as at from roster_entry');
  try {
    await sql('update roster_entry set last_login_at = now()');
    await sql(`update roster_entry set last_login_at = now() - interval '31 days' where id = $1`, [one?.id]);
    await sql('update roster_entry set last_login_at = null where id = $1', [other?.id]);
    const page = await open({ at: '' });
    // The clock of a PC may be wrong, and the members have played all the same.
    await page.clock.install({ time: Date.now() + 40 * 86_400_000 });
    await page.goto(`/g/${guild.alias}/roster`);
    await page.getByText('1,000 of 1,000').waitFor();
    await page.getByRole('combobox', { name: 'Played' }).selectOption({ label: 'Not played for 30 days' });
    await page.getByText('1 of 1,000 · 1 with an unknown last login left out').waitFor();
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const stream = await (await download).createReadStream();
    const lines = (await stream.toArray()).join('').trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(one?.name ?? '?');
  } finally {
    for (const { id, at } of before) await sql('update roster_entry set last_login_at = $2 where id = $1', [id, at]);
  }
});

test('an outsider does not see the members, and the page says so', async () => {
  const outsider = await openPage(stage, { as: 'vesper', path: `/g/${guild.alias}/roster`, refusals: true });
  await outsider.getByRole('alert').waitFor();
  expect(await outsider.getByRole('alert').textContent()).toMatch(/You don’t have access|Nothing here/);
  expect(await outsider.getByRole('table').count()).toBe(0);
  await expectAccessible(outsider);
});

test('members that fail to load leave the page usable, and can be retried', async () => {
  await stage.app.ctx.sql('alter table roster_entry rename to roster_entry_away');
  const page = await openPage(stage, { as: 'ysolde', refusals: true });
  try {
    await page.goto(`/g/${guild.alias}/roster`);
    await page.getByRole('alert').waitFor();
    await page.getByRole('navigation').first().waitFor();
  } finally {
    await stage.app.ctx.sql('alter table roster_entry_away rename to roster_entry');
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('1,000 of 1,000').waitFor();
});

test('the panel of a member is accessible in both themes, and fits on a phone', async () => {
  for (const width of [1280, 390] as const) {
    const page = await open({ width, at: '/roster?claimed=true' });
    await rows(page).first().getByRole('button').click();
    await page.getByText(/^Joined as /).waitFor();
    await expectAccessibleInBothThemes(page);
    await expectFits(page);
  }
});

test('an officer decides on a transfer, and the character keeps its history', async () => {
  const { world } = stage.app.simulator;
  const moving = world.members(world.guild('lantern')).filter(({ rank }) => (rank ?? 0) > 5);
  for (const member of moving.slice(0, 2)) world.changeFaction(member);
  await syncRoster(stage.app, await stage.signedIn('ysolde'), guild);
  const page = await open({ at: '/roster/transfers' });
  await expect.poll(() => page.getByRole('button', { name: 'One character' }).count()).toBe(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'One character' }).first().click();
  await page.getByText('keeps its history and join date').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Two characters' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Two characters' }).click();
  await page.getByText('Nothing to decide').waitFor();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Transfers' }).click();
  await page.getByText(/^Came from /).waitFor();
  await untilIdle(stage.app);
});
