/** Pages for administrators of the installation. */
import { setTimeout } from 'node:timers/promises';
import type { WaitingImageView } from '@guildhall/contracts/image.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { anyPicture } from '../../server/test/pictures.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
} from './stage.ts';

let stage: Stage;
const QUEUE = 'tell-old-address';
beforeAll(async () => {
  stage = await openStage({ environment: { MODERATION: 'manual' } });
  await stage.guildOf('ysolde');
  await stage.app.ctx.sql(`update app_user set is_admin = true where display_name = 'Ysolde'`);
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Jobs of a queue that no worker takes any more. */
async function jobs(count: number, state: 'failed' | 'created'): Promise<void> {
  const { boss, sql } = stage.app.ctx;
  await boss.offWork(QUEUE);
  await sql('delete from pgboss.job where name = $1', [QUEUE]);
  for (let index = 0; index < count; index += 1) await boss.send(QUEUE, { userId: `person ${index}` });
  if (state === 'failed') {
    await sql(
      `update pgboss.job set state = 'failed', started_on = now(), completed_on = now(), output = '{"message": "The mail server is away"}'
       where name = $1`,
      [QUEUE],
    );
  }
}
const statesOf = async () =>
  (await stage.app.ctx.sql<{ state: string }>('select state from pgboss.job where name = $1', [QUEUE])).map(
    ({ state }) => state,
  );
test('the overview names a guild whose roster failed to sync, with the reason, and an administrator tries again', async () => {
  const guild = await stage.guildOf('ysolde');
  const { sql } = stage.app.ctx;
  await sql(
    `insert into sync_session (kind, subject_id, status, trigger, error_reason, error_message, job_id, started_at, finished_at)
     values ('roster', $1, 'failed', 'schedule', 'platform_unavailable', 'away', gen_random_uuid(), now(), now())`,
    [guild.id],
  );
  await sql(
    `update sync_session set finished_at = finished_at - interval '5 minutes', created_at = created_at - interval '5 minutes' where status = 'completed'`,
  );
  const page = await openPage(stage, { as: 'ysolde', path: '/admin' });
  const row = page.getByRole('listitem').filter({ hasText: /^The roster of .* could not be synced/ });
  await row.waitFor();
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Try again/ }).click();
  await page.getByText(/^The sync of .* is queued/).waitFor();
  await expect.poll(() => row.count()).toBe(0);
});

test('the overview links to failed jobs; an administrator retries one, then all, and cancels those that wait', async () => {
  await jobs(3, 'failed');
  const page = await openPage(stage, { as: 'ysolde', path: '/' });
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Administration' }).click();
  await page.getByRole('link', { name: 'View: 3 failed jobs' }).click();
  await page.getByRole('link', { name: QUEUE, exact: true }).waitFor();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: QUEUE, exact: true }).click();
  await page.getByText('userId "person 2"').waitFor();
  await page.getByText('The mail server is away').first().waitFor();
  await expectAccessibleInBothThemes(page);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'person 2' })
    .getByRole('button', { name: /^Try again/ })
    .click();
  await expect.poll(async () => (await statesOf()).filter((state) => state === 'retry').length).toBe(1);
  await page.getByRole('link', { name: 'failed', exact: true }).click();
  await expect.poll(() => page.getByText('person 2').count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('state')).toBe('failed');

  await page.getByRole('button', { name: 'Retry all failed' }).click();
  await page
    .getByRole('dialog', { name: 'Retry 2 failed jobs?' })
    .getByRole('button', { name: 'Retry all failed' })
    .click();
  await page.getByText('2 jobs changed.').waitFor();
  await page.getByRole('button', { name: 'Cancel all waiting' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel all waiting' }).click();
  await expect.poll(async () => new Set(await statesOf())).toEqual(new Set(['cancelled']));
});

