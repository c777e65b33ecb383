import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/db.ts';
import { largeGuild, seedCrafters } from '../../../test/large-crafters.ts';
import { explainPrepared, rowsRead } from '../../../test/query-plans.ts';
import type { Statement } from '../../core/db/statement.ts';
import { LISTED_CRAFTERS, PROFESSION_COVERAGE, SEARCHED_CRAFTERS } from './crafters.queries.ts';

/** Pages of 8 kB. */
const MOST_PAGES = 3_500;

describe('a million known recipes', () => {
  let database: TestDatabase;
  let client: pg.Client;
  /** The Portuguese name of a recipe in the catalogue. */
  let name: string;

  beforeAll(async () => {
    database = await cloneDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await seedCrafters(client);
    const { rows } = await client.query<{ known: number; name: string }>(
      `select (select count(*)::int from character_recipe) as known, names ->> 'pt_BR' as name from recipe where id = 4242`,
    );
    expect(rows[0]?.known).toBe(1_000_000);
    name = rows[0]?.name ?? '';
  });
  afterAll(async () => {
    await client?.end();
    await database?.[Symbol.asyncDispose]();
  });

  /** Quick for the right reason: it scans no large table completely. */
  async function expectQuick({ text }: Statement, values: unknown[], most: number): Promise<void> {
    const statement = { text, values };
    const explained = await explainPrepared(client, statement);
    const large = ['character_recipe', 'recipe', 'game_name'];
    const read = explained.nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name']);
    expect(read.filter((table) => large.includes(table ?? ''))).toEqual([]);
    expect(Math.max(...explained.nodes.map(rowsRead))).toBeLessThanOrEqual(most);
    expect(explained.pages).toBeLessThanOrEqual(MOST_PAGES);
  }

  const turned = (text: string) => `${text[0]}${text[2]}${text[1]}${text.slice(3)}`.toUpperCase();
  const searches: [string, () => string][] = [
    ['a whole name', () => name],
    ['one word', () => name.split(' ')[1] ?? ''],
    ['a word with a typo', () => turned(name.split(' ')[1] ?? '')],
    ['a name with a typo', () => turned(name)],
    ['three letters that many names contain', () => name.slice(2, 5)],
    ['a name that does not exist', () => 'zzzqqq wwwxxx'],
  ];
  test.each(searches)(
    'a search for %s is quick',
    async (_what, text) => {
      for (const profession of [null, 3]) {
        await expectQuick(SEARCHED_CRAFTERS, [largeGuild, text(), profession, 50, 0], 25_000);
        await expectQuick(SEARCHED_CRAFTERS, [largeGuild, text(), profession, 200, 0], 25_000);
      }
      // The plan does not show what the function reads.
      await client.query('begin');
      await client.query('select recipe_id from recipes_like($1)', [text()]);
      const { rows } = await client.query<{ read: number }>(
        `select sum(seq_tup_read)::int as read from pg_stat_xact_user_tables where relname in ('recipe', 'game_name')`,
      );
      await client.query('rollback');
      expect(rows[0]?.read ?? 0).toBe(0);
    },
    120_000,
  );

  test('a search finds the recipe, even with a typo', async () => {
    for (const text of [name, turned(name)]) {
      const { rows } = await client.query(SEARCHED_CRAFTERS.text, [largeGuild, text, null, 50, 0]);
      expect(rows[0].total).toBeGreaterThan(0);
      expect(rows.every(({ recipeIds }) => recipeIds.includes(4242))).toBe(true);
    }
  });

  test('lists all characters with a profession, and the coverage, quickly', async () => {
    for (const [page, size] of [
      [0, 50],
      [950, 50],
      [0, 200],
    ]) {
      await expectQuick(LISTED_CRAFTERS, [largeGuild, null, null, size, page], 25_000);
      await expectQuick(LISTED_CRAFTERS, [largeGuild, null, 3, size, page], 25_000);
    }
    await expectQuick(PROFESSION_COVERAGE, [largeGuild], 25_000);
  });
});
