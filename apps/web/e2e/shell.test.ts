import type { WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { done, inHours } from '../../server/test/events.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
  showTheme,
} from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.guildOf('ysolde');
});
afterAll(() => stage[Symbol.asyncDispose]());

test('the shell and its dialogs are accessible in both themes, on desktop and phone', async () => {
  const desk = await openPage(stage, { path: '/', as: 'ysolde' });
  await desk.getByRole('heading', { name: 'My week' }).waitFor();
  await expectAccessibleInBothThemes(desk);
  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox').waitFor();
  await desk.getByRole('option', { name: 'Ysolwen' }).waitFor();
  await expectAccessibleInBothThemes(desk);
  await desk.keyboard.press('Escape');
  await desk.getByRole('combobox').waitFor({ state: 'detached' });
  await desk.keyboard.press('?');
  await desk.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  await expectAccessibleInBothThemes(desk);

  const phone = await openPage(stage, { path: '/', as: 'ysolde', width: 390 });
  await phone.getByRole('heading', { name: 'My week' }).waitFor();
  await expectAccessibleInBothThemes(phone);
  await expectFits(phone);
  const tabs = phone.getByRole('navigation', { name: 'Main' });
  expect((await tabs.locator(':is(a, button)').allInnerTexts()).map((text) => text.trim())).toEqual([
    'Week',
    'Events',
    'Roster',
    'Characters',
    'More',
  ]);
  await tabs.getByRole('button', { name: 'More' }).click();
  await phone.getByRole('dialog', { name: 'More' }).waitFor();
  await expectAccessibleInBothThemes(phone);
  await expectFits(phone);
});

