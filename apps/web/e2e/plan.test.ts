/** The plan of an event: notes for its bosses, and one's own jobs in them. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done, type EventGuild, eventGuild, inHours } from '../../server/test/events.ts';
import { expectAccessibleInBothThemes, expectFits, openPage, openStage, type Stage } from './stage.ts';

const BOSSES = [
  { id: 9_101, name: 'Slagheart' },
  { id: 9_102, name: 'The Last Furnace' },
] as const;

let stage: Stage;
let guild: EventGuild;
/** A character of pell. */
let name: string;
let characterId: string;
beforeAll(async () => {
  stage = await openStage();
  const { sql } = stage.app.ctx;
  await sql('insert into journal_expansion (id) values (9)');
  await sql(`insert into journal_instance (id, expansion_id, category) values (9001, 9, 'raid')`);
  await sql(
    `insert into journal_encounter (id, instance_id, position) select id, 9001, id from jsonb_to_recordset($1) as b(id int)`,
    [JSON.stringify(BOSSES)],
  );
  await sql(
    `insert into journal_encounter_locale (entity_id, locale, name)
     select id, 'en_US', name from jsonb_to_recordset($1) as b(id int, name text)`,
    [JSON.stringify(BOSSES)],
  );
  guild = await eventGuild(stage.app, 1);
  for (const account of ['ysolde', 'pell']) {
    const { get } = await stage.signedIn(account);
    const { body: me } = await get('/auth/me').expect(200);
    await sql('insert into membership (organization_id, user_id) values ($1, $2)', [guild.id, me.id]);
    if (account === 'pell') continue;
    await sql(
      'insert into role_holder (organization_id, role_id, user_id) select organization_id, role_id, $2 from role_holder where organization_id = $1',
      [guild.id, me.id],
    );
  }
  const { post } = await stage.signedIn('pell');
  const { body } = await post('/characters').send({ name: 'Brynhild', classId: 1, raceId: 3, level: 80 }).expect(201);
  [name, characterId] = [body.name, body.id];
});
afterAll(() => stage[Symbol.asyncDispose]());

const plan = async (title: string): Promise<EventView> => {
  const event = await done<EventView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      title,
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(50),
      durationMinutes: 180,
      anyRole: true,
      journalInstanceId: 9_001,
      slots: [{ roleKey: 'tank', max: 2 }],
    }),
  );
  const { put } = await stage.signedIn('pell');
  await put(`/events/${event.id}/signup`).send({ characterId, roleKey: 'tank' }).expect(200);
  return event;
};
const save = ({ id }: EventView, text: string, boss: number | 'all' = 9_101) =>
  done(guild.officer.call('PUT', `/events/${id}/notes/${boss}`, { version: 0, text }));

const NOTE = `EncounterID:4;Difficulty:Heroic;Name:Slagheart
time:18;tag:Brynhild;text:Shield Wall;
time:52;tag:Ilveth;text:Sacrifice on Maruun;
time:65;tag:tank;text:Taunt at three stacks;
time:160;ph:2;tag:everyone;spellid:97462;`;

const jobs = (page: Page) => page.getByRole('region', { name: 'My jobs' });

test('an officer pastes a note, and a raider reads their jobs by one tap on the event', async () => {
  const event = await plan('Thursday');
  const officer = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}/plan?boss=9101` });
  await officer.getByRole('button', { name: 'Add a note' }).click();
  const dialog = officer.getByRole('dialog', { name: 'Slagheart' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill(NOTE);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const note = officer.getByRole('region', { name: 'Note: Slagheart' });
  await note.getByText('time:18;tag:Brynhild;text:Shield Wall;').waitFor();
  await officer.getByText('Ilveth is in the note, and no member of the guild has this name').waitFor();
  await expectAccessibleInBothThemes(officer);

  for (const width of [390, 1280] as const) {
    const page = await openPage(stage, { as: 'pell', path: `/events/${event.id}`, width });
    await page.getByRole('link', { name: 'Plan and my jobs' }).click();
    await jobs(page).getByText('Shield Wall').waitFor();
    const lines = jobs(page).getByRole('region', { name: 'Slagheart' }).getByRole('listitem');
    expect(await lines.allInnerTexts()).toEqual([
      expect.stringMatching(/^0:18\s+Shield Wall$/),
      expect.stringMatching(/^1:05\s+Taunt at three stacks\s+for your role$/),
      expect.stringMatching(/^2:40\s+Spell 97462\s+phase 2 · for everyone$/),
    ]);
    await page.getByText(`${name} · tank`).waitFor();
    await page.getByRole('link', { name: 'Slagheart has a note' }).click();
    await page.getByRole('region', { name: 'Note: Slagheart' }).waitFor();
    const bosses = page.getByRole('navigation', { name: 'Bosses' }).locator('[aria-current]');
    expect(await bosses.allTextContents()).toEqual(['Slaghearthas a note']);
    expect(await page.locator('mark').count()).toBe(3);
    await page.getByText('Ilveth is in the note, and has not signed up').waitFor();
    expect(await page.getByRole('button', { name: 'Replace' }).count()).toBe(0);
    await expectFits(page);
    await expectAccessibleInBothThemes(page);
  }
});

test('P-01: markup in a note is shown as text', async () => {
  const event = await plan('Injected');
  const lines = [
    '<img src=x onerror=alert(1)>',
    '<b>time:1;tag:everyone;text:<i>Stack</i>;</b>',
    '[link](javascript:alert(1))',
    'time:2;tag:everyone;text:<img src=x onerror=alert(1)>;',
  ];
  await save(event, lines.join('\n'));
  const page = await openPage(stage, { as: 'pell', path: `/events/${event.id}/plan?boss=9101` });
  const note = page.getByRole('region', { name: 'Note: Slagheart' });
  await note.waitFor();
  await jobs(page).getByText('<img src=x onerror=alert(1)>').waitFor();
  expect(await note.locator('code').allTextContents()).toEqual(lines);
  for (const part of [note, jobs(page)]) expect(await part.locator('img, b, i, a').count()).toBe(0);
});

test('two officers who save at once lose nothing: the second sees what the first has saved', async () => {
  const event = await plan('Twice');
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${event.id}/plan`, live: false, refusals: true });
  await page.getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Mine');
  await save(event, 'Theirs', 'all');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Another officer has changed this in the meantime').waitFor();
  await dialog.getByText('Theirs', { exact: true }).waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Mine');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: 'Note: Whole night' }).getByText('Mine').waitFor();
});

test('without notes the plan says so, a stranger is refused, and a failure is repeated by a button', async () => {
  const event = await plan('Empty');
  const path = `/events/${event.id}/plan`;
  const member = await openPage(stage, { as: 'pell', path, width: 390 });
  await member.getByText('The officers have not added one.').waitFor();
  await jobs(member).getByText('Nothing for you yet').waitFor();
  await expectFits(member);
  await expectAccessibleInBothThemes(member);

  const stranger = await openPage(stage, { as: 'osric', path, refusals: true });
  await stranger.getByRole('heading', { level: 1 }).waitFor();
  expect(await stranger.getByText('My jobs').count()).toBe(0);

  const failing = await openPage(stage, { as: 'pell', refusals: true });
  let fails = true;
  await failing.route(/planNotes/, (route) => (fails ? route.abort() : route.continue()));
  await failing.goto(path);
  const again = failing.getByRole('main').getByRole('button', { name: 'Try again' }).first();
  await again.waitFor();
  fails = false;
  await again.click();
  await failing.getByText('Nothing for you yet').waitFor();
});
