/** The cost of a calendar for the database after decades of events. */
import type { EventListView } from '@guildhall/contracts/event.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { done, eventGuild } from '../../../test/events.ts';
import { monthStatement, seedCalendar } from '../../../test/large-calendar.ts';
import { explainPrepared } from '../../../test/query-plans.ts';
import { EVENT_VIEWS } from '../event/event.queries.ts';

test('a calendar month beside 100,000 past events reads only what it shows', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id, officer } = await eventGuild(app, 30);
  const client = new pg.Client({ connectionString: app.config.databaseUrl });
  await client.connect();
  try {
    await seedCalendar(client, id, officer.userId);
    const page = monthStatement(id, officer.userId);
    const listed = await explainPrepared(client, page);
    expect(listed.nodes.map((node) => node['Index Name'])).toContain('event_by_start');
    const { rows } = await client.query<{ id: string }>(page.text, page.values);
    const views = { text: EVENT_VIEWS.text, values: [officer.userId, rows.map((row) => row.id)] };
    const { pages } = await explainPrepared(client, views);
    // Pages of 8 kB; all events have some 2,000.
    expect(listed.pages).toBeLessThanOrEqual(40);
    expect(pages).toBeLessThanOrEqual(2_000);
  } finally {
    await client.end();
  }
  const view = await done<EventListView>(
    officer.call('GET', `/guilds/${id}/events?startDate=2027-06-01&endDate=2027-06-30`),
  );
  const [, second] = view.events;
  expect([view.events.length, second?.counts.signedUp, second?.journalInstance?.name]).toEqual([
    61,
    25,
    'Halls 1 en_US',
  ]);
});
