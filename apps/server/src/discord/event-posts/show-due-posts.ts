/** Shows what is due in one channel, one request after the other, and decides what each refusal of Discord means. */
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import { DiscordError } from '@guildhall/discord/errors.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { FinalFailure, type JobPayload, type JobRun } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { couldNotAsk, tryToCheckServer } from '../bindings/check-server.ts';
import { showDuePostsJob } from '../bindings/discord.jobs.ts';
import { MESSAGE_TABLES, type MessageTable, REPLY_TABLES } from '../bindings/message-tables.ts';
import { verdictOn } from '../bindings/refused-items.ts';
import { reportTokenRefused } from '../bindings/token-refused.mail.ts';
import { acquireLane, backOffLane, keepLane, type Lane, laneAnswered, laneFailed, releaseLane } from './lane.ts';
import { type DueMentions, nextMentions, putMentionsBack, sendMentions } from './mentions.ts';
import { IS_DUE } from './schedule-posts.ts';
import { DuePost, forgetMessage, putPostBack, showPost } from './show-post.ts';

/** Messages that are due in a channel, while nothing keeps the bot from it. */
const ofChannel = (table: MessageTable) => `
  from ${table} p left join event e on e.id = p.event_id left join discord_binding b on b.id = p.binding_id
  left join discord_connection d on d.organization_id = b.organization_id
  where p.channel_id = $1 and ${IS_DUE} and (b.id is null or b.state = 'ok' and d.state = 'ok')`;
const POSTS = ofChannel('event_post');

/** The message that a reply `p` belongs to. */
const ABOVE = `(select above.message_id from event_post above
    where above.event_id = p.event_id and above.binding_id = p.binding_id and above.state = 'live')`;
/** A reply waits for its post, and one that is there outlasts it. */
const repliesOf = (table: (typeof REPLY_TABLES)[number]) => `${ofChannel(table)}
    and (p.message_id is not null or p.event_id is null or p.binding_id is null or ${ABOVE} is not null)`;

const DUE_COLUMNS = `p.id, p.event_id as "eventId", e.organization_id as "organizationId", p.binding_id as "bindingId",
    p.channel_id as "channelId", p.message_id as "messageId", p.wanted, p.shown_hash as "shownHash",
    p.sent_at is not null as "wasSent", p.tries, p.refused_code as "refusedCode", e.title, b.detail`;

const due = (table: MessageTable, replyTo: string, rows: string) => query(DuePost)`
  select '${table}' as "table", ${replyTo} as "replyTo", ${DUE_COLUMNS}
  ${rows} and p.next_try_at <= now()
  order by p.message_id is not null, e.starts_at, p.next_try_at limit 1`;
/** Replies come after the posts that they belong to. */
const DUE = [due('event_post', 'null', POSTS), ...REPLY_TABLES.map((table) => due(table, ABOVE, repliesOf(table)))];

async function nextDue(sql: Sql, channelId: string): Promise<DuePost | null> {
  for (const one of DUE) {
    const found = await sql.maybe(one, [channelId]);
    if (found) return found;
  }
  return null;
}

/** When the next one is due, or the pause of the lane is over. */
const NEXT = query({ at: 'instant?' })`
  select case when count(*) > 0
    then greatest(min(due.next_try_at), (select resume_at from discord_lane where channel_id = $1)) end as at
  from (${[POSTS, ...REPLY_TABLES.map(repliesOf)].map((rows) => `select p.next_try_at ${rows}`).join(' union all ')}) due`;

export async function showDuePosts(
  ctx: AppContext,
  { channelId, serverId, personId }: JobPayload<typeof showDuePostsJob>,
  run: Pick<JobRun, 'jobId' | 'signal'>,
): Promise<void> {
  const { sql, discordBot: bot } = ctx;
  if (!bot) return;
  const lane: Lane = { channelId, holder: run.jobId };
  const restMs = await acquireLane(sql, lane);
  let refused: DiscordError | undefined;
  try {
    if (restMs === 0) refused = await showAll(ctx, bot, lane, run.signal);
  } finally {
    await releaseLane(sql, lane);
  }
  const { at } = await sql.one(NEXT, [channelId]);
  if (at) {
    const more = { channelId, serverId, personId, later: true };
    // Another `later` may be about to end: it has read already, and does not know of this one's.
    await ctx.transact((tx) => tx.enqueue(showDuePostsJob, more, { startAfter: at }));
  }
  // A fault of ours, which no retry can fix: an administrator finds it among the failed jobs.
  if (refused) throw new FinalFailure(refused.message, { cause: refused });
}

