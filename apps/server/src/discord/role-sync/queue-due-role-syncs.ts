import type { AppContext } from '../../core/services/context.ts';
import { syncDiscordRolesJob } from './role-sync.jobs.ts';
import { serversDue } from './role-wishes.ts';

export async function queueDueRoleSyncs(ctx: AppContext): Promise<void> {
  if (!ctx.discordBot) return;
  const servers = await serversDue(ctx.sql);
  if (servers.length === 0) return;
  await ctx.transact((tx) =>
    tx.enqueueAll(
      syncDiscordRolesJob,
      servers.map((payload) => ({ payload })),
    ),
  );
}
