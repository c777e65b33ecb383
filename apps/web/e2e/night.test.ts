/** The night of an event as Warcraft Logs recorded it: officers attach, match, correct and confirm; members see pulls and their own row. */
import type { NightView } from '@guildhall/contracts/night.ts';
import { specializations } from '@guildhall/simulator/game-classes.ts';
import { guildIdOf, type Night } from '@guildhall/simulator/warcraft-logs/reports.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, callerOf } from '../../server/test/caller.ts';
import { done, inHours, moveBack } from '../../server/test/events.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { expectAccessibleInBothThemes, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let guild: TestGuild;
let call: Call;
beforeAll(async () => {
  stage = await openStage();
  guild = await stage.guildOf('ysolde');
  for (const { id, classId, name } of specializations) {
    await stage.app.ctx.sql(
      'insert into specialization (id, class_id, names) values ($1, $2, $3) on conflict do nothing',
      [...[id, classId, JSON.stringify(name)]],
    );
  }
  call = callerOf(stage.app, (await stage.signedIn('ysolde')).token);
  await stage.guildOf('pell');
  const { body: pell } = await (await stage.signedIn('pell')).get('/auth/me').expect(200);
  await stage.app.ctx.sql(
    `with r as (insert into role (organization_id, name, permissions) values ($1, 'Sees', '{canViewRoster}') returning id)
     insert into role_holder (organization_id, role_id, user_id) select $1, id, $2::uuid from r`,
    [guild.id, pell.id],
  );
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

const logs = () => stage.app.simulator.warcraftLogs;
const ours = () => stage.app.simulator.world.guild('lantern');
const members = (from: number, to: number) => stage.app.simulator.world.members(ours()).slice(from, to);

/** A member of no roster here. */
function stranger(name: string) {
  const [like] = members(30, 31);
  if (!like) throw new Error('no member');
  return { ...like, name };
}

let nights = 0;

/** An evening of some days ago, each at another time. */
async function evening(): Promise<{ id: string; startsAt: number }> {
  nights += 1;
  const startsAt = inHours(1);
  const { id } = await done<{ id: string }>(
    call('POST', `/organizations/${guild.id}/events`, {
      ...{ title: `Night ${nights}`, type: 'raid', scope: 'guild', startsAt, durationMinutes: 180 },
    }),
  );
  await moveBack(stage.app, id, 96 * nights + 4);
  return { id, startsAt: Date.parse(startsAt) - (96 * nights + 4) * 3_600_000 };
}

const record = (night: Partial<Night> & { startsAt: number }, changes = {}) =>
  logs().record(ours(), { seed: 70 + nights, there: members(0, 12), ...night }, changes);
const attach = (id: string, link: string) => done(call('POST', `/events/${id}/reports`, { link }));
const read = (id: string) => done<NightView>(call('GET', `/events/${id}/night`));

const strip = (page: Page) => page.getByRole('region', { name: 'The night' });
const attendance = (page: Page) => page.getByRole('region', { name: 'Attendance' });
const differing = (page: Page) => attendance(page).getByRole('list', { name: 'Differs' });

test('an officer attaches a report, says who a character is, corrects a row in two taps and confirms the rest in one', async () => {
  const { id, startsAt } = await evening();
  await done(call('POST', `/organizations/${guild.id}/raiders`, { name: 'Ostrikson', kind: 'guest' }));
  const report = record({ startsAt, there: [...members(0, 12), stranger('Ostrik')], late: members(12, 14) });
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${id}`, refusals: true });
  await page.getByText('This night can record itself').waitFor();
  await page.getByRole('button', { name: 'Attach a report' }).click();
  const link = page.getByRole('textbox', { name: 'Link of the report on Warcraft Logs' });
  await link.fill('https://www.fflogs.com/reports/aBcDeFgHiJkLmNoP');
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByRole('dialog').getByText('This is no link of Warcraft Logs').waitFor();
  await link.fill(`https://www.warcraftlogs.com/reports/${report.code}`);
  await page.getByRole('button', { name: 'Read it' }).click();

  await strip(page).getByText('kills in').waitFor();
  const { pulls, raiders } = await read(id);
  const kills = pulls.filter(({ kill }) => kill).length;
  const logged = raiders.find(({ specs, status }) => specs.length > 0 && status === null);
  await differing(page)
    .getByRole('listitem')
    .filter({ hasText: logged?.name ?? 'nobody' })
    .getByText(logged?.specs[0]?.name ?? 'no specialization')
    .waitFor();
  await strip(page).getByText(`${kills} kills in ${pulls.length} pulls · 15 people`).waitFor();
  expect(await strip(page).locator('li[title]').count()).toBe(pulls.length);
  await strip(page).getByRole('link', { name: 'Warcraft Logs' }).waitFor();
  await expectAccessibleInBothThemes(page);

  await differing(page)
    .getByRole('button', { name: /Who is it.*Ostrik/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Who is Ostrik?' });
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Not one of ours' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await attendance(page).getByText('Not of the guild').click();
  await attendance(page)
    .getByRole('button', { name: /Who is it.*Ostrik/ })
    .click();
  await differing(page)
    .getByRole('button', { name: /Who is it.*Ostrik/ })
    .click();
  const raider = dialog.getByRole('combobox', { name: 'Raider' });
  await dialog.getByRole('button', { name: 'Ostrikson · guest' }).click();
  await expect.poll(() => raider.inputValue()).toBe('Ostrikson · guest');
  await raider.fill('Pell');
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'It is them' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await read(id)).unknown).toEqual([]);

  const late = raiders.find(({ proposal }) => proposal === 'late')?.name ?? '';
  await attendance(page)
    .getByRole('button', { name: `Decide otherwise for ${late}` })
    .click();
  await page.getByRole('menuitem', { name: 'excused' }).click();
  await differing(page).getByText('stays as entered').waitFor();
  expect((await read(id)).raiders.find(({ name }) => name === late)).toMatchObject({ attendance: 'excused' });

  await attendance(page)
    .getByRole('button', { name: /^Confirm/ })
    .click();
  await attendance(page).getByText('all recorded').waitFor();
  const after = await read(id);
  expect(after.proposals).toBe(0);
  expect(after.raiders.find(({ name }) => name === late)).toMatchObject({ attendance: 'excused' });
  expect(
    await attendance(page)
      .getByRole('button', { name: /^Confirm/ })
      .count(),
  ).toBe(0);
});

test('the night fits a phone and a narrow one, and can be read in both themes', async () => {
  const { id, startsAt } = await evening();
  await attach(id, record({ startsAt, there: [...members(0, 12), stranger('Ostrik')], late: members(12, 16) }).code);
  for (const width of [390, 320] as const) {
    const page = await openPage(stage, { as: 'ysolde', path: `/events/${id}`, width });
    await attendance(page).getByText('late', { exact: true }).first().waitFor();
    await expectFits(page);
    if (width === 390) await expectAccessibleInBothThemes(page);
  }
});

test('a report of another guild is taken when the officer confirms it, and detached with its pulls', async () => {
  const { id, startsAt } = await evening();
  await done(call('PUT', `/organizations/${guild.id}/log-source`, {}));
  const { code } = record({ startsAt }, { guildId: guildIdOf(stage.app.simulator.world.guild('ninefold')) });
  const page = await openPage(stage, { as: 'ysolde', path: `/events/${id}`, width: 390, refusals: true });
  await page.getByText('Nothing read yet').waitFor();
  await page.getByRole('button', { name: 'Attach a report' }).click();
  await page.getByRole('textbox', { name: 'Link of the report on Warcraft Logs' }).fill(code);
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByRole('dialog').getByText('Another guild uploaded this report').waitFor();
  await page.getByRole('button', { name: 'It is of this night' }).click();
  await strip(page).getByText('kills in').waitFor();
  await page.getByRole('button', { name: /^Detach/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Detach' }).click();
  await page.getByText('Nothing read yet').waitFor();
  await done(call('DELETE', `/organizations/${guild.id}/log-source`, {}));
});

test('a member sees the pulls and their own row, and no link of an unlisted report', async () => {
  const { id, startsAt } = await evening();
  const empty = await openPage(stage, { as: 'pell', path: `/events/${id}` });
  await empty.getByRole('heading', { level: 1 }).waitFor();
  await attach(id, record({ startsAt }, { visibility: 'unlisted' }).code);
  const { body: pell } = await (await stage.signedIn('pell')).get('/auth/me').expect(200);
  const { raiders } = await read(id);
  const other = raiders.find(({ userId, name }) => userId === null && name !== '');
  expect(other).toBeDefined();
  const page = await openPage(stage, { as: 'pell', path: `/events/${id}` });
  await strip(page).getByText('kills in').waitFor();
  expect(await page.getByRole('link', { name: 'Warcraft Logs' }).count()).toBe(0);
  expect(await page.getByText(other?.name ?? '-', { exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Confirm/ }).count()).toBe(0);
  const own = page.getByRole('region', { name: 'Your night' });
  expect(await own.count()).toBe(raiders.some(({ userId }) => userId === pell.id) ? 1 : 0);
  await expectAccessibleInBothThemes(page);
});

test('a night that cannot be read leaves the page standing, and is read by a button', async () => {
  const { id, startsAt } = await evening();
  await attach(id, record({ startsAt }).code);
  const page = await openPage(stage, { as: 'ysolde', refusals: true });
  let fails = true;
  await page.route(/nights\.get/, (route) => (fails ? route.abort() : route.continue()));
  await page.goto(`/events/${id}`);
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' }).first();
  await again.waitFor();
  fails = false;
  await again.click();
  await strip(page).getByText('kills in').waitFor();
});

test('progress shows the first kill of each boss, and says on which nights it rests', async () => {
  const { id, startsAt } = await evening();
  await attach(id, record({ startsAt }).code);
  const { pulls } = await read(id);
  const page = await openPage(stage, { as: 'pell', path: `/g/${guild.alias}` });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Progress' }).click();
  await page.getByRole('heading', { level: 1, name: 'Progress' }).waitFor();
  const table = page.getByRole('table');
  await table.getByRole('columnheader', { name: 'Heroic' }).waitFor();
  const bosses = new Set(pulls.map(({ name }) => name));
  for (const boss of bosses) await table.getByRole('rowheader', { name: boss }).waitFor();
  expect(await table.getByText(/^killed on pull/).count()).toBeGreaterThan(0);
  await page.getByText(/Rests on nights since/).waitFor();
  await expectAccessibleInBothThemes(page);
  for (const width of [390, 320] as const) {
    const narrow = await openPage(stage, { as: 'pell', path: `/g/${guild.alias}/progress`, width });
    await narrow.getByRole('table').waitFor();
    await expectFits(narrow);
  }
  const refused = await openPage(stage, { as: 'osric', path: `/g/${guild.alias}/progress`, refusals: true });
  await refused.getByRole('heading', { level: 1 }).waitFor();
  expect(await refused.getByRole('table').count()).toBe(0);
});

test('an officer names the guild on Warcraft Logs, its teams and thresholds, and stops it', async () => {
  const { id: team } = await done<{ id: string }>(
    call('POST', `/organizations/${guild.id}/teams`, { name: 'Lanterns' }),
  );
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${guild.alias}/settings/attendance` });
  await page.getByRole('link', { name: 'Logs' }).click();
  await page.getByRole('button', { name: 'Find the guild' }).click();
  await page.getByText('Reads the reports of').waitFor();
  await page.getByRole('combobox', { name: 'Team “Second team” is' }).selectOption({ label: 'Lanterns' });
  await page.getByRole('spinbutton', { name: 'Late after so many minutes' }).fill('15');
  await page.getByRole('checkbox', { name: 'Proposals count by themselves after 48 hours' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  const { source } = {
    source: {
      lateMinutes: 15,
      presentPercent: 80,
      confirmsItself: true,
      tags: [{ teamId: null }, { teamId: team }],
    },
  };
  await expect
    .poll(async () => (await call('GET', `/organizations/${guild.id}/log-source`)).body)
    .toMatchObject({ source });
  await expectAccessibleInBothThemes(page);
  const narrow = await openPage(stage, { as: 'ysolde', path: `/g/${guild.alias}/settings/logs`, width: 320 });
  await narrow.getByText('Reads the reports of').waitFor();
  await expectFits(narrow);
  await page.getByRole('button', { name: 'Read no more reports' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Read no more reports' }).click();
  await page.getByRole('button', { name: 'Find the guild' }).waitFor();
});
