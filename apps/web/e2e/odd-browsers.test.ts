/**
 * Every page in browsers that say odd things of themselves. Playwright sets only zones and languages that its own browser
 * knows, so an init script patches what the page asks.
 */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allAddressesOf, furnish, type Place, ROUTES } from './routes.ts';
import { openPage, openStage, type Stage, visit } from './stage.ts';

type Told = {
  /** In place of the name of the zone; null for a browser that names none. */
  zone: string | null;
  /** A zone that only this browser knows. */
  own?: string;
  /** Formatters hide every zone, not only the browser's. */
  hidesAll?: boolean;
  languages?: string[] | null;
  storage: 'works' | 'throws' | 'missing' | 'garbage';
};

const BROWSERS: Record<string, Told> = {
  'hides its zone and blocks storage': { zone: 'Etc/Unknown', languages: [], storage: 'throws' },
  'hides every zone': { zone: 'Etc/Unknown', hidesAll: true, languages: ['en-US@posix', ''], storage: 'garbage' },
  'names no zone and has no storage': { zone: null, languages: null, storage: 'missing' },
  'names an empty zone': { zone: '', languages: ['C', 'x', 'i-default', 'en_GB'], storage: 'works' },
  'names a zone that only it knows': { zone: 'Mars/Olympus', own: 'Mars/Olympus', storage: 'works' },
  'names a zone that nothing knows': { zone: 'Mars/Olympus', storage: 'works' },
  'has an old name of a zone': { zone: 'US/Pacific', languages: ['de-DE-u-ca-nonsense'], storage: 'works' },
  'has the former name of a place': { zone: 'Asia/Calcutta', storage: 'works' },
};

let stage: Stage;
let place: Place;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [60] }) });
  place = await furnish(stage);
  await stage.app.ctx.sql(`update app_user set is_admin = true where display_name like 'Ysolde%'`);
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

async function openOdd(told: Told, options: Parameters<typeof openPage>[1]): Promise<Page> {
  const page = await openPage(stage, { refusals: true, ...options });
  await page.addInitScript(pretend, told);
  await page.goto('/login/verify');
  await page.locator('h1').waitFor();
  return page;
}

/** Runs in the page, before anything of it. */
function pretend({ zone, own, hidesAll, languages, storage }: Told): void {
  const Real = Intl.DateTimeFormat;
  const asked = new WeakSet<object>();
  const { resolvedOptions } = Real.prototype;
  // A declaration, because pages call it with `new`.
  function Patched(locale?: string, options?: Intl.DateTimeFormatOptions) {
    const isOwn = own !== undefined && options?.timeZone === own;
    const format = new Real(locale, isOwn ? { ...options, timeZone: 'UTC' } : options);
    if (options?.timeZone !== undefined && !isOwn && !hidesAll) asked.add(format);
    return format;
  }
  Patched.prototype = Real.prototype;
  Object.assign(Patched, { supportedLocalesOf: Real.supportedLocalesOf });
  Object.assign(Intl, { DateTimeFormat: Patched });
  Real.prototype.resolvedOptions = function () {
    const options = resolvedOptions.call(this);
    return asked.has(this) ? options : { ...options, timeZone: zone ?? (undefined as unknown as string) };
  };
  if (languages !== undefined) {
    Object.defineProperty(navigator, 'languages', { get: () => languages ?? undefined });
    Object.defineProperty(navigator, 'language', { get: () => languages?.[0] });
  }
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    if (storage === 'garbage') for (const key of KEYS()) window[name].setItem(key, '[{"');
    if (storage === 'missing') Object.defineProperty(window, name, { get: () => null });
    if (storage === 'throws')
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  }
  function KEYS() {
    return [
      'language',
      'theme',
      'guild',
      'signed-in',
      'device-notifications',
      'import-columns',
      'roster-look',
      'verify-email',
    ];
  }
}

/** The addresses that show a fault. */
async function broken(page: Page, addresses: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const address of addresses) {
    await visit(page, address);
    const text = await page.evaluate(() => document.body.textContent ?? '');
    if (/Something broke|Etwas ist kaputt|Invalid time|RangeError/.test(text))
      found.push(`${address}: ${text.slice(-200)}`);
  }
  return found;
}

const everywhere = () => Object.keys(ROUTES).flatMap((route) => allAddressesOf(route, place));
/** Pages of visitors, and pages that ask the browser for its zone. */
const short = () => [
  ...[
    '/login',
    '/g',
    '/welcome?step=time',
    '/me',
    `/invite/${place.invite}`,
    `/c/${place.sharedKey}`,
    '/',
    '/me/absences',
  ],
  ...['', '/posts', '/events', '/settings/general'].map((page) => `/g/${place.guild}${page}`),
];

for (const [name, told] of Object.entries(BROWSERS)) {
  test(`no page breaks in a browser that ${name}`, async () => {
    const walksAll = told.storage === 'throws';
    expect(await broken(await openOdd(told, {}), short())).toEqual([]);
    expect(await broken(await openOdd(told, { as: 'ysolde' }), walksAll ? everywhere() : short())).toEqual([]);
  });
}

test('a person whose browser has a zone that the service does not know is told so, and finishes with another', async () => {
  await stage.app.ctx.sql(
    `update app_user set time_zone = 'UTC', onboarding_completed_at = null where display_name like 'Osric%'`,
  );
  for (const name of ['names a zone that only it knows', 'hides its zone and blocks storage']) {
    const told = BROWSERS[name];
    if (!told) throw new Error(name);
    const page = await openOdd(told, { as: 'osric', introduced: false });
    await visit(page, '/welcome?step=time');
    await page.getByRole('button', { name: 'Open Guildhall' }).click();
    if (told.own) {
      const zone = page.getByLabel('Time zone');
      await expect.poll(() => zone.getAttribute('aria-invalid')).toBe('true');
      await page.getByText('The service does not know this time zone. Choose a city near you.').waitFor();
      await zone.selectOption('Europe/Lisbon');
      await page.getByRole('button', { name: 'Open Guildhall' }).click();
    }
    await page.waitForURL((url) => url.pathname === '/');
  }
});

test('zones that were stored elsewhere break no page', async () => {
  const { sql } = stage.app.ctx;
  await sql(`update app_user set time_zone = 'Mars/Olympus' where display_name like 'Ysolde%'`);
  await sql(`update organization set settings = settings || '{"timeZone": "Etc/Unknown"}'`);
  await sql(`update event set time_zone = 'Mars/Olympus'`);
  const page = await openPage(stage, { as: 'ysolde', path: '/login/verify', refusals: true });
  expect(await broken(page, everywhere())).toEqual([]);
});
