/** Characters of a guild beside each other, who can craft, and one's own reputations. */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRoster } from '../../server/src/armory/enrichment/read-roster.ts';
import { callerOf } from '../../server/test/caller.ts';
import { untilEnriched } from '../../server/test/character.ts';
import { done } from '../../server/test/events.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { syncCatalogue, syncJournal } from '../../server/test/journal.ts';
import { expectAccessible, openPage, openStage, type Stage, withoutClipboard } from './stage.ts';

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
  await syncCatalogue(stage.app);
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
  const copied = await withoutClipboard(page);
  await page
    .getByRole('button', { name: /^Copy a whisper to/ })
    .first()
    .click();
  await page.getByText('Copied. Paste it into the game.').waitFor();
  expect(await copied()).toMatch(/^\/w \S+ Hi! Could you craft/);
  expect((await lines(page)).length).toBeGreaterThan(1);
  await page.getByLabel('What do you need?').fill('zz');
  await page.getByText('Type at least three letters').waitFor();
  await page.getByLabel('What do you need?').fill('nothing is called so');
  await page.getByText('No crafter found').waitFor();
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
  expect((await lines(page))[0]).toContain('"Character","Person","Rank","Role","Read","');
});

test('bosses are shown of everyone who raids, with the age of what is known, and filtered by rank and role', async () => {
  const { app } = stage;
  await app.ctx.sql('update roster_entry set last_login_at = now() where left_at is null');
  const { signal } = new AbortController();
  const call = callerOf(app, (await stage.signedIn('ysolde')).token);
  const team = await done<{ id: string }>(call('POST', `/organizations/${guild.id}/teams`, { name: 'Lanterns' }));
  const raider = await done<{ id: string }>(call('POST', `/organizations/${guild.id}/raiders`, { name: 'Guest' }));
  const [entry] = await app.ctx.sql<{ id: string; name: string }>(
    `select id, name from roster_entry where left_at is null and claimed_by_id is null order by level, id limit 1`,
  );
  await done(call('POST', `/raiders/${raider.id}/characters`, { rosterEntryId: entry?.id }));
  await done(call('PUT', `/teams/${team.id}/members/${raider.id}`, {}));
  // Twenty of them, so that some are not read yet.
  await readRoster(app.ctx, { organizationId: guild.id }, { signal });
  const page = await open('encounters?swap=true');
  const bosses = page.getByRole('table', { name: 'Bosses by characters' });
  await page.getByText(/\d+ of \d+ signed in/).waitFor();
  await page.getByRole('button', { name: 'Copy this link for the rest' }).waitFor();
  const rows = bosses.locator('tbody tr[aria-rowindex]');
  await bosses.getByText('never').first().waitFor();
  await bosses.getByText('not read yet').first().waitFor({ state: 'attached' });
  // A public profile has no page to lead to.
  expect(await rows.locator('th').count()).toBeGreaterThan(await rows.locator('th a').count());
  await expectAccessible(page);
  const csv = await lines(page);
  expect(csv[0]).toMatch(/^\uFEFF"Character","Person","Rank","Role","Read","[^"]+, [^"]+"/);
  const unread = csv.filter((line) => /"",("",)*""$/.test(line) || /,,+$/.test(line));
  expect(unread.length).toBeGreaterThan(0);
  await page.getByLabel('Role', { exact: true }).selectOption('healer');
  await expect.poll(() => new URL(page.url()).searchParams.get('role')).toBe('healer');
  await expect.poll(async () => (await lines(page)).length).toBeLessThan(csv.length);
  await page.getByLabel('Rank', { exact: true }).selectOption({ index: 1 });
  await expect.poll(() => new URL(page.url()).searchParams.get('rank')).not.toBeNull();
  for (const at of ['encounters?swap=true', 'gear']) {
    await page.goto(`/g/${guild.alias}/${at}`);
    await page.getByLabel('Team', { exact: true }).selectOption('Lanterns');
    await expect.poll(() => new URL(page.url()).searchParams.get('team')).toBe(team.id);
    const names = page.locator('main table tbody th');
    await expect
      .poll(async () => (await names.allTextContents()).map((name) => name.startsWith(entry?.name ?? '-')))
      .toEqual([true]);
  }
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
    '\uFEFF"Character","Person","Rank","Role","Item level","Missing enchants","Empty sockets","Empty slots","Rating Tide Season 2","Raid ≥","Keystones ≥","World ≥","Raids","Read"',
  );
  await page.locator('.nav a[aria-current]', { hasText: 'Compare' }).waitFor();
  await page.getByText('nothing seen since the reset').first().waitFor();
  await page.getByLabel('Sort').selectOption('name');
  await expect.poll(() => new URL(page.url()).search).toBe('?incomplete=true&sort=name');
});

