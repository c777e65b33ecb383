import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInClient } from '../../server/test/app.ts';
import { inHours, moveBack } from '../../server/test/events.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
  withoutClipboard,
} from './stage.ts';

let stage: Stage;
let guild: TestGuild;
let officer: SignedInClient;
beforeAll(async () => {
  stage = await openStage();
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('kessa');
  await stage.guildOf('pell');
  officer = await stage.signedIn('ysolde');
});
afterAll(() => stage[Symbol.asyncDispose]());

const TANKS_AND_HEALERS = [
  { roleKey: 'tank', max: 1 },
  { roleKey: 'healer', max: 2 },
];

async function plan(title: string, more: object = {}): Promise<string> {
  const { body } = await officer
    .post(`/organizations/${guild.id}/events`)
    .send({
      title,
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(50),
      durationMinutes: 180,
      anyRole: true,
      slots: TANKS_AND_HEALERS,
      ...more,
    })
    .expect(201);
  return body.id;
}

const places = (page: Awaited<ReturnType<typeof openPage>>) => page.getByRole('region', { name: 'Slots by role' });

test('two people answer for the last slot: one waits, sees why, and moves up when the other withdraws', async () => {
  const id = await plan('Last place', { slots: [{ roleKey: 'tank', max: 1 }] });
  const first = await openPage(stage, { as: 'kessa', path: `/events/${id}` });
  const second = await openPage(stage, { as: 'pell' });
  let hears = false;
  second.on('websocket', (socket) => socket.on('framereceived', () => (hears = true)));
  await second.goto(`/events/${id}`);
  const answer = (page: typeof first, name: string | RegExp) =>
    page.getByRole('region', { name: 'Your answer' }).getByRole('radio', { name });
  await answer(first, 'In').press('Space');
  await places(first).getByText('1/1').waitFor();
  await answer(second, 'In').press('Space');
  const waitlist = second.getByRole('region', { name: 'Waitlist' });
  await waitlist.getByText(/Tanks: full\. Waiting since/).waitFor();
  await expect.poll(() => answer(second, 'Position 1').isChecked()).toBe(true);

  await expect.poll(() => hears, { timeout: 20_000 }).toBe(true);
  await answer(first, 'No').press('Space');
  // The second browser updates without any input.
  await expect.poll(() => answer(second, 'In').isChecked(), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => waitlist.count()).toBe(0);
  await second.getByText(/moved up from the waitlist: tank/).waitFor();
  await second.getByText('a member withdrew').waitFor();
});

test('an officer moves and removes people by keyboard, and the log gives the reason', async () => {
  const id = await plan('Moves');
  const kessa = await stage.signedIn('kessa');
  await answerAs(kessa, id, 'tank');
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${id}` });
  const tools = page.getByRole('button', { name: /^Move / });
  await tools.focus();
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('As Healers');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Healers' }).getByText('1/2').waitFor();
  await page.getByText(/moved .*: healer/).waitFor();
  // Focus follows the person to the new row.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Move /);

  await tools.click();
  await page.getByRole('menuitem', { name: 'Remove …' }).click();
  await page.getByRole('textbox', { name: 'Why?' }).fill('Not geared yet');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('region', { name: 'Healers' }).getByText('0/2').waitFor();
  await page.getByText('“Not geared yet”').waitFor();
});

test('an officer closes, cancels and reopens an event, and copies the invitations', async () => {
  const id = await plan('Officer tools');
  await answerAs(await stage.signedIn('kessa'), id, 'tank');
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${id}` });
  await page.getByRole('button', { name: 'Copy invites' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Invitations' }).inputValue()).toMatch(/^\/invite \S+$/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close sign-ups' }).click();
  await page.getByRole('button', { name: 'Open sign-ups' }).click();
  await page.getByRole('button', { name: 'Close sign-ups' }).waitFor();
  await page.getByRole('button', { name: 'Cancel event' }).click();
  await page.getByRole('textbox', { name: 'Why?' }).fill('Too few');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click();
  await page.getByText('This event is cancelled.').waitFor();
  await page.getByText('“Too few”').waitFor();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('button', { name: 'Copy invites' }).waitFor();
});

