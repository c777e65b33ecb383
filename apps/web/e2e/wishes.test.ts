/** A raider's wishes: a sim by its link, items by hand in an own order, what is stale or fulfilled, and whose are seen. */
import type { WishesView, WishView } from '@guildhall/contracts/wish.ts';
import { droptimizerId } from '@guildhall/simulator/sims/api.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Call, callerOf } from '../../server/test/caller.ts';
import { done } from '../../server/test/events.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { syncJournal } from '../../server/test/journal.ts';
import { bringInAward, historyOf } from '../../server/test/loot.ts';
import { picture } from './picture.ts';
import {
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
  withoutClipboard,
} from './stage.ts';

let stage: Stage;
let guild: TestGuild;
let call: Call;
beforeAll(async () => {
  stage = await openStage();
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('kessa');
  await stage.guildOf('pell');
  await syncJournal(stage.app);
  call = callerOf(stage.app, (await stage.signedIn('ysolde')).token);
});
afterAll(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['sim_report', 'wish', 'loot_policy', 'import_run', 'loot_award', 'rate_limit']) {
    await stage.app.ctx.sql(`delete from ${table}`);
  }
});

const path = () => `/g/${guild.id}/loot/wishes`;
const sim = () => {
  const ysolde = stage.app.simulator.world.character('highmere', 'Ysolde');
  return `https://www.raidbots.com/simbot/report/${droptimizerId(ysolde, 'heroic')}`;
};

const field = (page: Page) => page.getByRole('textbox', { name: 'Raidbots or QE Live link' });

/** As people do it, with the clipboard. */
async function paste(page: Page, into: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await into.focus();
  await page.keyboard.press('ControlOrMeta+V');
}

/** The caller's raider, with a sim. */
async function simulated(): Promise<{ id: string; wishes: WishView[] }> {
  const { id } = await done<{ id: string }>(call('PUT', `/organizations/${guild.id}/raiders/mine`, {}));
  await done(call('POST', `/raiders/${id}/sims`, { link: sim() }));
  const { wishes } = await done<WishesView>(call('GET', `/raiders/${id}/wishes`));
  return { id, wishes };
}

test('a sim is read by its link, a gain is wished for, and the order is changed', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: path() });
  await page.getByText('No wishes yet').waitFor();
  await picture(page, 'wishes-none');
  await field(page).fill(sim());
  await page.getByRole('button', { name: 'Read the sim' }).click();
  const sims = page.getByRole('link', { name: 'Raidbots, heroic' });
  await sims.waitFor();
  expect(await sims.getAttribute('href')).toBe(sim());
  const changes = page.getByRole('button', { name: /^Change / });
  await expect.poll(() => changes.count()).toBeGreaterThan(2);
  const names = await changes.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  const [first = '', second = ''] = [...new Set(names)];
  for (const name of [first, second]) {
    await page.getByRole('button', { name, exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Wish for it' }).click();
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    await expect.poll(() => ranks(page)).toContain(name === first ? '1' : '2');
  }
  await page.getByRole('button', { name: second, exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'To the top' }).click();
  const named = async () => {
    const { wishes } = await done<WishesView>(call('GET', `/organizations/${guild.id}/wishes/mine`));
    return wishes.filter(({ rank }) => rank !== null).map(({ item }) => `Change ${item.name}`);
  };
  await expect.poll(named).toEqual([second, first]);
  await page.getByRole('button', { name: /without a gain$/ }).click();
  await picture(page, 'wishes-1280');
  await expectAccessibleInBothThemes(page);
});

