import pg from 'pg';

export type RowWrites = { inserted: number; updated: number; deleted: number };

const WRITES = `
  select n_tup_ins::int as inserted, n_tup_upd::int as updated, n_tup_del::int as deleted
  from pg_stat_user_tables where relname = $1`;

/** Rows of a table written so far, by the server's own statistics. Exact only while no other connection is open. */
export async function rowWrites(url: string, table: string): Promise<RowWrites> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_stat_force_next_flush()');
    const { rows } = await client.query<RowWrites>(WRITES, [table]);
    return rows[0] ?? { inserted: 0, updated: 0, deleted: 0 };
  } finally {
    await client.end();
  }
}
