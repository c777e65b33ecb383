import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';

/** Messages of events that are over stay as a memory; the others are deleted by their lane. */
const KEEP_OLD = statement`
  delete from event_post p using event e
  where e.id = p.event_id and p.binding_id = any($1) and (e.ends_at < now() or e.status in ('cancelled', 'completed'))`;
const END = statement`delete from discord_binding where id = any($1)`;

/** Ends posting in these channels. */
export async function endBindings(sql: Sql, bindingIds: string[]): Promise<void> {
  await sql.run(KEEP_OLD, [bindingIds]);
  await sql.run(END, [bindingIds]);
}
