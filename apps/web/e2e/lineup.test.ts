/** Line-ups of an event: officers plan by taps, keys and dragging; members see what is published. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { LineupView } from '@guildhall/contracts/lineup.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done, type EventGuild, eventGuild, inHours, type Member } from '../../server/test/events.ts';
import {
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
  withoutClipboard,
} from './stage.ts';

/** Name, class, role. */
const PEOPLE = [
  ['Brynhild', 1, 'tank'],
  ['Maruun', 10, 'tank'],
  ['Senneth', 5, 'healer'],
  ['Varrow', 11, 'healer'],
  ['Kessra', 4, 'melee'],
  ['Dravik', 6, 'melee'],
  ['Emberlyn', 8, 'ranged'],
  ['Fenwick', 3, 'ranged'],
] as const;

let stage: Stage;
let guild: EventGuild;
beforeAll(async () => {
  stage = await openStage();
  await stage.guildOf('ysolde');
  guild = await eventGuild(stage.app, PEOPLE.length);
  const { sql } = stage.app.ctx;
  for (const account of ['ysolde', 'pell']) {
    const { body: me } = await (await stage.signedIn(account)).get('/auth/me').expect(200);
    await sql('insert into membership (organization_id, user_id) values ($1, $2)', [guild.id, me.id]);
    if (account === 'pell') continue;
    await sql(
      `insert into role_holder (organization_id, role_id, user_id)
       select organization_id, role_id, $2 from role_holder where organization_id = $1`,
      [guild.id, me.id],
    );
  }
  for (const [index, [name, classId]] of PEOPLE.entries())
    await sql('update character set name = $2, class_id = $3 where id = $1', [
      guild.members[index]?.characterId,
      name,
      classId,
    ]);
  await sql(`insert into journal_expansion (id) values (9001)`);
  await sql(
    `insert into journal_instance (id, expansion_id, category) values (9010, 9001, 'raid'), (9011, 9001, 'dungeon')`,
  );
  await sql(
    `insert into journal_encounter (id, instance_id, position) values (9101, 9010, 1), (9102, 9010, 2), (9103, 9010, 3),
       (9111, 9011, 1)`,
  );
  await sql(
    `insert into journal_encounter_locale (entity_id, locale, name)
     values (9101, 'en_US', 'Orrul'), (9102, 'en_US', 'Slagheart'), (9103, 'en_US', 'The Furnace of the Deep')`,
  );
});
afterAll(() => stage[Symbol.asyncDispose]());

const newEvent = () =>
  done<EventView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'Cinderspire', type: 'raid', scope: 'guild', startsAt: inHours(50), durationMinutes: 180 },
      ...{ journalInstanceId: 9010, anyRole: true },
      slots: ['tank', 'healer', 'melee', 'ranged'].map((roleKey) => ({ roleKey, max: 5 })),
    }),
  );

/** Signs everyone up; returns their raiders by name. */
async function everyone({ id }: EventView): Promise<Record<string, string>> {
  const raiders: Record<string, string> = {};
  for (const [index, [name, , roleKey]] of PEOPLE.entries()) {
    const { call, characterId } = guild.members[index] as Member;
    const answer = call('PUT', `/events/${id}/signup`, { characterId, roleKey });
    raiders[name] = (await done<ParticipationView>(answer)).raider.id;
  }
  return raiders;
}

const save = ({ id }: EventView, raiders: Record<string, string>, names: string[], version = 0) =>
  done<LineupView>(
    guild.officer.call('PUT', `/events/${id}/lineups/all`, {
      version,
      difficulty: 15,
      places: names.map((name, index) => ({
        raiderId: raiders[name],
        characterId: guild.members[PEOPLE.findIndex(([each]) => each === name)]?.characterId,
        role: PEOPLE.find(([each]) => each === name)?.[2],
        group: 1 + Math.floor(index / 5),
        slot: 1 + (index % 5),
      })),
    }),
  );
const read = ({ id }: EventView, boss = 'all') =>
  done<LineupView>(guild.officer.call('GET', `/events/${id}/lineups/${boss}`));
const placesOf = async (event: EventView, boss?: string) =>
  (await read(event, boss)).places.map(({ character, group, slot }) => [character?.name, group, slot]);

const path = ({ id }: EventView) => `/g/${guild.id}/events/${id}/lineup`;
const board = (page: Page) => page.getByRole('region', { name: 'Groups' });
const person = (page: Page, name: string) => board(page).getByRole('button', { name: new RegExp(name) });
const signedUp = (page: Page) => page.getByRole('region', { name: 'Signed up' });

