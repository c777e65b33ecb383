/** Officers' tools for an event and its participants, and the calendar of a guild. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { NotificationsView } from '@guildhall/contracts/notification.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readCalendar } from '../../server/test/calendars.ts';
import { done, type EventGuild, eventGuild, inHours, moveBack } from '../../server/test/events.ts';
import { syncJournal } from '../../server/test/journal.ts';
import { anyPicture } from '../../server/test/pictures.ts';
import { expectAccessible, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let guild: EventGuild;
beforeAll(async () => {
  stage = await openStage();
  await stage.guildOf('ysolde');
  guild = await eventGuild(stage.app, 3);
  const { get } = await stage.signedIn('ysolde');
  const { body: me } = await get('/auth/me').expect(200);
  const { sql } = stage.app.ctx;
  await sql('insert into membership (organization_id, user_id) values ($1, $2)', [guild.id, me.id]);
  await sql(
    'insert into role_holder (organization_id, role_id, user_id) select organization_id, role_id, $2 from role_holder where organization_id = $1',
    [guild.id, me.id],
  );
});
afterAll(() => stage[Symbol.asyncDispose]());

const plan = (title: string, more: object = {}) =>
  done<EventView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      title,
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(50),
      durationMinutes: 180,
      anyRole: true,
      slots: ['tank', 'healer'].map((roleKey) => ({ roleKey, max: 1 })),
      ...more,
    }),
  );

test('an officer copies last week’s event, and extends its series', async () => {
  const event = await plan('Weekly', { recurringDates: [inHours(50 + 168).slice(0, 10)] });
  await moveBack(stage.app, event.id, 60);
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.id}/events/new` });
  await page.getByRole('button', { name: 'Copy last week’s: Weekly' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Weekly');
  await page.getByRole('textbox', { name: 'Title' }).fill('Copied');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create event' }).click();
  await page.getByRole('heading', { level: 1, name: 'Copied' }).waitFor();

  const next = await stage.app.ctx.sql<{ id: string }>(
    'select id from event where recurring_series_id = $1 order by starts_at desc limit 1',
    [event.recurringSeriesId],
  );
  await page.goto(`/events/${next[0]?.id}`);
  await page.getByRole('button', { name: 'Extend series' }).click();
  await page.getByRole('dialog').getByText('5 dates').waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('4 dates were added.').waitFor();
});

async function answer({ id }: EventView, who: number, roleKey: string): Promise<string> {
  const member = guild.members[who];
  if (!member) throw new Error('No such member');
  await done(member.call('PUT', `/events/${id}/signup`, { characterId: member.characterId, roleKey }));
  const [row] = await stage.app.ctx.sql<{ name: string }>('select name from character where id = $1', [
    member.characterId,
  ]);
  return row?.name ?? '';
}

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });

test('a cancelled event is saved for a calendar as cancelled, under the id that the feed has', async () => {
  const event = await plan('Raid, heroic');
  await done(guild.officer.call('POST', `/events/${event.id}/cancel`));
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}` });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const text = (await (await (await download).createReadStream()).toArray()).join('');
  expect((await download).suggestedFilename()).toBe('event.ics');
  expect(text).toMatch(/END:VCALENDAR\r\n$/);
  expect(readCalendar(text).events).toMatchObject([
    { uid: `${event.id}@guildhall`, title: 'Cancelled: Raid, heroic', status: 'CANCELLED', sequence: 1 },
  ]);
});

test('a clock that is hours wrong hides no answer that the service takes, and closes sign-ups now', async () => {
  const soon = await plan('Soon', { startsAt: inHours(1) });
  const fast = await openPage(stage, { as: 'ysolde' });
  await fast.clock.install({ time: Date.now() + 2 * 3_600_000 });
  await fast.goto(`/events/${soon.id}`);
  await fast.getByRole('group', { name: 'Your answer to Soon' }).getByText('In', { exact: true }).waitFor();
  await fast.getByText(/^in (1 hour|\d\d minutes)$/).waitFor();
  await fast.getByRole('button', { name: 'Close sign-ups' }).click();
  await fast.getByRole('button', { name: 'Open sign-ups' }).waitFor();
  const { signupDeadline } = await done<EventView>(guild.officer.call('GET', `/events/${soon.id}`));
  expect(Math.abs(Date.parse(signupDeadline ?? '') - Date.now())).toBeLessThan(120_000);

  const begun = await plan('Begun', { startsAt: inHours(1) });
  await moveBack(stage.app, begun.id, 2);
  const slow = await openPage(stage, { as: 'ysolde' });
  await slow.clock.install({ time: Date.now() - 3 * 3_600_000 });
  await slow.goto(`/events/${begun.id}`);
  await slow.getByRole('button', { name: 'Complete' }).waitFor();
});

test('an officer drags people to another column, and out of the event', async () => {
  const event = await plan('Dragging');
  const name = await answer(event, 0, 'tank');
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}` });
  const person = page.getByRole('listitem').filter({ hasText: name }).first();
  await column(page, 'Tanks').getByText('1/1').waitFor();
  await person.dragTo(column(page, 'Healers'));
  await column(page, 'Healers').getByText('1/1').waitFor();
  await column(page, 'Healers').getByText(name).waitFor();

  await dragToZone(page, name, 'Remove …');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await column(page, 'Healers').getByText('0/1').waitFor();
});

/** Drop zones appear only while a participant is being dragged. */
async function dragToZone(page: Page, name: string, zone: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: name }).first();
  const from = await row.boundingBox();
  if (!from) throw new Error('Nobody to drag');
  await page.mouse.move(from.x + 60, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 80, from.y + from.height / 2 + 10, { steps: 4 });
  const target = page.getByText(zone, { exact: true });
  await target.waitFor();
  const to = await target.boundingBox();
  if (!to) throw new Error('No zone');
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
}

