/** Reserves of an event: opened, reserved, hidden until they are locked, with SR+, copied for the loot master. */
import { inflateSync } from 'node:zlib';
import type { EventView } from '@guildhall/contracts/event.ts';
import type { ReservesView } from '@guildhall/contracts/reserve.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Call, callerOf } from '../../server/test/caller.ts';
import { done, inHours } from '../../server/test/events.ts';
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

const BLADE = 19_346;
const HELM = 16_963;

let stage: Stage;
let guild: TestGuild;
const calls: Record<string, Call> = {};
beforeAll(async () => {
  stage = await openStage();
  guild = await stage.guildOf('ysolde');
  for (const account of ['kessa', 'pell']) await stage.guildOf(account);
  for (const account of ['ysolde', 'kessa', 'pell'])
    calls[account] = callerOf(stage.app, (await stage.signedIn(account)).token);
  await syncJournal(stage.app);
});
afterAll(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['import_run', 'loot_award', 'event', 'item', 'rate_limit'])
    await stage.app.ctx.sql(`delete from ${table}`);
  await stage.app.ctx.sql(
    `insert into item (game_version, id, names, quality, slot, wanted_at) values
       ('retail', $1, '{"en_US": "Dragonfang Blade"}', 'epic', 'weapon', now()),
       ('retail', $2, '{"en_US": "Helmet of Ten Storms"}', 'rare', 'head', now())`,
    [BLADE, HELM],
  );
});

const call = (account: string, ...request: Parameters<Call>) => {
  const by = calls[account];
  if (!by) throw new Error(`${account} has signed in`);
  return by(...request);
};
const make = (more: object = {}) =>
  done<EventView>(
    call('kessa', 'POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'Blackwing Lair', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 120 },
      ...more,
    }),
  );
const open = (event: EventView, rules: Record<string, unknown> = {}) =>
  done(call('kessa', 'PUT', `/events/${event.id}/reserves`, rules));
const reserve = (account: string, event: EventView, ...items: number[]) =>
  done(call(account, 'PUT', `/events/${event.id}/reserves/mine`, { reserves: items.map((itemId) => ({ itemId })) }));
const start = (event: EventView, ago: string) =>
  stage.app.ctx.sql(
    `update event set starts_at = now() - $2::interval, ends_at = now() - $2::interval + interval '2 hours',
       local_start = to_char((now() - $2::interval) at time zone time_zone, 'YYYY-MM-DD"T"HH24:MI') where id = $1`,
    [event.id, ago],
  );

test('an officer opens the reserves with one tap, and a member on a phone reserves an item with three', async () => {
  const event = await make();
  const officer = await openPage(stage, { as: 'kessa', path: `/events/${event.id}` });
  await officer.getByRole('link', { name: 'Reserves' }).click();
  await officer.getByRole('heading', { level: 1, name: 'Reserves: Blackwing Lair' }).waitFor();
  const member = await openPage(stage, { as: 'pell', path: `/events/${event.id}`, width: 390, theme: 'light' });
  await picture(officer, 'reserves-none-1280');
  await officer.getByRole('button', { name: 'Open reserves' }).click();
  await officer.getByText('Members can reserve now.').waitFor();
  await picture(officer, 'reserves-empty-1280');
  await member.getByRole('link', { name: 'Reserves' }).click();
  await member.getByRole('searchbox', { name: 'Find an item' }).fill('fang');
  await member.getByRole('button', { name: 'Reserve Dragonfang Blade' }).click();
  await member.getByText('Dragonfang Blade is reserved.').waitFor();
  await member.getByText('1 of 2').waitFor();
  await picture(member, 'reserves-mine-390');
  await expectFits(member);
  await officer.getByText('1 reserve of 1 raider').waitFor();
  await member.getByRole('button', { name: 'Give up Dragonfang Blade' }).click();
  await member.getByText('0 of 2').waitFor();
  const { total } = await done<ReservesView>(call('kessa', 'GET', `/events/${event.id}/reserves`));
  expect(total.reserves).toBe(0);
});

test('an officer reserves for a raider, who is told of it, and the list says who did', async () => {
  const event = await make();
  await open(event);
  const page = await openPage(stage, { as: 'kessa', path: `/events/${event.id}/reserves` });
  await page.getByRole('button', { name: 'Reserve for a raider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reserve for a raider' });
  await dialog.getByRole('combobox', { name: 'Raider' }).fill('Pell');
  await page.getByRole('option', { name: /^Pell/ }).click();
  await dialog.getByText('This raider has reserved nothing.').waitFor();
  await dialog.getByRole('searchbox', { name: 'Find an item' }).fill('fang');
  await dialog.getByRole('button', { name: 'Reserve Dragonfang Blade' }).click();
  await dialog.getByText(/^entered by Kessa/).waitFor();
  await picture(page, 'for-others-1280');
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'for-others-390');
  await expectFits(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByText(/^entered by Kessa/).waitFor();
  await page.getByText('1 reserve of 1 raider').waitFor();
  const member = await openPage(stage, { as: 'pell', path: '/notifications', width: 390 });
  await member.getByRole('link', { name: 'Open: An officer reserved for you: Blackwing Lair' }).click();
  await member.getByText('1 of 2').waitFor();
  await member
    .getByText(/^entered by Kessa/)
    .first()
    .waitFor();
});