declare const window: { taps: number };

/** Counts what the browser takes for a tap, from now on. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    window.taps = 0;
    const count = ({ isTrusted }: { isTrusted: boolean }) => {
      if (isTrusted) window.taps += 1;
    };
    document.addEventListener('click', count, true);
  });
  return () => page.evaluate(() => window.taps);
}

test('an officer places people, copies the line-up to a boss, and publishes both; a member sees their place', async () => {
  const event = await newEvent();
  await everyone(event);
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}` });
  await page.getByRole('link', { name: 'Line-up' }).click();
  await page.getByRole('heading', { level: 1, name: 'Line-up' }).waitFor();
  await signedUp(page).getByText('0 placed · 2 left').first().waitFor();

  for (const [name, slot] of [
    ['Brynhild', 0],
    ['Senneth', 0],
    ['Emberlyn', 0],
  ] as const) {
    await signedUp(page)
      .getByRole('button', { name: new RegExp(name) })
      .click();
    await board(page)
      .getByRole('button', { name: `Place ${name} here` })
      .nth(slot)
      .click();
    await person(page, name).waitFor();
  }
  await expect
    .poll(() => placesOf(event))
    .toEqual([
      ['Brynhild', 1, 1],
      ['Senneth', 1, 2],
      ['Emberlyn', 1, 3],
    ]);
  await page.getByRole('region', { name: 'Buffs' }).getByText('3 of 11').waitFor();
  await page.getByText('would bring it: Fenwick').waitFor();
  await board(page).getByRole('combobox', { name: 'Difficulty' }).selectOption('Heroic');
  await page.getByText('7 people too few').waitFor();
  await expectAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Copy to Orrul' }).click();
  await page.getByRole('heading', { level: 2, name: 'Orrul' }).waitFor();
  const current = page.getByRole('navigation', { name: 'Bosses' }).locator('[aria-current]');
  expect(await current.allTextContents()).toEqual([expect.stringContaining('Orrul')]);
  await signedUp(page)
    .getByRole('button', { name: /Fenwick/ })
    .click();
  await person(page, 'Emberlyn').click();
  await person(page, 'Fenwick').waitFor();
  await expect
    .poll(() => placesOf(event, '9101'))
    .toEqual([
      ['Brynhild', 1, 1],
      ['Senneth', 1, 2],
      ['Fenwick', 1, 3],
      ['Emberlyn', null, null],
    ]);
  await page.getByRole('button', { name: 'Publish 2 changes' }).click();
  await page.getByText('Members see the line-up now').waitFor();

  const [first] = guild.members as [Member];
  const { body: tabs } = await first.call('GET', `/events/${event.id}/lineups`);
  expect(tabs.mine).toEqual({ in: 3, bench: 0, of: 3 });
  const member = await openPage(stage, { as: 'pell', path: path(event) });
  await member.getByText('You have no place for this boss.').waitFor();
  await member.getByText('Brynhild').first().waitFor();
  expect(await member.getByRole('button', { name: /Publish/ }).count()).toBe(0);
  await expectAccessibleInBothThemes(member);
});

test('an officer publishes right after a change, while the list of line-ups is still being read', async () => {
  const event = await newEvent();
  await everyone(event);
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.id}/events/${event.id}/lineup` });
  const read = Promise.withResolvers<void>();
  for (const [slot, name] of ['Brynhild', 'Senneth'].entries()) {
    await signedUp(page)
      .getByRole('button', { name: new RegExp(name) })
      .click();
    await board(page)
      .getByRole('button', { name: `Place ${name} here` })
      .first()
      .click();
    await expect.poll(async () => (await placesOf(event)).length).toBe(slot + 1);
    await page.getByRole('button', { name: 'Publish 1 change', exact: true }).waitFor();
    await page.route(/lineups\.list/, async (route) => {
      await read.promise;
      await route.continue();
    });
  }
  const published = page.waitForRequest(/lineups\.publish/);
  await page.getByRole('button', { name: 'Publish 1 change', exact: true }).click();
  await published;
  read.resolve();
  await page.getByText('Members see the line-up now').waitFor();
});

test('on a phone two people change places in four taps from the event, and everything fits', async () => {
  const event = await newEvent();
  const raiders = await everyone(event);
  await save(event, raiders, ['Brynhild', 'Maruun', 'Senneth', 'Varrow', 'Kessra', 'Dravik']);
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}`, width: 390 });
  const taps = await countTaps(page);
  await page.getByRole('link', { name: 'Line-up' }).tap();
  await person(page, 'Dravik').waitFor();
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  await person(page, 'Brynhild').tap();
  await page.getByRole('toolbar', { name: 'Brynhild' }).waitFor();
  await expectFits(page);
  await person(page, 'Dravik').tap();
  await expect
    .poll(() => placesOf(event))
    .toEqual([
      ['Dravik', 1, 1],
      ['Maruun', 1, 2],
      ['Senneth', 1, 3],
      ['Varrow', 1, 4],
      ['Kessra', 1, 5],
      ['Brynhild', 2, 1],
    ]);
  expect(await taps()).toBeGreaterThan(0);
  expect(await taps()).toBeLessThanOrEqual(4);
  // The buffs are one line that unfolds.
  const buffs = page.locator('details', { hasText: 'Buffs' });
  await buffs.getByText('5 of 11').waitFor();
  expect(await buffs.getByText('Arcane Intellect missing').isVisible()).toBe(false);
  await buffs.locator('summary').click();
  await buffs.getByText('Arcane Intellect missing').waitFor();
  await expectFits(page);
});

test('the line-up leads to the notes of its boss, and says how many of their lines concern the reader', async () => {
  const event = await newEvent();
  await everyone(event);
  const note = (text: string, version: number) =>
    done(guild.officer.call('PUT', `/events/${event.id}/notes/9101`, { version, text }));
  await note('time:18;tag:everyone;text:Stack;\ntime:30;tag:everyone;text:Spread;', 0);
  const page = await openPage(stage, { as: 'ysolde', path: `${path(event)}?boss=9101`, width: 390 });
  const link = page.getByRole('main').getByRole('link', { name: 'Notes' });
  await page.getByRole('link', { name: 'Notes · 2 jobs for you', exact: true }).waitFor();
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Plan · Cinderspire' }).waitFor();
  await page.getByRole('region', { name: 'Note: Orrul' }).getByText('text:Spread').waitFor();
  await note('', 1);

  const member = await openPage(stage, { as: 'pell', path: path(event) });
  await member.getByText('No line-up yet').waitFor();
  await member.getByRole('main').getByRole('link', { name: 'Notes', exact: true }).waitFor();
});

test('a specialization that was named for a place is still there after a tap', async () => {
  const event = await newEvent();
  const raiders = await everyone(event);
  const { places } = await save(event, raiders, ['Brynhild', 'Maruun']);
  const named = places.map(({ raider, character, role, group, slot }) => ({
    ...{ raiderId: raider.id, characterId: character?.characterId, role, group, slot },
    specId: character?.name === 'Brynhild' ? 73 : null,
  }));
  await done(
    guild.officer.call('PUT', `/events/${event.id}/lineups/all`, { version: 1, difficulty: 15, places: named }),
  );
  const page = await openPage(stage, { as: 'ysolde', path: path(event) });
  await person(page, 'Brynhild').click();
  await person(page, 'Maruun').click();
  await expect
    .poll(async () =>
      (await read(event)).places.map(({ character, slot, spec, specNamed }) => [
        ...[character?.name, slot, spec?.id ?? null, specNamed],
      ]),
    )
    .toEqual([
      ['Maruun', 1, null, false],
      ['Brynhild', 2, 73, true],
    ]);
});

test('by keyboard a person is picked, put back, placed, and taken out again', async () => {
  const event = await newEvent();
  const raiders = await everyone(event);
  await save(event, raiders, ['Brynhild', 'Senneth']);
  const page = await openPage(stage, { as: 'ysolde', path: path(event) });
  await person(page, 'Brynhild').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Brynhild is picked. Choose a place').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('toolbar', { name: 'Brynhild' }).count()).toBe(0);
  await person(page, 'Brynhild').focus();
  await page.keyboard.press('Space');
  await board(page).getByRole('button', { name: 'Brynhild to the bench' }).focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => placesOf(event))
    .toEqual([
      ['Senneth', 1, 2],
      ['Brynhild', null, null],
    ]);
  await person(page, 'Senneth').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Role of Senneth' }).selectOption('ranged');
  await expect.poll(async () => (await read(event)).places[0]?.role).toBe('ranged');
  await page.getByRole('button', { name: 'Take out' }).press('Enter');
  await expect.poll(() => placesOf(event)).toEqual([['Brynhild', null, null]]);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(async () => (await placesOf(event)).length).toBe(2);
});

test('dragging a person to a slot does the same', async () => {
  const event = await newEvent();
  const raiders = await everyone(event);
  await save(event, raiders, ['Brynhild']);
  const page = await openPage(stage, { as: 'ysolde', path: path(event) });
  const source = signedUp(page).getByRole('button', { name: /Kessra/ });
  await source.hover();
  await page.mouse.down();
  await board(page).getByText('Group 2').hover();
  const slot = board(page).getByRole('button', { name: 'Place Kessra here' }).nth(4);
  await slot.hover();
  await slot.hover();
  await page.mouse.up();
  await expect
    .poll(() => placesOf(event))
    .toEqual([
      ['Brynhild', 1, 1],
      ['Kessra', 2, 1],
    ]);
});

test('changes of two officers at the same time are put together, and a change that failed to be saved is kept', async () => {
  const event = await newEvent();
  const raiders = await everyone(event);
  await save(event, raiders, ['Brynhild', 'Senneth']);
  const page = await openPage(stage, { as: 'ysolde', path: path(event), live: false, refusals: true });
  await person(page, 'Senneth').waitFor();
  // Another officer adds one person, and the page does not know.
  await save(event, raiders, ['Brynhild', 'Senneth', 'Kessra'], 1);
  await person(page, 'Brynhild').click();
  await board(page).getByRole('button', { name: 'Place Brynhild here' }).nth(2).click();
  await page.getByText('has changed the line-up too').waitFor();
  await person(page, 'Kessra').waitFor();
  await expect
    .poll(() => placesOf(event))
    .toEqual([
      ['Senneth', 1, 2],
      ['Kessra', 1, 3],
      ['Brynhild', 1, 5],
    ]);

  await page.route('**/trpc/lineups.save*', (route) => route.abort());
  await person(page, 'Kessra').click();
  await board(page).getByRole('button', { name: 'Place Kessra here' }).first().click();
  await page.getByText('Not saved').waitFor();
  await page.unroute('**/trpc/lineups.save*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await placesOf(event))[0]).toEqual(['Kessra', 1, 1]);
});

