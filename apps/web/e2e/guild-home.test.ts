import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { expectAccessible, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let guild: TestGuild;
let postId: string;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [30] }) });
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('kessa');
  const { body: me } = await ask('kessa', 'GET', '/auth/me');
  const { body: role } = await ask('ysolde', 'POST', `/organizations/${guild.id}/roles`, {
    name: 'Writer',
    permissions: ['canManageContent'],
  });
  await ask('ysolde', 'PUT', `/organizations/${guild.id}/members/${me.id}/roles/${role.id}`);
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

const at = (path: string) => `/g/${guild.alias}${path}`;
const open = (as: string | undefined, path: string, options: Partial<Parameters<typeof openPage>[1]> = {}) =>
  openPage(stage, { ...(as ? { as } : {}), path, ...options });
async function ask(as: string, ...call: Parameters<ReturnType<typeof callerOf>>) {
  const { token } = await stage.signedIn(as);
  const answer = await callerOf(stage.app, token)(...call);
  expect(answer.status).toBeLessThan(300);
  return answer;
}
const texts = (change: Record<string, string>, as = 'ysolde') =>
  ask(as, 'PATCH', `/organizations/${guild.id}/text-content`, change);
const settings = (change: Record<string, unknown>) =>
  ask('ysolde', 'PATCH', `/organizations/${guild.id}/settings`, change);
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('the home of a new guild says what could be there, and links to where it is written', async () => {
  const page = await open('ysolde', at(''));
  await heading(page, guild.name).waitFor();
  await page.getByText('Nothing for today.').waitFor();
  await page.getByText('Nothing is planned').waitFor();
  await page.getByText('No news yet').waitFor();
  await page.getByRole('heading', { name: 'Classes' }).waitFor();
  await page.getByRole('link', { name: 'Write one' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Message of the day').fill('Flasks are in the **second** tab.');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Version 1, the newest').waitFor();
  await page.getByRole('link', { name: 'Guild home' }).click();
  await page.locator('strong', { hasText: 'second' }).waitFor();
});

test('a post is previewed while it is written, and markup in it stays text', async () => {
  const page = await open('ysolde', at('/posts'));
  await page.getByText('No news yet').waitFor();
  await page.getByRole('link', { name: 'Write a post' }).click();
  await page.getByLabel('Title').fill('Regent falls');
  const body =
    '# First kill\n\n<img src=x onerror="document.title=1">\n\n[tap](javascript:alert(1)) [rules](/g/x) ![cat](https://example.org/cat.png)';
  await page.getByLabel('Text', { exact: true }).fill(body);
  await page.getByRole('radio', { name: 'Preview' }).click();
  await page.getByRole('heading', { name: 'First kill' }).waitFor();
  expect(await page.locator('#main img').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'tap' }).count()).toBe(0);
  // A reload loses nothing.
  await page.reload();
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Regent falls');
  await page.getByLabel('For').selectOption('public');
  await page.getByRole('button', { name: 'Publish' }).click();
  await heading(page, 'Regent falls').waitFor();
  await page.getByText('onerror').waitFor();
  expect(await page.getByRole('link', { name: 'cat' }).getAttribute('href')).toBe('https://example.org/cat.png');
  postId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
});

test('a post for officers says so on the home of the guild', async () => {
  const post = { title: 'Loot council', body: 'Tonight.', visibility: 'officers' };
  await ask('ysolde', 'POST', `/organizations/${guild.id}/posts`, post);
  const page = await open('ysolde', at(''));
  const news = page.locator('section.card', { has: page.getByRole('heading', { name: 'News', exact: true }) });
  await news.getByRole('link', { name: 'Loot council' }).waitFor();
  await news.getByText('Officers', { exact: true }).waitFor();
  expect(await news.getByText('Public', { exact: true }).count()).toBe(1);
});

test('the form of a new community keeps what was typed through a reload', async () => {
  const page = await open('ysolde', '/g/new');
  await page.getByLabel('Name').fill('Night Watch');
  await page.reload();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Night Watch');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('');
});