test('where the journal knows the instance, items are chosen by boss', async () => {
  const [raid] = await stage.app.ctx.sql<{ id: number }>(
    `select i.id from journal_instance i where i.category = 'raid' and i.listed and exists (
       select from journal_encounter e where e.instance_id = i.id and e.listed and e.item_ids <> '{}') order by i.id desc limit 1`,
  );
  const event = await make({ journalInstanceId: raid?.id });
  await open(event);
  const page = await openPage(stage, { as: 'pell', path: `/events/${event.id}/reserves`, width: 390 });
  await page.locator('details summary').first().click();
  await page
    .getByRole('button', { name: /^Reserve ./ })
    .first()
    .click();
  await page.getByText('1 of 2').waitFor();
  await picture(page, 'reserves-by-boss-390');
  await expectFits(page);
});

test('hidden reserves are shown when they are locked, and the loot master copies them with one tap', async () => {
  const before = await make({ startsAt: inHours(24) });
  await open(before, { plusStep: 30, hard: [{ itemId: 19_003, note: 'By the council' }] });
  await reserve('pell', before, BLADE);
  await start(before, '6 days');
  const event = await make();
  await open(event, { plusStep: 30, seenBy: 'nobody', hard: [{ itemId: 19_003, note: 'By the council' }] });
  await reserve('pell', event, BLADE, HELM);
  await reserve('ysolde', event, BLADE);
  const page = await openPage(stage, { as: 'kessa', path: `/events/${event.id}/reserves` });
  const copied = await withoutClipboard(page);
  await page.getByText(/^Hidden until /).waitFor();
  await page.getByText('3 reserves of 2 raiders').waitFor();
  expect(await page.getByRole('button', { name: 'Copy for Gargul' }).count()).toBe(0);
  expect(await page.getByText('Dragonfang Blade').count()).toBe(0);
  await picture(page, 'reserves-hidden-1280');
  const member = await openPage(stage, { as: 'pell', path: `/events/${event.id}/reserves`, width: 390 });
  await member.getByText('+30').waitFor();
  await picture(member, 'reserves-hidden-mine-390');
  await start(event, '1 hour');
  await page.reload();
  await page.getByText('+30').waitFor();
  await page.getByText(/^Locked since /).waitFor();
  await page.getByRole('button', { name: 'Copy for Gargul' }).click();
  await page.getByText('Copied.').waitFor();
  const { softreserves } = JSON.parse(inflateSync(Buffer.from(await copied(), 'base64')).toString('utf8'));
  expect(softreserves).toHaveLength(2);
  await picture(page, 'reserves-full-1280');
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'reserves-full-390');
  await expectFits(page);
  await page
    .getByRole('button', { name: /^Correct the plus of / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Plus').fill('60');
  await dialog.getByLabel('Reason, which everyone reads').fill('Was on leave');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/set by .*: Was on leave/).waitFor();
});

test('an award ends SR+ on a page that is open', async () => {
  const before = await make({ startsAt: inHours(24) });
  await open(before, { plusStep: 30 });
  await reserve('ysolde', before, BLADE);
  await start(before, '6 days');
  const event = await make();
  await open(event, { plusStep: 30 });
  await reserve('ysolde', event, BLADE);
  const page = await openPage(stage, { as: 'kessa' });
  let reads = 0;
  page.on('response', (response) => {
    if (response.url().includes('reserves.get')) reads += 1;
  });
  await page.goto(`/events/${event.id}/reserves`);
  await page.getByText('+30').waitFor();
  // The page reads a second time when its socket has connected.
  await expect.poll(() => reads, { timeout: 30_000 }).toBe(2);
  const seconds = Math.floor(Date.now() / 1000) - 6 * 86_400 + 1_800;
  const award = { to: 'Ysolde-Highmere', item: BLADE, track: 'heroic', response: 'Need', seconds } as const;
  await bringInAward((...request) => call('kessa', ...request), guild.id, award);
  await page.getByText('+30').waitFor({ state: 'detached' });
});

test('an officer changes the rules, with items that are kept for the guild', async () => {
  const event = await make();
  await open(event);
  const page = await openPage(stage, { as: 'kessa', path: `/events/${event.id}/reserves` });
  await page.getByRole('button', { name: 'Rules' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rules' });
  await dialog.getByLabel('Reserves for each person').selectOption('3');
  await dialog.getByLabel(/^SR\+ each time/).selectOption('10');
  await dialog.getByLabel('Kept for the guild').fill('Blade');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Line 1 does not begin with the number of an item.').waitFor();
  await picture(page, 'reserves-rules-1280');
  await dialog.getByLabel('Kept for the guild').fill(`${BLADE} By the council`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('By the council').waitFor();
  await page.getByText(/^3 reserves for each person · SR\+ 10/).waitFor();
  await expectAccessibleInBothThemes(page);
});

test('an officer brings in the table of softres.it, from the page of the reserves', async () => {
  const event = await make();
  await open(event);
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}/reserves` });
  await page.getByRole('link', { name: 'Bring in a table' }).click();
  await page
    .getByLabel('Reserves as CSV')
    .fill(`Item,ItemId,From,Name,Class,Spec,Note,Plus,Date\nDragonfang Blade,${BLADE},,Ysolde,Paladin,Holy,,0,`);
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByRole('alert').getByText('Choose the event').waitFor();
  await page.getByLabel('Event of these reserves').selectOption(event.id);
  await picture(page, 'reserves-bring-in-1280');
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByText('Dragonfang Blade').waitFor();
  await picture(page, 'reserves-brought-1280');
  await page.getByRole('button', { name: /^Bring in/ }).click();
  await expect
    .poll(async () => (await done<ReservesView>(call('ysolde', 'GET', `/events/${event.id}/reserves`))).total, {
      timeout: 30_000,
    })
    .toEqual({ reserves: 1, raiders: 1 });
  await page.getByRole('link', { name: 'See the reserves' }).click();
  await page.getByText('1 reserve of 1 raider').waitFor();
});
