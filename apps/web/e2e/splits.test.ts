/** Splits and templates of events: an officer divides the people of an event, and plans again what was planned before. */
import type { EventListView, EventView } from '@guildhall/contracts/event.ts';
import type { LineupView } from '@guildhall/contracts/lineup.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastWeeklyReset } from '../../server/src/armory/enrichment/weekly-reset.ts';
import { done, type EventGuild, eventGuild, inHours } from '../../server/test/events.ts';
import { expectAccessibleInBothThemes, expectFits, openPage, openStage, type Stage } from './stage.ts';

const NAMES = [
  'Brynhild',
  'Maruun',
  'Senneth',
  'Varrow',
  'Kessra',
  'Dravik',
  'Emberlyn',
  'Fenwick',
  'Oakhild',
  'Curlybill',
];
const PEOPLE = 20;
const roleOf = (index: number) => (index < 4 ? 'tank' : index < 8 ? 'healer' : index % 2 === 0 ? 'melee' : 'ranged');

let stage: Stage;
let guild: EventGuild;
beforeAll(async () => {
  stage = await openStage();
  await stage.guildOf('ysolde');
  guild = await eventGuild(stage.app, PEOPLE);
  const { sql } = stage.app.ctx;
  const { body: me } = await (await stage.signedIn('ysolde')).get('/auth/me').expect(200);
  await sql('insert into membership (organization_id, user_id) values ($1, $2)', [guild.id, me.id]);
  await sql(
    `insert into role_holder (organization_id, role_id, user_id)
     select organization_id, role_id, $2 from role_holder where organization_id = $1`,
    [guild.id, me.id],
  );
  for (const [index, { characterId }] of guild.members.entries()) {
    const name = `${NAMES[index % NAMES.length]}${index < NAMES.length ? '' : 'a'}`;
    const values = [characterId, name, (index % 13) + 1, 620 + index];
    await sql('update character set name = $2, class_id = $3, equipped_item_level = $4 where id = $1', values);
  }
  await sql(`insert into journal_expansion (id) values (9001)`);
  await sql(`insert into journal_instance (id, expansion_id, category) values (9010, 9001, 'raid')`);
  await sql(`insert into journal_encounter (id, instance_id, position) values (9101, 9010, 1), (9102, 9010, 2)`);
});
afterAll(() => stage[Symbol.asyncDispose]());

async function raidNight(title: string): Promise<EventView> {
  const event = await done<EventView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      ...{ title, type: 'raid', scope: 'guild', startsAt: inHours(50), durationMinutes: 180 },
      ...{ journalInstanceId: 9010, anyRole: true, slots: [] },
    }),
  );
  for (const [index, { call, characterId }] of guild.members.entries())
    await done(call('PUT', `/events/${event.id}/signup`, { characterId, roles: [roleOf(index)] }));
  return event;
}

const lineupOf = (id: string) => done<LineupView>(guild.officer.call('GET', `/events/${id}/lineups/all`));
const eventsNamed = async (title: string) => {
  const { events } = await done<EventListView>(guild.officer.call('GET', `/organizations/${guild.id}/events`));
  return events.filter((one) => one.title === title);
};

