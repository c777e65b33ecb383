/** Shows what is due in one channel, one request after the other, and decides what each refusal of Discord means. */
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import { DiscordError } from '@guildhall/discord/errors.ts';
import { query, statement } from '../../core/db/statement.ts';
import { FinalFailure, type JobPayload, type JobRun, Postponed, send } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { showDuePostsJob } from '../bindings/discord.jobs.ts';
import { tryToLook } from '../bindings/look-at-server.ts';
import { tellTokenRefused } from '../bindings/tell-token-refused.ts';
import { enterLane, keepLane, type Lane, laneAnswered, laneFailed, leaveLane, restLane } from './lane.ts';
import { dropMentions, sendMentions } from './mentions.ts';
import { DuePost, forgetMessage, showPost } from './show-post.ts';

const OF_CHANNEL = `
  from event_post p left join event e on e.id = p.event_id left join discord_binding b on b.id = p.binding_id
  left join discord_connection d on d.organization_id = b.organization_id
  where p.channel_id = $1 and p.state = 'live' and (p.wanted > p.shown or p.event_id is null or p.binding_id is null)
    and (b.id is null or b.state = 'ok' and d.state = 'ok')`;

const DUE = query(DuePost)`
  select p.id, p.event_id as "eventId", p.binding_id as "bindingId", p.channel_id as "channelId",
    p.message_id as "messageId", p.wanted, p.shown_hash as "shownHash", p.sent_at is not null as "wasSent",
    b.detail
  ${OF_CHANNEL} and p.next_try_at <= now()
  order by p.message_id is not null, e.starts_at, p.next_try_at limit 1`;

/** When the next one is due, or the pause of the lane is over. */
const NEXT = query({ at: 'instant?' })`
  select case when count(*) > 0
    then greatest(min(p.next_try_at), (select resume_at from discord_lane where channel_id = $1)) end as at
  ${OF_CHANNEL}`;

export async function showDuePosts(
  ctx: AppContext,
  { channelId, serverId, personId, later = false }: JobPayload<typeof showDuePostsJob>,
  run: Pick<JobRun, 'jobId' | 'signal'>,
): Promise<void> {
  const { sql, discordBot: bot } = ctx;
  if (!bot) return;
  const lane: Lane = { channelId, holder: run.jobId };
  const restMs = await enterLane(sql, lane);
  let refused: DiscordError | undefined;
  try {
    if (restMs === 0) refused = await showAll(ctx, bot, lane, run.signal);
  } finally {
    await leaveLane(sql, lane);
  }
  const { at } = await sql.one(NEXT, [channelId]);
  // The queue takes no second job of a key while the first one runs, so that one puts itself off.
  if (later && at && !refused) throw new Postponed('More is due later', Date.parse(at) - Date.now());
  if (at) await send(ctx.boss, showDuePostsJob, { channelId, serverId, personId, later: true }, { startAfter: at });
  // A fault of ours, which no retry can fix: an administrator finds it among the failed jobs.
  if (refused) throw new FinalFailure(refused.message, { cause: refused });
}

/** After so many requests, other channels have their turn. */
const TURN = 20;

/** Shows one post after the other until nothing is due, the lane must rest, or its turn is over. Returns the refusal of a malformed message. */
async function showAll(
  ctx: AppContext,
  bot: DiscordBot,
  lane: Lane,
  signal: AbortSignal,
): Promise<DiscordError | undefined> {
  const { sql, config } = ctx;
  let refused: DiscordError | undefined;
  for (let left = TURN; left > 0; left -= 1) {
    signal.throwIfAborted();
    await keepLane(sql, lane);
    const post = await sql.maybe(DUE, [lane.channelId]);
    try {
      const asking = { sql, bot, baseUrl: config.baseUrl, signal };
      // Mentions are replies to posts, which come first.
      const restMs = post ? await showPost(asking, post) : await sendMentions(asking, lane.channelId);
      if (restMs === null) return refused;
      await laneAnswered(sql, lane);
      if (restMs > 0) {
        await restLane(sql, lane, restMs);
        return refused;
      }
    } catch (error) {
      if (!(error instanceof DiscordError)) throw error;
      if (error.code === INVALID_FORM) refused = error;
      if (!(await handleRefusal(ctx, lane, post, error))) return refused;
    }
  }
  return refused;
}

const [UNKNOWN_CHANNEL, UNKNOWN_SERVER, UNKNOWN_MESSAGE] = [10_003, 10_004, 10_008];
const [MISSING_ACCESS, MISSING_PERMISSIONS, INVALID_FORM] = [50_001, 50_013, 50_035];

/** Returns whether the lane goes on with the next post. */
async function handleRefusal(ctx: AppContext, lane: Lane, post: DuePost | null, error: DiscordError): Promise<boolean> {
  const { sql, log } = ctx;
  if (error.kind === 'unauthorized') await tellTokenRefused(ctx);
  switch (error.kind) {
    case 'rate_limited':
    case 'unauthorized':
      await restLane(sql, lane, error.retryAfterMs ?? 10 * 60_000);
      return false;
    case 'unavailable':
    case 'malformed':
      await laneFailed(sql, lane);
      return false;
    case 'refused':
  }
  if (error.code === UNKNOWN_MESSAGE && post) {
    await forgetMessage(sql, post);
    return true;
  }
  if (error.code === INVALID_FORM) {
    log.error({ err: error, fields: error.fields, eventPostId: post?.id }, 'Discord refuses a post');
    await (post ? sql.run(REFUSED, [post.id]) : dropMentions(sql, lane.channelId));
    return true;
  }
  log.warn({ err: error, channelId: lane.channelId }, 'Discord refuses to let the bot post');
  // Also when the look finds nothing wrong: the channel is left alone for a while.
  await laneFailed(sql, lane);
  const refusals = [UNKNOWN_CHANNEL, UNKNOWN_SERVER, MISSING_ACCESS, MISSING_PERMISSIONS];
  if (error.code === undefined || !refusals.includes(error.code)) return false;
  await sql.run(UNREACHABLE, [lane.channelId]);
  for (const { serverId } of await sql.many(SERVER, [lane.channelId])) await tryToLook(ctx, serverId);
  return false;
}

const REFUSED = statement`update event_post set state = 'failed' where id = $1`;

const SERVER = query({ serverId: 'text' })`
  select distinct server_id as "serverId" from discord_binding where channel_id = $1`;

/** Messages that were to be deleted where the bot no longer may. */
const UNREACHABLE = statement`
  delete from event_post where channel_id = $1 and (event_id is null or binding_id is null)`;