test('a member offers several roles in order, and gets the first one with a free slot', async () => {
  const event = await plan('Either role');
  await answer(event, 0, 'tank');
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}` });
  const mine = page.getByRole('region', { name: 'Your answer' });
  await mine.getByRole('button', { name: /as / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('group', { name: 'Role', exact: true }).getByRole('radio', { name: /tank/ }).check();
  await dialog
    .getByRole('group', { name: 'Would also play' })
    .getByRole('checkbox', { name: /healer/ })
    .check();
  await dialog.getByText('choice 2').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  await column(page, 'Healers').getByText('1/1').waitFor();
  await mine.getByText('· tank, healer').waitFor();
});

test('an officer publishes a draft, deletes a cancelled event, and completes a past one', async () => {
  const draft = await plan('Draft', { status: 'draft' });
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${draft.id}` });
  await page.getByText('Draft: only people who manage this event see it.').waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Copy invites' }).waitFor();

  await page.getByRole('button', { name: 'Cancel event' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('This deletes it for good, with 0 answers.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  await expect.poll(() => stage.app.ctx.sql('select 1 from event where id = $1', [draft.id])).toEqual([]);

  const past = await plan('Past');
  await moveBack(stage.app, past.id, 60);
  await page.goto(`/events/${past.id}`);
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
});

test('a change, a cancellation and a deletion can include other events of a series, and show them before', async () => {
  const day = (weeks: number) => inHours(50 + weeks * 168).slice(0, 10);
  const event = await plan('Series', { recurringDates: [day(1), day(2)] });
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}/edit` });
  await page.getByRole('textbox', { name: 'Title' }).fill('Renamed');
  await page.getByRole('combobox', { name: 'Which events' }).selectOption({ label: 'this and the following events' });
  await page.getByText('3 events change:').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
  const series = () =>
    stage.app.ctx.sql(
      'select title, status, count(*)::int from event where recurring_series_id = $1 group by title, status',
      [event.recurringSeriesId],
    );
  await expect.poll(series).toEqual([{ title: 'Renamed', status: 'published', count: 3 }]);

  const which = page.getByRole('dialog').getByRole('combobox', { name: 'Which events' });
  await page.getByRole('button', { name: 'Cancel event' }).click();
  await which.selectOption({ label: 'all upcoming events of the series' });
  await page.getByText('3 events are cancelled:').waitFor();
  await page.getByText('0 sign-ups.').waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click();
  await expect.poll(series).toEqual([{ title: 'Renamed', status: 'cancelled', count: 3 }]);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await which.selectOption({ label: 'this and the following events' });
  await page.getByText('3 events are deleted:').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(series).toEqual([]);
});

test('an answer is taken back to none, and a message of success comes after success, above the buttons', async () => {
  const event = await plan('Taken back');
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}`, width: 390, refusals: true });
  const bar = page.locator('[data-bottom-bar]');
  const answer = (name: string) => bar.getByRole('radio', { name });
  await answer('In').press('Space');
  await bar.getByRole('button', { name: 'Take back my answer' }).waitFor();

  await page.route(/participations\.signUp/, (route) => route.abort('internetdisconnected'));
  await answer('No').press('Space');
  await page.getByText('No connection').waitFor();
  expect(await page.getByText('You gave up your slot').count()).toBe(0);
  await expect.poll(() => answer('In').isChecked()).toBe(true);
  await page.unroute(/participations\.signUp/);
  await answer('No').press('Space');
  await page.getByText('You gave up your slot in Taken back.').waitFor();
  expect(await page.getByText('No connection').count()).toBe(0);
  const [toast, buttons] = [await page.locator('.toasts').boundingBox(), await bar.boundingBox()];
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
  await expectAccessible(page);

  await bar.getByRole('button', { name: 'Take back my answer' }).click();
  await page.getByText('You took back your answer to Taken back.').waitFor();
  await bar.getByRole('button', { name: 'Take back my answer' }).waitFor({ state: 'detached' });
  for (const name of ['In', 'Maybe', 'No']) expect(await answer(name).isChecked()).toBe(false);
  expect(await stage.app.ctx.sql('select 1 from participation where event_id = $1', [event.id])).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => answer('No').isChecked()).toBe(true);
});

