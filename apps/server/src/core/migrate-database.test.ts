import { expect, test } from 'vitest';
import { cloneDatabase, sqlOf } from '../../test/db.ts';
import { entities } from '../entities.ts';
import { jobs } from '../jobs.ts';
import { migrateDatabase } from './migrate-database.ts';

const definitions = jobs.map(({ definition }) => definition);

test('a database that has the schema stays as it is', async () => {
  await using database = await cloneDatabase();
  expect(await migrateDatabase(database.url, entities, definitions)).toBe(0);
});

test('a database with another schema is refused, and left alone', async () => {
  await using database = await cloneDatabase();
  await using stack = new AsyncDisposableStack();
  const sql = sqlOf(stack, database.url);
  await sql("update mikro_orm_migrations set name = 'schema-of-last-week'");
  await expect(migrateDatabase(database.url, entities, definitions)).rejects.toThrow('start with an empty one');
  expect(await sql('select name from mikro_orm_migrations')).toEqual([{ name: 'schema-of-last-week' }]);
});
