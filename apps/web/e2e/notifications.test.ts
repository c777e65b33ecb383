/** The inbox, and word of news at once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.guildOf('ysolde');
});
afterAll(() => stage[Symbol.asyncDispose]());
beforeEach(() => stage.app.ctx.sql('delete from notification'));

const OF = (name: string) => `(select id from app_user where display_name = '${name}')`;

/** As the service writes them; how each comes about is for its own tests. */
async function write(kind: string, details: object = {}, name = 'Ysolde'): Promise<void> {
  const { id } = await stage.guildOf('ysolde');
  await stage.app.ctx.sql(
    `insert into notification (user_id, organization_id, kind, details) values (${OF(name)}, $1, $2, $3)`,
    [id, kind, JSON.stringify(details)],
  );
}
const at = (day: string) => `2026-12-${day}T19:00:00.000Z`;

test('the bell counts unread notifications; opening one marks it as read, and a button marks the rest', async () => {
  await write('event_moved', { title: 'Raid night', startsAt: at('04'), previousStartsAt: at('03') });
  await write('role_granted', { title: 'Raid leader' });
  await write('transfer_waiting');
  const page = await openPage(stage, { as: 'ysolde', path: '/' });
  await page.getByRole('link', { name: 'Notifications, 3 new' }).click();
  await page.getByRole('heading', { name: 'Notifications' }).waitFor();
  await page.getByText('Raid night has moved').waitFor();
  await page.getByText(/From .* to .* · /).waitFor();
  await page.getByRole('link', { name: 'Open: A transfer needs your decision' }).click();
  await page.getByRole('heading', { name: 'Transfers' }).waitFor();
  await page.getByRole('link', { name: 'Notifications, 2 new' }).click();
  await page.getByRole('link', { name: 'Unread', exact: true }).click();
  await expect.poll(() => page.getByText('A transfer needs').count()).toBe(0);
  expect(new URL(page.url()).search).toBe('?unread=true');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByText('All read').waitFor();
  await page.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Settings · Ysolde' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
});

test('a new role shows immediately, and as a notification of the device where that is allowed', async () => {
  const page = await openPage(stage, { as: 'osric', path: '/me/notifications' });
  await page.context().grantPermissions(['notifications']);
  // The page must ask for nothing by itself, and shows what it is told; a window that is hidden has no focus.
  await page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    Object.assign(document, { hasFocus: () => false });
    class Shown {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title: string) {
        shown.push(title);
      }
    }
    Object.assign(window, { Notification: Shown });
  });
  await page.getByRole('button', { name: 'Show news on this device' }).click();
  await page.getByText('News appears on this device.').waitFor();
  await page.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor();

  await write('role_granted', { title: 'Raid leader' }, 'Osric');
  const [{ id } = { id: '' }] = await stage.app.ctx.sql<{ id: string }>(
    `select id from app_user where display_name = 'Osric'`,
  );
  const onDevice = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown[0]);
  // Again and again, because a test cannot know since when the page listens.
  const afterNews = async () => {
    await stage.app.ctx.transact(async ({ changed }) =>
      changed({ type: 'notification.changed', subjectId: id, audience: 'person', personId: id }),
    );
    return [await page.getByRole('link', { name: 'Notifications, 1 new' }).count(), await onDevice()];
  };
  await expect.poll(afterNews, { timeout: 20_000 }).toEqual([1, 'You are now Raid leader']);
});

test('a muted kind is muted on every device, an empty inbox says so, and older entries load on demand', async () => {
  const page = await openPage(stage, { as: 'pell', path: '/me/notifications', width: 390 });
  await page.getByLabel('One of my events is moved').uncheck();
  const { get } = await stage.signedIn('pell');
  await expect
    .poll(async () => (await get('/auth/me/preferences').expect(200)).body.mutedNotifications)
    .toEqual(['event_moved']);
  await page.goto('/notifications');
  await page.getByText('Nothing yet').waitFor();
  await stage.app.ctx.sql(
    `insert into notification (user_id, kind) select ${OF('Pellwick')}, 'picture_refused' from generate_series(1, 35)`,
  );
  await page.reload();
  await expect.poll(() => page.getByText('Your picture was rejected').count()).toBe(30);
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect.poll(() => page.getByText('Your picture was rejected').count()).toBe(35);
});

test('an inbox that fails to load leaves the page usable and can be retried, and without a session leads to sign-in', async () => {
  await stage.app.ctx.sql('alter table notification rename to notification_away');
  const page = await openPage(stage, { as: 'ysolde', refusals: true });
  try {
    await page.goto('/notifications');
    await page.getByRole('alert').waitFor();
  } finally {
    await stage.app.ctx.sql('alter table notification_away rename to notification');
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Nothing yet').waitFor();
  const nobody = await openPage(stage, { path: '/notifications' });
  await nobody.waitForURL((url) => url.searchParams.get('redirect') === '/notifications');
});

test.each([
  ['dark', 1280],
  ['light', 390],
] as const)('the inbox and its settings are accessible and fit: %s, %i pixels wide', async (theme, width) => {
  await write('event_moved', { title: 'Raid night', startsAt: at('04'), previousStartsAt: at('03'), count: 3 });
  await write('event_cancelled', { title: 'Old hoards', startsAt: at('06'), reason: 'Too few of us' });
  await write('waitlist_promoted', { title: 'Wardens of the Hollow', startsAt: at('08') });
  await write('claim_rejected', { title: 'Kestrimo' });
  const page = await openPage(stage, { as: 'ysolde', theme, width });
  for (const path of ['/notifications', '/me/notifications']) {
    await page.goto(path);
    await page.locator('.card').first().waitFor();
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    await page.getByRole('link', { name: /^Notifications, 4 new/ }).waitFor();
    await expectAccessible(page);
    await expectFits(page);
  }
});
