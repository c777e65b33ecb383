/** The history of loot, as officers bring it in, decide about it and amend it, and as members read it. */
import type { ImportView } from '@guildhall/contracts/import.ts';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Call, callerOf } from '../../server/test/caller.ts';
import { done } from '../../server/test/events.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { HISTORY_HEAD, longHistory } from '../../server/test/loot-history.ts';
import { picture } from './picture.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
} from './stage.ts';

let stage: Stage;
let guild: TestGuild;
let officer: Call;
/** A living character that no account has proved. */
let known: { name: string; realm: string };
beforeAll(async () => {
  stage = await openStage();
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('kessa');
  await stage.guildOf('pell');
  officer = callerOf(stage.app, (await stage.signedIn('kessa')).token);
  const [row] = await stage.app.ctx.sql<{ name: string; realm: string }>(
    `select e.name, e.realm_slug as realm from roster_entry e where e.organization_id = $1 and e.left_at is null
       and not exists (select from proven_claim p where p.entry_id = e.id)
       and (select count(*) from roster_entry o where o.organization_id = $1 and lower(o.name) = lower(e.name)) = 1
       and e.name ~ '^[A-Za-z]{5,}$' order by e.name limit 1`,
    [guild.id],
  );
  if (!row) throw new Error('no free character');
  known = row;
});
afterAll(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['import_run', 'loot_award', 'loot_response', 'raider', 'rate_limit']) {
    await stage.app.ctx.sql(`delete from ${table}`);
  }
});

const AT = Math.floor(Date.now() / 1000) - 7_200;
const line = (place: number, player: string, item: string, response: string, itemId = place, days = 0) =>
  `${player},,,${AT - days * 86_400}-${place},${item ? `[${item}]` : ''},${itemId},,${response},2,MAGE,Cinderspire Citadel-Heroic,Orrul,15,1,20,,,1,false,,,,Unknown`;
const history = () =>
  [
    HISTORY_HEAD,
    line(1, `${known.name}-${known.realm}`, 'Chain of Nine Wicks', 'Need'),
    line(2, 'Pickle-Farwatch', 'Girdle of Slag', 'big dps boy'),
    line(3, 'Pickle-Farwatch', 'Cloak of Banked Fires', 'Disenchant'),
    line(4, 'Pickle-Farwatch', '', 'Offspec', 41_234),
  ].join('\n');

const path = () => `/g/${guild.id}/loot`;
const row = (page: Page, item: string) => page.getByRole('listitem').filter({ hasText: item }).last();

async function bringIn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Bring in' }).click();
  await page.getByRole('textbox', { name: 'History' }).fill(history());
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByRole('button', { name: /^Bring in 4/ }).click();
  await page.getByRole('link', { name: 'See the loot' }).click();
  await row(page, 'Chain of Nine Wicks').waitFor();
}

