/** Names and texts of people may be one word without an end. No page gets wider than the screen for it. */
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { inHours } from '../../server/test/events.ts';
import { expectFits, openPage, openStage, type Stage } from './stage.ts';

/** As long as a field allows, up to 300 characters. */
const word = (longest = 300) => 'Wolfsburg'.repeat(40).slice(0, Math.min(longest, 300));

/** A receiver that is not there. */
const HOOKS = 'http://127.0.0.1:9';

let stage: Stage;
let place: { guild: string; community: string; event: string; post: string; character: string };

async function ask(...call: Parameters<ReturnType<typeof callerOf>>) {
  const { status, body } = await callerOf(stage.app, (await stage.signedIn('ysolde')).token)(...call);
  expect([call[1], status < 300, body]).toEqual([call[1], true, body]);
  return body;
}

beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [30] }), environment: { WEBHOOK_ALLOW: HOOKS } });
  const guild = await stage.guildOf('ysolde');
  const of = `/organizations/${guild.id}`;
  await ask('PATCH', '/auth/me', { displayName: word(40) });
  const texts = { motd: word(), rules: word(), description: word(), recruitment: word() };
  await ask('PATCH', `${of}/text-content`, texts);
  const post = await ask('POST', `${of}/posts`, {
    title: word(120),
    body: `${word()}\n\n> - ${word()}`,
    visibility: 'public',
  });
  const event = await ask('POST', `${of}/events`, {
    type: 'raid',
    startsAt: inHours(30),
    durationMinutes: 60,
    scope: 'guild',
    title: word(120),
    description: word(),
  });
  const mine = await ask('GET', '/characters');
  const character = Object.values(mine as Record<string, { id: string; name: string }>).find(
    ({ name }) => name === 'Ysolde',
  );
  await ask('PUT', `/events/${event.id}/signup`, { characterId: character?.id, note: word(200) });
  await ask('POST', '/auth/me/absences', {
    from: inHours(0).slice(0, 10),
    to: inHours(48).slice(0, 10),
    note: word(200),
  });
  await ask('POST', `${of}/webhooks`, { name: word(40), address: `${HOOKS}/${word(150)}` });
  const service = await ask('POST', `${of}/services`, { name: word(40) });
  await ask('POST', `${of}/services/${service.id}/tokens`, {});
  await ask('POST', `${of}/roles`, { name: word(50), permissions: ['canManageContent'] });
  await stage.app.ctx.sql('update role set name = left($1 || game_rank, 50) where game_rank is not null', [word(48)]);
  await stage.app.ctx.sql('update organization set name = $1 where id = $2', [word(60), guild.id]);
  const founded = { name: word(60), type: 'community', alias: 'long-words' };
  const community = await ask('POST', '/organizations', founded);
  await ask('POST', `/organizations/${community.id}/invites`, {});
  place = {
    guild: guild.alias,
    community: 'long-words',
    event: `${event.id}`,
    post: `${post.id}`,
    character: `${character?.id}`,
  };
}, 400_000);
afterAll(() => stage[Symbol.asyncDispose]());

const GUILD = ['', '/posts', '/texts/rules', '/texts/motd', '/events', '/roster', '/roster/history', '/composition'];
const MORE = [
  '/attendance',
  '/absences',
  '/crafters',
  '/gear',
  '/encounters',
  '/reputations',
  '/members',
  '/roles',
  '/audit',
];
const SETTINGS = ['general', 'logo', 'attendance', 'chat', 'discord-roles', 'integrations', 'sync', 'danger'];

type Router = { state: { status: string }; navigate(to: { href: string }): Promise<void> };
declare const window: { __TSR_ROUTER__: Router; innerWidth: number };

test('no page scrolls sideways for a word without an end', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: '/', width: 390 });
  const pages = [
    ...['/', '/g', '/characters', '/me', '/notifications', `/characters/${place.character}`],
    ...[`/events/${place.event}`, `/events/${place.event}/edit`, `/posts/${place.post}`, `/posts/${place.post}/edit`],
    ...[...GUILD, ...MORE].map((path) => `/g/${place.guild}${path}`),
    ...SETTINGS.map((tab) => `/g/${place.guild}/settings/${tab}`),
    ...['/me/sessions', '/me/absences', '/me/calendars', '/me/notifications', '/reputations'],
    ...['', '/members', '/roles', '/invites'].map((path) => `/g/${place.community}${path}`),
  ];
  const wide: string[] = [];
  for (const at of pages) {
    await page.evaluate((href) => window.__TSR_ROUTER__.navigate({ href }), at);
    await expect
      .poll(() =>
        page.evaluate(() => window.__TSR_ROUTER__.state.status === 'idle' && !document.querySelector('.skeleton')),
      )
      .toBe(true);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await expectFits(page).catch(async () => {
      const widest = await page.evaluate(() =>
        [...document.querySelectorAll('main *, header *')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
          .map((one) => `${one.tagName}.${one.className}`.slice(0, 80)),
      );
      wide.push(`${at}: ${widest.slice(0, 8).join(' > ')}`);
    });
  }
  expect(wide).toEqual([]);
}, 400_000);
