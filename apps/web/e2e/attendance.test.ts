/** A guild of a thousand people and five hundred events, as a large guild has after a few years. */
import { readFile } from 'node:fs/promises';
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  openPage,
  openStage,
  type Stage,
} from './stage.ts';

const MEMBERS = 1_000;
const EVENTS = 500;

const SEED = [
  `insert into app_user (display_name) select 'Person ' || n from generate_series(1, ${MEMBERS - 2}) n`,
  `insert into membership (organization_id, user_id, joined_at)
     select o.id, u.id, now() - interval '5 years' from organization o, app_user u
     where o.name = 'Old Guard' and u.display_name like 'Person %'`,
  `update membership set joined_at = now() - interval '5 years'`,
  `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, created_at,
     signup_closes_minutes)
     select o.id, 'Raid ' || n, 'raid', 'guild', 'completed', at, at + interval '3 hours', '', 'UTC', at - interval '7 days', 60
     from organization o, generate_series(1, ${EVENTS}) n cross join lateral (select now() - n * interval '60 hours' as at) t
     where o.name = 'Old Guard'`,
  `insert into participation (event_id, user_id, status, status_since, ticket, attendance)
     select e.id, m.user_id, case when kind > 2 then 'signed_up' else 'declined' end, e.starts_at - interval '2 hours',
       case when kind > 2 then m.n end,
       (array[null, 'no_show', 'present', 'present', 'present', 'present', 'late', 'benched', 'excused', null])[kind]
     from event e
     join (select *, row_number() over (order by joined_at, user_id)::int as n from membership) m
       on m.organization_id = e.organization_id and m.n <= 60
     cross join lateral (select 1 + (m.n + extract(epoch from e.starts_at)::bigint / 216000) % 10 as kind) k`,
];

let stage: Stage;
let guild: { id: string; alias: string };
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [5] }), roles: ['web'] });
  const [ysolde, kessa] = await Promise.all([stage.signedIn('ysolde'), stage.signedIn('kessa')]);
  const { body } = await ysolde.post('/organizations').send({ name: 'Old Guard', type: 'guild' }).expect(201);
  guild = body;
  const { body: invite } = await ysolde.post(`/organizations/${guild.id}/invites`).send({}).expect(201);
  await kessa.post(`/invites/${invite.code}/accept`).expect(200);
  for (const statement of SEED) await stage.app.ctx.sql(statement);
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

const open = (options: Parameters<typeof openPage>[1] & { at?: string } = {}) => {
  const { at = '/attendance', ...rest } = options;
  return openPage(stage, { as: 'ysolde', path: `/g/${guild.id}${at}`, ...rest });
};
const heatMap = (page: Page) => page.getByRole('table', { name: 'People by events' });
const rows = (page: Page) => heatMap(page).locator('tbody tr[aria-rowindex]');

test('a grid of a thousand people by five hundred events draws few cells, from one request, with the newest in view', async () => {
  const page = await openPage(stage, { as: 'ysolde' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/trpc/')) asked.push(pathname.slice('/trpc/'.length));
  });
  await page.goto(`/g/${guild.id}/attendance?since=all`);
  await rows(page).first().waitFor();
  expect(await heatMap(page).getAttribute('aria-rowcount')).toBe(String(MEMBERS + 1));
  expect(await heatMap(page).getAttribute('aria-colcount')).toBe(String(EVENTS + 3));
  await page.getByRole('columnheader', { name: 'Raid 1', exact: false }).last().waitFor();
  await expect.poll(() => heatMap(page).locator('.cell').count()).toBeLessThan(1_500);
  expect(asked.filter((names) => names.includes('attendance.'))).toHaveLength(1);
  // The code for the other rows loads after the first ones are drawn.
  await expect
    .poll(async () => {
      await heatMap(page).evaluate((table) => table.parentElement?.scrollTo(0, table.scrollHeight));
      return heatMap(page)
        .locator(`tr[aria-rowindex="${MEMBERS + 1}"]`)
        .count();
    })
    .toBe(1);
  await expect.poll(() => heatMap(page).locator('.cell').count()).toBeLessThan(1_500);
});

