/** Many events at once: a series is answered and changed as one, and an absence declines what it covers. */
import type { EventCreatedView } from '@guildhall/contracts/event.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { done, type EventGuild, eventGuild, inHours, type Member } from '../../server/test/events.ts';
import { picture } from './picture.ts';
import { expectAccessible, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let guild: EventGuild;
let ysolde: string;
let main: string;
beforeAll(async () => {
  stage = await openStage();
  await stage.guildOf('ysolde');
  guild = await eventGuild(stage.app, 3);
  const { get, token } = await stage.signedIn('ysolde');
  const { body: me } = await get('/auth/me').expect(200);
  ysolde = me.id;
  const { body: characters } = await get('/characters').expect(200);
  main = characters[0].id;
  await done(callerOf(stage.app, token)('PUT', `/characters/${main}/main`));
  await stage.app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [guild.id, me.id]);
});
afterEach(() => stage.app.ctx.sql('delete from event; delete from absence'));
afterAll(() => stage[Symbol.asyncDispose]());

const dayIn = (days: number) => inHours(days * 24).slice(0, 10);
const planSeries = (days: number[], title = 'Mirefell Vault') =>
  done<EventCreatedView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      ...{ title, type: 'raid', scope: 'guild', durationMinutes: 180, timeZone: 'Europe/Berlin' },
      localStart: `${dayIn(days[0] ?? 0)}T20:00`,
      recurringDates: days.map(dayIn),
      slots: ['tank', 'healer', 'melee', 'ranged'].map((roleKey) => ({ roleKey, max: 4 })),
    }),
  );
const answers = async () => {
  const rows = await stage.app.ctx.sql<{ status: string }>(
    'select p.status from participation p join event e on e.id = p.event_id where p.user_id = $1 order by e.starts_at',
    [ysolde],
  );
  return rows.map(({ status }) => status);
};
const appoint = (yes: boolean) =>
  stage.app.ctx.sql(
    yes
      ? 'insert into role_holder (organization_id, role_id, user_id) select organization_id, role_id, $2 from role_holder where organization_id = $1 on conflict do nothing'
      : 'delete from role_holder where organization_id = $1 and user_id = $2',
    [guild.id, ysolde],
  );

test('a series is answered on the week in one tap, and taken back in one', async () => {
  await planSeries([2, 9, 16]);
  const page = await openPage(stage, { as: 'ysolde', path: '/' });
  const needs = page.locator('section', { has: page.getByRole('heading', { name: 'Needs your attention' }) });
  await needs.getByText('3 events of a series').waitFor();
  await picture(page, 'week-series-dark-1280');
  await expectAccessible(page);
  await needs.getByRole('button', { name: 'In for all 3' }).click();
  await page.getByText('Mirefell Vault: in for 3 events.').waitFor();
  expect(await answers()).toEqual(['signed_up', 'signed_up', 'signed_up']);
  await needs.getByText('You’re all caught up').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('You took back your answers to Mirefell Vault.').waitFor();
  expect(await answers()).toEqual([]);
});

test('a series is answered in the list of events in one tap, beside its first event', async () => {
  const { series } = await planSeries([2, 9, 16]);
  await planSeries([3], 'Once');
  const { token } = await stage.signedIn('ysolde');
  await done(callerOf(stage.app, token)('PUT', `/events/${series[0]?.id}/signup`, { status: 'declined' }));
  for (const width of [320, 1280] as const) {
    const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.id}/events`, width });
    await page.getByRole('button', { name: 'In for all 2' }).waitFor();
    expect(await page.getByRole('button', { name: /In for all/ }).count()).toBe(1);
    await expectAccessible(page);
    await expectFits(page);
    await picture(page, `agenda-series-${width}`);
    await page.context().close();
  }
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.id}/events` });
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Mirefell Vault' })
    .nth(1)
    .getByRole('button', { name: 'In for all 2' })
    .click();
  await page.getByText('Mirefell Vault: in for 2 events.').waitFor();
  await page.getByRole('button', { name: /In for all/ }).waitFor({ state: 'detached' });
  expect(await answers()).toEqual(['declined', 'signed_up', 'signed_up']);
});