test('the character of an answer is named in full beside the button that takes the answer back', async () => {
  const event = await plan('Named');
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}` });
  await page.getByRole('radio', { name: 'In' }).first().press('Space');
  await page.getByRole('button', { name: 'Take back my answer' }).first().waitFor();
  const cut = await page
    .locator('button[aria-haspopup=dialog] .clip')
    .evaluateAll((names) =>
      names.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
});

test('an officer gives the reason for moving a person out of a place, and the person is told', async () => {
  const event = await plan('Moved out');
  const name = await answer(event, 0, 'tank');
  await answer(event, 1, 'tank');
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}` });
  await page.getByRole('button', { name: `Move ${name}` }).click();
  await page.getByRole('menuitem', { name: 'To the waitlist' }).click();
  const dialog = page.getByRole('dialog', { name: `Move ${name} to the waitlist?` });
  await dialog.getByLabel('Why?').fill('Too few healers');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText(`${name} was moved.`).waitFor();
  const member = guild.members[0];
  const { notifications } = await done<NotificationsView>(member?.call('GET', '/auth/me/notifications') as never);
  expect(notifications[0]).toMatchObject({ kind: 'place_lost', status: 'waitlist', reason: 'Too few healers' });
});

for (const width of [390, 320] as const) {
  test(`fields for days and times neither overlap nor widen the page at ${width} pixels`, async () => {
    const event = await plan(`Narrow ${width}`, { recurringDates: [inHours(50 + 168).slice(0, 10)] });
    const page = await openPage(stage, { as: 'ysolde', width, theme: 'light' });
    for (const path of [`/g/${guild.id}/events/new`, `/events/${event.id}/edit`, '/me/absences']) {
      await page.goto(path);
      await page.locator('input[type=date]').first().waitFor();
      await expectFits(page);
      const fields = await page.locator('input[type=date], input[type=time]').evaluateAll((inputs) =>
        inputs.map((input) => {
          const [own, room] = [input, input.parentElement ?? input].map((one) => one.getBoundingClientRect());
          return { width: own?.width ?? 0, over: (own?.right ?? 0) - (room?.right ?? 0) };
        }),
      );
      for (const { width: own, over } of fields) {
        expect(own, path).toBeGreaterThanOrEqual(160);
        expect(over, path).toBeLessThanOrEqual(0);
      }
    }
  });
}

test('an event in another zone than the guild’s says so, and an officer moves its series to the guild’s', async () => {
  const event = await plan('Other zone', {
    startsAt: undefined,
    localStart: `${inHours(50).slice(0, 10)}T20:00`,
    timeZone: 'America/New_York',
    recurringDates: [inHours(50 + 168).slice(0, 10)],
  });
  await stage.app.ctx.sql(`update organization set settings = settings || '{"timeZone": "Asia/Tokyo"}' where id = $1`, [
    guild.id,
  ]);
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}` });
  await page.getByText(/20:00 event time/).waitFor();
  await page.getByRole('button', { name: 'Move to the guild’s time zone' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 events change:').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText(/20:00 guild time/).waitFor();
  const zones = await stage.app.ctx.sql(
    'select distinct time_zone, local_start like $2 as kept from event where recurring_series_id = $1',
    [event.recurringSeriesId, '%T20:00'],
  );
  expect(zones).toEqual([{ time_zone: 'Asia/Tokyo', kept: true }]);
});

test('an officer adds a member by hand, and gives the event a picture', async () => {
  const event = await plan('Adding');
  const { sql } = stage.app.ctx;
  const [member] = await sql<{ name: string }>(
    `update app_user set display_name = 'Voice of the Chat' where id = $1 returning display_name as name`,
    [guild.members[1]?.userId],
  );
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}` });
  await page.getByRole('button', { name: 'Add a member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Member').fill('voice');
  await page.getByRole('option', { name: member?.name ?? '' }).click();
  await dialog.getByLabel('As', { exact: true }).selectOption({ label: 'Healers' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Voice of the Chat is signed up.').waitFor();
  await column(page, 'Healers').getByText('1/1').waitFor();

  await page.getByRole('button', { name: 'Picture' }).click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'hall.png', mimeType: 'image/png', buffer: await anyPicture() });
  await dialog.getByRole('button', { name: 'Remove picture' }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove picture' }).click();
  await dialog.getByRole('button', { name: 'Remove picture' }).waitFor({ state: 'detached' });
});

