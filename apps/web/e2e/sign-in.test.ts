import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../server/test/guild.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
} from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.guildOf('ysolde');
});
afterAll(() => stage[Symbol.asyncDispose]());

test('signing in returns to the protected address with its filter', async () => {
  const wanted = `/g/${(await stage.guildOf('ysolde')).alias}/roster?q=%C3%B3ra%20b&class=8`;
  const page = await openPage(stage, { path: wanted });
  await page.waitForURL((url) => url.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(wanted);
  await page.getByText('Then on to the roster').waitFor();
  await page.getByRole('button', { name: /^Ysolde Battle/ }).click();
  await page.getByRole('heading', { name: 'Roster' }).waitFor();
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(wanted);
});

test('signing in at the provider returns to the address, and the page explains a cancelled sign-in', async () => {
  const page = await openPage(stage, { path: '/characters' });
  await page.getByRole('link', { name: 'Continue with Battle.net' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('alert').getByText('The sign-in was cancelled').waitFor();
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/characters');
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.locator('a.card').first().click();
  await page.getByRole('heading', { name: 'Characters' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/characters');
});

test('a mailed link signs in once with one click, and leaves no token in the address', async () => {
  const page = await openPage(stage, { path: '/login?redirect=/characters' });
  await page.getByLabel('Your email').fill('mara@example.org');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByText('If mara@example.org can sign in here').waitFor();
  const link = await mailedLink('mara@example.org');
  await page.goto(link);
  await page.getByRole('heading', { name: 'One click, and you are in' }).waitFor();
  expect(page.url()).not.toContain('token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Characters' }).waitFor();

  const later = await openPage(stage, { path: link, refusals: true });
  await later.getByRole('alert').getByText('This link was used').waitFor();
});

const cut = (link: string) => link.slice(0, link.indexOf('token=') + 30);
const DAMAGED: Record<string, (link: string) => string> = {
  'cut within the token': cut,
  'cut within the token, # as %23': (link) => cut(link).replace('#', '%23'),
  'cut within the token, # as ?': (link) => cut(link).replace('#', '?'),
  'cut within the token, a bracket behind it': (link) => `${cut(link)}>`,
  'cut behind token=': (link) => link.slice(0, link.indexOf('token=') + 6),
  'cut behind token=, # as %23': (link) => link.slice(0, link.indexOf('token=') + 6).replace('#', '%23'),
  'without its token': (link) => link.replace(/token=[\w-]+/, 'token='),
  'cut and doubled': (link) => cut(link) + cut(link),
  'cut and doubled, # as %23': (link) => (cut(link) + cut(link)).replaceAll('#', '%23'),
};
/** Nothing of these is missing. */
const REWRITTEN: Record<string, (link: string) => string> = {
  '# as %23': (link) => link.replace('#', '%23'),
  'its token doubled': (link) => link.replace(/token=([\w-]+)/, 'token=$1$1'),
  doubled: (link) => link + link,
  'doubled, # as %23': (link) => (link + link).replaceAll('#', '%23'),
};

test('a damaged link says what damaged it and stays unused, and a rewritten one signs in', async () => {
  const page = await openPage(stage, { path: '/login?redirect=/characters', refusals: true });
  await page.getByLabel('Your email').fill('orla@example.org');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByText('If orla@example.org can sign in here').waitFor();
  const link = await mailedLink('orla@example.org');
  for (const mailed of [link, link.replace('/login/verify', '/account/verify-email')]) {
    for (const [how, damage] of Object.entries(DAMAGED)) {
      await page.goto('about:blank');
      await page.goto(damage(mailed));
      const heading = page.getByRole('heading', { level: 1 });
      await expect.poll(async () => [how, await heading.textContent()]).toEqual([how, 'This link is damaged']);
      await page
        .getByText('A part of it is missing. Copy the whole link from the email, or ask for a new one.')
        .waitFor();
      expect([how, await page.getByRole('main').getByRole('button').count()]).toEqual([how, 0]);
      expect(page.url()).not.toContain('token');
    }
  }
  await expectAccessibleInBothThemes(page);
  for (const [how, rewrite] of Object.entries(REWRITTEN)) {
    await page.goto('about:blank');
    await page.goto(rewrite(link));
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(async () => [how, await heading.textContent()]).toEqual([how, 'One click, and you are in']);
  }
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Characters' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/characters');
});

test('signing in does not redirect to another site', async () => {
  const account = { as: 'ysolde' };
  for (const foreign of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)']) {
    const page = await openPage(stage, { ...account, path: `/login?redirect=${encodeURIComponent(foreign)}` });
    await page.getByRole('heading', { name: 'My week' }).waitFor();
    expect(new URL(page.url()).origin).toBe(new URL(stage.app.config.baseUrl).origin);
  }
});

test('a new person goes through three steps once', async () => {
  const page = await openPage(stage, { path: '/login', width: 390 });
  await page.getByRole('button', { name: /^Brannoc Battle/ }).click();
  await page.getByRole('heading', { name: 'Bring your characters' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fetch my characters' }).click();
  await page.getByText(/characters are here/).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Choose your main' }).waitFor();
  await page.getByText('Brannoc', { exact: true }).click();
  await expect.poll(() => page.getByRole('radio', { name: /Brannoc/ }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'When and how we reach you' }).waitFor();
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin');
  await page.getByLabel('When I get an open slot').uncheck();
  await expectFits(page);
  await page.getByRole('button', { name: 'Open Guildhall' }).click();
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  const [row] = await stage.app.ctx.sql<{ timeZone: string }>(
    `select time_zone as "timeZone" from app_user where display_name = 'Brannoc'`,
  );
  expect(row?.timeZone).toBe('Europe/Berlin');
});

test('signing out ends the session, and a session that ended elsewhere leads to the sign-in page and back', async () => {
  const page = await openPage(stage, { path: '/login?redirect=/characters', refusals: true });
  await page.getByRole('button', { name: /^Vesper Battle/ }).click();
  await page.getByRole('heading', { name: 'Characters' }).waitFor();
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login$/);
  await page.goto('/characters');
  await page.waitForURL(/redirect=%2Fcharacters/);

  await page.getByRole('button', { name: /^Vesper Battle/ }).click();
  await page.getByRole('heading', { name: 'Characters' }).waitFor();
  await stage.app.ctx.sql(
    `delete from session where user_id in (select id from app_user where display_name = 'Vesper')`,
  );
  // Makes the palette request guilds and characters again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.reload();
  await page.waitForURL(/redirect=%2Fcharacters/);
});

for (const width of [390, 1280] as const) {
  test(`the sign-in page is accessible in both themes, and fits ${width} pixels`, async () => {
    const page = await openPage(stage, { path: '/login?error=access_denied', width });
    await page.getByRole('alert').waitFor();
    await expectAccessibleInBothThemes(page);
    await expectFits(page);
  });
}

test('the page uses the language of the browser until another one is chosen', async () => {
  const page = await openPage(stage, { path: '/login', locale: 'de-CH' });
  await page.getByText('Weiter mit Discord').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  for (const [name, text] of [
    ['ru', 'Войти через Discord'],
    ['pt-BR', 'Continuar com Discord'],
    ['fr', 'Continuer avec Discord'],
    ['es', 'Continuar con Discord'],
    ['en', 'Continue with Discord'],
  ] as const) {
    await page.locator('select').first().selectOption(name);
    await page.getByText(text).waitFor();
  }
});

/** A job sends the mail after the answer. */
function mailedLink(to: string): Promise<string> {
  return eventually(async () => {
    const page = await fetch(`${stage.app.url}/dev/mail`);
    const mail = (await page.text()).split('<hr>').find((one) => one.includes(to)) ?? '';
    const link = /https?:\/\/[^\s"<]+\/login\/verify#[^\s"<]+/.exec(mail)?.[0];
    if (!link) throw new Error('No mail with a link has arrived');
    return link.replaceAll('&amp;', '&');
  });
}
