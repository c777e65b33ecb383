/** Budgets for what a visitor has to download. Bytes and counts only: times would measure the machine. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inHours } from '../../server/test/events.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const KB = 1_000;
const ENTRY = 125 * KB;
const FIRST_LOAD = 150 * KB;

for (const path of ['/login', '/']) {
  test(`the first load of ${path} is small, comes from this origin only, and does not shift its layout`, async () => {
    const page = await openPage(stage, path === '/login' ? {} : { as: 'ysolde' });
    const loaded = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      const { pathname, origin } = new URL(response.url());
      expect(origin).toBe(stage.app.config.baseUrl);
      if (/\.(js|css)$/.test(pathname)) loaded.set(pathname, gzipBytes(pathname));
    });
    await page.goto(path);
    await page.locator('h1').waitFor();
    // Anything loaded later, when the page is idle, does not count.
    const counted = [...loaded];
    const weights = await Promise.all(counted.map(async ([name, bytes]) => ({ name, bytes: await bytes })));
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
    [`/events/${event.id}/edit`, 'Places'],
    [`${home}/events/new`, 'Places'],
    [`${home}/roster`, 'as of'],
    [`${home}/roster/history`, 'Joined as'],
    [`${home}/roster/transfers`, 'Nothing to decide'],
    [`${home}/composition`, 'Armor'],
  ] as const) {
    await page.goto(path);
    await page.locator('main').getByText(sign).first().waitFor();
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