test('the instance is found by its name in six languages, and one delisted meanwhile is an error at its field', async () => {
  await syncJournal(stage.app);
  const { sql } = stage.app.ctx;
  onTestFinished(async () => void (await sql(`update app_user set locale = 'en_US'`)));
  const names = await sql<{ locale: string; id: number; name: string }>(
    `select l.locale, l.name, i.id from journal_instance i join journal_instance_locale l on l.entity_id = i.id
     where i.id = (select min(id) from journal_instance where listed) order by l.locale`,
  );
  expect(names.map(({ locale }) => locale)).toEqual(['de_DE', 'en_US', 'es_ES', 'fr_FR', 'pt_BR', 'ru_RU']);
  const choose = async ({ locale, name }: { locale: string; name: string }) => {
    await sql('update app_user set locale = $1', [locale]);
    const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.id}/events/new`, refusals: true });
    const field = page.locator('input[role=combobox]');
    await field.pressSequentially(name.slice(0, -1));
    await page.getByRole('option', { name, exact: true }).click();
    await expect.poll(() => field.inputValue()).toBe(name);
    return page;
  };
  for (const one of names) await choose(one);
  const page = await choose({ locale: 'en_US', name: names[1]?.name ?? '' });
  await page.getByLabel('Title').fill('Nowhere');
  await sql('update journal_instance set listed = false where id = $1', [names[0]?.id]);
  await page.getByRole('button', { name: 'Create event' }).click();
  await page.getByRole('alert').filter({ hasText: 'This raid or dungeon is not known here.' }).waitFor();
  await sql('update journal_instance set listed = true');
});

test('a page shows a change made between its first read and the first message of the socket', async () => {
  const event = await plan('Before the socket');
  const page = await openPage(stage, { as: 'ysolde' });
  const socket = Promise.withResolvers<() => void>();
  await page.routeWebSocket(/socket\.io/, (route) => socket.resolve(() => route.connectToServer()));
  await page.goto(`/events/${event.id}`);
  const connect = await socket.promise;
  await page.getByRole('heading', { level: 1, name: 'Before the socket' }).waitFor();
  await done(
    guild.officer.call('PATCH', `/events/${event.id}`, { title: 'Changed meanwhile', version: event.version }),
  );
  connect();
  await page.getByRole('heading', { level: 1, name: 'Changed meanwhile' }).waitFor();
});

test('a log that fails to load leaves the event usable, and can be retried', async () => {
  const event = await plan('Half broken');
  const page = await openPage(stage, { as: 'ysolde', refusals: true });
  const { sql } = stage.app.ctx;
  await sql('alter table event_log_entry rename to event_log_away');
  try {
    await page.goto(`/events/${event.id}`);
    await page.getByRole('heading', { level: 1, name: 'Half broken' }).waitFor();
    await page.getByRole('alert').getByText('Something broke on our side').waitFor();
    await column(page, 'Tanks').waitFor();
    await expectAccessible(page);
  } finally {
    await sql('alter table event_log_away rename to event_log_entry');
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('created the event').waitFor();
});

for (const [theme, width] of [
  ['dark', 1280],
  ['light', 390],
] as const) {
  test(`month and week show events and holidays, and filter for unanswered ones, at ${width} pixels`, async () => {
    const { startsAt } = await plan(`Calendar at ${width}`, { startsAt: inHours(120 + width / 10) });
    const day = startsAt.slice(0, 10);
    await stage.app.ctx.sql(
      `insert into holiday (key, year, starts_at, ends_at, names) values ($1, 2026, $2, $2, '{"en_US": "Brewfest"}')`,
      [`brewfest-${width}`, day],
    );
    const page = await openPage(stage, {
      as: 'ysolde',
      path: `/g/${guild.id}/events?view=month&day=${day}`,
      timeZone: 'UTC',
      theme,
      width,
    });
    await page.getByRole('link', { name: `Calendar at ${width}` }).waitFor();
    await page.getByText('Brewfest').first().waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Week' }).click();
    await page.getByRole('article', { name: `Calendar at ${width}` }).waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await page
      .getByRole('article', { name: `Calendar at ${width}` })
      .getByRole('radio', { name: 'No' })
      .press('Space');
    await page.getByRole('button', { name: 'Only unanswered' }).click();
    await expect.poll(() => page.getByRole('article', { name: `Calendar at ${width}` }).count()).toBe(0);
    await page.getByRole('link', { name: 'Later' }).click();
    await expect.poll(() => new URL(page.url()).search).toMatch(/^\?view=week&day=\d{4}-\d\d-\d\d&unanswered=true$/);
  });
}