test('gear says who has not signed in, hands out the link, and is filtered by rank and role', async () => {
  // Members without an account raid if they have played lately.
  await stage.app.ctx.sql('update roster_entry set last_login_at = now() where left_at is null');
  const page = await open('gear');
  await page.getByText(/\d+ of \d+ signed in/).waitFor();
  const copied = await withoutClipboard(page);
  await page.getByRole('button', { name: 'Copy this link for the rest' }).click();
  await expect.poll(copied).toBe(`${new URL(page.url()).origin}/g/${guild.alias}`);
  const rows = page.getByRole('table', { name: 'Gear and vault' }).locator('tbody tr');
  const all = await rows.count();
  await page.getByLabel('Role', { exact: true }).selectOption('healer');
  await expect.poll(() => new URL(page.url()).searchParams.get('role')).toBe('healer');
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await page.getByLabel('Rank', { exact: true }).selectOption({ index: 1 });
  await expect.poll(() => new URL(page.url()).searchParams.get('rank')).not.toBeNull();
});

test('the file of gear has no number of sockets where the game shows none', async () => {
  const { sql } = stage.app.ctx;
  const page = await open('gear');
  const playing = async (gameVersion: string, patch: string) => {
    await sql(`update character set game_version = $1 where name = 'Ysolde'`, [gameVersion]);
    await sql(
      `update character_section s set data = s.data || jsonb_build_object('patch', $1::text, 'items', (
         select jsonb_agg(i || '{"gems": [], "enchantments": []}') from jsonb_array_elements(s.data -> 'items') i))
       from character c where c.id = s.character_id and s.section = 'equipment' and c.name = 'Ysolde'`,
      [patch],
    );
    await page.reload();
    const line = (await lines(page)).find((one) => one.startsWith('"Ysolde",')) ?? '';
    return [...line.matchAll(/(?<=^|,)("[^"]*"|[^,]*)/g)].map(([cell]) => cell);
  };
  expect((await playing('retail', '12.0.0'))[6]).toBe('0');
  const classic = await playing('classic', '3.4.3');
  await sql(`update character set game_version = 'retail' where name = 'Ysolde'`);
  expect(classic[6]).toBe('');
});

test('on a phone each number of gear has its name', async () => {
  const page = await open('gear', { width: 390 });
  const row = page.getByRole('table', { name: 'Gear and vault' }).locator('tbody tr').first();
  await row.waitFor();
  const names = await row
    .locator('td[data-of]')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
  expect(names).toEqual(['"Item level"', '"Rating"', '"Raids"', '"Read"']);
});

test('a person compares the reputations of their own characters, and without any the page says so', async () => {
  const page = await open(`/reputations?expansion=${DAWN}`);
  await matrix(page).getByRole('link', { name: 'Ysolde' }).waitFor();
  await page.getByRole('link', { name: 'Reputations', exact: true }).waitFor();
  await page.getByLabel('Find a faction').fill('harbor');
  await expect.poll(() => counted(page)).toMatch(/^1 × /);
  const nobody = await open(`/reputations?expansion=${DAWN}`, { as: 'osric' });
  await nobody.getByText('No characters to compare').waitFor();
});

test('an outsider is refused, and a failed request can be retried', async () => {
  const stranger = await open('crafters', { as: 'osric', refusals: true });
  await stranger
    .getByText(/You don’t have access|Nothing here/)
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

test('the gear page tells what the game platform does not have from what was not read yet', async () => {
  const { sql } = stage.app.ctx;
  const [absent, unread] = await sql<{ id: string; name: string }>(
    `select c.id, c.name from character c join roster_entry e on e.claimed_by_id = c.id
     where e.organization_id = $1 and e.left_at is null
       and (select count(*) from roster_entry o where o.organization_id = $1 and o.name = e.name) = 1
       and exists (select from character_section s where s.character_id = c.id and s.section = 'equipment')
     order by c.id limit 2`,
    [guild.id],
  );
  if (!absent || !unread) throw new Error('Two characters with gear are needed');
  const equipment = `where section = 'equipment' and character_id = $1`;
  await sql(`update character_section set status = 'not_found', data = null ${equipment}`, [absent.id]);
  await sql(`delete from character_section ${equipment}`, [unread.id]);
  const page = await open('gear');
  const gapsOf = ({ name }: { name: string }) =>
    page
      .getByRole('table', { name: 'Gear and vault' })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) })
      .getByRole('cell')
      .nth(1);
  await expect.poll(() => gapsOf(absent).textContent()).toBe('no data on the game platform');
  await expect.poll(() => gapsOf(unread).textContent()).toBe('gear not known yet');
});