/** After so many requests, other channels have their turn. */
const TURN = 20;
/** So many refusals one after the other end a turn. */
const REFUSALS = 3;

/**
 * Shows one post after the other until nothing is due, the lane must rest, or its turn is over. Returns a refusal that is a fault
 * of ours.
 */
async function showAll(
  ctx: AppContext,
  bot: DiscordBot,
  lane: Lane,
  signal: AbortSignal,
): Promise<DiscordError | undefined> {
  const { sql, config } = ctx;
  let refused: DiscordError | undefined;
  let inARow = 0;
  for (let left = TURN; left > 0; left -= 1) {
    signal.throwIfAborted();
    await keepLane(sql, lane);
    // Mentions come after the posts that they belong to.
    const post = await nextDue(sql, lane.channelId);
    const mentions = post ? null : await nextMentions(sql, lane.channelId);
    const asking = { sql, transact: ctx.transact, bot, baseUrl: config.baseUrl, signal };
    try {
      const restMs = post ? await showPost(asking, post) : mentions && (await sendMentions(asking, mentions));
      if (restMs === null) return refused;
      await laneAnswered(ctx, lane);
      inARow = 0;
      if (restMs > 0) {
        await backOffLane(ctx, lane, restMs);
        return refused;
      }
    } catch (error) {
      if (!(error instanceof DiscordError)) throw error;
      if (error.refusal === 'invalid_form' || (error.scope === 'ours' && error.kind === 'refused')) refused = error;
      inARow += 1;
      if (!(await handleRefusal(ctx, lane, { post, mentions }, error))) return refused;
      if (inARow === REFUSALS) {
        await laneFailed(ctx, lane);
        return refused;
      }
    }
  }
  return refused;
}

type Item = { post: DuePost | null; mentions: DueMentions | null };

/** Returns whether the lane goes on with the next one. */
async function handleRefusal(
  ctx: AppContext,
  lane: Lane,
  { post, mentions }: Item,
  error: DiscordError,
): Promise<boolean> {
  if (error.kind === 'unauthorized') await reportTokenRefused(ctx);
  if (verdictOn(error, 0) === 'rest') {
    await backOffLane(ctx, lane, error.retryAfterMs ?? 10 * 60_000);
    return false;
  }
  if (error.refusal === 'unknown_message' && post?.messageId) {
    await forgetMessage(ctx, post);
    return true;
  }
  const about = { table: post?.table, eventPostId: post?.id, channelId: lane.channelId };
  ctx.log[error.refusal === 'invalid_form' || error.scope === 'ours' ? 'error' : 'warn'](
    { err: error, fields: error.fields, ...about },
    'Discord refuses a post',
  );
  if (error.scope === 'place' && (await isOfPlace(ctx, lane, error))) return false;
  if (post) await putPostBack(ctx, post, error);
  if (mentions) await putMentionsBack(ctx, mentions, error);
  if (error.scope !== 'for_now') return true;
  await laneFailed(ctx, lane);
  return false;
}

const SERVER = query({ serverId: 'text' })`
  select distinct server_id as "serverId" from discord_binding where channel_id = $1`;

const WORKS = statement`
  select from discord_binding b join discord_connection d on d.organization_id = b.organization_id
  where b.channel_id = $1 and b.state = 'ok' and d.state = 'ok'`;

/** Messages that were to be deleted in a channel that is gone, or closed to the bot. */
const UNREACHABLE = MESSAGE_TABLES.map(
  (table) => statement`delete from ${table} where channel_id = $1 and (event_id is null or binding_id is null)`,
);

/** Looks whether the channel explains the refusal; if nothing is wrong with it, the message is at fault. */
async function isOfPlace(ctx: AppContext, lane: Lane, { refusal }: DiscordError): Promise<boolean> {
  const { sql } = ctx;
  const servers = await sql.many(SERVER, [lane.channelId]);
  if (servers.length === 0) return false;
  for (const { serverId } of servers) {
    if (!couldNotAsk(await tryToCheckServer(ctx, serverId))) continue;
    await laneFailed(ctx, lane);
    return true;
  }
  if ((await sql.run(WORKS, [lane.channelId])) > 0) return false;
  await laneFailed(ctx, lane);
  if (refusal === 'unknown_channel' || refusal === 'unknown_server' || refusal === 'missing_access')
    for (const gone of UNREACHABLE) await sql.run(gone, [lane.channelId]);
  return true;
}
