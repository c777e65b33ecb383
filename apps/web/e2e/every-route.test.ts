/** Every route of the router, as everybody who may come there. A route without a line in `ROUTES` fails the test. */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { inHours } from '../../server/test/events.ts';
import { type Action, may, type Rules, type Subject } from '../src/api/ability.tsx';
import { openPage, openStage, type Stage } from './stage.ts';

const ROLES = {
  anonymous: undefined,
  outsider: 'osric',
  member: 'pell',
  officer: 'kessa',
  founder: 'ysolde',
  administrator: 'edda',
};
type Role = keyof typeof ROLES;

/** The readers of a page: a right in the guild that the address leads to, or what somebody is. */
type Readers = 'everybody' | 'nobody who is signed in' | 'signed in' | 'administrators' | readonly [Action, Subject];
const INSIDERS = ['read', 'Organization'] as const;
const OFFICERS = ['read', 'OfficerData'] as const;
const WRITERS = ['manage', 'Content'] as const;

const ROUTES: Record<string, { at?: () => string[]; readers: Readers }> = {
  '/login': { readers: 'nobody who is signed in' },
  '/login/verify': { readers: 'everybody' },
  '/account/verify-email': { readers: 'everybody' },
  '/link/discord': { readers: 'everybody' },
  '/welcome': { readers: 'signed in' },
  '/invite/$code': { at: () => [`/invite/${place.invite}`], readers: 'everybody' },
  '/': { readers: 'signed in' },
  '/characters': { readers: 'signed in' },
  '/characters/$id': { at: () => [`/characters/${place.character}`], readers: INSIDERS },
  '/characters/$id/$tab': { at: () => [`/characters/${place.character}/simc`], readers: INSIDERS },
  '/reputations': { readers: 'signed in' },
  '/notifications': { readers: 'signed in' },
  '/me/{-$tab}': { at: () => ['/me'], readers: 'signed in' },
  '/admin/{-$tab}/{-$queue}': { at: () => ['/admin', '/admin/jobs/roster-sync'], readers: 'administrators' },
  '/events/$event': { at: () => [`/events/${place.event}`], readers: INSIDERS },
  '/events/$event/edit': { at: () => [`/events/${place.event}/edit`], readers: ['manage', 'Event'] },
  '/posts/$post': { at: () => [`/posts/${place.post}`], readers: INSIDERS },
  '/posts/$post/edit': { at: () => [`/posts/${place.post}/edit`], readers: WRITERS },
  '/g': { readers: 'signed in' },
  '/g/new': { readers: 'signed in' },
  '/g/$guild': { readers: 'everybody' },
  '/g/$guild/posts': { readers: 'everybody' },
  '/g/$guild/posts/new': { readers: WRITERS },
  '/g/$guild/texts/$type': { at: () => [`/g/${place.guild}/texts/rules`], readers: INSIDERS },
  '/g/$guild/events': { readers: INSIDERS },
  '/g/$guild/events/new': { readers: INSIDERS },
  '/g/$guild/roster': { readers: ['read', 'Roster'] },
  '/g/$guild/roster/history': { readers: ['read', 'Roster'] },
  '/g/$guild/roster/transfers': { readers: ['update', 'Roster'] },
  '/g/$guild/composition': { readers: ['read', 'Roster'] },
  '/g/$guild/attendance': { readers: INSIDERS },
  '/g/$guild/absences': { readers: OFFICERS },
  '/g/$guild/crafters': { readers: INSIDERS },
  '/g/$guild/reputations': { readers: INSIDERS },
  '/g/$guild/encounters': { readers: INSIDERS },
  '/g/$guild/gear': { readers: INSIDERS },
  '/g/$guild/audit-of-gear': { readers: INSIDERS },
  '/g/$guild/vault': { readers: INSIDERS },
  '/g/$guild/members': { readers: INSIDERS },
  '/g/$guild/roles': { readers: INSIDERS },
  // A guild of the game has no invites, so this is about a community of one person.
  '/g/$guild/invites': { at: () => [`/g/${place.community}/invites`], readers: ['create', 'Invite'] },
  '/g/$guild/audit': { readers: OFFICERS },
  '/g/$guild/settings': { readers: INSIDERS },
  '/g/$guild/settings/$tab': {
    at: () => ['general', 'logo', 'attendance'].map((tab) => `/g/${place.guild}/settings/${tab}`),
    readers: ['update', 'Organization'],
  },
};

/** Words that only these may read, wherever they stand. */
const KEPT = [
  { words: 'Moonseal', readers: INSIDERS },
  { words: 'Nightshade', readers: OFFICERS },
] as const;