test('a rate opens the events behind it and explains itself, and the address keeps the filters', async () => {
  const page = await open({ at: '/attendance?sort=name' });
  await page.getByLabel('Find a member').fill('ysol');
  await expect.poll(() => rows(page).count()).toBe(1);
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=name&q=ysol');
  await heatMap(page).getByRole('button', { name: 'Ysolde' }).click();
  const dialog = page.getByRole('dialog', { name: 'How this rate is worked out' });
  await dialog.getByText('in a row').waitFor();
  await dialog.getByRole('link', { name: 'Raid 1', exact: true }).waitFor();
  await expectAccessible(page);
  await page.reload();
  await dialog.getByRole('link', { name: 'Raid 1', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByLabel('Find a member').fill('nobody is called so');
  await page.getByText('No matches').waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('1,000 of 1,000').waitFor();
  await page.getByRole('radio', { name: '30 d' }).check();
  await expect.poll(() => new URL(page.url()).searchParams.get('since')).toBe('30');
  await expect.poll(() => heatMap(page).getAttribute('aria-colcount')).not.toBe(null);
});

test('the visible rows can be downloaded as CSV, and the page explains how attendance counts', async () => {
  const page = await open({ at: '/attendance?q=ysol' });
  await expect.poll(() => rows(page).count()).toBe(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const lines = (await (await (await download).createReadStream()).toArray()).join('').trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^\uFEFF"Name","Person","Class","Rank","Rate","Events counted","Streak","\d{4}-\d\d-\d\d Raid/,
  );
  await page.getByRole('button', { name: 'How it is counted' }).click();
  await page.getByRole('dialog').getByText('Late counts as 100% of being there.').waitFor();
});

test('a member sees only their own row, an outsider sees none, and a failed request can be retried', async () => {
  const own = await open({ as: 'kessa' });
  await own.getByText('Your own attendance').waitFor();
  await expect.poll(() => rows(own).count()).toBe(1);
  expect(await own.getByRole('link', { name: 'Who is away' }).count()).toBe(0);

  await stage.app.ctx.sql(`update organization set settings = settings || '{"visibility":"public"}' where id = $1`, [
    guild.id,
  ]);
  const stranger = await open({ as: 'osric', refusals: true });
  await stranger
    .getByText(/You don’t have access|Nothing here/)
    .first()
    .waitFor();

  const page = await open({ refusals: true });
  await rows(page).first().waitFor();
  await stage.app.ctx.sql('alter table absence rename to away_now');
  await page.getByRole('radio', { name: '180 d' }).check();
  await page.getByText('Something broke on our side').first().waitFor({ timeout: 60_000 });
  await stage.app.ctx.sql('alter table away_now rename to absence');
  await page.getByRole('button', { name: 'Try again' }).last().click();
  await rows(page).first().waitFor();
});

test('nights from before the first event stand apart, and say what is known of them', async () => {
  const { sql } = stage.app.ctx;
  await sql(
    `insert into log_source (organization_id, host, guild_id, guild_name) values ($1, 'www', 77, 'Old Guard')`,
    [guild.id],
  );
  await sql(
    `insert into raider (organization_id, name, kind)
     select $1::uuid, name, 'guest' from unnest(array['Nyx', 'Tollan', 'Tollan']) as name`,
    [guild.id],
  );
  await sql(
    `with night as (
       insert into past_night (organization_id, code_key, starts_at)
       select $1::uuid, 'night ' || n, now() - interval '5 years' - n * interval '7 days' from generate_series(1, 12) n
       returning id, starts_at),
     there as (
       select *, row_number() over (order by starts_at) as n from night)
     insert into past_fighter (night_id, name_key, name, class_name, benched)
     select id, lower(name), name, class, bench from there
     cross join (values ('Nyx', 'DemonHunter', false, 2), ('Tollan', 'Mage', false, 1), ('Ostrik', 'Druid', false, 7),
       ('Ostrik', 'Druid', true, 0)) f(name, class, bench, after)
     where (bench and n <= 6 and n > 4) or (not bench and n > after)`,
    [guild.id],
  );
  for (const width of [1280, 390] as const) {
    const page = await open({ width });
    await page.getByRole('heading', { name: 'Before Guildhall, from Warcraft Logs' }).click();
    await page.getByText('12 nights,').waitFor();
    const table = page.getByRole('region', { name: 'Before Guildhall' }).getByRole('table');
    const shown = await table.locator('tbody tr').allInnerTexts();
    expect(
      shown.map((row) =>
        row
          .split(/\s*\t\s*|\n+/)
          .filter(Boolean)
          .slice(0, 4),
      ),
    ).toEqual([
      ['Nyx', 'guest', '10 of 10', '–'],
      ['Tollan', 'several raiders have this name', '11 of 11', '–'],
      ['Ostrik', 'no raider here', '5 of 8', '2'],
    ]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTitle('Download these nights as CSV').click(),
    ]);
    const [head, first] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(head).toContain('"Name","Class","There","Nights since their first","Bench","First","Last"');
    expect(first).toMatch(/^"Nyx \(guest\)",.*,10,10,0,"\d{4}-/);
    await expectAccessibleInBothThemes(page);
    await expectFits(page);
  }
});

test('officers see absences in a calendar', async () => {
  const kessa = await stage.signedIn('kessa');
  await kessa
    .post('/auth/me/absences')
    .send({ from: '2027-03-03', to: '2027-03-10', organizationId: guild.id, note: 'By the sea' })
    .expect(201);
  const page = await open({ at: '/absences' });
  await page.getByText('No absences', { exact: true }).waitFor();
  await page.goto(`/g/${guild.id}/absences?from=2027-03-01`);
  await page.getByText('By the sea').waitFor();
  await page.getByText('1 member away').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Later' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('2027-03-29');
  await page.getByText('No absences', { exact: true }).waitFor();
  const member = await open({ at: '/absences', as: 'kessa', refusals: true });
  await member.getByText('You don’t have access').waitFor();
});

test('the pages are accessible and fit in both themes, on desktop and phone', async () => {
  for (const width of [1280, 390] as const) {
    const page = await open({ width });
    await rows(page).first().waitFor();
    await expectAccessibleInBothThemes(page);
    await expectFits(page);
    await page.goto(`/g/${guild.id}/absences?from=2027-03-01`);
    await page.getByText('By the sea').waitFor();
    await expectFits(page);
  }
});