test('an officer splits an event into two runs, makes line-ups of them, and edits them', async () => {
  const event = await raidNight('Cinderspire');
  const reset = lastWeeklyReset('us', new Date(event.startsAt)).getTime();
  const kill = { id: 9101, kills: 1, lastKillAt: new Date(reset + 60_000).toISOString() };
  const heroic = { type: 'HEROIC', encounters: [kill] };
  await stage.app.ctx.sql(
    `insert into character_section (character_id, section, status, fetched_at, data) values ($1, 'raids', 'ok', $2, $3)`,
    [
      guild.members[NAMES.indexOf('Curlybill')]?.characterId,
      new Date(reset + 120_000),
      { expansions: [{ id: 9001, instances: [{ id: 9010, difficulties: [heroic] }] }] },
    ],
  );
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.id}/events/${event.id}/lineup` });
  await page.getByRole('link', { name: 'Split into runs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Split into runs' }).waitFor();
  await page.getByText('Every run has its tanks and healers and a size that fits.').waitFor();
  const first = page.getByRole('region', { name: 'Run 1' });
  const tanks: string[] = [];
  for (const run of [first, page.getByRole('region', { name: 'Run 2' })]) {
    const inRole = (role: string) =>
      run
        .getByRole('listitem')
        .filter({ has: page.getByText(role, { exact: true }) })
        .allInnerTexts();
    expect([(await inRole('tank')).length, (await inRole('healer')).length]).toEqual([2, 2]);
    tanks.push(...(await inRole('tank')));
  }
  expect(tanks.map((text) => NAMES.find((name) => new RegExp(`\\b${name}\\b`).test(text))).toSorted()).toEqual(
    NAMES.slice(0, 4),
  );
  await page.getByText('Everyone is in a run.').waitFor();
  await page.getByText('choose a difficulty to count the gains of wishes').waitFor();
  await expectAccessibleInBothThemes(page);

  // Twenty people are too few for two mythic runs, and the page says so.
  await page.getByRole('combobox', { name: 'Difficulty' }).selectOption('Mythic');
  await page.getByText(/^2 rules are broken\. Choose fewer runs/).waitFor();
  await first.getByText('10 people, 20 needed').waitFor();
  await page.getByText('you do not see the wishes of others').waitFor();
  await page.getByRole('combobox', { name: 'Difficulty' }).selectOption('Heroic');
  await page.getByText('Every run has its tanks and healers and a size that fits.').waitFor();
  await page.getByText('Bosses killed this week, at least: Curlybill 1 of 2. Known for 1 of 10').waitFor();
  await page.getByText('No boss killed this week, known for 0 of 10').waitFor();

  await page.getByRole('button', { name: 'Make 2 line-ups' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make 2 line-ups' }).click();
  await page.getByText('The line-ups are made.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Line-up' }).waitFor();
  const [second] = await eventsNamed('Cinderspire · Run 2');
  expect([second?.status, second?.startsAt]).toEqual(['draft', event.startsAt]);
  const runs = [await lineupOf(event.id), await lineupOf(second?.id ?? '')];
  expect(runs.map(({ places, difficulty, draft }) => [places.length, difficulty, draft])).toEqual([
    [10, 15, true],
    [10, 15, true],
  ]);
  expect(new Set(runs.flatMap(({ places }) => places.map(({ raider }) => raider.id))).size).toBe(PEOPLE);
});

test('a line-up that another officer has saved meanwhile is not replaced unseen', async () => {
  const event = await raidNight('Meanwhile');
  const path = `/g/${guild.id}/events/${event.id}/lineup?split=true`;
  const page = await openPage(stage, { as: 'ysolde', path, live: false, refusals: true });
  await page.getByRole('region', { name: 'Run 1' }).waitFor();
  const [{ raider } = { raider: { id: '' } }] = (await lineupOf(event.id)).signedUp;
  const places = [{ raiderId: raider.id, role: 'tank', group: 1, slot: 1 }];
  await done(guild.officer.call('PUT', `/events/${event.id}/lineups/all`, { version: 0, places }));
  const make = page.getByRole('button', { name: 'Make 2 line-ups' });
  await make.first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make 2 line-ups' }).click();
  await page.getByText('Another officer has changed this in the meantime').waitFor();
  expect((await lineupOf(event.id)).places.map((place) => place.raider.id)).toEqual([raider.id]);
  expect(await eventsNamed('Meanwhile · Run 2')).toEqual([]);

  await make.first().click();
  await dialog.getByText('This replaces the line-up of the whole night').waitFor();
  await dialog.getByRole('button', { name: 'Make 2 line-ups' }).click();
  await page.getByText('The line-ups are made.').waitFor();
  expect((await lineupOf(event.id)).places).toHaveLength(10);
});

test('on a phone and on 320 pixels a split fits', async () => {
  const event = await raidNight('Narrow');
  const path = `/g/${guild.id}/events/${event.id}/lineup?split=true`;
  const page = await openPage(stage, { as: 'ysolde', path, width: 390 });
  await page.getByRole('region', { name: 'Run 2' }).waitFor();
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  const narrow = await openPage(stage, { as: 'ysolde', path, width: 320 });
  await narrow.getByRole('region', { name: 'Run 2' }).waitFor();
  await expectFits(narrow);
});

test('an event is saved as a template, and a new one from it brings its line-up', async () => {
  const event = await raidNight('Weekly');
  const [{ raider } = { raider: { id: '' } }] = (await lineupOf(event.id)).signedUp;
  await done(
    guild.officer.call('PUT', `/events/${event.id}/lineups/all`, {
      version: 0,
      places: [{ raiderId: raider.id, role: 'tank', group: 1, slot: 1 }],
    }),
  );
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.id}/events/${event.id}/lineup` });
  await page.getByRole('button', { name: 'Save as template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as template' });
  await dialog.getByLabel('Name of the template').fill('Tuesday');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The template is saved.').waitFor();

  const form = await openPage(stage, { as: 'ysolde', path: `/g/${guild.id}/events/new`, width: 390 });
  await form.getByRole('combobox', { name: 'Start with' }).selectOption('Tuesday');
  await form.getByText('Brings 1 line-up and no notes.').waitFor();
  expect(await form.getByLabel('Title').inputValue()).toBe('Weekly');
  await expectFits(form);
  await expectAccessibleInBothThemes(form);
  await form.getByLabel('Title').fill('From the template');
  await form.getByRole('button', { name: 'Create event' }).click();
  await form.getByRole('heading', { level: 1, name: 'From the template' }).waitFor();
  const [made] = await eventsNamed('From the template');
  expect((await lineupOf(made?.id ?? '')).places.map((place) => place.raider.id)).toEqual([raider.id]);

  // Events that were made from a template outlast it.
  const again = await openPage(stage, { as: 'ysolde', path: `/g/${guild.id}/events/new` });
  await again.getByRole('combobox', { name: 'Start with' }).selectOption('Tuesday');
  await again.getByRole('button', { name: 'Delete the template' }).click();
  await again.getByRole('dialog').getByRole('button', { name: 'Delete the template' }).click();
  await again.getByText('The template is deleted.').waitFor();
  expect(await eventsNamed('From the template')).toHaveLength(1);
});
