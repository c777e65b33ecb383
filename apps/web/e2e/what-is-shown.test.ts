/** A page says what it knows, on the phone too, and comes back by itself from what was not its fault. */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { characterNamed, untilEnriched } from '../../server/test/character.ts';
import { done } from '../../server/test/events.ts';
import { syncJournal } from '../../server/test/journal.ts';
import { expectAccessibleInBothThemes, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [20] }) });
  await stage.guildOf('ysolde');
  await syncJournal(stage.app);
  await untilEnriched(stage.app);
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

const idOf = async (name: string) => (await characterNamed(await stage.signedIn('ysolde'), name)).id;

/** Opens the page of another character while `cut` keeps the network away, whose code and frame are there already. */
async function openCharacterWithout(cut: (page: Page) => Promise<unknown>, sign: string): Promise<Page> {
  const page = await openPage(stage, { as: 'ysolde', path: '/characters', refusals: true, live: false });
  await page.getByRole('link', { name: 'Ysolde', exact: true }).click();
  await page.getByRole('heading', { name: 'Ysolde', level: 1 }).waitFor();
  await page.goBack();
  const other = page.getByRole('link', { name: 'Ysóra', exact: true });
  await other.waitFor();
  await cut(page);
  await other.click();
  await page.getByText(sign).first().waitFor();
  return page;
}

test('a page that was opened without a network comes by itself once there is one', async () => {
  const page = await openCharacterWithout((opened) => opened.context().setOffline(true), 'You are offline');
  expect(await page.getByRole('heading', { name: 'Ysóra', level: 1 }).count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Ysóra', level: 1 }).waitFor();
});

test('a page that could not reach the service comes by itself once it can', async () => {
  const requests = '**/trpc/**';
  const page = await openCharacterWithout(
    (opened) => opened.route(requests, (route) => route.abort()),
    'No connection',
  );
  await page.unroute(requests);
  await page.getByRole('heading', { name: 'Ysóra', level: 1 }).waitFor();
  await expect.poll(() => page.getByText('No connection').count()).toBe(0);
});

/** Whether the whole of each is on the screen, from left to right. */
async function areSeen(places: Locator): Promise<boolean[]> {
  await places.first().waitFor();
  return places.evaluateAll((all) =>
    all.map((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 0 && left >= 0 && right <= innerWidth;
    }),
  );
}

test('at 390 pixels every difficulty of a raid is on the screen, heroic and mythic too', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: `/characters/${await idOf('Ysolde')}/raids`, width: 390 });
  for (const difficulty of ['Heroic', 'Mythic']) {
    const cells = page.locator(`td[data-of="${difficulty}"]`);
    const seen = await areSeen(cells);
    expect([difficulty, seen.length > 0, seen.every(Boolean)]).toEqual([difficulty, true, true]);
  }
  const lines = await page
    .locator('table tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => new Set([...row.querySelectorAll('td')].map((cell) => cell.getBoundingClientRect().top)).size),
    );
  expect(new Set(lines)).toEqual(new Set([1]));
  const wide = await page
    .locator('table')
    .first()
    .evaluate((table) => table.scrollWidth > innerWidth);
  expect(wide).toBe(false);
});

test('a document that the platform does not have is told from one that was not read since the reset', async () => {
  const id = await idOf('Ysolde');
  const page = await openPage(stage, { as: 'ysolde' });
  const show = async (change: string) => {
    await stage.app.ctx.sql(
      `update character_section set ${change} where character_id = $1 and section = 'mythic-keystone'`,
      [id],
    );
    await page.goto(`/characters/${id}/keystone`);
    await page.getByRole('heading', { name: 'This week' }).waitFor();
  };
  await show(`fetched_at = now() - interval '15 days'`);
  const keystones = page
    .getByRole('list', { name: 'Great Vault' })
    .getByRole('listitem')
    .filter({ hasText: 'Keystones' });
  await keystones.getByText('not read since the reset').waitFor();
  expect(await keystones.getByText('no data on the game platform').count()).toBe(0);
  await show(`status = 'not_found', data = null`);
  await keystones.getByText('no data on the game platform').waitFor();
  expect(await keystones.getByText('not read since the reset').count()).toBe(0);
});

