/** The start page: upcoming events, answered with one tap. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { done, type EventGuild, eventGuild, inHours } from '../../server/test/events.ts';
import { dayOf, mondayOf } from '../src/events/signups/days.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
} from './stage.ts';

let stage: Stage;
let raiders: EventGuild;
beforeAll(async () => {
  stage = await openStage();
  await stage.guildOf('ysolde');
  raiders = await eventGuild(stage.app, 4);
  await join('ysolde');
});
afterEach(() => stage.app.ctx.sql('delete from event'));
afterAll(() => stage[Symbol.asyncDispose]());

/** Requests of the shell, which a page may join. */
const SHELL = ['auth.getSession', 'organizations.mine', 'notifications.unread'];
const ROLES = ['tank', 'healer', 'melee', 'ranged'];

/** Joins with a main character, as people usually have. */
async function join(account: string): Promise<void> {
  const { get, token } = await stage.signedIn(account);
  const { body } = await get('/auth/me').expect(200);
  const { body: characters } = await get('/characters').expect(200);
  await done(callerOf(stage.app, token)('PUT', `/characters/${characters[0].id}/main`));
  await stage.app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [raiders.id, body.id]);
}

type Plan = { title: string; hours: number; max?: number };

const plan = ({ title, hours, max = 4 }: Plan) =>
  done<EventView>(
    raiders.officer.call('POST', `/organizations/${raiders.id}/events`, {
      title,
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(hours),
      durationMinutes: 180,
      timeZone: 'Europe/Athens',
      slots: ROLES.map((roleKey) => ({ roleKey, max })),
    }),
  );

async function fill({ id }: EventView): Promise<void> {
  for (const [index, member] of raiders.members.entries()) {
    await done(member.call('PUT', `/events/${id}/signup`, { characterId: member.characterId, roleKey: ROLES[index] }));
  }
}

const mineOf = async ({ id }: EventView): Promise<EventView['mine']> => {
  const { get } = await stage.signedIn('ysolde');
  return (await get(`/events/${id}`).expect(200)).body.mine;
};

const hero = (page: Page) => page.locator('section').filter({ hasText: 'Next event' });
const inDays = (page: Page, title: string) => page.getByRole('article', { name: title });

test('one tap answers with the main character and shows everywhere, and the keyboard changes the answer', async () => {
  const event = await plan({ title: 'Cinderspire', hours: 1 });
  const page = await openPage(stage, { path: '/', as: 'ysolde' });
  await page.getByRole('link', { name: 'Answer: Cinderspire' }).waitFor();
  await hero(page).getByText('event time').waitFor();
  await hero(page).getByRole('radio', { name: 'In', exact: true }).click();
  await expect.poll(async () => (await mineOf(event))?.status).toBe('signed_up');
  const mine = await mineOf(event);
  expect(ROLES).toContain(mine?.roleKey);
  const { get } = await stage.signedIn('ysolde');
  const { body: character } = await get(`/characters/${mine?.characterId}`).expect(200);
  expect(character.isMain).toBe(true);
  await hero(page).getByRole('button', { name: character.name }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Answer: Cinderspire' }).count()).toBe(0);

  await page.reload();
  await expect.poll(() => hero(page).getByRole('radio', { name: 'In', exact: true }).isChecked()).toBe(true);
  await hero(page).getByRole('radio', { name: 'In', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await mineOf(event))?.status).toBe('tentative');
  await expect.poll(() => hero(page).getByRole('radio', { name: 'Maybe' }).isChecked()).toBe(true);

  // An event in an hour may belong to the next week.
  const { body: me } = await get('/auth/me').expect(200);
  await page.goto(`/?week=${mondayOf(dayOf(new Date(event.startsAt), me.timeZone ?? 'Europe/Berlin'))}`);
  await inDays(page, 'Cinderspire').getByText('Maybe', { exact: true }).waitFor();
});

test('a full role shows the position on the waitlist, and another character and role are two taps away', async () => {
  const event = await plan({ title: 'Old hoards', hours: 1, max: 1 });
  await fill(event);
  const page = await openPage(stage, { path: '/', as: 'ysolde' });
  await hero(page).getByRole('radio', { name: 'In', exact: true }).click();
  await hero(page).getByRole('radio', { name: 'Position 1' }).waitFor();
  await hero(page).getByText('Waitlist, position 1.').waitFor();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(async () => (await mineOf(event))?.status).toBe('waitlist');

  const before = await mineOf(event);
  await hero(page)
    .getByRole('button', { name: / as |^as / })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Who comes to Old hoards?' });
  await dialog.getByRole('radio', { checked: false }).first().check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  await expect.poll(async () => (await mineOf(event))?.characterId).not.toBe(before?.characterId);

  await hero(page).getByRole('radio', { name: 'No', exact: true }).click();
  await expect.poll(async () => (await mineOf(event))?.status).toBe('declined');
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await mineOf(event))?.status).toBe('waitlist');
});

test('the address keeps the week, and absences show as a band in it', async () => {
  const { post } = await stage.signedIn('ysolde');
  await post('/auth/me/absences').send({ from: '2027-01-05', to: '2027-01-06' }).expect(201);
  const page = await openPage(stage, { path: '/?week=2027-01-04', as: 'ysolde' });
  await expect.poll(() => page.getByText('Away', { exact: true }).count()).toBe(2);
  await page.getByText(/^Reset \d/).waitFor();
  await page.getByRole('link', { name: 'Week after' }).click();
  await page.waitForURL('**/?week=2027-01-11');
  await expect.poll(() => page.getByText('Away', { exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: 'This week' }).waitFor();
});

test('a person without a guild sees three ways in, and founds a community directly', async () => {
  const page = await openPage(stage, { path: '/', as: 'vesper' });
  await page.getByRole('heading', { name: 'You have no guild here yet' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('article', { name: 'Start a community' }).getByRole('textbox').fill('Night Owls');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/g/**');
  await page.goto('/');
  await page.getByText('No upcoming events').waitFor();
  await page.getByText('You’re all caught up').waitFor();
});

test('a week that fails to load shows one error, and leaves the characters usable', async () => {
  await plan({ title: 'Cinderspire', hours: 1 });
  await stage.app.ctx.sql('alter table post rename to post_gone');
  try {
    const page = await openPage(stage, { path: '/', as: 'ysolde', refusals: true });
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.getByRole('heading', { name: 'Your characters' }).waitFor();
    await expectAccessible(page);
    await stage.app.ctx.sql('alter table post_gone rename to post');
    await page.getByRole('button', { name: 'Try again' }).click();
    await hero(page).getByRole('radio', { name: 'In', exact: true }).waitFor();
    await page.getByText('No news yet').waitFor();
  } finally {
    await stage.app.ctx.sql('alter table if exists post_gone rename to post');
  }
});

test('the week loads its data in one request', async () => {
  const page = await openPage(stage, { as: 'ysolde', live: false });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const names = pathname.startsWith('/trpc/') ? pathname.slice('/trpc/'.length).split(',') : [];
    const own = names.filter((name) => !SHELL.includes(name));
    if (own.length > 0) asked.push(own.join(','));
  });
  await page.goto('/');
  await page.getByText('No news yet').waitFor();
  await page.getByRole('heading', { name: 'This week' }).waitFor();
  expect(asked).toEqual(['week.get,characters.list']);
});
