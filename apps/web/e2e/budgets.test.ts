/** Budgets for what a visitor has to download. Bytes and counts only: times would measure the machine. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inHours } from '../../server/test/events.ts';
import { openPage, openStage, type Stage } from './stage.ts';

declare const window: Window & { atHeading: PerformanceEntry[] };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const KB = 1_000;
/** With the frame of all pages. */
const ENTRY = 106 * KB;
const FIRST_LOAD = 150 * KB;

for (const path of ['/login', '/']) {
  test(`the first load of ${path} is small, comes from this origin only, and does not shift its layout`, async () => {
    const page = await openPage(stage, path === '/login' ? {} : { as: 'ysolde' });
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    // Later loads of an idle page do not count.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (!window.atHeading && document.querySelector('h1'))
          window.atHeading = performance.getEntriesByType('resource');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(path);
    await page.waitForFunction(() => window.atHeading);
    expect([...origins]).toEqual([stage.app.config.baseUrl]);
    const loaded = await page.evaluate(() => window.atHeading.map(({ name }) => new URL(name).pathname));
    const names = loaded.filter((name) => /\.(js|css)$/.test(name));
    const weights = await Promise.all(names.map(async (name) => ({ name, bytes: await gzipBytes(name) })));
    const sum = (of: typeof weights) => of.reduce((all, { bytes }) => all + bytes, 0);
    const entry = sum(weights.filter(({ name }) => /\/(index|vendor)-[\w-]+\.js$/.test(name)));
    expect(entry).toBeGreaterThan(50 * KB);
    expect(entry).toBeLessThanOrEqual(ENTRY);
    expect(sum(weights)).toBeLessThanOrEqual(FIRST_LOAD);
    const { sum: shift, what } = await layoutShift(page);
    expect(shift, what.join('; ')).toBeLessThanOrEqual(0.02);
  });
}

/** The shell's own requests; a page's simultaneous ones join the same batch. */
const SHELL = ['auth.getSession', 'organizations.mine'];

test('each page loads its data in two requests at most', async () => {
  const guild = await stage.guildOf('ysolde');
  const home = `/g/${guild.alias}`;
  const { post } = await stage.signedIn('ysolde');
  const { body: event } = await post(`/organizations/${guild.id}/events`).send({
    title: 'Counted',
    type: 'raid',
    startsAt: inHours(30),
    durationMinutes: 60,
  });
  const asked: string[] = [];
  const page = await openPage(stage, { as: 'ysolde', live: false });
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/trpc/')) return;
    const names = pathname.slice('/trpc/'.length).split(',');
    if (!names.some((name) => SHELL.includes(name))) asked.push(names.join(','));
  });
  for (const [path, sign] of [
    ['/', 'No news yet'],
    [`${home}/events`, 'Counted'],
    [`${home}/events?view=month`, 'Mon'],
    [`${home}/events?view=week`, 'Today'],
    [`/events/${event.id}`, 'created the event'],
    [`${home}/events/${event.id}/lineup`, 'No one has signed up yet'],
    [`/events/${event.id}/edit`, 'Places'],
    [`${home}/events/new`, 'Places'],
    [`${home}/roster`, 'as of'],
    [`${home}/roster/history`, 'Joined as'],
    [`${home}/roster/transfers`, 'Nothing to decide'],
    [`${home}/composition`, 'Armor'],
  ] as const) {
    await page.goto(path);
    await page.locator('main').getByText(sign).first().waitFor();
    await page.waitForLoadState('networkidle');
    const requests = asked.splice(0);
    expect(requests.length, `${path}: ${requests.join(' | ')}`).toBeLessThanOrEqual(2);
  }
});

async function gzipBytes(pathname: string): Promise<number> {
  const answer = await stage.app.http.head(pathname).set('Accept-Encoding', 'gzip').expect(200);
  return Number(answer.headers['content-length']);
}

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null; currentRect: DOMRect }[] };

/** How far things jumped in all, and which. */
function layoutShift(page: Page): Promise<{ sum: number; what: string[] }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        const what: string[] = [];
        new PerformanceObserver((list) => {
          // The DOM types lack this entry type.
          for (const { value, sources } of list.getEntries() as Shift[]) {
            sum += value;
            for (const { node, currentRect } of sources) {
              what.push(`${node?.textContent?.slice(0, 40)} to ${Math.round(currentRect.y)}: ${value.toFixed(3)}`);
            }
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve({ sum, what })));
      }),
  );
}
