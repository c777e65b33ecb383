/**
 * Everything in a guild has one name, and still no list offers two entries that read alike: on all pages, in the dialogs that
 * choose people, and in the finder. `src/architecture.test.ts` sees that one component writes the options of all selects.
 */
import { reading } from '@guildhall/contracts/distinct-names.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { done, inHours } from '../../server/test/events.ts';
import { allAddressesOf, furnish, type Place, ROUTES } from './routes.ts';
import { isLoaded, openPage, openStage, type Stage, visit } from './stage.ts';

const NAME = 'Brynhild';

let stage: Stage;
let place: Place;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [30] }) });
  place = await furnish(stage);
  const { sql } = stage.app.ctx;
  const { id: guild } = await stage.guildOf('ysolde');
  const call = callerOf(stage.app, (await stage.signedIn('ysolde')).token);
  for (const name of ['One', 'Two', 'Three'])
    await done(call('POST', `/organizations/${guild}/raiders`, { name, kind: 'guest' }));
  for (const alias of ['twin-a', 'twin-b'])
    await done(call('POST', '/organizations', { name: 'Twin', type: 'community', alias }));
  for (const hours of [41, 41, 41 + 24 * 7]) {
    const event = { title: 'Night', type: 'raid', startsAt: inHours(hours), durationMinutes: 60, scope: 'guild' };
    const { id } = await done<{ id: string }>(call('POST', `/organizations/${guild}/events`, event));
    await done(call('POST', `/organizations/${guild}/event-templates`, { name: `T${hours}${id}`, eventId: id }));
  }
  // The community has three members of one name.
  await sql(
    `insert into membership (organization_id, user_id) select o.id, u.id from organization o cross join app_user u
     where o.alias = $1 on conflict do nothing`,
    [place.community],
  );
  for (const [table, column] of [
    ...[['app_user', 'display_name'] as const, ['organization', 'name'] as const, ['event', 'title'] as const],
    ...[['raider', 'name'] as const, ['event_template', 'name'] as const, ['post', 'title'] as const],
  ])
    await sql(`update ${table} set ${column} = $1`, [NAME]);
  // Each name is on several realms.
  await sql(
    `update roster_entry set name = $1, realm_slug = realm_slug || n
     from (select id as one, row_number() over (order by id) as n from roster_entry) t where id = one and n <= 6`,
    [NAME],
  );
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

const alike = (labels: string[]) => {
  const read = labels.map(reading);
  return labels.filter((_, at) => read.indexOf(read[at] ?? '') !== at);
};

/** The texts of each select and each combobox of the page. */
async function listsOn(page: Page): Promise<{ name: string; labels: string[] }[]> {
  const lists = await page.locator('select').evaluateAll((selects) =>
    selects.map((select) => ({
      name: (select as HTMLSelectElement).labels?.[0]?.textContent ?? select.getAttribute('aria-label') ?? '',
      labels: [...(select as HTMLSelectElement).options].map(({ text }) => text),
    })),
  );
  for (const box of await page.locator('input[role=combobox]:visible').all()) {
    const list = page.locator('.combobox-list');
    await box.click();
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown');
        return list.isVisible();
      })
      .toBe(true);
    const options = list.getByRole('option');
    lists.push({ name: await box.evaluate((input) => input.id), labels: await options.allInnerTexts() });
    await page.keyboard.press('Escape');
  }
  return lists;
}

async function expectDistinct(page: Page, where: string): Promise<number> {
  const lists = await listsOn(page);
  for (const { name, labels } of lists) expect([where, name, alike(labels)]).toEqual([where, name, []]);
  return lists.filter(({ labels }) => labels.filter((label) => label.includes(NAME)).length > 1).length;
}

test('no page offers two choices that read alike', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: '/login/verify', refusals: true });
  let twins = 0;
  for (const route of Object.keys(ROUTES)) {
    for (const address of allAddressesOf(route, place)) {
      await visit(page, address);
      await expect.poll(() => page.evaluate(isLoaded)).toBe(true);
      twins += await expectDistinct(page, address);
    }
  }
  // Lists that come after their page are looked at below.
  expect(twins).toBeGreaterThan(0);
});

const LISTS: Record<string, { at(): string; open?(page: Page): Promise<unknown> }> = {
  'an absence': { at: () => '/me/absences' },
  'answers from elsewhere': { at: () => `/g/${place.guild}/bring-in` },
  'an event to begin with': { at: () => `/g/${place.guild}/events/new` },
  'a team': {
    at: () => `/g/${place.guild}/teams/${place.team}`,
    open: (page) => page.getByRole('button', { name: 'Raider', exact: true }).click(),
  },
  'an event': {
    at: () => `/events/${place.event}`,
    open: (page) => page.getByRole('button', { name: 'Add a member' }).click(),
  },
  'a community to hand over': {
    at: () => `/g/${place.community}/settings/danger`,
    open: (page) => page.getByRole('button', { name: 'Transfer ownership' }).click(),
  },
  'wishes of others': {
    at: () => `/g/${place.guild}/loot/wishes`,
    open: (page) => page.getByRole('button', { name: 'Wishes of others' }).click(),
  },
};

test.each(Object.entries(LISTS))('the choices for %s read differently', async (name, { at, open }) => {
  const page = await openPage(stage, { as: 'ysolde', path: at(), refusals: true });
  await open?.(page);
  if (open) await page.getByRole('dialog').waitFor();
  await expect.poll(() => expectDistinct(page, name)).toBeGreaterThan(0);
});

test('no two entries of the finder read alike', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${place.guild}`, refusals: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const text of ['', NAME, 'b', 'e', 'rost', 'set']) {
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Find anything' });
    await field.fill(text);
    const options = page.getByRole('dialog').getByRole('option');
    if (text === NAME) await expect.poll(() => options.count()).toBeGreaterThan(20);
    const labels = (await options.allInnerTexts()).map((label) => label.replaceAll('\n', ' '));
    expect([text, labels.length > 0, alike(labels)]).toEqual([text, true, []]);
    await page.keyboard.press('Escape');
    // A closed dialog has no field, and closes the finder a moment later.
    await page.locator('.find-dialog').waitFor({ state: 'detached' });
  }
});