test('from simulation to sheet without typing: a sim, a wish, an award that is brought in, and the history', async () => {
  const raider = await openPage(stage, { as: 'ysolde', path: path() });
  await raider.getByText('No wishes yet').waitFor();
  await paste(raider, field(raider), sim());
  await raider.getByRole('button', { name: 'Read the sim' }).click();
  await raider.getByRole('link', { name: 'Raidbots, heroic' }).waitFor();
  await raider
    .getByRole('button', { name: /^Change / })
    .first()
    .click();
  await raider.getByRole('menuitem', { name: 'Wish for it' }).click();
  await expect.poll(() => ranks(raider)).toContain('1');
  const { wishes } = await done<WishesView>(call('GET', `/organizations/${guild.id}/wishes/mine`));
  const wish = wishes.find(({ rank }) => rank === 1);
  if (!wish) throw new Error('no wish');
  const row = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: wish.item.name }).last();

  const officer = await openPage(stage, { as: 'kessa', path: `/g/${guild.id}/loot` });
  await officer.getByRole('link', { name: 'Bring in' }).click();
  const award = { item: wish.item.id, itemName: wish.item.name, seconds: Math.floor(Date.now() / 1000) - 7_200 };
  const history = historyOf({ ...award, to: 'Ysolde-Highmere', track: 'heroic', response: 'Need' });
  await paste(officer, officer.getByRole('textbox', { name: 'History' }), history);
  await officer.getByRole('button', { name: 'Read it' }).click();
  await officer.getByRole('button', { name: /^Bring in 1/ }).click();
  await officer.getByRole('link', { name: 'See the loot' }).click();
  await row(officer).getByText('Ysolde').first().waitFor();

  await row(raider).getByText('fulfilled').waitFor();
  await row(raider)
    .getByText(/^won .* · heroic/)
    .waitFor();
  await raider.getByRole('navigation', { name: 'Loot' }).getByRole('link', { name: 'History' }).click();
  await row(raider).getByText('Ysolde').first().waitFor();
  await row(raider).getByText('Need').first().waitFor();
  await picture(raider, 'wishes-sheet-1280');
});

test('a whole report of megabytes is pasted, and read as its link is', async () => {
  const [, id] = /([A-Za-z0-9]{22})$/.exec(sim()) ?? [];
  const answer = await fetch(`${stage.app.simulator.raidbotsUrl}/reports/${id}/data.json`);
  const text = JSON.stringify({ rawOutput: 'x'.repeat(2_000_000), ...JSON.parse(await answer.text()) }, null, 1);
  const page = await openPage(stage, { as: 'ysolde', path: path() });
  await page.getByText('No wishes yet').waitFor();
  await paste(page, field(page), text);
  await page.getByRole('button', { name: 'Read the sim' }).click();
  await expect.poll(() => page.getByRole('button', { name: /^Change / }).count()).toBeGreaterThan(2);
  const gains = async () => {
    const { wishes } = await done<WishesView>(call('GET', `/organizations/${guild.id}/wishes/mine`));
    return wishes.map(({ item, track, itemLevel, percent }) => [item.id, track, itemLevel, percent]);
  };
  const pasted = await gains();
  await simulated();
  expect(pasted).toEqual(await gains());
});

const ranks = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .evaluateAll((all) => all.map((one) => one.firstElementChild?.textContent));

test('on a phone it fits, and an item is added by raid and boss', async () => {
  await simulated();
  const page = await openPage(stage, { as: 'ysolde', path: path(), width: 390, theme: 'light' });
  await page.getByRole('link', { name: 'Raidbots, heroic' }).waitFor();
  await picture(page, 'wishes-390');
  await expectFits(page);
  await page.getByRole('button', { name: 'Add an item' }).click();
  const dialog = page.getByRole('dialog');
  for (const field of ['Raid', 'Boss', 'Item']) {
    await expect.poll(() => dialog.getByLabel(field, { exact: true }).locator('option').count()).toBeGreaterThan(1);
    await dialog.getByLabel(field, { exact: true }).selectOption({ index: 1 });
  }
  await dialog.getByLabel('Difficulty').selectOption('mythic');
  await picture(page, 'wishes-390-dialog');
  await dialog.getByRole('button', { name: 'Add an item' }).click();
  await page.getByText('by hand').waitFor();
});

test('a link to another place is refused with a sentence', async () => {
  const page = await openPage(stage, { as: 'pell', path: path(), refusals: true });
  await field(page).fill('https://evil.example/report');
  await page.getByRole('button', { name: 'Read the sim' }).click();
  await page.getByText('This is no link to a report of Raidbots or QE Live.').waitFor();
});