test('a job and the log name people and guilds in place of their ids', async () => {
  const guild = await stage.guildOf('ysolde');
  await jobs(0, 'created');
  const { body: me } = await (await stage.signedIn('ysolde')).get('/auth/me').expect(200);
  await stage.app.ctx.boss.send(QUEUE, { userId: me.id, organizationId: guild.id, oldEmail: 'old@people.example' });
  await stage.app.ctx.sql(
    `insert into admin_entry (actor_id, action, details) values ($1, 'organization_managed', $2)`,
    [me.id, JSON.stringify({ organizationId: guild.id })],
  );
  const page = await openPage(stage, { as: 'ysolde', path: `/admin/jobs/${QUEUE}`, width: 390 });
  const job = page.locator('main').getByRole('listitem').filter({ hasText: 'oldEmail' });
  await job.getByRole('link', { name: guild.name }).waitFor();
  await job.getByRole('link', { name: 'Ysolde' }).waitFor();
  expect(await job.textContent()).not.toContain(guild.id);
  await expectAccessible(page);
  await expectFits(page);
  await page.goto('/admin/log');
  await page.locator('main').getByRole('link', { name: guild.name }).first().waitFor();
  expect(await page.locator('main').textContent()).not.toContain(guild.id);
});

test('the table of queues updates live', async () => {
  await jobs(0, 'created');
  const page = await openPage(stage, { as: 'ysolde', path: '/admin/jobs' });
  const row = page.getByRole('row').filter({ hasText: QUEUE });
  await row.waitFor();
  await jobs(2, 'created');
  await expect.poll(() => row.getByRole('cell').first().textContent(), { timeout: 20_000 }).toBe('2');
});

test('an administrator starts a journal sync, follows its progress, and writes holidays into calendars', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: '/admin/syncs' });
  await page.getByRole('button', { name: 'Sync now Journal' }).click();
  const journal = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Journal' }) });
  await expect.poll(() => journal.getByText('done').count(), { timeout: 30_000 }).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Add to calendars' }).click();
  await page.getByText(/entr(y was|ies were) changed/).waitFor();
});

