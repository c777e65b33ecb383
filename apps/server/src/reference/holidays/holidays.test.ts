import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { createPerson } from '../../../test/people.ts';
import { listHolidays } from '../../events/planning/event-list.queries.ts';
import { lunarNewYear } from './calendar-days.ts';
import { holidaysOfYear } from './holidays-of-year.ts';

/** First and last days as published for the game in these years. */
const PUBLISHED: Record<number, [key: string, startsAt: string, endsAt: string][]> = {
  2023: [
    ['lunar-festival', '2023-01-20', '2023-02-03'],
    ['love-is-in-the-air', '2023-02-06', '2023-02-20'],
    ['noblegarden', '2023-04-10', '2023-04-17'],
    ['childrens-week', '2023-05-01', '2023-05-08'],
    ['midsummer-fire-festival', '2023-06-21', '2023-07-05'],
    ['pirates-day', '2023-09-19', '2023-09-19'],
    ['brewfest', '2023-09-20', '2023-10-06'],
    ['hallows-end', '2023-10-18', '2023-11-01'],
    ['day-of-the-dead', '2023-11-01', '2023-11-02'],
    ['pilgrims-bounty', '2023-11-20', '2023-11-27'],
    ['winter-veil', '2023-12-16', '2024-01-02'],
  ],
  2024: [
    ['lunar-festival', '2024-02-03', '2024-02-17'],
    ['love-is-in-the-air', '2024-02-05', '2024-02-19'],
    ['noblegarden', '2024-04-01', '2024-04-08'],
    ['childrens-week', '2024-04-29', '2024-05-06'],
    ['midsummer-fire-festival', '2024-06-21', '2024-07-05'],
    ['pirates-day', '2024-09-19', '2024-09-19'],
    ['brewfest', '2024-09-20', '2024-10-06'],
    ['hallows-end', '2024-10-18', '2024-11-01'],
    ['day-of-the-dead', '2024-11-01', '2024-11-02'],
    ['pilgrims-bounty', '2024-11-25', '2024-12-02'],
    ['winter-veil', '2024-12-16', '2025-01-02'],
  ],
  2025: [
    ['lunar-festival', '2025-01-28', '2025-02-11'],
    ['love-is-in-the-air', '2025-02-03', '2025-02-17'],
    ['noblegarden', '2025-04-21', '2025-04-28'],
    ['childrens-week', '2025-04-28', '2025-05-05'],
    ['midsummer-fire-festival', '2025-06-21', '2025-07-05'],
    ['pirates-day', '2025-09-19', '2025-09-19'],
    ['brewfest', '2025-09-20', '2025-10-06'],
    ['hallows-end', '2025-10-18', '2025-11-01'],
    ['day-of-the-dead', '2025-11-01', '2025-11-02'],
    ['pilgrims-bounty', '2025-11-24', '2025-12-01'],
    ['winter-veil', '2025-12-16', '2026-01-02'],
  ],
};

/** Sundays on which the Darkmoon Faire opened: day of each month. */
const FAIRES: Record<number, number[]> = {
  2023: [1, 5, 5, 2, 7, 4, 2, 6, 3, 1, 5, 3],
  2024: [7, 4, 3, 7, 5, 2, 7, 4, 1, 6, 3, 1],
  2025: [5, 2, 2, 6, 4, 1, 6, 3, 7, 5, 2, 7],
};

test.each([2023, 2024, 2025])('the holidays of %i match the published ones', (year) => {
  const entries = holidaysOfYear(year).map(({ key, startsAt, endsAt }) => [key, startsAt, endsAt]);
  const faires = entries.filter(([key]) => key === 'darkmoon-faire');
  expect(entries.filter(([key]) => key !== 'darkmoon-faire')).toEqual(PUBLISHED[year]);
  expect(faires.map(([, startsAt = '']) => Number(startsAt.slice(8)))).toEqual(FAIRES[year]);
  expect(faires.map(([, startsAt = '', endsAt = '']) => Date.parse(endsAt) - Date.parse(startsAt))).toEqual(
    Array.from({ length: 12 }, () => 6 * 86_400_000),
  );
});

test.each([
  // In 2015 Love is in the Air started on the first day that the rule allows, in 2021 on the last.
  ['love-is-in-the-air', 2015, '2015-02-02'],
  ['love-is-in-the-air', 2021, '2021-02-08'],
  ['childrens-week', 2013, '2013-04-29'],
  ['childrens-week', 2020, '2020-04-27'],
  // As in 2020, the first of May is a Friday.
  ['childrens-week', 2026, '2026-04-27'],
  ['pilgrims-bounty', 2022, '2022-11-21'],
  ['noblegarden', 2022, '2022-04-18'],
])('%s of %i begins on %s', (key, year, startsAt) => {
  expect(holidaysOfYear(year).find((entry) => entry.key === key)?.startsAt).toBe(startsAt);
});

