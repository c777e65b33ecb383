/** Every route of the router, as each caller who may come there. A route without a line in `ROUTES` fails the test. */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { may, type Rules } from '../src/api/ability.tsx';
import {
  addressesOf,
  furnish,
  INSIDERS,
  OFFICERS,
  type Place,
  type Readers,
  ROLES,
  ROUTES,
  type Role,
} from './routes.ts';
import { openPage, openStage, type Stage, visit } from './stage.ts';

/** Words that only these may read, wherever they stand. */
const KEPT = [
  { words: 'Moonseal', readers: INSIDERS },
  { words: 'Nightshade', readers: OFFICERS },
] as const;

let stage: Stage;
let place: Place;
let rules: Record<Role, Record<string, Rules>>;

beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [60] }) });
  place = await furnish(stage);
  rules = Object.fromEntries(
    await Promise.all(Object.keys(ROLES).map(async (role) => [role, await rulesOf(role as Role)])),
  );
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

/** The rights of a person in each guild, as the service reports them. */
async function rulesOf(role: Role): Promise<Record<string, Rules>> {
  const account = ROLES[role];
  const token = account ? (await stage.signedIn(account)).token : 'none';
  const of = async (guild: string) => {
    const { body } = await callerOf(stage.app, token)('GET', `/organizations/${guild}`);
    return [guild, (body as { abilityRules?: Rules }).abilityRules ?? []];
  };
  return Object.fromEntries(await Promise.all([place.guild, place.community].map(of)));
}

function isReader(role: Role, readers: Readers, at: string): boolean {
  if (readers === 'everybody') return true;
  if (readers === 'visitors') return role === 'anonymous';
  if (role === 'anonymous') return false;
  if (readers === 'signed in') return true;
  if (readers === 'administrators') return role === 'administrator';
  const guild = at.startsWith(`/g/${place.community}`) ? place.community : place.guild;
  return may(rules[role][guild], ...readers);
}

type At = { href: string };
type Router = {
  state: { location: At; resolvedLocation?: At };
  routesByPath: object;
  getMatchedRoutes(path: string): [unknown, Record<string, string>, { fullPath: string } | undefined];
};
declare const window: { __TSR_ROUTER__: Router };

/** In characters: a title, and a sentence. */
const LEAST_WORDS = 40;

type Seen = { path: string; title: string; heading: string; text: string; refused: boolean; links: string[] };

async function see(page: Page, at: string): Promise<Seen> {
  await visit(page, at);
  // Advice on a refusal comes a moment after its title, and the title of a window a moment after a redirect. A page that
  // stays blank is found below.
  const shown = await page.waitForFunction(seenOn, LEAST_WORDS).catch(() => page.evaluateHandle(seenOn, 0));
  const seen = await shown.jsonValue();
  return seen || { path: at, title: '', heading: '', text: '', refused: false, links: [] };
}

/** Runs in the page, at one moment: between two, a redirect may begin. */
function seenOn(leastWords: number): Seen | false {
  const { location: asked, resolvedLocation: shown } = window.__TSR_ROUTER__.state;
  const text = document.querySelector('main')?.textContent ?? '';
  const isWhole = shown?.href === asked.href && document.title !== '' && text.length >= leastWords;
  if (leastWords > 0 && !isWhole) return false;
  return {
    path: location.pathname,
    title: document.title,
    heading: document.querySelector('h1')?.textContent ?? '',
    text,
    // A refusal, or what stands in its place for readers who may become members.
    refused:
      document.querySelector('main .empty use[href$="#lock"], main [role=alert], main section[aria-live]') !== null,
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map(({ pathname }) => pathname),
  };
}

test('the list of this test has every route of the router', async () => {
  const page = await openPage(stage, { path: '/login' });
  const paths = await page.evaluate(() => Object.keys(window.__TSR_ROUTER__.routesByPath));
  const own = [...new Set(paths.map((path) => path.replace(/(?<=.)\/$/, '')))];
  expect(own.sort()).toEqual(Object.keys(ROUTES).sort());
});

for (const [role, as] of Object.entries(ROLES) as [Role, string | undefined][]) {
  test(`${role}: pages open for their readers, others explain the refusal, and no link is dead`, async () => {
    const page = await openPage(stage, { ...(as ? { as } : {}), path: '/login/verify', refusals: true });
    const answers: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/trpc/'))
        void response.text().then(
          (text) => answers.push(text),
          () => {},
        );
    });
    const found: string[] = [];
    const visited = new Set<string>();
    const links = new Map<string, string>();
    const look = async (at: string, readers: Readers | undefined) => {
      const seen = await see(page, at);
      const said = `${role} at ${at} (${seen.path}, “${seen.heading}”)`;
      if (seen.heading.trim() === '' || seen.title === '' || seen.text.length < LEAST_WORDS)
        found.push(`${said} is blank`);
      const isShown = !seen.refused && (at === '/login' ? seen.path === at : seen.path !== '/login');
      const isRight = readers === undefined || isReader(role, readers, at);
      if (isShown !== isRight) found.push(`${said} is ${isShown ? 'shown' : 'refused'}: ${seen.text.slice(-300)}`);
      for (const link of seen.links) if (!OF_THE_SERVER.test(link)) links.set(await keyOf(page, link), link);
      visited.add(await keyOf(page, seen.path));
      visited.add(await keyOf(page, at));
    };
    for (const [path, { readers }] of Object.entries(ROUTES)) {
      for (const address of addressesOf(path, place)) await look(address, readers);
    }
    for (let next = untried(links, visited); next; next = untried(links, visited)) await look(next, undefined);
    expect(found).toEqual([]);
    const all = answers.join();
    for (const { words, readers } of KEPT) {
      expect([words, all.includes(words)]).toEqual([words, isReader(role, readers, place.guild)]);
    }
  });
}

/** Pages and files that no route of the client shows. */
const OF_THE_SERVER = /^\/(api|docs|admin\/queues)(\/|$)/;

/** One link of each route and tab is enough. */
function untried(links: Map<string, string>, visited: Set<string>): string | undefined {
  for (const [key, link] of links) if (!visited.has(key)) return link;
  return undefined;
}

const keyOf = (page: Page, pathname: string) =>
  page.evaluate((path) => {
    const [, params, route] = window.__TSR_ROUTER__.getMatchedRoutes(path);
    return route
      ? `${route.fullPath} ${params.tab ?? ''} ${params.type ?? ''} ${params.queue ?? ''}`
      : `nowhere: ${path}`;
  }, pathname);
