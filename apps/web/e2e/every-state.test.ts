/**
 * Every page of the router while it loads, after its requests failed, with as much content as its fields allow, and with
 * none: on the narrowest screen in six languages, on a desk and on a phone in both themes.
 */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilEnriched } from '../../server/test/character.ts';
import { syncCatalogue, syncJournal } from '../../server/test/journal.ts';
import {
  addUnread,
  allAddressesOf,
  foundEmpty,
  furnish,
  HOOKS,
  lengthen,
  type Place,
  type Readers,
  ROLES,
  ROUTES,
} from './routes.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectContrast,
  expectFits,
  isLoaded,
  openPage,
  openStage,
  type Stage,
  showTheme,
  visit,
} from './stage.ts';

/** Has no character and no guild. */
const NEWCOMER = 'vesper';

let stage: Stage;
let full: Place;
let empty: Place;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [30] }), environment: { WEBHOOK_ALLOW: HOOKS } });
  const place = await furnish(stage);
  await syncJournal(stage.app);
  await syncCatalogue(stage.app);
  full = await lengthen(stage, place);
  await untilEnriched(stage.app);
  empty = await foundEmpty(stage, NEWCOMER);
});
afterAll(() => stage[Symbol.asyncDispose]());

type Reader = { as?: string; reads(readers: Readers): boolean };
const READERS = {
  'the founder': {
    as: ROLES.founder,
    reads: (readers) => readers !== 'visitors' && readers !== 'administrators',
  },
  'an administrator': { as: ROLES.administrator, reads: (readers) => readers === 'administrators' },
  'a visitor': { reads: (readers) => readers === 'visitors' || readers === 'everybody' },
} satisfies Record<string, Reader>;

const routesOf = ({ reads }: Reader) =>
  Object.entries(ROUTES).flatMap(([route, { readers }]) => (reads(readers) ? [route] : []));

for (const [name, reader] of Object.entries<Reader>(READERS)) {
  test(`each page of ${name} says that it loads, says that it failed, and then shows its content`, async () => {
    const { check, found } = notes();
    const { as } = reader;
    const page = await openPage(stage, { ...(as ? { as } : {}), width: 320, refusals: true, live: false });
    const requests = await valve(page);
    const looked = new Set<string>();
    const addresses = routesOf(reader).flatMap((route) => allAddressesOf(route, full));
    for (const [index, address] of addresses.entries()) {
      await requests.turn('hold');
      await page.goto(address, { waitUntil: 'commit' });
      // The front page stands without what did not load.
      if ((await requests.untilHeld()) && (as || address !== '/')) {
        await check(`${address} while it loads`, async () => {
          await page.locator('main .skeleton').first().waitFor();
          await expectFits(page);
          // Its heading comes with its content.
          await accessibleOnce(page, looked, ['page-has-heading-one']);
        });
        const failure = FAILURES[index % FAILURES.length] ?? 'lost';
        await requests.turn(failure);
        await check(`${address} after its requests were ${failure}`, async () => {
          await expect.poll(async () => (await retry(page).count()) > 0 || (await page.evaluate(isLoaded))).toBe(true);
          await expectFits(page);
          await accessibleOnce(page, looked);
        });
      }
      await requests.turn('pass');
      await check(`${address} with its content`, () => untilShown(page));
      await check(`${address} with its content`, () => onEachScreen(page));
      await check(`${address} with its content`, () => inOtherLanguages(page));
    }
    expect(found).toEqual([]);
  }, 900_000);
}

test('each page says so where there is nothing: no character, a new community, a character that was not read', async () => {
  const { check, found } = notes();
  const page = await openPage(stage, { as: NEWCOMER, path: '/', width: 320, refusals: true, live: false });
  const looked = new Set<string>();
  const look = async (routes: string[], place: Place) => {
    for (const address of routes.flatMap((route) => allAddressesOf(route, place))) {
      await check(`${address} without content`, async () => {
        await visit(page, address);
        await expectFits(page);
        await accessibleOnce(page, looked);
      });
    }
  };
  const routes = routesOf(READERS['the founder']);
  await look(routes, empty);
  const ofCharacters = routes.filter((route) => /^\/(characters|c)\//.test(route));
  await look(ofCharacters, await addUnread(stage, empty));
  expect(found).toEqual([]);
}, 900_000);

/** Runs checks, and writes down which page and state failed them, so that one run finds all. */
function notes() {
  const found: string[] = [];
  const check = (said: string, checks: () => Promise<void>) =>
    checks().catch((error) => {
      found.push(`${said}: ${error instanceof Error ? error.message : error}`);
    });
  return { check, found };
}

/** In turn, of one page each. The pages repeat what failed by themselves, with pauses, so there are few of those. */
const FAILURES = ['failed', 'lost', 'refused', 'lost', 'refused', 'lost', 'refused'] as const;
type Mode = 'hold' | 'pass' | (typeof FAILURES)[number];

type Valve = { readonly isHolding: boolean; turn(to: Mode): void };
declare const window: Window & { valve: Valve };

const ANSWERS = {
  /** Requests of the frame around each page, which always pass. */
  frame: ['auth.getSession', 'organizations.mine', 'notifications.unread'],
  /** The service refuses or fails all else but this, so parts of a page fail. */
  stands: ['organizations.get'],
  refused: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 },
  failed: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 },
};

