/** The whole contents of the database as text, for tests that check what must not be stored. */
import type { TestApp } from './app.ts';

const TABLES = `
  select format('%I.%I', table_schema, table_name) as name from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss') order by 1`;

/** Table name → all its rows as one JSON text, job queues included. */
export async function everyRow({ ctx }: Pick<TestApp, 'ctx'>): Promise<Map<string, string>> {
  const tables = await ctx.sql<{ name: string }>(TABLES, []);
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await ctx.sql<{ text: string | null }>(
      `select jsonb_agg(to_jsonb(t))::text as text from ${name} t`,
      [],
    );
    texts.set(name, row?.text ?? '');
  }
  return texts;
}

/** The tables that contain a text. */
export async function tablesWith(app: Pick<TestApp, 'ctx'>, text: string): Promise<string[]> {
  return [...(await everyRow(app))].filter(([, rows]) => rows.includes(text)).map(([name]) => name);
}