test('two people who edit a post see each other’s change, and both changes survive', async () => {
  const [ysolde, kessa] = await Promise.all([
    open('ysolde', `/posts/${postId}/edit`),
    open('kessa', `/posts/${postId}/edit`),
  ]);
  await kessa.getByLabel('Text', { exact: true }).fill('# First kill\n\nAfter forty tries.');
  await ysolde.getByLabel('Text', { exact: true }).fill('# First kill\n\nThanks to the healers.');
  await kessa.getByLabel('Title').fill('Regent Ismere falls');
  await kessa.getByRole('button', { name: 'Save' }).click();
  await heading(kessa, 'Regent Ismere falls').waitFor();

  // She is told while she writes, before she saves.
  const alert = ysolde.getByRole('alert').filter({ hasText: 'saved a change while you were writing' });
  await alert.waitFor();
  await ysolde.locator('ins', { hasText: 'After forty tries.' }).waitFor();
  await ysolde.locator('ins', { hasText: 'Thanks to the healers.' }).waitFor();
  expect(await ysolde.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await expectAccessible(ysolde);
  await ysolde.getByRole('button', { name: 'Keep mine' }).click();
  await alert.waitFor({ state: 'detached' });
  // A field that she did not touch is the other's.
  expect(await ysolde.getByLabel('Title').inputValue()).toBe('Regent Ismere falls');
  expect(await ysolde.getByLabel('Text', { exact: true }).inputValue()).toContain('healers');
  await ysolde.getByRole('button', { name: 'Save' }).click();
  await heading(ysolde, 'Regent Ismere falls').waitFor();
  await ysolde.getByText('Thanks to the healers.').waitFor();
});

test('two people who edit a text see each other’s change, and versions can be compared and restored', async () => {
  await texts({ rules: 'Be kind.\nBe on time.' });
  const page = await open('ysolde', at('/texts/rules?edit=true'), { live: false, refusals: true });
  await page.getByLabel('Rules').fill('Be kind.\nBe on time.\nBring food.');
  await texts({ rules: 'Be kind.\nBe early.' }, 'kessa');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').filter({ hasText: 'saved a change while you were writing' }).waitFor();
  await page.locator('ins', { hasText: 'Be early.' }).waitFor();
  await page.locator('ins', { hasText: 'Bring food.' }).waitFor();
  await page.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => page.getByLabel('Rules').inputValue()).toBe('Be kind.\nBe early.');
  await page.getByRole('link', { name: 'Discard' }).click();

  await page.getByRole('link', { name: /^Version 2, the newest/ }).click();
  await page.locator('del', { hasText: 'Be on time.' }).waitFor();
  await page.locator('ins', { hasText: 'Be early.' }).waitFor();
  await page.getByText('This is the current text.').waitFor();
  await page.getByRole('link', { name: /^Version 1/ }).click();
  await page.getByRole('radio', { name: 'Since then' }).click();
  await page.locator('del', { hasText: 'Be on time.' }).waitFor();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByText('Version 3, the newest').waitFor();
  await page.getByText('Be on time.').waitFor();
});

test('an anonymous visitor sees only the public page of a guild, and nothing of a members-only one', async () => {
  await texts({ description: 'We are **lanterns**.', recruitment: 'Healers, write to us.' });
  await settings({ recruiting: { open: true, roles: ['healer'], message: 'Two nights a week.' } });
  const page = await open(undefined, at(''), { refusals: true });
  await heading(page, guild.name).waitFor();
  await page.locator('strong', { hasText: 'lanterns' }).waitFor();
  await page.getByText('Healers, write to us.').waitFor();
  await page.getByText('Two nights a week.').waitFor();
  expect(await page.getByText('Flasks are in').count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'Next events' }).count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'Classes' }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Regent Ismere falls' }).click();
  await heading(page, 'Regent Ismere falls').waitFor();
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
  await page.goto(at(''));
  await page.locator('#main').getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('redirect')).toBe(at(''));

  await settings({ visibility: 'members' });
  const visitor = await open(undefined, at(''), { refusals: true });
  await heading(visitor, 'This page may be for members').waitFor();
  expect(await visitor.getByText(guild.name).count()).toBe(0);
  const outsider = await open('vesper', at('/posts'), { refusals: true });
  await outsider.getByRole('alert').filter({ hasText: 'Nothing here' }).waitFor();
  await settings({ visibility: 'public' });
});

test('the page lists guilds, and founds a community with starting roles', async () => {
  const page = await open('vesper', '/g');
  await page.getByRole('link', { name: guild.name }).waitFor();
  await page.getByRole('link', { name: 'Start a community' }).click();
  await page.getByLabel('Name').fill('The Emberforge');
  await page.getByRole('radio', { name: /^Raiding/ }).check();
  await page.getByRole('button', { name: 'Create' }).click();
  await heading(page, 'The Emberforge').waitFor();
  await page.getByText('Sign up for this week by Tuesday.').waitFor();
});

test('a section that fails leaves the page usable', async () => {
  await stage.app.ctx.sql('alter table post rename to post_away');
  const page = await openPage(stage, { as: 'ysolde', refusals: true });
  try {
    await page.goto(at(''));
    await page.getByRole('alert').waitFor();
    await page.getByText('Flasks are in').waitFor();
  } finally {
    await stage.app.ctx.sql('alter table post_away rename to post');
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Regent Ismere falls' }).waitFor();
});