/**
 * Runs in the page. Requests wait, pass, or do not arrive, as the name of the window says, which outlives a document. To
 * intercept them outside of the page would turn off its cache, and each visit would read all scripts again.
 */
function placeValve({ frame, stands, ...failures }: typeof ANSWERS): void {
  const send = window.fetch;
  const waiting: (() => void)[] = [];
  const passes = (name: string) => frame.includes(name) || stands.includes(name);
  const answer = async (names: string[], request: Parameters<typeof fetch>): Promise<Response> => {
    const mode = (window.name || 'hold') as Mode;
    if (mode === 'hold') {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return answer(names, request);
    }
    if (mode === 'pass' || (mode !== 'lost' && names.every(passes))) return send(...request);
    if (mode === 'lost') throw new TypeError('Failed to fetch');
    const data = { ...failures[mode], requestId: 'test' };
    const failure = { error: { message: 'As a test asked', code: -32603, data } };
    const answers = names.some(passes) ? await (await send(...request)).json() : [];
    return Response.json(names.map((name, at) => (passes(name) ? answers[at] : failure)));
  };
  window.fetch = (...request) => {
    const [to] = request;
    const { pathname } = new URL(to instanceof Request ? to.url : to, location.href);
    const names = pathname.startsWith('/trpc/') ? pathname.slice('/trpc/'.length).split(',') : [];
    return names.every((name) => frame.includes(name)) ? send(...request) : answer(names, request);
  };
  window.valve = {
    get isHolding() {
      return waiting.length > 0;
    },
    turn(to) {
      window.name = to;
      for (const proceed of waiting.splice(0)) proceed();
    },
  };
}

async function valve(page: Page) {
  await page.addInitScript(placeValve, ANSWERS);
  return {
    turn: (next: Mode) => page.evaluate((to) => window.valve?.turn(to), next),
    /** Whether the page asks for something before it is complete. */
    async untilHeld(): Promise<boolean> {
      const isHolding = () => page.evaluate(() => window.valve.isHolding);
      await expect.poll(async () => (await isHolding()) || (await page.evaluate(isLoaded))).toBe(true);
      return isHolding();
    },
  };
}

/** “Try again”, in any language. */
const retry = (page: Page) => page.locator('main [role=alert] button:has(use[href$="#refresh"])');

async function untilShown(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const again = retry(page).first();
      // It may come by itself at this moment.
      if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => {});
      return (await page.evaluate(isLoaded)) && (await page.locator('main [role=alert]').count()) === 0;
    })
    .toBe(true);
}

/** Most pages look alike while they load, after a failure and without content: one of those is enough. */
async function accessibleOnce(page: Page, looked: Set<string>, without: string[] = []): Promise<void> {
  const shape = await page
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll('*')].map((one) => `${one.tagName} ${one.className} ${one.role}`).join(),
    );
  if (looked.has(shape)) return;
  looked.add(shape);
  await expectAccessible(page, { without });
}

/** Wide and narrow, each in both themes, and narrowest. */
async function onEachScreen(page: Page): Promise<void> {
  try {
    await expectFits(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectFits(page);
    await expectAccessibleInBothThemes(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await showTheme(page, 'light');
    await expectFits(page);
    await expectAccessible(page);
    await showTheme(page, 'dark');
    await expectContrast(page);
  } finally {
    await showTheme(page, 'dark');
    await page.setViewportSize({ width: 320, height: 844 });
  }
}

const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt-BR', 'ru'];

/** Opens every folded part. The last language stays, so that each of the next pages is seen in another one. */
async function inOtherLanguages(page: Page): Promise<void> {
  const before = LANGUAGES.indexOf((await page.locator('html').getAttribute('lang')) ?? '');
  const others = [...LANGUAGES.slice(before + 1), ...LANGUAGES.slice(0, before)];
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('main details')) folded.toggleAttribute('open', true);
  });
  const choice = await languageChoice(page);
  for (const language of others) {
    await choice.evaluate((select: HTMLSelectElement, to) => {
      select.value = to;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }, language);
    await page.locator(`html[lang=${language}]`).waitFor();
    await page.waitForFunction(isLoaded, undefined, { polling: 50 });
    await expectFits(page).catch((error) => {
      throw new Error(`${language}: ${error.message}`);
    });
    const { 0: gap } =
      ((await page.locator('body').textContent()) ?? '').match(/\{\w+\}|\[object |\bundefined\b|\bNaN\b/) ?? [];
    expect([language, gap]).toEqual([language, undefined]);
  }
}

/** Behind the last tab, or in the head of a page without tabs. */
async function languageChoice(page: Page) {
  const more = page.locator('.tabbar button');
  if (!(await more.isVisible())) return page.locator('header select');
  await more.click();
  return page.locator('dialog select:has(option[lang=ru])');
}
