/** Refusals, lost connections and failures: the page names each, gives the next step, and recovers by itself if it can. */
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inHours } from '../../server/test/events.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { expectAccessible, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let guild: TestGuild;
let eventOfClub: string;
const CLUB = 'the-old-lantern';

beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [12, 4, 4] }) });
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('pell');
  const { post, token } = await stage.signedIn('ysolde');
  const { body } = await post('/organizations')
    .send({ name: 'The Old Lantern', alias: CLUB, type: 'community' })
    .expect(201);
  const event = { title: 'Last evening', type: 'raid', scope: 'guild', startsAt: inHours(40), durationMinutes: 60 };
  const made = await post(`/organizations/${body.id}/events`)
    .send({ ...event, slots: [] })
    .expect(201);
  eventOfClub = made.body.id;
  const archive = stage.app.http.delete(`/api/v1/organizations/${body.id}`);
  await archive.set('Authorization', `Bearer ${token}`).expect(200);
});
afterAll(() => stage[Symbol.asyncDispose]());

test('a session that ended elsewhere leads the open tab to the sign-in, and back to the page', async () => {
  const page = await openPage(stage, { path: '/login?redirect=/characters', refusals: true });
  // The socket opens once the page rests.
  const socket = page.waitForEvent('websocket');
  await page.getByRole('button', { name: /^Kessaly Battle/ }).click();
  await page.getByRole('heading', { name: 'Characters' }).waitFor();
  await (await socket).waitForEvent('framereceived');
  await stage.app.ctx.sql(
    `delete from session where user_id in (select id from app_user where display_name = 'Kessaly')`,
  );
  await page.waitForURL(/\/login\?redirect=%2Fcharacters/);
  await page.getByText('You were signed out').waitFor();
  await page.getByRole('button', { name: /^Kessaly Battle/ }).click();
  await page.getByRole('heading', { name: 'Characters' }).waitFor();
});

test('without a socket, the next request leads to the sign-in', async () => {
  const page = await openPage(stage, { path: '/login?redirect=/characters', live: false, refusals: true });
  await page.getByRole('button', { name: /^Osric Battle/ }).click();
  await page.getByRole('heading', { name: 'Characters' }).waitFor();
  await stage.app.ctx.sql(
    `delete from session where user_id in (select id from app_user where display_name = 'Osric')`,
  );
  // A request of the page itself may lead away before the tap.
  const tap = page.getByRole('link', { name: 'Reputations' }).first().click();
  await Promise.all([page.waitForURL(/\/login\?redirect=/), tap.catch(() => {})]);
});

test('a page that failed for want of a connection comes back without a tap', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: '/characters', live: false, refusals: true });
  await page.getByRole('heading', { name: 'Characters' }).waitFor();
  await page.route('**/trpc/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Roster' }).first().click();
  await page.getByText('No connection').first().waitFor();
  await page.unroute('**/trpc/**');
  await page.getByText('as of').first().waitFor({ timeout: 20_000 });
});

test('an archived guild is the one that its pages name, and offers no writing', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${CLUB}/events`, refusals: true });
  await page.getByText('The Old Lantern is archived.').waitFor();
  expect(await page.locator('.crumb').textContent()).toBe('The Old Lantern');
  expect(await page.locator('.guild-switch b').textContent()).toBe('The Old Lantern');
  expect(await page.getByRole('link', { name: 'New event' }).count()).toBe(0);
  await expectAccessible(page);
  await page.goto(`/events/${eventOfClub}`);
  await page.getByRole('heading', { name: 'Last evening' }).waitFor();
  await page.getByText('The guild is archived').first().waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
  expect(await page.getByText('Be the first to sign up.').count()).toBe(0);
  await page.goto(`/g/${CLUB}/posts/new`);
  await page.getByText('You don’t have access').waitFor();
  await page.goto(`/g/${CLUB}/settings/general`);
  await page.getByText('This guild is archived. Restore it before you change anything.').waitFor();
  await page.getByRole('link', { name: 'Restore it' }).click();
  await page.getByRole('button', { name: 'Restore' }).waitFor();
});

test('an archived guild says so once on its home, in whole words on the phone', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${CLUB}`, width: 390 });
  await page.getByText('The Old Lantern is archived.').waitFor();
  await page.getByRole('heading', { name: 'The Old Lantern' }).waitFor();
  expect(await page.getByText(/The Old Lantern is archived|Archived on/).count()).toBe(1);
  await expectFits(page);
});

test('a roster sync that fails is shown as failed where it was started, and in its queue', async () => {
  await stage.app.ctx.sql(`update app_user set is_admin = true where display_name = 'Ysolde'`);
  const roster = /^\/data\/wow\/guild\/[^/]+\/[^/]+\/roster$/;
  const recover = stage.app.simulator.faults.add({ match: roster, fault: { kind: 'status', status: 503 } });
  await stage.app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.alias}/settings/sync`, refusals: true });
  for (const part of await page.getByRole('checkbox').all()) await part.setChecked(false);
  await page.getByRole('checkbox').first().setChecked(true);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('Did not work. The game platform is not answering.').waitFor({ timeout: 20_000 });
  await page.goto('/admin/jobs/roster-sync');
  await page.getByRole('listitem').filter({ hasText: 'failed' }).first().waitFor();
  recover();
});

test('a character sync that fails says why where it was started', async () => {
  await stage.app.ctx.sql(`update sync_session set finished_at = finished_at - interval '1 hour'`);
  const page = await openPage(stage, { as: 'pell', path: '/characters', refusals: true });
  await page.getByRole('button', { name: 'From Battle.net' }).click();
  const fetchAll = page.getByRole('dialog').getByRole('button', { name: 'Fetch all' });
  await expect.poll(() => fetchAll.isEnabled()).toBe(true);
  const fault = { match: '/profile/user/wow', fault: { kind: 'status', status: 503 } } as const;
  const recover = stage.app.simulator.faults.add(fault);
  await fetchAll.click();
  const failed = page.getByRole('status', { name: 'The sync failed.' });
  await failed.getByText('The game platform is not answering.').waitFor();
  recover();
});

test('jobs that have failed are not “all good”', async () => {
  const { boss, sql } = stage.app.ctx;
  await sql(`update app_user set is_admin = true where display_name = 'Ysolde'`);
  await boss.offWork('tell-old-address');
  await boss.send('tell-old-address', { userId: 'a person' });
  await sql(`update pgboss.job set state = 'failed', completed_on = now() where name = 'tell-old-address'`);
  const page = await openPage(stage, { as: 'ysolde', path: '/admin/jobs' });
  await page.getByText('1 failed job').first().waitFor();
  expect(await page.getByText('All good').count()).toBe(0);
});

test('a file that is no picture is called so, as a logo and as an avatar', async () => {
  const text = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('This is a letter.') };
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.alias}/settings/logo`, refusals: true });
  await page.getByLabel('Choose a picture').setInputFiles(text);
  await page.getByRole('dialog').getByText('This picture cannot be read. Use JPEG, PNG or WebP.').waitFor();
  expect(await page.getByText('Something broke on our side').count()).toBe(0);
  await page.goto('/me');
  await page.locator('input[type=file]').setInputFiles(text);
  await page.getByText('This picture cannot be read. Use JPEG, PNG or WebP.').waitFor();
});
