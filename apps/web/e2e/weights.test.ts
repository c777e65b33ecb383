/** The script and style that each page needs before it can be read and answered, gzipped. */
import { appendFileSync } from 'node:fs';
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressesOf, furnish, type Place, ROLES, ROUTES, type Role } from './routes.ts';
import { openPage, openStage, type Stage } from './stage.ts';

const KB = 1_000;
/** `WEIGHTS=file` writes down what each page weighs. */
const BUDGET = 150 * KB;

/** An address shows this beside what its route shows at first. */
const MORE: Record<string, (place: Place) => string[]> = {
  '/characters/$id/$tab': ({ character }) =>
    ['equipment', 'build', 'raids', 'keystone', 'professions'].map((tab) => `/characters/${character}/${tab}`),
};

/** Links that lead people without the guild to the door, which is loaded when the page is refused. */
const DOORS = ['/events/$event', '/posts/$post'];

const READERS = ['anonymous', 'outsider', 'member', 'officer'] as const satisfies Role[];

let stage: Stage;
let place: Place;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [60] }) });
  place = await furnish(stage);
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

for (const role of READERS) {
  test(`no page needs more script and style than its budget before ${role} can use it`, async () => {
    const as = ROLES[role];
    const page = await openPage(stage, { ...(as ? { as } : {}), refusals: true });
    await page.addInitScript(noteWhenReadable);
    const heavy: string[] = [];
    for (const [route, { readers }] of Object.entries(ROUTES)) {
      // Visitors see the sign-in there, or the refusal of the post.
      if (!as && Array.isArray(readers) && route !== '/posts/$post') continue;
      if (!as && (readers === 'signed in' || readers === 'administrators')) continue;
      if (role === 'outsider' && !DOORS.includes(route)) continue;
      for (const at of [...addressesOf(route, place), ...(MORE[route]?.(place) ?? [])]) {
        const parts = await partsOf(page, at);
        const sum = parts.reduce((all, { bytes }) => all + bytes, 0);
        if (process.env.WEIGHTS) appendFileSync(process.env.WEIGHTS, `${role} ${route} ${at} ${sum}\n`);
        if (sum > BUDGET) {
          const largest = parts.sort((a, b) => b.bytes - a.bytes).map(({ name, bytes }) => `${name} ${bytes}`);
          heavy.push(`${at}: ${sum} = ${largest.join(', ')}`);
        }
      }
    }
    expect(heavy).toEqual([]);
  }, 600_000);
}

/** As browsers simulate it. */
const SLOW_3G = { latency: 400, downloadThroughput: 50 * KB, uploadThroughput: 50 * KB };
const MOST_SECONDS = 10;

type Request = { start: number; end: number; bytes: number };

test('a member on slow 3G answers an event by its link within ten seconds, counted in bytes and round trips', async () => {
  const page = await openPage(stage, { as: 'pell', width: 390, refusals: true });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_3G });
  const requests = new Map<string, Request>();
  network.on('Network.requestWillBeSent', ({ requestId, timestamp }) =>
    requests.set(requestId, { start: timestamp, end: Number.POSITIVE_INFINITY, bytes: 0 }),
  );
  network.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { end: timestamp, bytes: encodedDataLength });
  });
  await page.goto(`/events/${place.event}`, { waitUntil: 'commit' });
  const answered = page.waitForResponse((response) => response.url().includes('/trpc/participations.signUp'));
  await page.locator('label:visible', { hasText: /^In$/ }).first().click();
  await (await answered).finished();
  const ended = [...requests.values()].filter(({ end }) => end < Number.POSITIVE_INFINITY);
  const bytes = ended.reduce((all, one) => all + one.bytes, 0);
  const trips = longestChain(ended);
  const seconds = bytes / SLOW_3G.downloadThroughput + (trips * SLOW_3G.latency) / 1_000;
  if (process.env.WEIGHTS)
    appendFileSync(process.env.WEIGHTS, `slow 3G: ${bytes} bytes, ${trips} trips, ${seconds} s\n`);
  expect(bytes).toBeGreaterThan(100 * KB);
  expect(seconds, `${bytes} bytes, ${trips} round trips, one after the other`).toBeLessThanOrEqual(MOST_SECONDS);
});

/** The most requests of which each began after the one before had ended. */
function longestChain(requests: Request[]): number {
  const depths: number[] = [];
  const inOrder = requests.toSorted((a, b) => a.start - b.start);
  for (const { start } of inOrder) {
    const before = depths.filter((_, at) => (inOrder[at]?.end ?? start) <= start);
    depths.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...depths);
}

type Part = { name: string; bytes: number };

type Marked = { readableAt: number };
declare const window: Window & Marked;

/** Runs in each document. */
function noteWhenReadable(): void {
  window.readableAt = Number.POSITIVE_INFINITY;
  new MutationObserver(() => {
    const readable = document.querySelector('h1') && !document.querySelector('.skeleton, [aria-busy=true]');
    if (!readable) window.readableAt = Number.POSITIVE_INFINITY;
    else if (window.readableAt === Number.POSITIVE_INFINITY) window.readableAt = performance.now();
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

/**
 * Opens an address as a first visit does, though what the browser has kept comes sooner. Requests after the last change that
 * made the page readable do not count.
 */
async function partsOf(page: Page, at: string): Promise<Part[]> {
  await page.goto(at);
  await page.waitForFunction(() => window.readableAt < Number.POSITIVE_INFINITY);
  await page.waitForLoadState('networkidle');
  const names = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < window.readableAt)
      .map(({ name }) => new URL(name).pathname),
  );
  const loaded = [...new Set(names)].filter((name) => /\.(js|css)$/.test(name));
  return Promise.all(loaded.map(async (name) => ({ name, bytes: await gzipBytes(name) })));
}

const known = new Map<string, Promise<number>>();

function gzipBytes(pathname: string): Promise<number> {
  const asked = async () => {
    const answer = await stage.app.http.head(pathname).set('Accept-Encoding', 'gzip').expect(200);
    return Number(answer.headers['content-length']);
  };
  const bytes = known.get(pathname) ?? asked();
  known.set(pathname, bytes);
  return bytes;
}
