/** A guild of a thousand people with five hundred events and three hundred factions: what its pages draw, ask and weigh. */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, openStage, type Stage } from './stage.ts';

const MEMBERS = 1_000;
const EVENTS = 500;
const FACTIONS = 300;
const EXPANSION = 9;
const GUILD = '0199d3a0-0003-7000-8000-000000000000';

const STANDINGS = `(select jsonb_build_object('factions', jsonb_agg(jsonb_build_object('id', f, 'tier', 'HONORED', 'standing',
  'HONORED', 'value', f * 7, 'max', 12000, 'raw', f * 77, 'renownLevel', null, 'paragon', null)))
  from generate_series(1, ${FACTIONS}) f)`;

const SEED = [
  `insert into organization (id, name, alias, source, region, game_version, platform_realm_id, platform_guild_id, realm_slug,
     name_slug, roster_synced_at)
   values ('${GUILD}', 'Old Guard', 'old-guard', 'synced', 'us', 'retail', 1, 1, 'highmere', 'old-guard', now())`,
  `insert into role (organization_id, name, game_rank, permissions)
   select '${GUILD}', 'Rank ' || r, r, case when r = 0 then '{canViewRoster,canManageEvents,canViewOfficerData}'
     else '{canViewRoster}' end::text[] from generate_series(0, 9) r`,
  `insert into app_user (display_name) select 'Person ' || n from generate_series(2, ${MEMBERS}) n`,
  `insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
     realm_slug, class_id, race_id, level, verified_at, last_login_at)
   select id, 'synced', 'us', 'retail', 1, n, 'Hero' || translate(n::text, '0123456789', 'abcdefghij'), 'highmere',
     1 + n % 13, 1, 80, now(), now() - n * interval '1 hour'
   from (select id, row_number() over (order by display_name <> 'Ysolde', id) as n from app_user) u`,
  `insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level,
     class_id, race_id, rank, role, last_login_at, claimed_by_id)
   select '${GUILD}', 1, platform_character_id, name, lower(name), 'highmere', 80, class_id, 1,
     case platform_character_id when 1 then 0 else 1 + platform_character_id % 9 end, 'melee', last_login_at, id from character`,
  `insert into membership (organization_id, user_id, joined_at)
   select '${GUILD}', user_id, now() - interval '5 years' from character`,
  `insert into journal_expansion (id) values (${EXPANSION})`,
  `insert into journal_expansion_locale (entity_id, locale, name) values (${EXPANSION}, 'en_US', 'Age of Size')`,
  `insert into reputation_faction (id, parent_id, root_id, expansion_id, names)
   select f, null, f, ${EXPANSION}, jsonb_build_object('en_US', 'Faction ' || f) from generate_series(1, ${FACTIONS}) f`,
  `insert into character_section (character_id, section, status, fetched_at, data)
   select id, 'reputations', 'ok', now(), ${STANDINGS} from character where platform_character_id <= 100`,
  `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, created_at,
     signup_closes_minutes)
   select '${GUILD}', 'Raid ' || n, 'raid', 'guild', case when n > 20 then 'completed' else 'published' end, at,
     at + interval '3 hours', '', 'UTC', at - interval '7 days', 60
   from generate_series(1, ${EVENTS}) n
   cross join lateral (select date_trunc('hour', now()) + (20 - n) * interval '30 hours' + interval '2 hours' as at) t`,
  `insert into participation (event_id, user_id, status, status_since, ticket, attendance)
   select e.id, m.user_id, 'signed_up', e.starts_at - interval '2 hours', m.n,
     case when e.status = 'completed' then (array['present', 'late', 'no_show', 'benched'])[1 + m.n % 4] end
   from event e join (select user_id, row_number() over (order by user_id)::int as n from membership) m on m.n <= 30`,
  'analyze',
];

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [5] }), roles: ['web'] });
  await stage.signedIn('ysolde');
  for (const statement of SEED) await stage.app.ctx.sql(statement);
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

