/** The officer's hour before a raid: reminders, swaps, and the page of a member, each in as few taps as promised. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { NotificationsView } from '@guildhall/contracts/notification.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { done, type EventGuild, eventGuild, inHours, type Member } from '../../server/test/events.ts';
import { dayOf } from '../src/events/signups/days.ts';
import { picture } from './picture.ts';
import { expectAccessible, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let guild: EventGuild;
beforeAll(async () => {
  stage = await openStage();
  await stage.guildOf('ysolde');
  guild = await eventGuild(stage.app, 4);
  const { get } = await stage.signedIn('ysolde');
  const { body: me } = await get('/auth/me').expect(200);
  const { sql } = stage.app.ctx;
  await sql('insert into membership (organization_id, user_id) values ($1, $2)', [guild.id, me.id]);
  await sql(
    'insert into role_holder (organization_id, role_id, user_id) select organization_id, role_id, $2 from role_holder where organization_id = $1',
    [guild.id, me.id],
  );
  await sql('update character set is_main = true where user_id = any($1)', [guild.members.map(({ userId }) => userId)]);
});
afterAll(() => stage[Symbol.asyncDispose]());

const member = (at: number) => guild.members[at] as Member;
const plan = (title: string) =>
  done<EventView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      ...{ title, type: 'raid', scope: 'guild', startsAt: inHours(50), durationMinutes: 180 },
      slots: [
        { roleKey: 'tank', max: 1 },
        { roleKey: 'healer', max: 1 },
      ],
    }),
  );
const signUp = (at: number, { id }: EventView, roleKey = 'tank') =>
  done(member(at).call('PUT', `/events/${id}/signup`, { characterId: member(at).characterId, roleKey }));
const nameOf = async (at: number): Promise<string> => {
  const find = 'select name from character where id = $1';
  const [row] = await stage.app.ctx.sql<{ name: string }>(find, [member(at).characterId]);
  return row?.name ?? '';
};
const kinds = async (at: number) => {
  const { notifications } = await done<NotificationsView>(member(at).call('GET', '/auth/me/notifications'));
  return notifications.map(({ kind }) => kind);
};
const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });

/** Counts what an officer has to tap. */
function taps() {
  let count = 0;
  return {
    tap: async (where: Locator) => {
      await where.click();
      count += 1;
    },
    count: () => count,
  };
}

const inView = (where: Locator) =>
  where.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    return top >= 0 && top < 600;
  });