test('a person who declined is red, and another takes the place by one tap', async () => {
  const event = await newEvent();
  const raiders = await everyone(event);
  await save(event, raiders, ['Brynhild', 'Senneth', 'Kessra']);
  const [, , , , kessra] = guild.members as Member[];
  await done((kessra as Member).call('PUT', `/events/${event.id}/signup`, { status: 'declined' }));
  const page = await openPage(stage, { as: 'ysolde', path: path(event) });
  const settle = page.getByRole('region', { name: 'To settle' });
  await settle.getByText('Kessra answered No').waitFor();
  await expectAccessibleInBothThemes(page);
  await settle.getByRole('button', { name: 'Dravik' }).click();
  await expect
    .poll(() => placesOf(event))
    .toEqual([
      ['Brynhild', 1, 1],
      ['Senneth', 1, 2],
      ['Dravik', 1, 3],
    ]);
});

test('people who wish for drops of the boss are marked, for officers to whom the guild shows wishes', async () => {
  const event = await newEvent();
  const raiders = await everyone(event);
  await save(event, raiders, ['Brynhild', 'Senneth']);
  const { sql } = stage.app.ctx;
  await sql(`update journal_encounter set item_ids = '{31,32}' where id = 9101`);
  const kessra = guild.members[PEOPLE.findIndex(([name]) => name === 'Kessra')] as Member;
  const wishes = [
    { itemId: 31, track: 'heroic' },
    { itemId: 32, track: 'any' },
  ];
  await done(kessra.call('PUT', `/raiders/${raiders.Kessra}/wishes`, { wishes }));
  const mayDo = (permissions: string) =>
    sql('update role set permissions = $2 where organization_id = $1', [guild.id, permissions]);
  const hidden = await openPage(stage, { as: 'ysolde', path: path(event) });
  await signedUp(hidden)
    .getByRole('button', { name: /Kessra/ })
    .waitFor();
  await hidden.waitForLoadState('networkidle');
  expect(await hidden.getByText('Wishes for').count()).toBe(0);

  await mayDo('{canManageEvents,canViewOfficerData}');
  try {
    const page = await openPage(stage, { as: 'ysolde', path: path(event), width: 390 });
    const row = signedUp(page).getByRole('button', { name: 'Kessra Wishes for 2 drops here' });
    await signedUp(page).getByText('wishes for drops here', { exact: true }).waitFor();
    await row.tap();
    await page.getByRole('toolbar', { name: 'Kessra' }).getByText('Wishes for 2 drops here · tap a place').waitFor();
    await expectFits(page);
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Place Kessra here' }).first().tap();
    await person(page, 'Kessra').getByText('Wishes for 2 drops here').waitFor();
    await page.getByRole('link', { name: /Slagheart/ }).tap();
    await page.getByRole('heading', { level: 2, name: 'Slagheart' }).waitFor();
    await expect.poll(() => page.getByText('Wishes for').count()).toBe(0);
    await page.getByRole('link', { name: /All bosses/ }).tap();
    await page.getByRole('combobox', { name: 'Difficulty' }).selectOption('Mythic');
    await person(page, 'Kessra').getByText('Wishes for 1 drop here').waitFor();
  } finally {
    await mayDo('{canManageEvents}');
  }
});