test('a logo stays hidden until an administrator approves it', async () => {
  const guild = await stage.guildOf('ysolde');
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.alias}/settings/logo` });
  const picture = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(await anyPicture()) };
  await page.getByLabel('Choose a picture').setInputFiles(picture);
  await page.getByRole('dialog').getByRole('button', { name: 'Use this' }).click();
  await page.getByText('The logo is shown once an administrator has approved it.').waitFor();
  await page.goto('/admin/moderation');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Nothing to review').waitFor();
  await page.goto(`/g/${guild.alias}/settings/logo`);
  await page.getByRole('img', { name: 'Your logo' }).waitFor();
});

test('an administrator approves and refuses pictures, and changes who is an administrator after a fresh sign-in', async () => {
  for (const account of ['kessa', 'pell']) {
    const { token } = await stage.signedIn(account);
    await stage.app.http
      .post('/api/v1/auth/me/avatar')
      .set('Authorization', `Bearer ${token}`)
      .attach('image', await anyPicture(), 'a.jpg')
      .expect(200);
  }
  const page = await openPage(stage, { as: 'ysolde', path: '/admin/moderation', refusals: true });
  await page.getByRole('img', { name: /by Kessa/ }).waitFor();
  await expectAccessible(page);
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: `by ${name}` });
  await card('Kessa').getByRole('button', { name: 'Approve' }).click();
  await card('Pell').getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Why').fill('Not ours to show');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Nothing to review').waitFor();

  await page.goto('/admin/users');
  await page.getByLabel('Find people').fill('pell');
  await page.getByRole('button', { name: 'Make administrator Pell' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make administrator' }).click();
  await page.getByRole('button', { name: 'Demote Pell' }).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('pell');
  await stage.app.ctx.sql(`update session set created_at = now() - interval '25 hours'
    where user_id = (select id from app_user where display_name = 'Ysolde')`);
  await page.getByRole('button', { name: 'Demote Pell' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Demote' }).click();
  const back = await page.getByRole('link', { name: 'With Battle.net' }).getAttribute('href');
  expect(new URL(back ?? '', page.url()).searchParams.get('callbackURL')).toBe('/admin/users?q=pell');
  await stage.app.ctx.sql(`update session set created_at = now()`);

  await page.goto('/admin/log');
  await page.getByText('rejected a picture').waitFor();
  await page.getByText('made an administrator').waitFor();
});

test('others see no administration page, and a section that fails to load leaves the rest usable', async () => {
  const other = await openPage(stage, { as: 'osric', path: '/admin/jobs' });
  await other.getByText('Only administrators of this installation can see this.').waitFor();
  await expectAccessible(other);

  await stage.app.ctx.sql('alter table admin_entry rename to admin_entry_away');
  const page = await openPage(stage, { as: 'ysolde', refusals: true });
  try {
    await page.goto('/admin/log');
    await page.getByRole('alert').waitFor();
    await page.getByRole('navigation', { name: 'Administration' }).waitFor();
  } finally {
    await stage.app.ctx.sql('alter table admin_entry_away rename to admin_entry');
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('list').first().waitFor();
});

test('a press on “Try again” counts, although the words of the failure arrive late', async () => {
  const page = await openPage(stage, { as: 'ysolde', refusals: true });
  let refused = false;
  await page.route('**/trpc/**', async (route) => {
    const response = await route.fetch();
    refused ||= response.status() === 500;
    await route.fulfill({ response });
  });
  await page.route('**/assets/**', async (route) => {
    if (refused) await setTimeout(1_000);
    await route.continue();
  });
  await stage.app.ctx.sql('alter table admin_entry rename to admin_entry_away');
  try {
    await page.goto('/admin/log');
    await page.getByRole('alert').waitFor();
  } finally {
    await stage.app.ctx.sql('alter table admin_entry_away rename to admin_entry');
  }
  await page.getByRole('button', { name: 'Try again' }).hover();
  await page.mouse.down();
  await page.getByRole('alert').getByText('Something broke on our side').waitFor();
  await page.mouse.up();
  await page.getByRole('list').first().waitFor();
});

test('the queue dashboard asks an anonymous visitor to sign in, and opens afterwards', async () => {
  // Its pages ask for a font elsewhere, which their policy refuses with an error on the console.
  const context = await stage.browser.newContext({ baseURL: stage.app.config.baseUrl });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto('/admin/queues');
  await page.waitForURL((url) => url.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/admin/queues');
  await page.getByRole('button', { name: /^Ysolde Battle/ }).click();
  await page.waitForURL((url) => url.pathname === '/admin/queues');
});

test('a logo that awaits a decision says so beside the setting, and then what was decided', async () => {
  const guild = await stage.guildOf('ysolde');
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.alias}/settings/logo` });
  const { token } = await stage.signedIn('ysolde');
  const call = callerOf(stage.app, token);
  const waits = page.getByRole('status').getByText('once an administrator has approved it');
  const refused = page.getByText('An administrator has refused your last picture.');
  for (const decision of ['reject', 'approve'] as const) {
    await page
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(await anyPicture()) });
    await page.getByRole('dialog').getByRole('button', { name: 'Use this' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.reload();
    await waits.waitFor();
    expect(await refused.count()).toBe(0);
    await expectAccessible(page);
    const images = (await call('GET', '/admin/moderation')).body.images as WaitingImageView[];
    const waiting = images.find(({ subjectId }) => subjectId === guild.id);
    const decided = await call('POST', `/admin/moderation/${waiting?.id}`, { decision, version: waiting?.version });
    expect(decided.status).toBe(200);
    await waits.waitFor({ state: 'detached' });
    if (decision === 'reject') await refused.waitFor();
  }
  await page.getByRole('img', { name: 'Your logo' }).waitFor();
});