test('the lunar new year matches the almanac', () => {
  const almanac =
    '2012-01-23 2013-02-10 2014-01-31 2015-02-19 2016-02-08 2017-01-28 2018-02-16 2019-02-05 2020-01-25 2021-02-12 ' +
    '2022-02-01 2023-01-22 2024-02-10 2025-01-29 2026-02-17 2027-02-06 2028-01-26 2029-02-13 2030-02-03 2031-01-23 ' +
    '2032-02-11 2033-01-31 2034-02-19 2035-02-08 2036-01-28 2037-02-15 2038-02-04 2039-01-24 2040-02-12';
  expect(Array.from({ length: 29 }, (_, index) => lunarNewYear(2012 + index))).toEqual(almanac.split(' '));
});

test('without a published date the Lunar Festival begins on the eve of the lunar new year', () => {
  const festival = (year: number) => holidaysOfYear(year).find(({ key }) => key === 'lunar-festival')?.startsAt;
  expect([2026, 2027, 2028].map(festival)).toEqual(['2026-02-16', '2027-02-05', '2028-01-25']);
});

test('every year has every holiday, named in six languages, with a plausible lunar new year', () => {
  for (let year = 2012; year <= 2100; year++) {
    const entries = holidaysOfYear(year);
    expect([year, entries.length]).toEqual([year, 23]);
    expect(entries.every(({ startsAt, endsAt }) => startsAt.startsWith(`${year}-`) && endsAt >= startsAt)).toBe(true);
    expect(entries.every(({ names }) => Object.values(names).filter(Boolean).length === 6)).toBe(true);
    const lunar = entries.find(({ key }) => key === 'lunar-festival')?.startsAt ?? '';
    expect(lunar >= `${year}-01-19` && lunar <= `${year}-02-20`).toBe(true);
  }
});

test('only administrators can seed a valid year, as often as they like', async () => {
  await using app = await testApp({ roles: ['web'] });
  const [admin, person] = [await createPerson(app, { isAdmin: true }), await createPerson(app)];
  const path = '/api/v1/jobs/seed-holidays';
  await app.http.post(`${path}?year=2026`).expect(401);
  await person.request('post', `${path}?year=2026`).expect(403);
  for (const query of [
    '',
    '?year=',
    '?year=0',
    '?year=99999',
    '?year=2011',
    '?year=2101',
    '?year=next',
    '?year=2026.5',
  ]) {
    expect((await admin.request('post', path + query)).status).toBe(400);
  }
  expect(await listHolidays(app.ctx, '2000-01-01', '2200-01-01')).toEqual([]);

  const seed = (year: number) => admin.request('post', `${path}?year=${year}`).expect(201);
  expect((await seed(2025)).body).toEqual({ year: 2025, total: 23, changed: 23 });
  const before = await app.ctx.sql('select xmin::text, id from holiday order by id');
  expect((await seed(2025)).body).toEqual({ year: 2025, total: 23, changed: 0 });
  expect(await app.ctx.sql('select xmin::text, id from holiday order by id')).toEqual(before);
  await seed(2026);

  // Crosses from one year into the next.
  const newYear = await listHolidays(app.ctx, '2026-01-02', '2026-01-05');
  expect(newYear.map(({ key, year, startsAt, endsAt }) => [key, year, startsAt, endsAt])).toEqual([
    ['winter-veil', 2025, '2025-12-16', '2026-01-02'],
    ['darkmoon-faire', 2026, '2026-01-04', '2026-01-10'],
  ]);
  expect(newYear[0]?.names.de_DE).toBe('Winterhauchfest');
  expect(await listHolidays(app.ctx, '2026-01-11', '2026-01-11')).toEqual([]);

  // A corrected rule, and an entry that no rule produces.
  await app.ctx.sql(`update holiday set ends_at = '2025-12-31' where key = 'winter-veil' and year = 2025`);
  await app.ctx.sql(
    `update holiday set starts_at = '2025-02-14', ends_at = '2025-02-15' where key = 'love-is-in-the-air' and year = 2025`,
  );
  expect((await seed(2025)).body).toEqual({ year: 2025, total: 23, changed: 3 });
  expect((await listHolidays(app.ctx, '2025-02-03', '2025-02-17')).map(({ key }) => key)).toEqual([
    'lunar-festival',
    'darkmoon-faire',
    'love-is-in-the-air',
  ]);
});