test('the page of an event says that it is one of a series, leads to the others, and answers all of them', async () => {
  await appoint(false);
  const { series } = await planSeries([2, 9, 16, 23]);
  const [first, second, , last] = series.map(({ id }) => id);
  const member = guild.members[0] as Member;
  await done(member.call('PUT', `/events/${second}/signup`, { characterId: member.characterId, roleKey: 'tank' }));
  const { token } = await stage.signedIn('ysolde');
  await done(callerOf(stage.app, token)('PUT', `/events/${first}/signup`, { status: 'declined' }));
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${last}` });
  const strip = page.getByRole('region', { name: 'Series' });
  await strip.getByText('Every week').waitFor();
  await strip.getByText('4 of 4').waitFor();
  expect(await strip.getByLabel('Changes apply to').count()).toBe(0);
  await strip.getByRole('button', { name: 'In for all 3' }).click();
  await page.getByText('Mirefell Vault: in for 3 events.').waitFor();
  // The answer that was there stays.
  expect(await answers()).toEqual(['declined', 'signed_up', 'signed_up', 'signed_up']);
  await strip.getByRole('link', { name: /2 of 16 slots$/ }).click();
  await page.waitForURL(`**/events/${second}`);
  await strip.getByText('2 of 4').waitFor();
  await expectAccessible(page);
});

test('an officer chooses once what part of a series a change is for, and sees what it covers', async () => {
  await appoint(true);
  const { series } = await planSeries([2, 9, 16]);
  const [, second] = series.map(({ id }) => id);
  for (const [width, theme] of [
    [320, 'dark'],
    [390, 'dark'],
    [390, 'light'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const) {
    const page = await openPage(stage, { as: 'ysolde', path: `/events/${second}`, width, theme });
    const strip = page.getByRole('region', { name: 'Series' });
    await strip.getByText('2 of 3').waitFor();
    await page.getByRole('region', { name: 'Not answered' }).waitFor();
    await expectFits(page);
    await expectAccessible(page);
    await picture(page, `series-${theme}-${width}`);
  }
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${second}` });
  await page.getByLabel('Changes apply to').selectOption('following');
  await page.getByRole('button', { name: 'Cancel event' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Which events').inputValue()).toBe('following');
  await dialog.getByText('2 events are cancelled:').waitFor();
  await dialog.getByText('1 event of the series stays as it is.').waitFor();
  await dialog.getByLabel('Which events').selectOption('all');
  await dialog.getByText('3 events are cancelled:').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL('**/edit?apply=following');
  expect(await page.getByLabel('Which events').inputValue()).toBe('following');
});

test('“I am away” lists what it would decline before it does, on the week, an event and the page of absences', async () => {
  const { series } = await planSeries([3, 10]);
  const other = await planSeries([3], 'Market day');
  const { token } = await stage.signedIn('ysolde');
  for (const id of [...series.map((one) => one.id), other.id])
    await done(
      callerOf(stage.app, token)('PUT', `/events/${id}/signup`, {
        characterId: main,
        roleKey: 'melee',
        status: 'tentative',
      }),
    );
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${series[0]?.id}` });
  await page.getByRole('button', { name: 'I am away' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This declines 2 events:').waitFor();
  await dialog.getByText('Market day').waitFor();
  await expectAccessible(page);
  await picture(page, 'away-dark-1280');
  await dialog.getByLabel('To').fill(dayIn(11));
  await dialog.getByText('This declines 3 events:').waitFor();
  await dialog.getByLabel('To').fill(dayIn(3));
  await dialog.getByRole('button', { name: 'Add absence and decline 2' }).click();
  await page.getByText('2 events were declined.').waitFor();
  expect((await answers()).toSorted()).toEqual(['declined', 'declined', 'tentative']);

  await page.goto('/');
  await page.getByRole('button', { name: 'I am away' }).click();
  await dialog.getByText('You have no sign-up on these days.').waitFor();
  await page.keyboard.press('Escape');
  const led = await stage.guildOf('ysolde');
  for (const [width, theme] of [
    [320, 'light'],
    [390, 'dark'],
  ] as const) {
    const phone = await openPage(stage, { as: 'ysolde', path: `/g/${led.alias}/absences`, width, theme });
    await phone.getByRole('button', { name: 'I am away' }).click();
    await phone.getByRole('dialog').getByLabel('To').fill(dayIn(11));
    await phone.getByRole('dialog').getByText('This declines 1 event:').waitFor();
    await expectFits(phone);
    await expectAccessible(phone);
    await picture(phone, `away-${theme}-${width}`);
    await phone.keyboard.press('Escape');
    await phone.goto('/');
    await phone.getByRole('button', { name: 'I am away' }).waitFor();
    await expectFits(phone);
    await picture(phone, `week-${theme}-${width}`);
  }
});
