/**
 * The whole service with its web client, and a browser in front: `stage = await openStage()` in `beforeAll`, then
 * `await openPage(stage, { as: 'ysolde', path: '/' })` in a test. Console errors, exceptions and content-policy
 * violations on a page fail the test that opened it.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { ensureWebClient } from '../../server/src/app/pages/web-client-build.ts';
import { type SignedInClient, type TestApp, testApp } from '../../server/test/app.ts';
import { alone } from '../../server/test/db.ts';
import { bringIn, type TestGuild } from '../../server/test/guild.ts';
import { openBrowser } from './browser.ts';

export type Stage = {
  app: TestApp;
  browser: Browser;
  /** The session of a demo account, opened once. */
  signedIn(account: string): Promise<SignedInClient>;
  /** Syncs the account's characters, once per account, and returns the first guild they brought. */
  guildOf(account: string): Promise<TestGuild>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openStage(options: Parameters<typeof testApp>[0] = {}): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const faults: string[] = [];
  const [browser, web] = await Promise.all([
    openBrowser(),
    // In a fresh folder each of the first files would build it.
    alone(async () => {
      const client = ensureWebClient({ production: false, say: (line) => faults.push(line) });
      await client.settled;
      return client;
    }),
  ]);
  const app = stack.use(await testApp({ web, ...options }));
  expect(faults).toEqual([]);
  const sessions = new Map<string, Promise<SignedInClient>>();
  const guilds = new Map<string, ReturnType<typeof bringIn>>();
  const owned = stack.move();
  return {
    app,
    browser,
    signedIn: (account) => remember(sessions, account, () => app.signIn(account)),
    guildOf: async (account) => (await remember(guilds, account, () => bringIn(app, account))).guild,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function remember<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

export type PageOptions = {
  path?: string;
  /** Key of a demo account; if omitted, no one is signed in. */
  as?: string;
  width?: 320 | 390 | 1280;
  theme?: 'dark' | 'light';
  /** Locale of the browser. */
  locale?: string;
  timeZone?: string;
  /** New people see the introduction first; most tests are about people who have seen it. */
  introduced?: boolean;
  /** Without a socket, a page learns of others' changes only when it asks. */
  live?: boolean;
  /** For tests of failures: allows responses of 400 and above. */
  refusals?: boolean;
  /** For tests of a server that ends: allows sockets that do not connect, and `refusals`. */
  drops?: boolean;
};

type At = { href: string };
type Router = {
  state: { status: string; location: At; resolvedLocation?: At };
  navigate(to: { href: string }): Promise<void>;
};
declare const window: { axe: typeof axe; clipboard: Clipboard; innerWidth: number; __TSR_ROUTER__?: Router };

/** Allows for a busy machine; a page that takes longer never comes. */
const PATIENCE_MS = 30_000;

export async function openPage(stage: Stage, options: PageOptions = {}): Promise<Page> {
  const { path, as, width = 1280, theme = 'dark', locale = 'en-GB', timeZone = 'Europe/Berlin' } = options;
  const { introduced = true, drops = false, refusals = drops, live = true } = options;
  const origin = stage.app.config.baseUrl;
  const isPhone = width < 1280;
  const context = await stage.browser.newContext({
    baseURL: origin,
    viewport: { width, height: isPhone ? 844 : 800 },
    ...(isPhone ? { hasTouch: true } : {}),
    colorScheme: theme,
    locale,
    timezoneId: timeZone,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  const requests: string[] = [];
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') for (const page of context.pages()) await describeFailure(page, requests);
    await context.close();
    expect(problems).toEqual([]);
  });
  if (as) {
    const { token, post } = await stage.signedIn(as);
    if (introduced) await post('/auth/me/onboarding-complete').send({}).expect(200);
    await context.addCookies([{ name: 'session', value: token, url: origin, httpOnly: true, sameSite: 'Lax' }]);
  }
  const page = await context.newPage();
  page.on('request', (request) => requests.push(`${now()} → ${request.method()} ${request.url()}`));
  page.on('response', (response) => requests.push(`${now()} ← ${response.status()} ${response.url()}`));
  page.on('requestfailed', (request) => requests.push(`${now()} ✗ ${request.failure()?.errorText} ${request.url()}`));
  if (!live) await page.routeWebSocket(/socket\.io/, () => {});
  page.on('pageerror', (error) => problems.push(`threw: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    if (refusals && message.text().startsWith('Failed to load resource')) return;
    if (drops && message.text().startsWith('WebSocket connection to ')) return;
    problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  if (path) await page.goto(path);
  return page;
}

const now = () => new Date().toISOString().slice(11, 23);
const REQUESTS_SHOWN = 20;

/** Prints the page of a failed test, and what it asked for last. */
async function describeFailure(page: Page, requests: string[]): Promise<void> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
  process.stdout.write(`${page.url()}\n${requests.slice(-REQUESTS_SHOWN).join('\n')}\n${shown}\n`);
}

/** As over plain http, where a page has no clipboard. Returns what reads what was copied. */
export async function withoutClipboard(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(takeClipboard);
  await page.evaluate(takeClipboard);
  return () => page.evaluate(() => window.clipboard.readText());
}

function takeClipboard(): void {
  window.clipboard = navigator.clipboard;
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
}

/** Goes to another page as a link does, and waits until nothing on it loads. */
export async function visit(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => window.__TSR_ROUTER__?.navigate({ href: to }), href);
  await page.waitForFunction(isLoaded);
}

/** After a redirect, the page before it stands until the router has shown the next. */
export function isLoaded(): boolean {
  const { status, location, resolvedLocation } = window.__TSR_ROUTER__?.state ?? {};
  return (
    status === 'idle' &&
    resolvedLocation?.href === location?.href &&
    document.querySelector('.skeleton') === null &&
    document.querySelector('h1') !== null
  );
}

/** Checks every WCAG rule that a program can check. */
export async function expectAccessible(page: Page, { without = [] }: { without?: string[] } = {}): Promise<void> {
  const violations = (await violationsOn(page)).filter((one) => !without.includes(one.split(':')[0] ?? ''));
  expect(violations, violations.join('\n')).toEqual([]);
}

/** The themes differ only in colors, so of the light one only these are checked. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await expectAccessible(page);
  await showTheme(page, 'light');
  await expectContrast(page);
  await showTheme(page, 'dark');
}

export async function expectContrast(page: Page): Promise<void> {
  expect(await violationsOn(page, ['color-contrast', 'link-in-text-block'])).toEqual([]);
}

/** As the system of the reader says. */
export async function showTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor();
}

/** The browser reads it anew on each page, and the one with comments takes twice as long. */
const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The package for Playwright would open a second page for each check, which takes as long as the check itself. */
async function violationsOn(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource);
  return page.evaluate(async (only) => {
    const { violations } = await window.axe.run({ resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }, rules);
}

/** Nothing on the page is wider than the page, so it never scrolls sideways. */
export async function expectFits(page: Page): Promise<void> {
  const wrong = [...(await page.evaluate(beyondTheScreen)), ...(await page.evaluate(brokenWords))];
  expect(wrong, wrong.join('\n')).toEqual([]);
}

function beyondTheScreen(): string[] {
  const { scrollWidth } = document.documentElement;
  if (scrollWidth <= window.innerWidth) return [];
  const range = document.createRange();
  // A text may stand out of an element that fits.
  const rightOf = (one: Element) => {
    range.selectNodeContents(one);
    return Math.max(one.getBoundingClientRect().right, range.getBoundingClientRect().right);
  };
  const beyond = [...document.querySelectorAll('body *')]
    .filter((one) => rightOf(one) > window.innerWidth + 1)
    .map((one) => `${one.tagName}.${one.getAttribute('class')}`.slice(0, 80));
  return [`${scrollWidth} px of ${window.innerWidth}`, ...beyond.slice(-8)];
}

/** Ordinary words that stand on two lines. Longer ones, such as names without a space, have to break. */
function brokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const lines = () => new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    range.selectNodeContents(node);
    if (lines() < 2) continue;
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\p{L}{2,14}(?!\S)/gu)) {
      if (index > 0 && !/\s/.test(node.nodeValue?.[index - 1] ?? '')) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (lines() > 1) broken.push(`${word} in ${node.parentElement?.outerHTML.slice(0, 120)}`);
    }
  }
  return broken;
}
