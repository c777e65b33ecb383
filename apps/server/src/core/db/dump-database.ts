/**
 * The rows of a database as PostgreSQL's `copy` writes them, without the tables: the recorded migrations make those. The
 * embedded PostgreSQL comes without `pg_dump`.
 */
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';

export const DumpHead = z.object({
  /** The migrations that lead to these tables, and the version of the queue's. */
  migrations: z.array(z.string()).min(1),
  queue: z.number().int(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type DumpHead = z.infer<typeof DumpHead>;

/** The queue counts its jobs in a table for each day, which it makes and drops itself: those of today are not those of then. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    array_agg(quote_ident(a.attname)::text order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and n.nspname in ('public', 'pgboss') and c.relname <> 'mikro_orm_migrations'
    and c.oid not in (select inhrelid from pg_inherits where inhparent = 'pgboss.queue_stats'::regclass)
  group by 1 order by 1`;
const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
  where schemaname in ('public', 'pgboss') and last_value is not null and sequencename not like 'mikro_orm_migrations%'`;

const PIECE_BYTES = 1024 ** 2;

/** First the head, then whole rows of one table at a time; all as of one moment, while others write. */
export async function* dumpDatabase(url: string): AsyncGenerator<DumpHead | { table: string; rows: Buffer }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows: recorded } = await client.query('select name from mikro_orm_migrations order by id');
    const { rows: versions } = await client.query('select version from pgboss.version');
    const head = DumpHead.parse({
      migrations: recorded.map(({ name }) => name),
      queue: versions[0]?.version,
      tables: (await client.query(TABLES)).rows,
      sequences: (await client.query(SEQUENCES)).rows,
    });
    yield head;
    for (const { name, columns } of head.tables) {
      let piece: Buffer[] = [];
      for await (const bytes of client.query(copyTo(`copy ${name} (${columns}) to stdout`))) {
        piece.push(bytes);
        if (piece.reduce((sum, { length }) => sum + length, 0) < PIECE_BYTES) continue;
        const all = Buffer.concat(piece);
        const end = all.lastIndexOf('\n') + 1;
        if (end > 0) yield { table: name, rows: all.subarray(0, end) };
        piece = [all.subarray(end)];
      }
      const rest = Buffer.concat(piece);
      if (rest.length > 0) yield { table: name, rows: rest };
    }
  } finally {
    await client.end();
  }
}
