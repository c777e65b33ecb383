import { DiscordError } from '@guildhall/discord/errors.ts';
import { query } from '../../core/db/statement.ts';
import type { JobRun } from '../../core/jobs/job.ts';
import { sweepOf } from '../../core/jobs/sweep-parts.ts';
import type { AppContext } from '../../core/services/context.ts';
import { tryToCheckServer } from '../bindings/check-server.ts';
import { reportTokenRefused } from '../bindings/token-refused.mail.ts';
import { queueMentions } from './mentions.ts';
import { markPostsStale, schedulePosts } from './schedule-posts.ts';

/** Called soon after a commit, whichever process made it. The periodic look finds whatever was missed. */
export async function wakeEventPosts(ctx: AppContext): Promise<void> {
  if (ctx.discordBot) await markPostsStale(ctx);
}

const TO_LOOK_AT = query({ serverId: 'text' })`
  select distinct server_id as "serverId" from discord_binding where next_look_at < now()`;

const find = sweepOf<AppContext>({
  sweep: 'find-discord-work',
  parts: {
    changes: markPostsStale,
    servers: async (ctx, signal) => lookAt(ctx, await ctx.sql.many(TO_LOOK_AT), signal),
    posts: schedulePosts,
    mentions: queueMentions,
  },
  lateAfterSeconds: 300,
  failure: 'Not everything about Discord could be found',
});

/** Periodic work on Discord. */
export async function findDiscordWork(
  ctx: AppContext,
  _payload: object = {},
  { signal }: Pick<JobRun, 'signal'> = new AbortController(),
): Promise<void> {
  if (ctx.discordBot) await find(ctx, signal);
}

const CONNECTED = query({ serverId: 'text' })`
  select distinct server_id as "serverId" from discord_connection where state = 'ok' order by 1`;

/** Asks whether the bot is still in every server, because Discord does not tell. */
export async function checkDiscordServers(ctx: AppContext, _payload: object, { signal }: Pick<JobRun, 'signal'>) {
  await lookAt(ctx, await ctx.sql.many(CONNECTED), signal);
}

async function lookAt(ctx: AppContext, servers: { serverId: string }[], signal?: AbortSignal): Promise<void> {
  for (const { serverId } of servers) {
    signal?.throwIfAborted();
    const look = await tryToCheckServer(ctx, serverId);
    const error = look instanceof DiscordError ? look : null;
    if (error?.kind === 'unauthorized') await reportTokenRefused(ctx);
    // No server answers while the token is refused or everything is limited.
    if (error?.kind === 'unauthorized' || error?.everywhere) return;
  }
}
