/** Budgets for what a visitor has to download. Bytes and counts only: times would measure the machine. */
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  test(`the first load of ${path} is light, from this origin alone, and nothing in it jumps`, async () => {
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
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  });
}

async function gzipBytes(pathname: string): Promise<number> {
  const answer = await stage.app.http.head(pathname).set('Accept-Encoding', 'gzip').expect(200);
  return Number(answer.headers['content-length']);
}

function layoutShift(page: Awaited<ReturnType<typeof openPage>>): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          // The DOM types lack this entry type.
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}
