/** Items that raiders want, their candidates in the order of the guild's policy, and the policy itself. */
import type { PointPoolView } from '@guildhall/contracts/points.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import type { TeamView } from '@guildhall/contracts/team.ts';
import { droptimizerId } from '@guildhall/simulator/sims/api.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, callerOf } from '../../server/test/caller.ts';
import { done } from '../../server/test/events.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { syncJournal } from '../../server/test/journal.ts';
import { bringInAward } from '../../server/test/loot.ts';
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
let officer: Call;
/** Wanted by all, and by one. */
let items: { id: number; name: string }[];
let raiders: { id: string; name: string; realm: string }[];

beforeAll(async () => {
  stage = await openStage();
  guild = await stage.guildOf('ysolde');
  for (const account of ['kessa', 'pell']) await stage.guildOf(account);
  await syncJournal(stage.app);
  officer = callerOf(stage.app, (await stage.signedIn('kessa')).token);
});
afterAll(() => stage[Symbol.asyncDispose]());

const path = (query = '') => `/g/${guild.id}/loot/upgrades${query}`;
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Loot' });

/** Six raiders of the roster without an account: wishes, sims, teams and an award. */
async function fill(): Promise<void> {
  const entries = await stage.app.ctx.sql<{ id: string; name: string; realm: string }>(
    `select id, name, realm_slug as realm from roster_entry where organization_id = $1 and left_at is null and claimed_by_id is null
       and level >= 70 and name ~ '^[A-Za-z]{4,}$' order by name limit 7`,
    [guild.id],
  );
  const team = await done<TeamView>(officer('POST', `/organizations/${guild.id}/teams`, { name: 'First team' }));
  const bosses = stage.app.simulator.world.journal.expansions
    .flatMap(({ instances }) => instances)
    .findLast(({ category }) => category === 'RAID')?.encounters;
  const dropped = (bosses ?? []).flatMap((boss) => boss.items.slice(0, 2));
  items = dropped.map(({ id, name }) => ({ id, name: name.en_US }));
  const [first, second, third, fourth] = items;
  raiders = [];
  for (const [place, { id: rosterEntryId, name, realm }] of entries.entries()) {
    const body = { name, kind: 'member', rosterEntryId };
    const { id } = await done<RaiderView>(officer('POST', `/organizations/${guild.id}/raiders`, body));
    raiders.push({ id, name, realm });
    const status = ['main', 'main', 'main', 'trial', 'bench'][place];
    if (status) await done(officer('PUT', `/teams/${team.id}/members/${id}`, { status }));
    const wishes = [
      ...(place === 1 ? [{ itemId: second?.id, track: 'heroic' }] : []),
      { itemId: first?.id, track: 'heroic', comment: place === 0 ? 'Last one I need.' : null },
      ...(place < 3
        ? [
            { itemId: third?.id, track: 'heroic' },
            { itemId: fourth?.id, track: 'any' },
          ]
        : []),
    ];
    await done(officer('PUT', `/raiders/${id}/wishes`, { wishes }));
    if (place !== 5) {
      const character = stage.app.simulator.world.character(realm, name);
      const link = `https://www.raidbots.com/simbot/report/${droptimizerId(character, 'heroic')}`;
      await done(officer('POST', `/raiders/${id}/sims`, { link }));
    }
  }
  await stage.app.ctx.sql(`update sim_report set simulated_at = now() - interval '16 days' where raider_id = $1`, [
    raiders[3]?.id,
  ]);
  const to = `${raiders[2]?.name}-${raiders[2]?.realm}`;
  const seconds = Math.floor(Date.now() / 1000) - 86_400 * 5;
  await bringInAward(officer, guild.id, { to, item: third?.id ?? 0, track: 'heroic', response: 'Need', seconds });
}

