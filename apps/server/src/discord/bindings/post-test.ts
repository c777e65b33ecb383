import type { BindingInput, RepostView } from '@guildhall/contracts/discord-posts.ts';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { AppError } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { languageOf } from '../../core/services/spoken-languages.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { askDiscord } from '../../guilds/chat/chat-server.access.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { lockedAccessTo } from '../../membership/rights/organization.access.ts';
import { discordWords } from '../words/discord.words.ts';
import { checkServer } from './check-server.ts';
import { accessToChangeDiscord, requireServer } from './discord.access.ts';
import { bindingView } from './discord.queries.ts';
import { REPLY_TABLES } from './message-tables.ts';
import { queueChannels } from './queue-channels.ts';

/** Refusals that an officer can mend on Discord. */
const MENDABLE = new Set<string>(['bot_lacks_permission', 'bot_removed', 'channel_not_found']);

const LOCALE = query({ locale: 'text?' })`select settings ->> 'locale' as locale from organization where id = $1`;

/** Posts a message with a button into a bound channel, so that people see whether presses arrive. */
export async function postTest(ctx: AppContext, actor: Actor, input: BindingInput): Promise<void> {
  const { organizationId } = await accessToChangeDiscord(ctx.sql, actor, input.id);
  const { channelId } = await bindingView(ctx.sql, organizationId, input.bindingId);
  const { bot, serverId } = await requireServer(ctx, organizationId);
  await ctx.limits.take('chatplatform', actor.userId);
  const row = await ctx.sql.maybe(LOCALE, [organizationId]);
  const words = discordWords(languageOf(row?.locale)).testPost;
  const button = { type: 2 as const, style: 1 as const, label: words.button, custom_id: customId.works() };
  const components = [{ type: 1 as const, components: [button] }];
  const nonce = uuidv7().slice(0, 25);
  const message = { content: words.text, embeds: [], components, nonce };
  await askDiscord(ctx, () => bot.sendMessage(channelId, message), { named: true }).catch(async (refusal) => {
    // Discord has answered, so the binding can say which permissions are missing.
    if (refusal instanceof AppError && refusal.reason && MENDABLE.has(refusal.reason)) {
      await askDiscord(ctx, () => checkServer(ctx, serverId));
    }
    throw refusal;
  });
}

/** A message whose change was refused is still there. */
const REPOST = statement`
  update event_post p set state = 'live', message_id = case when p.state = 'failed' then p.message_id end,
    sent_at = null, shown_hash = null, wanted = wanted + 1, next_try_at = now(), tries = 0, refused_code = null
  from discord_binding b, event e
  where b.id = $1 and b.id = p.binding_id and e.id = p.event_id and e.status = 'published' and p.state <> 'live'`;

/** Removed replies come anew with the next look, and refused ones are tried again. */
const REPLIES = REPLY_TABLES.flatMap((table) => [
  statement`delete from ${table} where binding_id = $1 and state = 'removed'`,
  statement`update ${table} set state = 'live', wanted = wanted + 1, next_try_at = now(), tries = 0, refused_code = null
    where binding_id = $1 and state = 'failed'`,
]);

/** Posts events anew whose messages a member removed, or Discord refused. */
export async function repostRemoved(ctx: AppContext, actor: Actor, input: BindingInput): Promise<RepostView> {
  return ctx.transact(async (tx) => {
    const { organizationId } = await lockedAccessTo(tx.sql, actor, input.id, 'update', 'Organization');
    const { id, channelId } = await bindingView(tx.sql, organizationId, input.bindingId);
    const posts = await tx.sql.run(REPOST, [id]);
    for (const replies of REPLIES) await tx.sql.run(replies, [id]);
    if (posts > 0) await queueChannels(tx, [{ channelId }]);
    return { posts };
  });
}
