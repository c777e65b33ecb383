/** The cost of attendance for the database: two hundred members, five hundred raids, sixty answers to each. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../../../test/db.ts';
import { attendanceStatements, seedAttendance } from '../../../test/large-attendance.ts';
import { explainPrepared, rowsHandled } from '../../../test/query-plans.ts';

/** Pages of 8 kB that are read, and rows that are passed on: some for each of 30,000 answers. */
const [MOST_PAGES, MOST_ROWS] = [45_000, 500_000];

test('statistics, matrix and trends read the rows of their guild, each a few times', async () => {
  await using database = await cloneDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { stats, matrix, trends } = attendanceStatements(await seedAttendance(client));
    expect((await client.query(stats)).rowCount).toBe(200);
    expect((await client.query(matrix)).rows[0].events).toHaveLength(500);
    expect((await client.query(trends)).rowCount).toBeGreaterThan(170);
    for (const [name, statement] of Object.entries({ stats, matrix, trends })) {
      const { pages, nodes } = await explainPrepared(client, statement);
      expect(pages, name).toBeLessThanOrEqual(MOST_PAGES);
      expect(rowsHandled(nodes), name).toBeLessThanOrEqual(MOST_ROWS);
    }
  } finally {
    await client.end();
  }
});