/** Numbers of four digits in a row that are neither a year nor in a name. */
async function bareNumbers(page: Page): Promise<string[]> {
  const texts = await page.locator('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
    return found;
  });
  return texts.filter(
    (text) => !/^(Person|Raid|Faction) \d+$/.test(text) && /(?<!\d)(?!20\d\d(?!\d))\d{4,}/.test(text),
  );
}

/** The sign of each page that all of its data is there, and the most elements, requests and kilobytes of data it may take. */
const PAGES: [path: string, sign: string | RegExp, elements: number, requests: number, kilobytes: number][] = [
  ['/roster', '1,000 of 1,000', 900, 2, 80],
  ['/composition', 'Armor', 400, 2, 10],
  ['/members', 'of 1,000', 1_600, 2, 70],
  ['/events', 'Raid 20', 900, 2, 10],
  ['/events?when=past', 'Raid 2', 1_200, 2, 10],
  ['/events?view=month', 'Mon', 1_000, 2, 10],
  ['/attendance', '1,000 of 1,000', 4_500, 2, 70],
  [`/reputations?expansion=${EXPANSION}`, '300 × 50', 1_300, 2, 20],
  [`/reputations?expansion=${EXPANSION}&swap=true`, '300 × 50', 1_300, 2, 20],
  ['/gear', 'gear not known yet', 3_500, 2, 30],
  ['', 'Old Guard', 600, 2, 10],
];

test('no page draws, requests or loads more than a phone can handle', async () => {
  const page = await openPage(stage, { as: 'ysolde', live: false });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const asked = new Map<string, string>();
  let bytes = 0;
  network.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    if (/\/trpc\/(?!auth\.getSession|organizations\.mine|notifications\.unread)/.test(url)) asked.set(requestId, url);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.has(requestId)) bytes += encodedDataLength;
  });
  const beyond: string[] = [];
  for (const [path, sign, mostElements, mostRequests, mostKilobytes] of PAGES) {
    asked.clear();
    bytes = 0;
    await page.goto(`/g/old-guard${path}`);
    await page.locator('main').getByText(sign).first().waitFor();
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    beyond.push(...(await bareNumbers(page)).map((text) => `${path}: “${text}” lacks its separator`));
    const elements = await page.locator('main *').count();
    const kilobytes = Math.round(bytes / 1_000);
    if (elements > mostElements || asked.size > mostRequests || kilobytes > mostKilobytes) {
      beyond.push(`${path}: ${elements} elements, ${kilobytes} kB, ${[...asked.values()].join(' ').slice(0, 600)}`);
    }
  }
  expect(beyond).toEqual([]);
});

/** As many as a screen of compact rows has, and those that the table keeps ready around it. */
const MOST_ROWS = 60;
declare const window: Window & { drawn: number };

test('a key in the search of a roster of 1,000 draws the rows of a screen, and asks for nothing', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: '/g/old-guard/roster', live: false });
  await page.getByText('1,000 of 1,000').waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    window.drawn = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof HTMLElement && node.localName === 'tr') window.drawn += 1;
    }).observe(document.body, { childList: true, subtree: true });
  });
  const asked: string[] = [];
  page.on('request', (request) => new URL(request.url()).pathname.startsWith('/trpc/') && asked.push(request.url()));
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.focus();
  for (const [key, left] of [
    ['H', '1,000 of 1,000'],
    ['Backspace', '1,000 of 1,000'],
    ['j', /^\d{3} of 1,000/],
    ['a', /^\d{1,2} of 1,000/],
    ['Backspace', /^\d{3} of 1,000/],
    ['Backspace', '1,000 of 1,000'],
  ] as const) {
    await page.evaluate(() => {
      window.drawn = 0;
    });
    await page.keyboard.press(key);
    await page.getByText(left).first().waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect([key, await page.evaluate(() => window.drawn)]).toEqual([
      key,
      expect.toSatisfy((drawn) => drawn <= MOST_ROWS),
    ]);
    expect(await page.locator('tbody tr').count()).toBeLessThanOrEqual(MOST_ROWS);
  }
  expect(asked).toEqual([]);
});