test('two people of one name are told apart by their realms', async () => {
  const event = await newEvent();
  const raiders = await everyone(event);
  const { sql } = stage.app.ctx;
  const fenwick = guild.members[PEOPLE.findIndex(([name]) => name === 'Fenwick')]?.characterId;
  await sql(`update character set name = 'Emberlyn', realm_slug = 'ashenford' where id = $1`, [fenwick]);
  try {
    await save(event, raiders, ['Brynhild', 'Emberlyn']);
    const page = await openPage(stage, { as: 'ysolde', path: path(event), width: 390 });
    await person(page, 'Emberlyn').getByText('stormvale').waitFor();
    await signedUp(page)
      .getByRole('button', { name: /Emberlyn ashenford/ })
      .tap();
    await page.getByRole('toolbar', { name: 'Emberlyn' }).getByText('ashenford').waitFor();
    expect(await person(page, 'Brynhild').getByText('stormvale').count()).toBe(0);
    await expectFits(page);
    await person(page, 'Emberlyn').first().tap();
    await person(page, 'Emberlyn').first().getByText('ashenford').waitFor();
    await expectAccessibleInBothThemes(page);
  } finally {
    await sql(`update character set name = 'Fenwick', realm_slug = 'stormvale' where id = $1`, [fenwick]);
  }
});