test('a week and lockouts without anything seen are not called empty', async () => {
  const id = await idOf('Ysóra');
  const { sql } = stage.app.ctx;
  for (const table of ['keystone_run', 'boss_kill']) await sql(`delete from ${table} where character_id = $1`, [id]);
  for (const [section, data] of [
    ['raids', { expansions: [] }],
    ['mythic-keystone', { rating: null, seasonIds: [], bestRunsThisWeek: [] }],
  ])
    await sql(
      `insert into character_section (character_id, section, status, fetched_at, data) values ($1, $2, 'ok', now(), $3)
       on conflict (character_id, section) do update set status = 'ok', fetched_at = now(), data = excluded.data`,
      [id, section, data],
    );
  const page = await openPage(stage, { as: 'ysolde', path: `/characters/${id}/keystone` });
  await page.getByText('No keystone run seen this week').waitFor();
  await page.goto('/characters/side-by-side');
  const row = page.getByRole('row', { name: /Ysóra/ });
  await row.locator('td[data-of="Raids this week"]').getByText('none seen').waitFor();
});

test('the page of a character shows three rows of the vault, and seasons by name', async () => {
  const id = await idOf('Ysolwen');
  const { sql } = stage.app.ctx;
  await sql(
    `insert into keystone_run (character_id, completed_at, dungeon_id, dungeon_name, level, in_time, rating, season_id)
     values ($1, now() - interval '300 days', 5, 'Saltglass Vaults', 11, true, 250, 13),
       ($1, now(), 6, 'Gull Steps', 12, true, 260, 14)`,
    [id],
  );
  const page = await openPage(stage, { as: 'ysolde', path: `/characters/${id}/keystone` });
  const vault = page.getByRole('list', { name: 'Great Vault' });
  for (const row of ['Raid', 'Keystones', 'World']) await vault.getByText(row, { exact: true }).waitFor();
  await page.getByText('the game tells no reward’s item level').waitFor();
  await page.getByRole('heading', { name: 'Best of the season' }).waitFor();
  await page.getByText('Tide Season 2').first().waitFor();
  await page.getByRole('heading', { name: 'Earlier seasons' }).waitFor();
  await page.getByText('Tide Season 1').click();
  await page.getByText('Saltglass Vaults').last().waitFor();
  await expectAccessibleInBothThemes(page);
  await page.goto('/characters/side-by-side');
  await page.getByRole('columnheader', { name: 'Mythic+ Tide Season 2' }).waitFor();
  await page.getByRole('columnheader', { name: 'Great Vault' }).waitFor();
  await page
    .getByText(/^at least \d+$/)
    .first()
    .waitFor();
});

test('a text that cannot be formatted is shown as it was written, and the page around it stays', async () => {
  const { token } = await stage.signedIn('ysolde');
  const call = callerOf(stage.app, token);
  const { id } = await done<{ id: string }>(call('POST', '/organizations', { name: 'The Anvil', type: 'community' }));
  const body = '# Unreadable\n\n**Bring** flasks.';
  const post = await done<{ id: string }>(call('POST', `/organizations/${id}/posts`, { title: 'Signs', body }));
  const page = await openPage(stage, { as: 'ysolde' });
  await page.addInitScript(() => {
    // As when the stack of a browser is too small for a text. It reports what a boundary has caught. The look for signs of
    // markup, one class of characters, needs no stack.
    const read = RegExp.prototype.exec;
    RegExp.prototype.exec = function exec(text: string) {
      if (text.startsWith('# Unreadable') && !this.source.startsWith('[*_~`'))
        throw new RangeError('Maximum call stack size exceeded');
      return read.call(this, text);
    };
    console.error = () => {};
  });
  await page.goto(`/posts/${post.id}`);
  await page.getByRole('heading', { name: 'Signs' }).waitFor();
  await expect.poll(() => page.getByText('# Unreadable').textContent()).toBe(body);
  expect(await page.getByText('Something broke').count()).toBe(0);
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor();
});
