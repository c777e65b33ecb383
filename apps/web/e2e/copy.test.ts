/** Every place that copies a text, in a browser without a clipboard, as over plain http. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilEnriched } from '../../server/test/character.ts';
import { syncJournal } from '../../server/test/journal.ts';
import { furnish, HOOKS, lengthen, type Place } from './routes.ts';
import { expectAccessibleInBothThemes, openPage, openStage, type Stage, withoutClipboard } from './stage.ts';

let stage: Stage;
let place: Place;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [20] }), environment: { WEBHOOK_ALLOW: HOOKS } });
  place = await furnish(stage);
  await syncJournal(stage.app);
  place = await lengthen(stage, place);
  await untilEnriched(stage.app);
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

type Copying = { at(): string; copy(page: Page): Promise<unknown>; copied: string | RegExp };
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

/** The test that tries it in what its place needs, or how to try it here. */
const PLACES: Record<string, string | Copying> = {
  'armory/comparisons/member-filters.tsx': 'side-by-side',
  'armory/crafters/crafters-page.tsx': 'side-by-side',
  'armory/views/simc.tsx': 'characters',
  'events/lineup/copy-out.tsx': 'lineup',
  'events/planning/subscribe-dialog.tsx': 'events',
  'guilds/raiders/rest.tsx': 'people',
  'loot/council/export-menu.tsx': 'council',
  'loot/reserves/copy-reserves.tsx': 'reserves',
  'loot/wishes/stale-bar.tsx': 'wishes',
  'armory/views/build.tsx': {
    at: () => `/characters/${place.character}/build`,
    copy: (page) => press(page, 'Copy loadout'),
    copied: /^[A-Za-z0-9+/]{8,}/,
  },
  'armory/views/share-dialog.tsx': {
    at: () => `/characters/${place.character}`,
    async copy(page) {
      await page.getByRole('button', { name: /^Shared?$/ }).click();
      await press(page, 'Copy address');
    },
    copied: /\/c\/\S+$/,
  },
  'events/notes/note-card.tsx': {
    at: () => `/events/${place.event}/plan`,
    async copy(page) {
      await page.getByRole('link', { name: 'has a note' }).first().click();
      await press(page, 'Copy');
    },
    copied: /^time:18;tag:Ysolde;/,
  },
  'events/planning/invites-dialog.tsx': {
    at: () => `/events/${place.event}`,
    async copy(page) {
      await press(page, 'Copy invites');
      await press(page, 'Copy: Invitations');
    },
    copied: /^\/invite .+\n\/invite /,
  },
  'membership/invites/make-invite-dialog.tsx': {
    at: () => `/g/${place.community}/invites`,
    async copy(page) {
      await press(page, 'New invite');
      await press(page, 'Create link');
      await press(page, 'Copy');
    },
    copied: /\/invite\/\S+$/,
  },
  'ui/once-dialog.tsx': {
    at: () => '/me/sessions',
    async copy(page) {
      await press(page, 'New token');
      await page.getByLabel('What is it for?').fill('Raid bot');
      await press(page, 'Create token');
      await press(page, 'Copy');
    },
    copied: /^[\w-]{43}$/,
  },
  'ui/states.tsx': {
    at: () => '/events/0199d3a0-0000-7000-8000-000000000000',
    copy: (page) => page.locator('.request-id').click(),
    copied: /^\S{8,}$/,
  },
};

const src = path.join(import.meta.dirname, '../src');

test('every file that copies is tried here, or in a test of its page', () => {
  const files = globSync('**/*.tsx', { cwd: src }).filter((file) =>
    readFileSync(path.join(src, file), 'utf8').includes('copyText('),
  );
  expect(files.sort()).toEqual(Object.keys(PLACES).sort());
  for (const elsewhere of Object.values(PLACES).filter((one) => typeof one === 'string'))
    expect([elsewhere, readFileSync(path.join(import.meta.dirname, `${elsewhere}.test.ts`), 'utf8')]).toEqual([
      elsewhere,
      expect.stringContaining('withoutClipboard(page)'),
    ]);
});

const HERE = Object.entries(PLACES).filter((one): one is [string, Copying] => typeof one[1] !== 'string');

test.each(HERE)('%s copies without a clipboard', async (_, { at, copy, copied }) => {
  const page = await openPage(stage, { as: 'ysolde', path: at(), refusals: true });
  const read = await withoutClipboard(page);
  await copy(page);
  await expect.poll(read).toMatch(copied);
  await page
    .locator('.toast')
    .filter({ hasText: /copied/i })
    .waitFor();
});

test('a clipboard that refuses is like none, and what cannot be copied at all is left to be copied by hand', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: `/characters/${place.character}/simc` });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
  });
  await press(page, 'Copy text');
  await page.getByText('Copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('paladin="Ysolde"');

  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await press(page, 'Copy text');
  const dialog = page.getByRole('dialog', { name: 'Not copied' });
  const area = dialog.getByLabel('Text to copy');
  expect(await area.inputValue()).toContain('paladin="Ysolde"');
  const selected = () =>
    area.evaluate((one) => (one as HTMLTextAreaElement).selectionEnd - (one as HTMLTextAreaElement).selectionStart);
  await expect.poll(selected).toBe((await area.inputValue()).length);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a dialog that cannot copy stays open below the text to copy by hand', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: '/me/sessions', refusals: true });
  await withoutClipboard(page);
  await page.evaluate(() => {
    document.execCommand = () => {
      throw new Error('Not here');
    };
  });
  await press(page, 'New token');
  await page.getByLabel('What is it for?').fill('Another bot');
  await press(page, 'Create token');
  const once = page.getByRole('dialog', { name: 'Copy it now' });
  const token = await once.getByLabel('Token').inputValue();
  await once.getByRole('button', { name: 'Copy', exact: true }).click();
  const byHand = page.getByRole('dialog', { name: 'Not copied' });
  expect(await byHand.getByLabel('Text to copy').inputValue()).toBe(token);
  await byHand.getByRole('button', { name: 'Close' }).click();
  expect(await once.getByLabel('Token').inputValue()).toBe(token);
});
