import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';

/** An administrator who still has one open is told that it was replaced; after a month nobody does. */
const PURGE = statement`
  delete from image where status = 'withdrawn' and created_at < now() - interval '30 days'`;

export async function purgeWithdrawn(ctx: AppContext): Promise<void> {
  await ctx.sql.run(PURGE);
}
