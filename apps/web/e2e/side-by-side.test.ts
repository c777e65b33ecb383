/** Characters of a guild beside each other, who can craft, and one's own reputations. */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../server/src/core/jobs/job.ts';
import { catalogueSyncJob } from '../../server/src/reference/reference.jobs.ts';
import { untilEnriched } from '../../server/test/character.ts';
import { eventually, type TestGuild } from '../../server/test/guild.ts';
import { syncJournal } from '../../server/test/journal.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
} from './stage.ts';

/** The Age of Dawn has Harborwrights; Saltglass belongs elsewhere. */
const DAWN = 68;

let stage: Stage;
let guild: TestGuild;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [40] }) });
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('kessa');
  await untilEnriched(stage.app);
  await syncJournal(stage.app);
  const job = await send(stage.app.ctx.boss, catalogueSyncJob, {});
  await eventually(async () => {
    const done = await stage.app.ctx.sql('select state from pgboss.job where id = $1', [job]);
    expect(done).toEqual([{ state: 'completed' }]);
  });
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

const open = (at: string, options: Parameters<typeof openPage>[1] = {}) =>
  openPage(stage, { as: 'ysolde', path: at.startsWith('/') ? at : `/g/${guild.alias}/${at}`, ...options });
const lines = async (page: Page) => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const text = (await (await (await download).createReadStream()).toArray()).join('');
  return text.trimEnd().split('\r\n');
};

const matrix = (page: Page) => page.getByRole('table', { name: 'Factions by characters' });
const counted = (page: Page) => page.getByRole('status').filter({ hasText: '×' }).textContent();

