/** A row that a verb loads by its id, changes and saves is an entity (STYLE.md): the SQL that writes one is listed here. */
import { expect, test } from 'vitest';
import { entities } from '../src/app/entities.ts';
import { createDatabase } from '../src/core/db/database.ts';
import { createOrm } from '../src/core/db/orm.ts';
import { everyStatement } from '../src/core/db/statement.ts';
import { placeOf } from './checked-rows.ts';
import './every-statement.ts';

/** Hot paths, as STYLE.md lists them, and how many places in them write one row by its id. */
const HOT_PATHS: Record<string, number> = {
  // Sync.
  'core/syncs/sync-session.ts': 4,
  'guilds/guild-sync/sync-details.ts': 1,
  'guilds/roster/apply-roster.ts': 1,
  'guilds/roster/refresh-members.ts': 1,
  // Sessions and limits.
  'identity/sessions/sessions.ts': 3,
  // Sign-up.
  'events/signups/swap-participants.ts': 1,
  // Erasure.
  'account/personal-data.ts': 1,
  // Leases.
  'core/jobs/lease.ts': 3,
};

test('the SQL that writes one row by its id is that of the hot paths', async () => {
  const keys = await primaryKeys();
  const writing = everyStatement().filter(({ text }) => writesOneRow(text, keys));
  const places = Map.groupBy(new Set(writing.map(placeOf)), (place) => place.replace(/^src\/|:\d+$/g, ''));
  expect(Object.fromEntries([...places].map(([file, lines]) => [file, lines.length]))).toEqual(HOT_PATHS);
});

/** The columns of each table's primary key. */
async function primaryKeys(): Promise<Map<string, string[]>> {
  // Nothing connects: the tables are described by the entities.
  await using database = createDatabase('postgres://localhost/none', { max: 1 });
  const orm = await createOrm(database, { entities });
  const tables = [...orm.getMetadata()].map(
    ({ tableName, primaryKeys: names, properties }) =>
      [tableName, names.flatMap((name) => properties[name]?.fieldNames ?? [])] as const,
  );
  return new Map([...tables, ['person', ['id']]]);
}

/** Whether a statement changes or deletes the row of one table that its parameters name. One of several tables is a set. */
function writesOneRow(text: string, keys: Map<string, string[]>): boolean {
  const words = text.replace(/\s+/g, ' ').trim();
  const target = /^(?:update|delete from) (\w+)(?: (?:as )?(?!set |using |where )(\w+))?/.exec(words);
  const [, table = '', alias = table] = target ?? [];
  const conditions = conditionsOf(words);
  const names = (column: string) => new RegExp(`^(${alias}\\.)?${column} = \\$\\d+$`);
  return keys.get(table)?.every((column) => conditions.some((one) => names(column).test(one))) ?? false;
}

/** The conditions that `where` joins by `and`. */
function conditionsOf(words: string): string[] {
  const outermost = words.replace(/\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '()');
  const [, where = ''] = / where (.*?)(?: returning .*)?$/.exec(outermost) ?? [];
  return / or /.test(where) ? [] : where.split(' and ').map((one) => one.trim());
}