test('a sim of another month is stale: the bar copies the profile for a new one', async () => {
  await simulated();
  await stage.app.ctx.sql(`update sim_report set simulated_at = now() - interval '30 days'`);
  const page = await openPage(stage, { as: 'ysolde', path: path() });
  const copied = await withoutClipboard(page);
  await page.getByText(/wishes are stale$/).waitFor();
  await page.getByText('its sim is older than 14 days').first().waitFor();
  await picture(page, 'wishes-stale-1280');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Copy SimC' }).click();
  await page.getByText('Copied.').waitFor();
  expect(await copied()).toContain('paladin="Ysolde"');
  const raidbots = page.getByRole('main').getByRole('link', { name: 'Raidbots', exact: true });
  expect(await raidbots.getAttribute('href')).toBe('https://www.raidbots.com/simbot/droptimizer');
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'wishes-stale-390');
  await expectFits(page);
});

test('an award fulfils a wish while its page is open: it says the night and loses its number', async () => {
  const { id, wishes } = await simulated();
  const [first, second] = wishes.filter(({ differs }) => differs);
  const named = [first, second].flatMap((wish) => (wish ? [{ itemId: wish.item.id, track: wish.track }] : []));
  await done(call('PUT', `/raiders/${id}/wishes`, { wishes: named }));
  const seconds = Math.floor(Date.now() / 1000) - 7_200;
  await stage.app.ctx.sql(
    `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, published_at)
     values ($1, 'Tuesday night', 'raid', 'guild', 'completed', to_timestamp($2) - interval '1 hour',
       to_timestamp($2) + interval '1 hour', to_timestamp($2)::timestamp, 'UTC', now())`,
    [guild.id, seconds],
  );
  const page = await openPage(stage, { as: 'ysolde', path: path() });
  const row = (wish: WishView | undefined) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: wish?.item.name ?? '' })
      .last();
  await expect.poll(() => row(second).textContent()).toMatch(/^2\D/);
  const officer = callerOf(stage.app, (await stage.signedIn('kessa')).token);
  const award = {
    to: 'Ysolde-Highmere',
    item: first?.item.id ?? 0,
    track: 'mythic',
    response: 'Need',
    seconds,
  } as const;
  await bringInAward(officer, guild.id, award);
  await row(first).getByText('fulfilled').waitFor();
  await row(first).getByRole('link', { name: 'Tuesday night' }).waitFor();
  await row(first)
    .getByText(/^won .* · mythic/)
    .waitFor();
  await expect.poll(() => row(second).textContent()).toMatch(/^1\D/);
  await picture(page, 'wishes-fulfilled-1280');
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'wishes-fulfilled-390');
  await expectFits(page);
});

test('an officer opens the wishes of another raider, and lets all members see them', async () => {
  const { id } = await simulated();
  const member = await openPage(stage, { as: 'pell', path: path() });
  await member.getByText('No wishes yet').waitFor();
  expect(await member.getByRole('button', { name: 'Wishes of others' }).count()).toBe(0);
  const page = await openPage(stage, { as: 'kessa', path: path() });
  const others = page.getByRole('dialog', { name: 'Wishes of others' });
  // With the motion of the dialog, during which the list is already placed.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Wishes of others' }).click();
  const raider = others.getByRole('combobox', { name: 'Raider' });
  await raider.fill('Ysol');
  await page.getByRole('option', { name: /^Ysolde/ }).waitFor();
  const below = async () => {
    const [field, list] = [await raider.boundingBox(), await page.locator('.floating').boundingBox()];
    return (
      field && list && { x: list.x - field.x, y: list.y - field.y - field.height, wider: list.width - field.width }
    );
  };
  await expect.poll(below).toEqual({ x: 0, y: 6, wider: 0 });
  await picture(page, 'wishes-others-1280');
  await page.getByRole('option', { name: /^Ysolde/ }).click();
  await page.getByRole('heading', { level: 1, name: /^Wishes of / }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`/loot/wishes/${id}$`));
  await page.getByRole('link', { name: 'Raidbots, heroic' }).waitFor();
  await picture(page, 'wishes-officer-1280');
  await page.getByRole('navigation', { name: 'Loot' }).getByRole('link', { name: 'Policy' }).click();
  await page.getByLabel('Who sees the wishes of others').selectOption('everybody');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await member.getByRole('button', { name: 'Wishes of others' }).waitFor();
  await page.getByRole('link', { name: 'My wishes' }).click();
  await page.getByRole('heading', { level: 1, name: 'My wishes' }).waitFor();
  await page.getByText('Seen by everyone who sees the roster').waitFor();
});