test('crafters are found by recipe in another language, and one tap copies a whisper', async () => {
  const { sql } = stage.app.ctx;
  const [recipe] = await sql<{ name: string }>(
    `select r.names ->> 'de_DE' as name from recipe r join character_recipe c on c.recipe_id = r.id
     where r.names ->> 'de_DE' is not null limit 1`,
  );
  const page = await open('crafters');
  await page.getByText(/\d+ crafters/).waitFor();
  await expectAccessible(page);
  const word = (recipe?.name ?? '').split(' ')[0] ?? '';
  await page.getByLabel('What do you need?').fill(word);
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(word);
  await page
    .getByText(/^\d+ cans?$/)
    .first()
    .waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page
    .getByRole('button', { name: /^Copy a whisper to/ })
    .first()
    .click();
  await page.getByText('Copied. Paste it into the game.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\/w \S+ Hi! Could you craft/);
  expect((await lines(page)).length).toBeGreaterThan(1);
  await page.getByLabel('What do you need?').fill('zz');
  await page.getByText('Type at least three letters').waitFor();
  await page.getByLabel('What do you need?').fill('nothing is called so');
  await page.getByText('Nobody here can make that').waitFor();
});

test('crafters who share nothing are not found', async () => {
  const page = await open('crafters');
  await page.getByText(/\d+ crafters/).waitFor();
  await page.getByRole('checkbox', { name: 'My guilds may see' }).uncheck();
  await page.getByText('Your guilds no longer see it.').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Ysolde' }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'My guilds may see' }).check();
  await page.getByText('Your guilds see it now.').waitFor();
});

test('reputations are searched, swapped and downloaded, and a faction of another expansion links there', async () => {
  const page = await open(`reputations?expansion=${DAWN}`);
  await matrix(page).getByText('Harborwrights').waitFor();
  await matrix(page).getByRole('link', { name: 'Kessaly' }).waitFor();
  const before = await counted(page);
  expect((await lines(page)).length).toBe(Number(before?.split(' ')[0]) + 1);
  await page.getByRole('button', { name: 'Swap axes' }).click();
  await matrix(page).getByRole('columnheader', { name: 'Harborwrights' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe(`?expansion=${DAWN}&swap=true`);
  await page.getByLabel('Find a faction').fill('saltglass');
  await page.getByText('In another expansion:').waitFor();
  await page
    .getByRole('button', { name: /Saltglass/ })
    .first()
    .click();
  await matrix(page)
    .getByText(/Saltglass/)
    .first()
    .waitFor();
  await page.reload();
  await matrix(page)
    .getByText(/Saltglass/)
    .first()
    .waitFor();
});

test('bosses of the guild are filtered by expansion and difficulty', async () => {
  const page = await open('encounters');
  const bosses = page.getByRole('table', { name: 'Bosses by characters' });
  await bosses.getByRole('rowheader').first().waitFor();
  await page.getByLabel('Difficulty').selectOption({ index: 0 });
  await expect.poll(() => new URL(page.url()).searchParams.get('difficulty')).toBeTruthy();
  await bosses.getByText('defeated').first().waitFor({ state: 'attached' });
  await page.getByRole('radio', { name: 'Dungeons' }).check();
  await expect.poll(() => new URL(page.url()).searchParams.get('category')).toBe('dungeon');
  expect((await lines(page))[0]).toContain('"Instance","Boss"');
});

test('gear and the vault share one list, which filters for characters that miss something', async () => {
  const page = await open('vault?sort=rating');
  await expect
    .poll(() => new URL(page.url()).pathname + new URL(page.url()).search)
    .toBe(`/g/${guild.alias}/gear?sort=rating`);
  await page.goto(`/g/${guild.alias}/audit-of-gear`);
  await page
    .getByText(/no enchant: /)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Only incomplete' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?incomplete=true');
  expect((await lines(page))[0]).toBe(
    '\uFEFF"Character","Person","Item level","Missing enchants","Empty sockets","Empty slots","Rating","1 run","4 runs","8 runs","This week"',
  );
  await page.locator('.nav a[aria-current]', { hasText: 'Side by side' }).waitFor();
  await page
    .getByText(/1 run$/)
    .first()
    .waitFor();
  await page.getByLabel('Sort').selectOption('name');
  await expect.poll(() => new URL(page.url()).search).toBe('?incomplete=true&sort=name');
});

test('a person compares the reputations of their own characters, and without any the page says so', async () => {
  const page = await open(`/reputations?expansion=${DAWN}`);
  await matrix(page).getByRole('link', { name: 'Ysolde' }).waitFor();
  await page.getByRole('link', { name: 'Reputations', exact: true }).waitFor();
  await page.getByLabel('Find a faction').fill('harbor');
  await expect.poll(() => counted(page)).toMatch(/^1 × /);
  const nobody = await open(`/reputations?expansion=${DAWN}`, { as: 'osric' });
  await nobody.getByText('Nobody to compare').waitFor();
});

test('an outsider is refused, and a failed request can be retried', async () => {
  const stranger = await open('crafters', { as: 'osric', refusals: true });
  await stranger
    .getByText(/You have no access|Nothing here/)
    .first()
    .waitFor();
  const page = await open('encounters', { refusals: true });
  await page.getByRole('table', { name: 'Bosses by characters' }).waitFor();
  await stage.app.ctx.sql('alter table character_section rename to away');
  await page.getByRole('link', { name: 'Gear and vault' }).click();
  await page.getByText('Something broke on our side').waitFor({ timeout: 60_000 });
  await stage.app.ctx.sql('alter table away rename to character_section');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page
    .getByText(/no enchant: /)
    .first()
    .waitFor();
});

test('all comparisons are accessible and fit in both themes, on desktop and phone', async () => {
  for (const width of [1280, 390] as const) {
    const page = await open('crafters', { width });
    await page.getByText(/\d+ crafters/).waitFor();
    await expectFits(page);
    for (const at of [`reputations?expansion=${DAWN}`, 'encounters', 'gear']) {
      await page.goto(`/g/${guild.alias}/${at}`);
      await page
        .getByText(/^as of /)
        .first()
        .waitFor();
      await expectAccessibleInBothThemes(page);
      await expectFits(page);
    }
  }
});