test('an officer brings a history in, decides about a response and amends an award', async () => {
  const page = await openPage(stage, { as: 'kessa', path: path() });
  await page.getByText('No loot yet').waitFor();
  await expectAccessible(page);
  await bringIn(page);
  await row(page, 'Girdle of Slag').getByText('not decided').waitFor();
  await row(page, 'Cloak of Banked Fires').getByText('no raider', { exact: true }).waitFor();
  await row(page, 'Item 41234').waitFor();
  await picture(page, 'loot-officer');
  await expectAccessibleInBothThemes(page);
  await expectFits(page);

  await page.getByRole('combobox', { name: 'Meaning of “big dps boy”' }).selectOption('need');
  await page.getByText('Each response has a meaning.').waitFor();

  await page.getByRole('button', { name: 'Amend Girdle of Slag' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Raider who got it' }).fill(known.name.slice(0, 5));
  await page.getByRole('listbox').getByRole('option', { name: known.name }).first().click();
  await dialog.getByRole('combobox', { name: 'Response' }).selectOption({ label: 'Offspec' });
  await picture(page, 'loot-amend');
  await dialog.getByRole('button', { name: 'Amend', exact: true }).click();
  await row(page, 'Girdle of Slag').getByText('amended').waitFor();
  expect(await stage.app.ctx.sql(`select from loot_award where item_name = 'Girdle of Slag'`)).toHaveLength(2);

  await page.getByRole('searchbox', { name: 'Item, boss or raider' }).fill('Wicks');
  await page.getByText('1 of 1').waitFor();
  await page.getByRole('button', { name: 'Counts only' }).click();
  await row(page, 'Chain of Nine Wicks').waitFor();
  await expect.poll(() => new URL(page.url()).search).toContain('counts=true');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  expect(file.suggestedFilename()).toBe('loot.csv');
});

test('a member reads the history on a phone, and changes nothing', async () => {
  const officer = await openPage(stage, { as: 'kessa', path: path() });
  await bringIn(officer);
  const page = await openPage(stage, { as: 'pell', path: path(), width: 390 });
  await row(page, 'Chain of Nine Wicks').getByText(known.name).waitFor();
  expect(await page.getByRole('button', { name: /^Amend/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Bring in' }).count()).toBe(0);
  await picture(page, 'loot-member-390');
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  await picture(page, 'loot-member-390-light');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectFits(page);
});

/** Brings lines in without a page. */
async function written(...lines: string[]): Promise<void> {
  const runs = `/organizations/${guild.id}/imports`;
  const text = [HISTORY_HEAD, ...lines].join('\n');
  const { id } = await done<ImportView>(officer('POST', runs, { source: 'loot', text }));
  const state = async () => (await done<ImportView>(officer('GET', `${runs}/${id}`))).state;
  await expect.poll(state, { timeout: 60_000 }).toBe('preview');
  await done(officer('POST', `${runs}/${id}/apply`));
  await expect.poll(state, { timeout: 60_000 }).toBe('applied');
}
const mine = () => `${known.name}-${known.realm}`;

test('a history is filtered by night, item, raider and response, in the address, and read page by page', async () => {
  await stage.app.ctx.sql(
    `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, published_at)
     values ($1, 'Lantern night', 'raid', 'guild', 'completed', now() - interval '3 hours', now() + interval '1 hour', '', 'UTC', now())`,
    [guild.id],
  );
  await written(
    line(1, mine(), 'Chain of Nine Wicks', 'Need', 71),
    line(2, mine(), 'Chain of Nine Wicks', 'Offspec', 71),
    line(3, mine(), 'Girdle of Slag', 'Need', 72),
    line(4, 'Pickle-Farwatch', 'Chain of Nine Wicks', 'Need', 71),
    line(5, mine(), 'Chain of Nine Wicks', 'Need', 71, 9),
    ...Array.from({ length: 120 }, (_, place) =>
      line(10 + place, 'Pickle-Farwatch', 'Girdle of Slag', 'Offspec', 72, 20),
    ),
  );
  const page = await openPage(stage, { as: 'pell', path: path() });
  await page.getByText('100 of 125').waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Older' }).click();
  await page.getByText('25 of 125').waitFor();

  const choose = (name: string, label: string | RegExp) => {
    const field = page.getByRole('combobox', { name, exact: true });
    return field
      .locator('option', { hasText: label })
      .first()
      .getAttribute('value')
      .then((value) => field.selectOption(value ?? ''));
  };
  await choose('Night', 'Lantern night');
  await page.getByText('4 of 4').waitFor();
  await choose('Raider', known.name);
  await page.getByText('3 of 3').waitFor();
  await choose('Item', 'Chain of Nine Wicks');
  await page.getByText('2 of 2').waitFor();
  await choose('Response', 'Need');
  await page.getByText('1 of 1').waitFor();
  await row(page, 'Chain of Nine Wicks').getByText(known.name).waitFor();
  const { searchParams } = new URL(page.url());
  expect([...searchParams.keys()].toSorted()).toEqual(['item', 'night', 'raider', 'response']);
  await picture(page, 'loot-filtered');
  await page.reload();
  await page.getByText('1 of 1').waitFor();
  expect(await page.getByRole('combobox', { name: 'Item', exact: true }).inputValue()).toBe('71');
  await expectAccessibleInBothThemes(page);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectFits(page);
  }
  await picture(page, 'loot-filtered-320');

  // A page without awards says so, and leads back; nonsense in the address is no filter.
  await page.goto(`${path()}?item=72&raider=${searchParams.get('raider')}&response=offspec&night=nonsense`);
  await page.getByText('Nothing fits').waitFor();
  expect(await page.getByRole('combobox', { name: 'Night', exact: true }).inputValue()).toBe('');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('100 of 125').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('a history of several years is brought in as a file, and again, which changes nothing', async () => {
  const player = (number: number) => (number % 5 === 0 ? mine() : `Raider${'abcdefghij'[number % 10]}-Farwatch`);
  const file = { name: 'history.csv', mimeType: 'text/csv', buffer: Buffer.from(longHistory({ player })) };
  const page = await openPage(stage, { as: 'kessa', path: `/g/${guild.id}/bring-in#loot` });
  const bringInFile = async (result: RegExp) => {
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('history.csv is read').waitFor();
    await page.getByRole('button', { name: 'Read it' }).click();
    await page.getByRole('button', { name: /^Bring in [\d,]+/ }).click({ timeout: 120_000 });
    await page.getByText(result).waitFor({ timeout: 120_000 });
  };
  await bringInFile(/2,378 rows were written/);
  await page.getByRole('link', { name: 'See the loot' }).click();
  await page.getByText('100 of 2,378').waitFor();
  await picture(page, 'loot-years');
  await page.getByRole('combobox', { name: 'Response', exact: true }).selectOption('banking');
  await page.getByText('36 of 36').waitFor();
  expect(await page.getByText('no raider', { exact: true }).count()).toBe(36);

  await page.goto(`/g/${guild.id}/bring-in#loot`);
  await bringInFile(/Nothing was written/);
  await page.getByRole('link', { name: 'See the loot' }).click();
  await page.getByText('100 of 2,378').waitFor();
});

/** Parts of long names that the narrowest page has to break. */
const endless = (length: number) => 'Wolfsburg'.repeat(40).slice(0, length);

for (const width of [1280, 390] as const) {
  test(`the panel of a raider shows the last awards, and leads to all of them: ${width}`, async () => {
    const { id: raider } = await done<{ id: string }>(
      officer('POST', `/organizations/${guild.id}/raiders`, { name: 'Curlybill', kind: 'guest' }),
    );
    await done(officer('POST', `/raiders/${raider}/characters`, { name: 'Curlybill', realm: 'Farwatch' }));
    const held: Route[] = [];
    const page = await openPage(stage, { as: 'pell', width, live: false, refusals: true });
    let mode: 'hold' | 'fail' | 'pass' = 'hold';
    await page.route(/loot\.ofRaider/, (asked) => {
      if (mode === 'hold') held.push(asked);
      else void (mode === 'pass' ? asked.continue() : asked.abort());
    });
    const panel = page.getByRole(width === 1280 ? 'complementary' : 'dialog', { name: 'Curlybill' });
    const part = panel.locator('div:has(> h3)', { hasText: 'Last awards' }).last();
    await page.goto(`/g/${guild.id}/people?raider=${raider}`);
    await part.getByRole('status', { name: /Loading/ }).waitFor();
    await expectFits(page);
    mode = 'fail';
    for (const route of held.splice(0)) await route.abort();
    const again = part.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await expectAccessible(page);
    mode = 'pass';
    await again.click();
    await part.getByText('No award yet.').waitFor();
    await expectAccessible(page);

    await written(
      line(1, 'Curlybill-Farwatch', 'Chain of Nine Wicks', 'Need', 71),
      line(2, 'Curlybill-Farwatch', endless(120), endless(90).replace('W', 'V'), 72),
      ...[3, 4, 5, 6].map((place) => line(place, 'Curlybill-Farwatch', `Girdle ${place}`, 'Offspec', place)),
      line(7, 'Curlybill-Farwatch', 'Cloak of Banked Fires', 'Disenchant', 77),
      line(8, mine(), 'Of another raider', 'Need', 78),
    );
    await page.reload();
    await part.getByText('Girdle 6').waitFor();
    const shown = await part.getByRole('listitem').allInnerTexts();
    expect(shown).toHaveLength(5);
    expect(shown[0]).toContain('Girdle 6');
    expect(shown[0]).toContain('Offspec');
    expect(shown[0]).toContain('Orrul');
    expect(shown[4]).toContain('not decided');
    await picture(page, `raider-awards-${width}`);
    await expectAccessibleInBothThemes(page);
    await expectFits(page);
    await page.setViewportSize({ width: width === 1280 ? 1280 : 320, height: 844 });
    await expectFits(page);
    await part.getByRole('link', { name: 'All awards' }).click();
    await page.getByText('6 of 6').waitFor();
    expect(new URL(page.url()).searchParams.get('raider')).toBe(raider);
    await row(page, 'Chain of Nine Wicks').getByText('Curlybill').waitFor();
    await expectFits(page);
    await picture(page, `raider-history-${width}`);
  });
}

test('a person without the roster is told what is needed', async () => {
  await stage.app.ctx.sql(
    `update role set permissions = '{}', added_permissions = '{}' where organization_id = $1 and game_rank = 4`,
    [guild.id],
  );
  const page = await openPage(stage, { as: 'pell', path: path(), refusals: true });
  await page.getByRole('heading', { name: 'Loot' }).waitFor();
  expect(await page.getByText('Chain of Nine Wicks').count()).toBe(0);
  await expectAccessible(page);
});