test('a boss with too many people is marked, because it keeps all from being published', async () => {
  const event = await newEvent();
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { type: 'dungeon', journalInstanceId: 9011 }));
  const raiders = await everyone(event);
  const many = ['Brynhild', 'Maruun', 'Senneth', 'Varrow', 'Kessra', 'Dravik'].map((name, index) => ({
    ...{ raiderId: raiders[name], role: 'melee', group: index < 5 ? 1 : 2, slot: 1 + (index % 5) },
  }));
  await done(guild.officer.call('PUT', `/events/${event.id}/lineups/9111`, { version: 0, places: many }));
  const page = await openPage(stage, { as: 'ysolde', path: path(event), refusals: true });
  const bosses = page.getByRole('navigation', { name: 'Bosses' });
  await bosses.locator('.bad', { hasText: '6/5' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Publish 1 change' }).click();
  await page.getByText('This line-up has too many people').first().waitFor();
});

test('without sign-ups and without a published line-up the page says so, and an outsider is refused', async () => {
  const event = await newEvent();
  const officer = await openPage(stage, { as: 'ysolde', path: path(event), width: 390 });
  await officer.getByText('No one has signed up yet').waitFor();
  await expectFits(officer);
  const member = await openPage(stage, { as: 'pell', path: path(event) });
  await member.getByText('No line-up yet').waitFor();
  await expectAccessibleInBothThemes(member);
  const outsider = await openPage(stage, { as: 'osric', path: path(event), refusals: true });
  await outsider.getByRole('alert').or(outsider.locator('section[aria-live]')).first().waitFor();
  expect(await outsider.getByText('Brynhild').count()).toBe(0);
});

test('an officer copies invites with one press, and other formats from a menu', async () => {
  const event = await newEvent();
  await save(event, await everyone(event), ['Brynhild', 'Senneth', 'Emberlyn']);
  const page = await openPage(stage, { as: 'ysolde', path: path(event), width: 390 });
  const clipboard = await withoutClipboard(page);
  await page.getByRole('button', { name: 'Copy invites' }).click();
  await page.getByText('The line-up is copied.').waitFor();
  expect(await clipboard()).toMatch(/^invitelist:Brynhild-.+,Senneth-.+,Emberlyn-.+$/);
  await page.getByRole('button', { name: 'Copy for other tools' }).click();
  await page.getByRole('menuitem', { name: '/invite macros' }).click();
  await expect.poll(clipboard).toMatch(/^\/invite Brynhild-/);
  await expectFits(page);
});
