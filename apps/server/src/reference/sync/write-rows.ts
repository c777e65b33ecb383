/** How things of the game are written: rows come as one JSON parameter, and those that stay the same are not touched. */
import type { Sql } from '../../core/db/sql.ts';
import { columns, type Query, query, type RowOf } from '../../core/db/statement.ts';

/** Returned by every statement that writes a thing: its id, and whether it is new. */
export const WrittenRow = columns({ id: 'int', added: 'bool' });
export type WrittenRow = RowOf<typeof WrittenRow>;

/** Adds rows, or changes what differs. Columns come with their types; `which` chooses among the rows `n`. */
export function upsertRows(table: string, columns: string, key = 'id int', which = 'true'): Query<WrittenRow> {
  const namesIn = (declared: string) => declared.split(', ').map((column) => column.split(' ')[0]);
  const [keys, names] = [namesIn(key), namesIn(columns)];
  const rowOf = (source: string) => `row(${names.map((name) => `${source}.${name}`)})`;
  return query(WrittenRow)(`
    insert into ${table} as t (${keys}, ${names})
    select ${keys}, ${names} from jsonb_to_recordset($1::jsonb) as n(${key}, ${columns}) where ${which}
    on conflict (${keys}) do update set (${names}) = ${rowOf('excluded')}
    where ${rowOf('t')} is distinct from ${rowOf('excluded')}
    returning new.id, old.id is null as added`);
}

/** Marks what is not among the ids of `$1`, of those that `which` chooses. */
export const rowsNotListed = (table: string, which = 'true') => query(WrittenRow)`
  update ${table} set listed = false where listed and id <> all($1) and ${which} returning id, false as added`;

/** Writes rows, which are listed from then on. */
export const writeRows = async (sql: Sql, statement: Query<WrittenRow>, rows: object[]): Promise<WrittenRow[]> =>
  rows.length === 0 ? [] : sql.many(statement, [JSON.stringify(rows.map((row) => ({ ...row, listed: true })))]);

export type RowChanges = { added: number; updated: number };

/** A thing counts once, however many of its rows were written; ids are unique within each kind. */
export function changesIn(...kinds: WrittenRow[][]): RowChanges {
  const total = { added: 0, updated: 0 };
  for (const written of kinds) {
    const added = new Set(written.filter((row) => row.added).map(({ id }) => id)).size;
    total.added += added;
    total.updated += new Set(written.map(({ id }) => id)).size - added;
  }
  return total;
}
