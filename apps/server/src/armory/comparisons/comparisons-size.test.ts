import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/db.ts';
import { comparedGuild, seedComparisons } from '../../../test/large-comparisons.ts';
import { explainPrepared } from '../../../test/query-plans.ts';
import { GUILD_MEMBERS } from './compared-characters.ts';
import { NEWEST_EXPANSION, RAID_PROGRESS } from './encounters.queries.ts';
import { FACTION_STANDINGS } from './reputations.queries.ts';

/** Pages of 8 kB. */
const MOST_PAGES = 300;
describe('a guild of 500 characters with every reputation and encounter', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let page: string;

  beforeAll(async () => {
    database = await cloneDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await seedComparisons(client);
    const { rows } = await client.query<{ id: string }>(GUILD_MEMBERS.text, [comparedGuild, ['reputations'], 50, 0]);
    expect(rows).toHaveLength(50);
    page = `{${rows.map(({ id }) => id).join(',')}}`;
  });
  afterAll(async () => {
    await client?.end();
    await database?.[Symbol.asyncDispose]();
  });

  /** Reads only the sections of the characters on the page, each once. */
  async function expectQuick(text: string, values: unknown[]): Promise<void> {
    const { nodes, pages } = await explainPrepared(client, { text, values });
    const sections = nodes.filter((node) => node['Relation Name'] === 'character_section');
    expect(sections.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    for (const node of sections) expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(100);
    expect(pages).toBeLessThanOrEqual(MOST_PAGES);
  }

  test('compares reputations of 50 characters by reading only their sections', async () => {
    await expectQuick(GUILD_MEMBERS.text, [comparedGuild, '{reputations}', 50, 0]);
    await expectQuick(FACTION_STANDINGS.text, [page, 3]);
    const { rows } = await client.query(FACTION_STANDINGS.text, [page, 3]);
    expect(rows).toHaveLength(50 * 30);
  });

  test('compares raid progress of 50 characters by reading only their sections', async () => {
    await expectQuick(GUILD_MEMBERS.text, [comparedGuild, '{raids}', 50, 0]);
    await expectQuick(RAID_PROGRESS.text, [page, '{raids}', 3]);
    await expectQuick(NEWEST_EXPANSION.text, [page, '{raids}']);
    const { rows } = await client.query(RAID_PROGRESS.text, [page, ['raids', 'dungeons'], 3]);
    expect(rows).toHaveLength(100);
  });
});