test('an officer puts the first in line in for another in two taps, and both are told', async () => {
  const event = await plan('Swapping');
  await signUp(0, event);
  await signUp(1, event);
  const [holder, waiting] = [await nameOf(0), await nameOf(1)];
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}` });
  const { tap, count } = taps();
  await tap(column(page, 'Tanks').getByRole('button', { name: `Move ${holder}` }));
  await page
    .getByRole('menuitem', { name: `Swap with ${waiting}` })
    .getByText('waits, place 1')
    .waitFor();
  await picture(page, 'swap-dark-1280');
  await tap(page.getByRole('menuitem', { name: `Swap with ${waiting}` }));
  expect(count()).toBe(2);
  await column(page, 'Tanks').getByText(waiting).waitFor();
  await column(page, 'Waitlist').getByText(holder).waitFor();
  await page.getByText(`${waiting} is in for ${holder}. Both are told.`).waitFor();
  expect([await kinds(0), await kinds(1)]).toEqual([['place_lost'], ['moved']]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await column(page, 'Tanks').getByText(holder).waitFor();

  // The same by dragging one onto the other.
  const row = column(page, 'Waitlist').getByRole('listitem').filter({ hasText: waiting });
  await row.dragTo(column(page, 'Tanks').getByRole('listitem').filter({ hasText: holder }));
  await column(page, 'Tanks').getByText(waiting).waitFor();
});

test('an officer swaps two participants by keyboard alone', async () => {
  const event = await plan('Swapping by keyboard');
  await signUp(0, event);
  await signUp(1, event);
  const [holder, waiting] = [await nameOf(0), await nameOf(1)];
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}` });
  const move = column(page, 'Tanks').getByRole('button', { name: `Move ${holder}` });
  await move.focus();
  await page.keyboard.press('Enter');
  const swap = page.getByRole('menuitem', { name: `Swap with ${waiting}` });
  await swap.waitFor();
  // Typed letters are one word for the menu only while they follow each other quickly.
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown');
      return swap.evaluate((item) => item === document.activeElement);
    })
    .toBe(true);
  await page.keyboard.press('Enter');
  await column(page, 'Tanks').getByText(waiting).waitFor();
  await column(page, 'Waitlist').getByText(holder).waitFor();
  // The focus does not fall back to the top of the page.
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('on the phone an officer jumps to the slots, the members without an answer and the waitlist', async () => {
  const event = await plan('Jumping');
  await signUp(0, event);
  await signUp(1, event);
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}`, width: 390 });
  const groups = page.getByRole('navigation', { name: 'Groups' });
  await groups.getByRole('link', { name: 'Slots 1/2' }).waitFor();
  await groups.getByRole('link', { name: /^Waitlist 1/ }).click();
  await expect.poll(() => inView(column(page, 'Waitlist'))).toBe(true);
  await groups.getByRole('link', { name: /^Not answered/ }).click();
  await expect.poll(() => inView(page.getByRole('region', { name: 'Not answered' }))).toBe(true);
  await expectFits(page);
});

test('an officer sees who has not answered, and reminds them in one tap more than opening the event', async () => {
  const event = await plan('Reminding');
  await signUp(0, event);
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}` });
  const board = page.getByRole('region', { name: 'Not answered' });
  const name = await nameOf(1);
  await board.getByRole('link', { name }).waitFor();
  await expectAccessible(page);
  await picture(page, 'board-dark-1280');
  const download = page.waitForEvent('download');
  await board.getByRole('button', { name: 'CSV' }).click();
  const csv = (await (await (await download).createReadStream()).toArray()).join('').trimEnd().split('\r\n');
  expect(csv).toHaveLength(6);
  expect(csv.filter((line) => line.includes(name))).toHaveLength(1);
  const { tap, count } = taps();
  // The officer of the guild and three members; not ysolde, who reminds them.
  await tap(board.getByRole('button', { name: 'Remind 4' }));
  await page.getByText('4 members were reminded.').waitFor();
  expect(count()).toBeLessThanOrEqual(2);
  await board.getByText(/Last reminder/).waitFor();
  expect(await board.getByRole('button', { name: /^Remind/ }).isDisabled()).toBe(true);
  expect(await kinds(1)).toContain('answer_wanted');
  // An answer on behalf of a member.
  await board.getByRole('button', { name: `Answer for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'As Healers' }).click();
  await column(page, 'Healers').getByText(name).waitFor();
});

test('a member’s page is three letters and Enter away, and leads to what is known of them', async () => {
  const event = await plan('Finding');
  await signUp(2, event);
  await stage.app.ctx.sql(`update app_user set display_name = 'Quorvane' where id = $1`, [member(2).userId]);
  // Without a socket, whose first connection makes pages and the bell ask again.
  const page = await openPage(stage, { as: 'ysolde', live: false });
  const bell = page.waitForResponse(/notifications\.unread/);
  await page.goto(`/events/${event.id}`);
  await page.getByRole('region', { name: 'Not answered' }).waitFor();
  await bell;
  const names = page.waitForResponse(/memberPages\.finder/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).waitFor();
  await names;
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.keyboard.type('quo');
  await page
    .getByRole('option', { name: /Quorvane/ })
    .first()
    .waitFor();
  expect(asked.filter((path) => path.startsWith('/trpc/'))).toEqual([]);
  await picture(page, 'find-dark-1280');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Quorvane' }).waitFor();
  await page.getByRole('region', { name: 'Next events' }).getByRole('link', { name: 'Finding' }).waitFor();
  await page
    .getByRole('region', { name: 'Characters' })
    .getByText(await nameOf(2))
    .waitFor();
  await expectAccessible(page);
  await picture(page, 'person-dark-1280');
});

test('the board and the page of a member fit a phone, in both themes', async () => {
  const event = await plan('On the phone');
  await signUp(0, event);
  await signUp(1, event);
  for (const [width, theme] of [
    [320, 'dark'],
    [390, 'light'],
  ] as const) {
    const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}`, width, theme });
    await page.getByRole('region', { name: 'Not answered' }).waitFor();
    await expectFits(page);
    await expectAccessible(page);
    await picture(page, `board-${theme}-${width}`);
    await page.goto(`/g/${guild.id}/members/${member(0).userId}`);
    await page.getByRole('region', { name: 'Characters' }).waitFor();
    await expectFits(page);
    await expectAccessible(page);
    await picture(page, `person-${theme}-${width}`);
  }
});

