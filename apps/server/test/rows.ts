/** Everything that the database holds, as text: for tests that look for what must not be there. */
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

/** The tables in which a text occurs. */
export async function tablesWith(app: Pick<TestApp, 'ctx'>, text: string): Promise<string[]> {
  return [...(await everyRow(app))].filter(([, rows]) => rows.includes(text)).map(([name]) => name);
}
