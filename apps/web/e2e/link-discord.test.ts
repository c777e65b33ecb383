/** From a press on Discord by an unknown caller to their answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customId } from '../../server/src/guilds/chat/custom-id.ts';
import { connectServer } from '../../server/test/discord.ts';
import { inHours } from '../../server/test/events.ts';
import { expectAccessible, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let eventId: string;

beforeAll(async () => {
  stage = await openStage();
  const guild = await stage.guildOf('ysolde');
  const ysolde = await stage.signedIn('ysolde');
  const { body: me } = await ysolde.get('/auth/me').expect(200);
  await connectServer(stage.app, guild.id, me.id);
  await stage.app.ctx.sql(
    `update organization set settings = jsonb_set(settings, '{chat,withoutAccount}', '"off"') where id = $1`,
    [guild.id],
  );
  const event = { title: 'Night of stars', type: 'raid', startsAt: inHours(24), durationMinutes: 120 };
  const slots = [{ roleKey: 'flex', max: 5 }];
  const { body } = await ysolde
    .post(`/organizations/${guild.id}/events`)
    .send({ ...event, slots })
    .expect(201);
  eventId = body.id;
});
afterAll(() => stage[Symbol.asyncDispose]());

test('a button pressed by an unknown person leads through the game account and Discord to the answer', async () => {
  const pressed = await stage.app.simulator.discord.press('ysolde', customId.signUp(eventId, 'flex'));
  expect(pressed.content).toContain('Guildhall doesn’t know who you are');
  const page = await openPage(stage, { path: '/link/discord', width: 390 });
  await page.getByRole('heading', { name: 'First, your game account' }).waitFor();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('link', { name: 'Continue with Battle.net' }).click();
  await page
    .getByRole('link', { name: /Ysolde/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Connect Discord' }).waitFor();
  await page.getByRole('link', { name: 'Connect my Discord account' }).click();
  await page
    .getByRole('link', { name: /Ysolde/i })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Discord is connected' }).waitFor();
  await page.getByText('Night of stars').waitFor();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('button', { name: /^Sign up .* as flex/ }).click();
  await page.getByText('Done: you have a slot.').waitFor();
  expect((await stage.app.simulator.discord.press('ysolde', customId.mine(eventId))).content).toContain('You’re in');
});

test('the page explains a failed link', async () => {
  const options = { as: 'brannoc', theme: 'light' } as const;
  const page = await openPage(stage, { ...options, path: '/link/discord?error=account_already_linked' });
  await page.getByRole('heading', { name: 'Connect Discord' }).waitFor();
  await page.getByRole('alert').waitFor();
  await expectAccessible(page);
});