test('an officer records attendance by tapping, and it persists', async () => {
  const id = await plan('Attendance');
  await answerAs(await stage.signedIn('kessa'), id, 'tank');
  await moveBack(stage.app, id, 51);
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${id}`, width: 390 });
  await page.getByRole('link', { name: 'Attendance' }).click();
  const row = (state: string) => page.getByRole('button', { name: new RegExp(`${state}$`) });
  await row('not recorded').click();
  await row('Present').click();
  await row('Late').waitFor();
  await expectAccessible(page);
  await expectFits(page);
  const recorded = () =>
    stage.app.ctx.sql('select attendance from participation where event_id = $1 and attendance is not null', [id]);
  await expect.poll(recorded).toEqual([{ attendance: 'late' }]);
  await page.reload();
  await row('Late').waitFor();
});

test('the agenda shows upcoming events, and filters for unanswered ones', async () => {
  const id = await plan('Agenda night', { signupDeadline: inHours(40) });
  await plan('Unanswered night');
  await answerAs(await stage.signedIn('pell'), id, 'healer');
  const page = await openPage(stage, { as: 'pell', path: `/g/${guild.alias}/events` });
  const card = page.getByRole('listitem').filter({ hasText: 'Agenda night' });
  await card.getByText(/answer by/).waitFor();
  await expect.poll(() => card.getByRole('radio', { name: 'In' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Only unanswered' }).click();
  await page.getByRole('link', { name: 'Unanswered night' }).waitFor();
  expect(await card.count()).toBe(0);
  expect(new URL(page.url()).search).toBe('?unanswered=true');
  await page.getByRole('link', { name: 'Past' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?when=past');
});

test('a member creates and copies the address of the calendar', async () => {
  const page = await openPage(stage, { as: 'pell', path: `/g/${guild.alias}/events` });
  const copied = await withoutClipboard(page);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'Get my address' }).click();
  await page.getByRole('button', { name: 'Copy address' }).waitFor();
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.getByRole('button', { name: 'Copy address' }).click();
  await page.getByText('Copied').waitFor();
  expect(await copied()).toMatch(/events\.ics\?token=/);
  await expectAccessible(page);
});

test('an empty list says so, and outsiders and members find no event that is hidden from them', async () => {
  const empty = await openPage(stage, { as: 'pell', path: `/g/${guild.alias}/events?when=past&page=99` });
  await empty.getByText('No past events yet').waitFor();
  await expectAccessible(empty);

  const id = await plan('Members only');
  const outsider = await openPage(stage, { as: 'osric', path: `/events/${id}`, refusals: true });
  await outsider.getByRole('alert').getByText('Nothing here').waitFor();
  await expectAccessible(outsider);

  const draft = await plan('Secret plan', { status: 'draft' });
  const member = await openPage(stage, { as: 'pell', path: `/events/${draft}`, refusals: true });
  await member.getByRole('alert').getByText('Nothing here').waitFor();
});

test('an officer plans a series in the form, and a missing field is an error at that field', async () => {
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.alias}/events` });
  await page.getByRole('link', { name: 'New event' }).click();
  await page.getByRole('heading', { level: 1, name: 'New event' }).waitFor();
  await page.getByRole('button', { name: 'Create event' }).click();
  await page.getByText('Fill this in.').waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Title' }).fill('Through the form');
  await page.getByRole('button', { name: '10 players' }).click();
  await page.getByRole('button', { name: 'More: healer' }).click();
  const start = new Date(Date.now() + 3 * 86_400_000);
  const dayOf = (weeks: number) => new Date(start.getTime() + weeks * 7 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Day', { exact: true }).fill(dayOf(0));
  await page.getByLabel('Time').fill('19:30');
  await page.getByRole('checkbox', { name: 'Repeat' }).check();
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(start);
  await page.getByRole('button', { name: weekday }).click();
  await page.getByLabel('Last day').fill(dayOf(2));
  await page.getByText('3 dates').waitFor();
  await page
    .getByRole('checkbox', { name: /For you|,/ })
    .last()
    .uncheck();
  await page.getByText('2 dates').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create event' }).click();
  await page.getByRole('heading', { level: 1, name: 'Through the form' }).waitFor();
  const made = await stage.app.ctx.sql<{ places: number }>(
    `select e.local_start as at, (select sum(max)::int from event_slot s where s.event_id = e.id) as places
     from event e where title = 'Through the form' order by starts_at`,
  );
  expect(made.map(({ places }) => places)).toEqual([11, 11]);
});