let stage: Stage;
let place: { guild: string; community: string; event: string; post: string; character: string; invite: string };
let rules: Record<Role, Record<string, Rules>>;

beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [60] }) });
  const guild = await stage.guildOf('ysolde');
  for (const account of ['kessa', 'pell']) await stage.guildOf(account);
  await stage.signedIn('edda');
  await stage.app.ctx.sql(`update app_user set is_admin = true where display_name like 'Edda%'`);
  const of = `/organizations/${guild.id}`;
  await ask('ysolde', 'PATCH', `${of}/text-content`, { motd: 'Moonseal', rules: 'Moonseal', description: 'Everybody' });
  const post = await ask('ysolde', 'POST', `${of}/posts`, { title: 'Moonseal', body: 'Moonseal', visibility: 'guild' });
  await ask('ysolde', 'POST', `${of}/posts`, { title: 'Nightshade', body: 'Nightshade', visibility: 'officers' });
  const when = { type: 'raid', startsAt: inHours(40), durationMinutes: 60, scope: 'guild' };
  const event = await ask('ysolde', 'POST', `${of}/events`, { ...when, title: 'Moonseal' });
  await ask('ysolde', 'POST', `${of}/events`, { ...when, title: 'Nightshade', status: 'draft' });
  const today = inHours(0).slice(0, 10);
  await ask('kessa', 'POST', '/auth/me/absences', { from: today, to: today, note: 'Nightshade' });
  const community = await ask('ysolde', 'POST', '/organizations', { name: 'A Few', type: 'community', alias: 'a-few' });
  await ask('ysolde', 'PATCH', `/organizations/${community.id}/settings`, { visibility: 'members' });
  const invite = await ask('ysolde', 'POST', `/organizations/${community.id}/invites`, {});
  const characters = await ask<{ id: string; name: string }[]>('ysolde', 'GET', '/characters');
  const character = characters.find(({ name }) => name === 'Ysolde')?.id ?? '';
  place = { guild: guild.alias, community: 'a-few', event: event.id, post: post.id, character, invite: invite.code };
  rules = Object.fromEntries(
    await Promise.all(Object.keys(ROLES).map(async (role) => [role, await rulesOf(role as Role)])),
  );
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

async function ask<T = { id: string; code: string }>(
  as: string,
  ...call: Parameters<ReturnType<typeof callerOf>>
): Promise<T> {
  const { status, body } = await callerOf(stage.app, (await stage.signedIn(as)).token)(...call);
  expect([call[1], status < 300, body]).toEqual([call[1], true, body]);
  return body as T;
}

/** The rights of somebody in each guild, as the service reports them. */
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
  if (readers === 'nobody who is signed in') return role === 'anonymous';
  if (role === 'anonymous') return false;
  if (readers === 'signed in') return true;
  if (readers === 'administrators') return role === 'administrator';
  const guild = at.startsWith(`/g/${place.community}`) ? place.community : place.guild;
  return may(rules[role][guild], ...readers);
}

type Router = {
  routesByPath: object;
  state: { status: string };
  navigate(to: { href: string }): Promise<void>;
  getMatchedRoutes(path: string): [unknown, Record<string, string>, { fullPath: string } | undefined];
};
declare const window: { __TSR_ROUTER__: Router };

/** In characters: a title, and a sentence. */
const LEAST_WORDS = 40;

type Seen = { path: string; title: string; heading: string; text: string; refused: boolean; links: string[] };

async function see(page: Page, at: string): Promise<Seen> {
  await page.evaluate((href) => window.__TSR_ROUTER__.navigate({ href }), at);
  await expect
    .poll(() =>
      page.evaluate(() => window.__TSR_ROUTER__.state.status === 'idle' && !document.querySelector('.skeleton')),
    )
    .toBe(true);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // Advice on a refusal comes a moment after its title, and the title of a window a moment after a redirect. A page that
  // stays blank is found below.
  const hasWords = (least: number) =>
    document.title !== '' && (document.querySelector('main')?.textContent ?? '').length >= least;
  await page.waitForFunction(hasWords, LEAST_WORDS).catch(() => {});
  return page.evaluate(() => ({
    path: location.pathname,
    title: document.title,
    heading: document.querySelector('h1')?.textContent ?? '',
    text: document.querySelector('main')?.textContent ?? '',
    // A refusal, or what stands in its place for readers who may become members.
    refused:
      document.querySelector('main .empty use[href$="#lock"], main [role=alert], main section[aria-live]') !== null,
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map(({ pathname }) => pathname),
  }));
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
    for (const [path, { at, readers }] of Object.entries(ROUTES)) {
      for (const address of at?.() ?? [path.replace('$guild', place.guild)]) await look(address, readers);
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
