/** First visits by a link: from the sign-in to the page, without a detour. */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inHours } from '../../server/test/events.ts';
import { eventually } from '../../server/test/guild.ts';
import { hold } from '../../server/test/waiting.ts';
import { expectAccessibleInBothThemes, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let guild: { id: string; alias: string; name: string };
let eventPath: string;
const ACCOUNT = '/profile/user/wow';

beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [60, 4, 4] }), syncAtSignIn: true });
  guild = await stage.guildOf('ysolde');
  const { post } = await stage.signedIn('ysolde');
  const { body } = await post(`/organizations/${guild.id}/events`)
    .send({
      title: 'Mirefell Vault',
      type: 'raid',
      startsAt: inHours(40),
      durationMinutes: 180,
      slots: [
        { roleKey: 'tank', max: 2 },
        { roleKey: 'healer', max: 4 },
        { roleKey: 'melee', max: 8 },
        { roleKey: 'ranged', max: 8 },
      ],
    })
    .expect(201);
  eventPath = `/events/${body.id}`;
});
afterAll(() => stage[Symbol.asyncDispose]());

/** The two taps of a sign-in: the provider, and there the account. */
async function signIn(page: Page, account: string, provider = 'Battle.net'): Promise<void> {
  await page.getByRole('link', { name: `Continue with ${provider}` }).click();
  await page.locator('a.card').filter({ hasText: account }).first().click();
}

const answersOf = async (name: string) =>
  (
    await stage.app.ctx.sql<{ status: string }>(
      `select p.status from participation p join app_user u on u.id = p.user_id where u.display_name = $1`,
      [name],
    )
  ).map(({ status }) => status);

test('a fresh account gets from the link of an event to “In” with three taps', async () => {
  const release = hold(stage.app.simulator.faults, ACCOUNT);
  const page = await openPage(stage, { path: eventPath, width: 390, refusals: true });
  await signIn(page, 'Pellwick');
  await page.getByRole('heading', { name: 'Finding your characters' }).waitFor();
  await page.getByRole('progressbar', { name: 'Finding your characters' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  expect(new URL(page.url()).pathname).toBe(eventPath);
  release();
  await page.getByRole('heading', { name: 'Mirefell Vault' }).waitFor();
  await page.getByRole('radio', { name: 'In' }).first().check({ force: true });
  await eventually(async () => expect(await answersOf('Pellwick')).toEqual(['signed_up']));
});

test('the link of a roster opens it for a fresh account of a member', async () => {
  const page = await openPage(stage, { path: `/g/${guild.alias}/roster`, refusals: true });
  await signIn(page, 'Kessaly');
  await page.getByRole('heading', { name: 'Roster' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/g/${guild.alias}/roster`);
});

test('the link of a post for members asks for a sign-in, and shows the post to a member', async () => {
  const { post } = await stage.signedIn('ysolde');
  const sent = { title: 'Rules of the vault', body: 'Bring flasks.', visibility: 'guild' };
  const { body } = await post(`/organizations/${guild.id}/posts`).send(sent).expect(201);
  const page = await openPage(stage, { path: `/posts/${body.id}`, refusals: true });
  await page.getByRole('heading', { name: 'This page may be for members' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, 'Marrow');
  await page.getByRole('heading', { name: 'Rules of the vault' }).waitFor();
});

test('a sign-in with Discord is offered the game account, and comes back to the link', async () => {
  const page = await openPage(stage, { path: eventPath, width: 390, refusals: true });
  await signIn(page, 'Osric', 'Discord');
  await page.getByRole('heading', { name: 'Which characters are yours?' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  await page.getByRole('link', { name: 'Link Battle.net' }).click();
  await page.locator('a.card').filter({ hasText: 'Tamsel' }).first().click();
  await page.getByRole('heading', { name: 'Mirefell Vault' }).waitFor();
});

test('characters of another guild are named, with what to do, and another account leads back here', async () => {
  const page = await openPage(stage, { path: eventPath, width: 390, refusals: true });
  await signIn(page, 'Wrennaby');
  await page.getByRole('alert').getByText('Nothing here').waitFor();
  await page.getByRole('heading', { name: 'This page is not for your characters' }).waitFor();
  await page.locator('main').getByText('Wrennaby', { exact: true }).waitFor();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Change account' }).click();
  await page.getByText('Then on to the event').waitFor();
});

test('an account without characters is told so', async () => {
  const page = await openPage(stage, { path: eventPath, refusals: true });
  await signIn(page, 'Vesper');
  await page.getByRole('heading', { name: 'No characters found' }).waitFor();
  await page.getByText('Battle.net answered: this account has no characters').waitFor();
  await page.getByRole('button', { name: 'Read my characters again' }).waitFor();
});

test('a platform that fails is named, and the page opens once it answers again', async () => {
  const recover = stage.app.simulator.faults.add({ match: ACCOUNT, fault: { kind: 'status', status: 503 } });
  const page = await openPage(stage, { path: `/g/${guild.alias}/roster`, width: 390, refusals: true });
  await signIn(page, 'Quill');
  await page.getByRole('heading', { name: 'Battle.net is not answering' }).waitFor();
  await page.getByText(/Next try in \d+ seconds/).waitFor();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  recover();
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByRole('heading', { name: 'Roster' }).waitFor();
});

test('the introduction fetches by itself, and says why it has no characters to show', async () => {
  const empty = await openPage(stage, { path: '/', refusals: true });
  await signIn(empty, 'Vesper');
  await empty.getByRole('heading', { name: 'Bring your characters' }).waitFor();
  await empty.getByText('No characters found').waitFor();
  await empty.getByRole('button', { name: 'Read my characters again' }).waitFor();

  const recover = stage.app.simulator.faults.add({ match: ACCOUNT, fault: { kind: 'status', status: 503 } });
  const page = await openPage(stage, { path: '/', width: 390, refusals: true });
  await signIn(page, 'Brannoc');
  await page.getByRole('alert').getByText('Battle.net is not answering').waitFor();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  recover();
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByText(/characters are here/).waitFor();
});

test('an invitation is accepted by a fresh account with one tap after the sign-in', async () => {
  const { post } = await stage.signedIn('ysolde');
  const club = (await post('/organizations').send({ name: 'Ember Choir', type: 'community' }).expect(201)).body;
  const { body } = await post(`/organizations/${club.id}/invites`).send({}).expect(201);
  const page = await openPage(stage, { path: `/invite/${body.code}`, refusals: true });
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, 'Dagrun');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { name: 'Ember Choir' }).waitFor();
});