test('without a wish it says where wishes come from', async () => {
  const page = await openPage(stage, { as: 'kessa', path: path() });
  await page.getByText('No open wishes').waitFor();
  await picture(page, 'council-none-1280');
  await tabs(page).getByRole('link', { name: 'Upgrades' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
});

test('a council reads who wants an item, why in this order, and who is tied', async () => {
  await fill();
  const page = await openPage(stage, { as: 'kessa', path: path(`?item=${items[0]?.id}`) });
  const council = page.getByRole('region', { name: items[0]?.name ?? '' });
  await council.getByText('7 want it').waitFor();
  const places = () =>
    council.locator('summary').evaluateAll((all) => all.map((one) => one.firstElementChild?.textContent));
  // Main before trial, bench and none; of the three, two wish for it first, and one has had an award.
  await expect.poll(places).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  await council.locator('summary').first().click();
  await council.getByText('“Last one I need.”').waitFor();
  await council.getByText('16 days old').waitFor();
  await council.getByText('no sim').waitFor();
  await picture(page, 'council-1280');
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'council-390');
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page
    .getByRole('navigation', { name: 'Bosses' })
    .getByRole('link', { name: items[1]?.name ?? '' })
    .click();
  await page.getByRole('region', { name: items[1]?.name ?? '' }).waitFor();
});

test('points are a column where a pool counts, and a key where the policy says so', async () => {
  const at = `/organizations/${guild.id}`;
  const body = { name: 'Main raid', kind: 'epgp', baseGp: 100, minEp: 50 };
  const pool = await done<PointPoolView>(officer('POST', `${at}/point-pools`, body));
  for (const [place, [points, gp]] of [
    [250, 0],
    [300, 20],
    [500, 100],
    [25, 50],
  ].entries()) {
    const raiderIds = [raiders[place]?.id];
    await done(officer('POST', `/point-pools/${pool.id}/entries`, { reason: 'Night', points, gp, raiderIds }));
  }
  const page = await openPage(stage, { as: 'kessa', path: path(`?item=${items[0]?.id}`) });
  const council = page.getByRole('region', { name: items[0]?.name ?? '' });
  await council.getByText('EP/GP', { exact: true }).first().waitFor();
  await done(officer('PUT', `${at}/loot-policy`, { order: ['points', 'wish', 'gain', 'awards', 'attendance'] }));
  await council.getByText('1points (Main raid)', { exact: true }).waitFor();
  const shares = () =>
    council
      .locator('summary')
      .evaluateAll((all) => all.map((one) => /EP\/GP ([\d.]+|[a-z ]+?)Awards/.exec(one.textContent ?? '')?.[1]));
  await expect.poll(shares).toEqual(['2.5', '2.5', '2.5', 'below the minimum', 'unknown', 'unknown', 'unknown']);
  await council.locator('summary').first().click();
  await council.getByText('2.5 (EP 250, GP 100)').waitFor();
  await picture(page, 'council-points-1280');
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'council-points-390');
  await expectFits(page);
  await done(officer('PATCH', `/point-pools/${pool.id}`, { archived: true }));
  await council.getByText('No one pool of points counts here').waitFor();
  await done(officer('PUT', `${at}/loot-policy`, { order: ['team', 'wish', 'gain', 'awards', 'attendance'] }));
});

test('the lists of all items are copied for PriorityLoot, and saved as a table', async () => {
  const page = await openPage(stage, { as: 'kessa', path: path() });
  const copied = await withoutClipboard(page);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /PriorityLoot/ }).click();
  await expect.poll(copied).toMatch(/\S/);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('candidates.csv');
});

test('those who manage loot change the order, and the page follows', async () => {
  const page = await openPage(stage, { as: 'kessa', path: `/g/${guild.id}/loot/policy` });
  await page.getByLabel('Key 1').selectOption('gain');
  for (const place of [2, 3, 4, 5]) await page.getByLabel(`Key ${place}`).selectOption('');
  await page.getByLabel('Weeks in which').fill('8');
  await picture(page, 'policy-1280');
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'policy-390');
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.goto(path(`?item=${items[0]?.id}`));
  const council = page.getByRole('region', { name: items[0]?.name ?? '' });
  await council.getByText('tied').first().waitFor();
  await picture(page, 'council-tied-1280');
});

test('a member reads the policy, and sees candidates once the guild shows them', async () => {
  const policy = await openPage(stage, { as: 'pell', path: `/g/${guild.id}/loot/policy`, width: 390, theme: 'light' });
  await policy.getByText('the higher gain by a sim').waitFor();
  expect(await policy.getByRole('button', { name: 'Save' }).count()).toBe(0);
  expect(await tabs(policy).getByRole('link', { name: 'Upgrades' }).count()).toBe(0);
  await picture(policy, 'policy-member-390');
  const refused = await openPage(stage, { as: 'pell', path: path(), refusals: true });
  await refused.getByRole('alert').waitFor();
  const body = { wishesSeenBy: 'everybody', order: ['attendance', 'gain'], weeks: 6, leastAttendance: 75 };
  await done(officer('PUT', `/organizations/${guild.id}/loot-policy`, body));
  await tabs(policy).getByRole('link', { name: 'Upgrades' }).click();
  await policy.getByText('Attendance is for officers').waitFor();
  expect(await tabs(policy).getByRole('link', { name: 'Upgrades' }).getAttribute('aria-current')).toBe('page');
  await expectFits(policy);
});