test('the keyboard alone reaches the skip link, the palette and the pages, and the heading gets the focus', async () => {
  const page = await openPage(stage, { path: '/', as: 'ysolde' });
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('rost');
  await page.getByRole('option', { name: 'Roster', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Roster' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await page.title()).toBe('Roster · Guildhall');

  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Find anything' }).waitFor();
  // Shortcut keys are plain letters while a person types.
  await page.keyboard.type('g r');
  await page.getByRole('heading', { name: 'My week' }).waitFor();
});

test('the palette finds events, posts, texts, settings and actions in the language of the reader', async () => {
  const { id, alias } = await stage.guildOf('kessa');
  const founder = callerOf(stage.app, (await stage.signedIn('ysolde')).token);
  const planned = { title: 'Mirefell Vault', type: 'raid', startsAt: inHours(40), durationMinutes: 60 };
  const event = await done<{ id: string }>(founder('POST', `/organizations/${id}/events`, planned));
  const written = { title: 'Flasks are back', body: 'In the second tab.', visibility: 'guild' };
  const post = await done<{ id: string }>(founder('POST', `/organizations/${id}/posts`, written));
  await done(founder('PATCH', `/organizations/${id}/text-content`, { rules: 'Be on time.' }));
  const kessa = callerOf(stage.app, (await stage.signedIn('kessa')).token);
  await done(kessa('PATCH', '/auth/me', { locale: 'de_DE' }));
  const page = await openPage(stage, { as: 'kessa', path: `/g/${alias}` });
  await page.locator('h1').waitFor();
  for (const [typed, option, leadsTo] of [
    ['mire', 'Mirefell Vault', `/events/${event.id}`],
    ['flas', 'Flasks are back', `/posts/${post.id}`],
    ['regel', 'Regeln', `/g/${alias}/texts/rules`],
    ['einst', 'Einstellungen', `/g/${alias}/settings/*`],
    ['neuer', 'Neuer Termin', `/g/${alias}/events/new`],
    ['abwes', 'Ich bin abwesend', '/me/absences'],
  ] as const) {
    await page.goto(`/g/${alias}`);
    await page.locator('h1').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type(typed);
    await page.getByRole('option', { name: option, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${leadsTo}`);
  }
});

test('a visitor of a public guild finds only its pages that are open to them, and no event to plan', async () => {
  const { id, alias } = await stage.guildOf('kessa');
  const PUBLIC = `update organization set settings = settings || '{"visibility":"public"}' where id = $1`;
  await stage.app.ctx.sql(PUBLIC, [id]);
  const page = await openPage(stage, { as: 'vesper', path: `/g/${alias}` });
  await page.locator('h1').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Guild home' }).waitFor();
  for (const name of ['News', 'My week', 'I am away']) await page.getByRole('option', { name, exact: true }).waitFor();
  for (const name of ['Roster', 'Attendance', 'Loot', 'New event'])
    expect(await page.getByRole('option', { name, exact: true }).count()).toBe(0);
});

test('the palette ignores accents and letters with a stroke', async () => {
  const { id, alias } = await stage.guildOf('kessa');
  const founder = callerOf(stage.app, (await stage.signedIn('ysolde')).token);
  const planned = { title: 'Bjørn’s Nächte', type: 'raid', startsAt: inHours(41), durationMinutes: 60 };
  await done(founder('POST', `/organizations/${id}/events`, planned));
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${alias}` });
  await page.locator('h1').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  for (const typed of ['bjorn', 'nacht', 'BJØRN']) {
    await page.getByRole('combobox').fill(typed);
    await page.getByRole('option', { name: 'Bjørn’s Nächte', selected: true }).waitFor();
  }
});

test('times have the clock of the reader’s language', async () => {
  const { id } = await stage.guildOf('kessa');
  const founder = callerOf(stage.app, (await stage.signedIn('ysolde')).token);
  const startsAt = `${inHours(72).slice(0, 10)}T15:05:00Z`;
  const planned = { title: 'At three', type: 'raid', startsAt, durationMinutes: 60 };
  const { id: event } = await done<{ id: string }>(founder('POST', `/organizations/${id}/events`, planned));
  for (const [locale, shown] of [
    ['en-US', /\b3:05 PM/],
    ['en-GB', /\b15:05\b/],
  ] as const) {
    const page = await openPage(stage, { as: 'ysolde', locale, path: `/events/${event}` });
    await page.getByText(shown).first().waitFor();
  }
});

test('the theme is remembered, and applied before the first paint', async () => {
  const page = await openPage(stage, { path: '/', as: 'ysolde' });
  const theme = () => page.locator('html').getAttribute('data-theme');
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  expect(await theme()).toBe('dark');
  // The button offers the other one, also when the system has changed.
  await showTheme(page, 'light');
  await page.getByRole('button', { name: 'Theme: Dark' }).waitFor();
  await showTheme(page, 'dark');
  await page.getByRole('button', { name: 'Theme: Light' }).click();
  expect(await theme()).toBe('light');
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(theme).toBe('light');
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('radio', { name: 'System' }).check();
  expect(await theme()).toBe('dark');
});

test('a guild that does not exist or is hidden says so within the shell', async () => {
  const page = await openPage(stage, { path: '/g/no-such-guild/roster', as: 'ysolde', refusals: true });
  await page.getByRole('alert').getByText('Nothing here').waitFor();
  await page.getByText('This guild does not exist, or only its members may see it.').waitFor();
  await page
    .getByRole('alert')
    .getByText(/[0-9a-f-]{36}/)
    .waitFor();
  await page.getByRole('navigation').first().waitFor();
  await expectAccessible(page);
  await page.goto('/no/such/page');
  await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
  await expectAccessible(page);
});

test('the navigation marks the current page, also where the address has the id of the guild', async () => {
  const { id } = await stage.guildOf('ysolde');
  const page = await openPage(stage, { path: `/g/${id}/roster`, as: 'ysolde' });
  const marked = page.getByRole('navigation', { name: 'Main' }).first().locator('[aria-current]');
  await expect.poll(() => marked.allInnerTexts()).toEqual(['Roster']);
  const tab = page.getByRole('navigation', { name: 'Views of the roster' }).locator('[aria-current]');
  await expect.poll(() => tab.allInnerTexts()).toEqual(['Members']);
  await page.goto(`/g/${id}/loot`);
  const view = page.getByRole('navigation', { name: 'Loot' }).locator('[aria-current]');
  await expect.poll(() => view.allInnerTexts()).toEqual(['History']);
  await page.goto('/g/ysmeres-lantern-watch-highmere-us/members');
  await expect.poll(() => marked.allInnerTexts()).toEqual(['Members']);
});

test('the page says that it is offline, and recovers with the network', async () => {
  const page = await openPage(stage, { path: '/', as: 'ysolde', refusals: true });
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText('You are offline').count()).toBe(0);
});

test('a bell that did not load leaves the page as it is', async () => {
  const page = await openPage(stage, { as: 'ysolde', refusals: true });
  let refused = 0;
  await page.route(/assets\/bell-.*\.js/, (route) => {
    refused += 1;
    return route.abort('internetdisconnected');
  });
  await page.goto('/');
  await expect.poll(() => refused).toBe(1);
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  await page.unrouteAll();
  await page.reload();
  await page.getByRole('link', { name: /^Notifications|unread/ }).waitFor();
});

test('a page whose socket code did not load works without live news', async () => {
  const page = await openPage(stage, { as: 'ysolde', refusals: true });
  let refused = 0;
  await page.route(/assets\/realtime-.*\.js/, (route) => {
    refused += 1;
    return route.abort('internetdisconnected');
  });
  await page.goto('/');
  await expect.poll(() => refused).toBe(1);
  await page.getByRole('link', { name: /^Notifications|unread/ }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a page that did not load says so, and loads after a reload', async () => {
  const page = await openPage(stage, { path: '/', as: 'ysolde', refusals: true });
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  await page.route(/assets\/characters-page-.*\.js/, (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Characters' }).first().click();
  const failure = page.getByRole('alert');
  await failure.getByText('This part did not load').waitFor();
  await failure.getByText('Check your network, then reload the page.').waitFor();
  await expectAccessibleInBothThemes(page);
  await page.unrouteAll();
  await failure.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Characters' }).waitFor();
});

test('a dialog that did not load says so', async () => {
  const page = await openPage(stage, { path: '/', as: 'ysolde', refusals: true });
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  await page.route(/assets\/shortcuts-dialog-.*\.js/, (route) => route.abort('internetdisconnected'));
  await page.keyboard.press('?');
  await page.getByText('This part did not load. Check your network, then reload the page.').waitFor();
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a page whose chunk a newer version has replaced reloads', async () => {
  const page = await openPage(stage, { path: '/', as: 'ysolde', refusals: true });
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  let looked = false;
  await page.route(`${stage.app.config.baseUrl}/`, (route) => {
    looked = true;
    return route.fulfill({ contentType: 'text/html', body: '<script src="/assets/index-another.js"></script>' });
  });
  await page.route(/assets\/characters-page-.*\.js/, (route) =>
    looked ? route.continue() : route.fulfill({ status: 404 }),
  );
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Characters' }).first().click();
  await reloaded;
  await page.getByRole('heading', { name: 'Characters' }).waitFor();
});

test('the page reports a lost connection, and stops when it is back', async () => {
  const page = await openPage(stage, { as: 'ysolde' });
  const sockets: WebSocketRoute[] = [];
  let cut = false;
  let heard = 0;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    sockets.push(socket);
    if (cut) return void socket.close();
    const server = socket.connectToServer();
    server.onMessage((message) => {
      heard += 1;
      socket.send(message);
    });
  });
  await page.goto('/');
  // The handshake, and that the person is in.
  await expect.poll(() => heard, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
  const notice = page.getByText('Reconnecting …');
  expect(await notice.count()).toBe(0);
  cut = true;
  await sockets.at(-1)?.close();
  await notice.waitFor();
  cut = false;
  await expect.poll(() => notice.count(), { timeout: 45_000 }).toBe(0);
}, 120_000);

test('the page offers a new version to people who have been here for a while', async () => {
  const page = await openPage(stage, { as: 'ysolde' });
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  await page.route(`${stage.app.config.baseUrl}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-another.js"></script>' }),
  );
  await page.clock.fastForward('11:00');
  await page.getByText('A new version is ready.').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => page.getByText('A new version is ready.').count()).toBe(0);
});

test('the session is asked again once sixty seconds have passed', async () => {
  const page = await openPage(stage, { as: 'ysolde', live: false });
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.includes('auth.getSession')) asked += 1;
  });
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  const visit = async (key: string, name: string) => {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.getByRole('heading', { name, exact: true }).waitFor();
  };
  await page.clock.fastForward(20_000);
  await visit('c', 'Characters');
  expect(asked).toBe(1);
  await page.clock.fastForward(60_000);
  await visit('w', 'My week');
  await expect.poll(() => asked).toBe(2);
});

test('several components that need the session share one request, and so do the next pages', async () => {
  const page = await openPage(stage, { as: 'ysolde' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/trpc/')) asked.push(...pathname.slice('/trpc/'.length).split(','));
  });
  await page.goto('/');
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.getByRole('heading', { name: 'Characters' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await page.getByRole('heading', { name: 'My week' }).waitFor();
  expect(asked.filter((name) => name === 'auth.getSession')).toEqual(['auth.getSession']);
});
