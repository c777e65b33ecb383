import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { anyPicture } from '../../server/test/pictures.ts';
import { expectAccessible, openPage, openStage, type Stage } from './stage.ts';

const CLUB = 'the-emberforge';

let stage: Stage;
let guild: TestGuild;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [30] }) });
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('kessa');
  await ask('ysolde', 'POST', '/organizations', { name: 'The Emberforge', type: 'community', alias: CLUB });
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

async function ask(as: string, ...call: Parameters<ReturnType<typeof callerOf>>) {
  const { token } = await stage.signedIn(as);
  const answer = await callerOf(stage.app, token)(...call);
  expect(answer.status).toBeLessThan(300);
  return answer.body;
}
const at = (tab: string) => `/g/${guild.alias}/settings/${tab}`;
const open = (as: string, path: string, options: Partial<Parameters<typeof openPage>[1]> = {}) =>
  openPage(stage, { as, path, ...options });
const settings = async () =>
  (await ask('ysolde', 'GET', `/organizations/${guild.id}`)).settings as Record<string, Record<string, unknown>>;

test('saving sends only the changed fields, so a change by another officer survives', async () => {
  const page = await open('ysolde', `/g/${guild.alias}/settings`);
  await page.getByLabel('Visible to').waitFor();
  expect(new URL(page.url()).pathname).toBe(at('general'));
  expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'We are recruiting' }).click();
  await page.getByRole('checkbox', { name: 'healer' }).click();
  await ask('ysolde', 'PATCH', `/organizations/${guild.id}/settings`, {
    timeZone: 'Europe/Paris',
    recruiting: { message: 'Two nights a week.' },
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await settings()).toMatchObject({
    timeZone: 'Europe/Paris',
    recruiting: { open: true, roles: ['healer'], message: 'Two nights a week.' },
  });
  await expect.poll(() => page.getByLabel('In a sentence or two').inputValue()).toBe('Two nights a week.');
});

test('the form shows an error for a short name that is taken', async () => {
  const page = await open('ysolde', at('general'), { refusals: true });
  await page.getByLabel('Short name in addresses').fill(CLUB);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
});

test('an officer sets how attendance counts', async () => {
  const page = await open('ysolde', at('attendance'));
  await page.getByLabel('Late counts, in percent').fill('75');
  await page.getByRole('checkbox', { name: /^A raid declined/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect((await settings()).attendance).toMatchObject({ lateWeight: 75, benchedWeight: 100, countDeclined: true });
});

test('an officer crops a logo by keyboard, shows it, and removes it', async () => {
  const page = await open('ysolde', at('logo'));
  await page.getByLabel('Choose a picture').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await anyPicture()),
  });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Size').fill('2');
  await dialog.getByRole('img').press('ArrowRight');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use this' }).click();
  await page.getByText('The new logo is shown.').waitFor();
  await page.getByRole('img', { name: 'Your logo' }).waitFor();
  const usesOwn = async () => {
    const [row] = await stage.app.ctx.sql<{ own: boolean }>(
      'select use_custom_logo as own from organization where id = $1',
      [guild.id],
    );
    return row?.own;
  };
  await page.getByRole('button', { name: 'Show the crest' }).click();
  await page.getByRole('button', { name: 'Show your logo' }).waitFor();
  expect(await usesOwn()).toBe(false);
  await page.getByRole('button', { name: 'Show your logo' }).click();
  await page.getByRole('button', { name: 'Show the crest' }).waitFor();
  expect(await usesOwn()).toBe(true);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('img', { name: 'Your logo' }).waitFor({ state: 'detached' });
});

test('an officer syncs parts of a guild immediately', async () => {
  const page = await open('ysolde', at('sync'));
  await page.getByRole('checkbox', { name: 'Roster' }).click();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect.poll(() => page.getByText(/^(Done\.|On its way\.)$/).count()).toBe(3);
});

test('members without the right see how to leave, and cannot change anything', async () => {
  const page = await open('kessa', at('general'));
  await page.getByText('You cannot change this').waitFor();
  await page.getByRole('link', { name: 'Leave and archive' }).click();
  await page.getByText('Leave this guild in the game').waitFor();
  expect(await page.getByRole('button', { name: 'Archive' }).count()).toBe(0);
  const outsider = await open('vesper', at('general'));
  await outsider.getByText('You don’t have access').waitFor();
});

test('a founder archives, restores, and permanently deletes a community by typing its name after a recent sign-in', async () => {
  await stage.app.ctx.sql(`update session set created_at = now() - interval '25 hours'`);
  const page = await open('ysolde', `/g/${CLUB}/settings/danger`, { refusals: true });
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Delete for good' }).isDisabled()).toBe(true);
  const confirm = async () => {
    await dialog.getByLabel('Type “The Emberforge” to confirm').fill('The Emberforge');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
  };
  await confirm();
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('link', { name: 'With Battle.net' }).click();
  await page.locator('a.card', { hasText: 'Ysolde' }).first().click();
  await page.waitForURL((url) => url.pathname === `/g/${CLUB}/settings/danger`);
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await confirm();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  expect(await stage.app.ctx.sql('select from organization where alias = $1', [CLUB])).toEqual([]);
});
