/** A person's own settings. Each test uses another person, because tests change sign-in accounts and sessions. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.guildOf('ysolde');
});
afterAll(() => stage[Symbol.asyncDispose]());

const me = async (account: string) => (await (await stage.signedIn(account)).get('/auth/me').expect(200)).body;
const atSimulator = (page: Page, name: string) => page.locator('a.card', { hasText: name }).first().click();
const ageSessions = (account: string) =>
  stage.app.ctx.sql(`update session set created_at = now() - interval '25 hours'
    where user_id = (select id from app_user where display_name = '${account}')`);

test('the profile is saved, single settings save immediately, and the account menu links there', async () => {
  const page = await openPage(stage, { as: 'kessa', path: '/', refusals: true });
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.getByLabel('Name').fill('Kessa of the Lanterns');
  await page.getByLabel('About you').fill('Healer on Tuesdays.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Kessa of the Lanterns/ }).count()).toBe(1);
  await page.getByRole('button', { name: 'Use Europe/Berlin, as on this device' }).click();
  await page.getByLabel('Guildmates may see more of my characters').uncheck();
  await expect
    .poll(() => me('kessa'))
    .toMatchObject({
      displayName: 'Kessa of the Lanterns',
      bio: 'Healer on Tuesdays.',
      timeZone: 'Europe/Berlin',
      sharesWithGuilds: false,
    });
  await page.getByLabel('Name').fill('\u202eevil');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
});

test('a browser that knows the zone by its former name shows it once, and offers no change of it', async () => {
  await stage.app.ctx.sql(`update app_user set time_zone = 'Europe/Kyiv' where display_name = 'Ysolde'`);
  expect(await me('ysolde')).toMatchObject({ timeZone: 'Europe/Kyiv' });
  const page = await openPage(stage, { as: 'ysolde', timeZone: 'Europe/Kiev' });
  await page.addInitScript(() => {
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct(Real, [locale, options]) {
        if (options?.timeZone === 'Europe/Kyiv') throw new RangeError('Invalid time zone specified: Europe/Kyiv');
        return new Real(locale, options);
      },
    });
  });
  await page.goto('/me');
  const zone = page.getByLabel('Time zone');
  await expect.poll(() => zone.inputValue()).toBe('Europe/Kyiv');
  expect(await zone.locator('option', { hasText: /K(ie|yi)v/ }).allTextContents()).toEqual(['Europe/Kyiv']);
  expect(await page.getByRole('button', { name: /as on this device/ }).count()).toBe(0);
});

test('a second way to sign in is linked and unlinked, but the last one cannot be removed', async () => {
  const page = await openPage(stage, { as: 'marrow', path: '/me/accounts' });
  await page.getByText('This is your only way in.').first().waitFor();
  expect(await page.getByRole('button', { name: 'Unlink Battle.net' }).isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Link Discord' }).click();
  await atSimulator(page, 'Pell');
  await page.getByRole('button', { name: 'Unlink Discord' }).click();
  await page.getByRole('dialog', { name: 'Unlink Discord?' }).getByRole('button', { name: 'Unlink' }).click();
  await page.getByRole('link', { name: 'Link Discord' }).waitFor();
  await expect.poll(async () => (await me('marrow')).accounts.length).toBe(1);
});

test('a person who has two accounts can merge them', async () => {
  await stage.app.signIn('kessa', 'discord');
  const page = await openPage(stage, { as: 'osric', path: '/me/accounts' });
  await page.getByRole('link', { name: 'Link Discord' }).click();
  await atSimulator(page, 'Kessa');
  await page.getByRole('heading', { name: 'Are these both you?' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Merge them' }).click();
  await page.getByRole('button', { name: 'Unlink Discord' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');

  await page.goto('/me/accounts?error=provider_unavailable');
  await page.getByRole('alert').getByText('did not answer').waitFor();
});

test('a token is shown once, and an old session signs in again and returns to the same page', async () => {
  await stage.signedIn('quill');
  await ageSessions('Quill');
  const page = await openPage(stage, { as: 'quill', path: '/me/sessions', refusals: true });
  await page.getByText('No tokens').waitFor();
  const make = async () => {
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('What is it for?').fill('Raid bot');
    await page.getByRole('button', { name: 'Create token' }).click();
  };
  await make();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByRole('link', { name: 'With Battle.net' }).click();
  await atSimulator(page, 'Quill');
  await page.waitForURL((url) => url.pathname === '/me/sessions');
  await make();
  const shown = page.getByRole('dialog', { name: 'Copy it now' });
  await shown.waitFor();
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  const token = await shown.getByLabel('Token').inputValue();
  const answer = await stage.app.http.get('/api/v1/auth/me').set('Authorization', `Bearer ${token}`);
  expect([answer.status, answer.body.displayName]).toEqual([200, 'Quill']);
  await shown.getByRole('button', { name: 'I have it' }).click();
  await expect.poll(() => page.content().then((html) => html.includes(token))).toBe(false);
  await page.getByRole('button', { name: 'Revoke Raid bot' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No tokens').waitFor();
});

test('an absence is entered and removed, and a calendar shows its address once', async () => {
  const page = await openPage(stage, { as: 'pell', path: '/me/absences', width: 390 });
  await page.getByText('No absences').waitFor();
  await page.getByLabel('Why').fill('With the family');
  await page.getByRole('button', { name: 'Add absence' }).click();
  await page.getByText('No sign-up was affected').waitFor();
  await page.getByText(/1 day · All my guilds · With the family/).waitFor();
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByText('No absences').waitFor();

  await page.goto('/me/calendars');
  await page.getByRole('button', { name: 'Subscribe All my events' }).click();
  const once = page.getByRole('dialog', { name: 'Copy the address now' });
  expect(await once.getByLabel('Address').inputValue()).toContain('events.ics?token=');
  await once.getByRole('button', { name: 'I have it' }).click();
  await page.getByRole('button', { name: 'End All my events' }).click();
  await page.getByText('That calendar has ended.').waitFor();
});

test('a person downloads their data, and erases everything only after typing their name', async () => {
  // Between the erasure and the next page, something on this one may ask and get 401.
  const page = await openPage(stage, { as: 'vesper', path: '/me/data', refusals: true });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('guildhall-personal-data.json');
  await page.getByRole('button', { name: 'Erase everything' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Vesper?' });
  const erase = dialog.getByRole('button', { name: 'Erase everything' });
  await dialog.getByLabel('Type “Vesper” to confirm').fill('vesper');
  expect(await erase.isDisabled()).toBe(true);
  await expectAccessible(page);
  await dialog.getByLabel('Type “Vesper” to confirm').fill('Vesper');
  await erase.click();
  await page.waitForURL((url) => url.pathname === '/login');
  // A job ends what the request began.
  await expect.poll(() => stage.app.ctx.sql(`select id from app_user where display_name = 'Vesper'`)).toEqual([]);
});

test('a section that fails to load leaves the rest usable and can be retried, and an unknown tab is not found', async () => {
  const page = await openPage(stage, { as: 'ysolde', refusals: true });
  await stage.app.ctx.sql('alter table calendar_feed rename to calendar_feed_away');
  try {
    await page.goto('/me/calendars');
    await page.getByRole('alert').waitFor();
    await page.getByRole('navigation', { name: 'Settings' }).waitFor();
  } finally {
    await stage.app.ctx.sql('alter table calendar_feed_away rename to calendar_feed');
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Subscribe All my events' }).waitFor();
  await page.goto('/me/nothing');
  await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
});

test.each([
  ['dark', 1280],
  ['light', 390],
] as const)('all settings are accessible and fit: %s, %i pixels wide', async (theme, width) => {
  const page = await openPage(stage, { as: 'ysolde', theme, width });
  for (const tab of ['', '/accounts', '/sessions', '/notifications', '/absences', '/calendars', '/data']) {
    await page.goto(`/me${tab}`);
    await page.locator('.card').first().waitFor();
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    await expectAccessible(page);
    await expectFits(page);
  }
});