test('an officer enters an absence for a member on their page, and takes it back', async () => {
  const event = await plan('While away');
  await signUp(3, event);
  await stage.app.ctx.sql(
    `update role set permissions = permissions || '{canViewOfficerData}' where organization_id = $1`,
    [guild.id],
  );
  const address = `/g/${guild.id}/members/${member(3).userId}`;
  const page = await openPage(stage, { as: 'ysolde', path: address, width: 390 });
  const absences = page.getByRole('region', { name: 'Absences' });
  await absences.getByRole('button', { name: 'Enter an absence' }).click();
  const dialog = page.getByRole('dialog');
  const day = event.startsAt.slice(0, 10);
  await dialog.getByLabel('To').fill(day);
  await dialog.getByLabel('Why').fill('Said so on voice');
  await expectAccessible(page);
  await expectFits(page);
  await dialog.getByRole('button', { name: 'Add absence' }).click();
  await page.getByText('1 event was declined.').waitFor();
  await absences.getByText('Said so on voice · entered by an officer').waitFor();
  await page
    .getByRole('region', { name: 'Next events' })
    .getByRole('listitem')
    .filter({ hasText: 'While away' })
    .getByText('no', { exact: true })
    .waitFor();
  await expectAccessible(page);
  await expectFits(page);
  await picture(page, 'absence-entered');
  expect(await kinds(3)).toContain('absence_entered');
  await absences.getByRole('button', { name: /^Remove/ }).click();
  await absences.getByText('None entered').waitFor();
});

test('an absence is entered from today on, where the officer is, also when the clock of the PC is days off', async () => {
  const { sql } = stage.app.ctx;
  const [me] = await sql<{ id: string; zone: string }>(
    `select id, time_zone as zone from app_user where display_name = 'Ysolde'`,
  );
  const { userId } = member(1);
  onTestFinished(async () => {
    await sql('update app_user set time_zone = $2 where id = $1', [me?.id, me?.zone]);
    await sql('delete from absence where user_id = $1', [userId]);
  });
  // At every hour, one of them has another day than UTC.
  for (const timeZone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
    await sql('update app_user set time_zone = $2 where id = $1', [me?.id, timeZone]);
    const before = dayOf(new Date(), timeZone);
    const page = await openPage(stage, { as: 'ysolde', timeZone });
    await page.clock.install({ time: Date.now() + 3 * 86_400_000 });
    await page.goto(`/g/${guild.id}/members/${userId}`);
    await page.getByRole('button', { name: 'Enter an absence' }).click();
    const dialog = page.getByRole('dialog');
    for (const label of ['From', 'To']) {
      const shown = await dialog.getByLabel(label).inputValue();
      expect([before, dayOf(new Date(), timeZone)]).toContain(shown);
    }
    await dialog.getByRole('button', { name: 'Add absence' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await sql('select time_zone from absence where user_id = $1 order by id desc limit 1', [userId])).toEqual([
      { time_zone: timeZone },
    ]);
  }
});

test('an officer of a large guild sees all who have not answered, in the count, the list and the table', async () => {
  const event = await plan('A crowd');
  await stage.app.ctx.sql(
    `with crowd as (
      insert into app_user (display_name) select 'Crowd ' || n from generate_series(1, 230) n returning id
    )
    insert into membership (organization_id, user_id) select $1, id from crowd`,
    [guild.id],
  );
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}` });
  const board = page.getByRole('region', { name: 'Not answered' });
  // The officer, ysolde and four members are there too.
  await board.getByText('236', { exact: true }).waitFor();
  const download = page.waitForEvent('download');
  await board.getByRole('button', { name: 'CSV' }).click();
  const csv = (await (await (await download).createReadStream()).toArray()).join('');
  expect(new Set(csv.match(/Crowd \d+/g)).size).toBe(230);
  await board.getByRole('button', { name: 'Show all' }).click();
  expect(await board.getByRole('listitem').count()).toBe(236);
});