test('the event form keeps what was typed through a reload, other pages and a new sign-in', async () => {
  const path = `/g/${guild.alias}/events/new`;
  const page = await openPage(stage, { as: 'ysolde', path, width: 390, refusals: true });
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.waitFor();
  // The button is far below the title, which has the error.
  await page.getByRole('button', { name: 'Create event' }).click();
  await expect.poll(() => title.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByText('Fill this in.').waitFor();
  await title.fill('Kept night');
  await page.reload();
  await expect.poll(() => title.inputValue()).toBe('Kept night');
  await page.goto(`/g/${guild.alias}/events`);
  await page.goBack();
  await expect.poll(() => title.inputValue()).toBe('Kept night');
  await expectAccessibleInBothThemes(page);
  await expectFits(page);

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  // The page may notice the end of the session before the click.
  const send = page.getByRole('button', { name: 'Create event' }).click({ timeout: 3_000 });
  await send.catch(() => {});
  await page.waitForURL((url) => url.pathname === '/login');
  await page.context().addCookies(cookies);
  await page.goto(new URL(page.url()).searchParams.get('redirect') ?? '/');
  await expect.poll(() => title.inputValue()).toBe('Kept night');
  await page.getByRole('button', { name: 'Create event' }).click();
  await page.getByRole('heading', { level: 1, name: 'Kept night' }).waitFor();
  await page.goto(path);
  await expect.poll(() => title.inputValue()).toBe('');
  const made = await stage.app.ctx.sql(`select id from event where title = 'Kept night'`);
  expect(made).toHaveLength(1);
});

test('the form of an existing event keeps changes through a reload, and starts over when asked', async () => {
  const id = await plan('Edited night');
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${id}/edit` });
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Half edited');
  await page.reload();
  await expect.poll(() => title.inputValue()).toBe('Half edited');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => title.inputValue()).toBe('Edited night');
  await page.reload();
  await expect.poll(() => title.inputValue()).toBe('Edited night');
});

test('the next person in the same tab does not see what another one typed', async () => {
  const path = `/g/${guild.alias}/posts/new`;
  const page = await openPage(stage, { as: 'ysolde', path });
  await page.getByLabel('Title').fill('For officers only');
  const [{ token }, cookies] = await Promise.all([stage.signedIn('kessa'), page.context().cookies()]);
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, value: token })));
  for (const form of [path, `/g/${guild.alias}/events/new`]) {
    await page.goto(form);
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
  }
  await page.context().addCookies(cookies);
  await page.goto(path);
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('For officers only');
});

test('an officer sees another officer’s change before overwriting it', async () => {
  const id = await plan('Contested');
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${id}`, refusals: true, width: 390 });
  await page.getByRole('link', { name: 'Edit' }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Contested by me');
  await stage.app.ctx.sql(`update event set title = 'Contested by others', version = version + 1 where id = $1`, [id]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'This event was changed in the meantime' });
  await conflict.getByText('Contested by others').waitFor();
  expect(await title.inputValue()).toBe('Contested by me');
  await expectAccessible(page);
  await expectFits(page);
  await conflict.getByRole('button', { name: 'Save mine anyway' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contested by me' }).waitFor();
});

async function answerAs(client: SignedInClient, id: string, roleKey: string): Promise<void> {
  const { body } = await client.get('/characters').expect(200);
  const character = body.find((one: { guild: { id: string } | null }) => one.guild?.id === guild.id);
  await fetch(`${stage.app.url}/api/v1/events/${id}/signup`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ characterId: character.id, roleKey }),
  }).then(async (answer) => expect([answer.status, await answer.text()]).toEqual([200, expect.anything()]));
}
