import type { DiscordBot } from '@guildhall/discord/bot.ts';
import { DiscordError } from '@guildhall/discord/errors.ts';
import { isPublic, lacksToPost, mayCreateEvents, type PostingPermission } from '@guildhall/discord/permissions.ts';
import { columns, query, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { notifyHolders } from '../../membership/notifications/notify.ts';

type SeenChannel = { id: string; name: string; lacks: PostingPermission[]; isPublic: boolean };

/** The server as Discord shows it to the bot; null when the bot is not in it. */
type ServerLook = { name: string | null; mayCreateEvents: boolean; channels: SeenChannel[] } | null;

const Noted = columns({ organizationId: 'uuid', isNews: 'bool', channelName: 'text?' });

/** Notes of every organization that posts in this server whether the bot is there. */
const CONNECTION = query(Noted)`
  update discord_connection set looked_at = now(), state = $2,
    state_since = case when state = $2 then state_since else now() end
  where server_id = $1
  returning organization_id as "organizationId", old.state <> new.state and new.state <> 'ok' as "isNews",
    null as "channelName"`;

/** Channels that lack a permission are looked at again after an hour, and once that did not help for a day, daily. */
const BINDINGS = query(Noted)`
  with looked as (
    select b.id, c.id is not null as is_there, coalesce(c.name, b.channel_name) as name, coalesce(c.lacks, '{}') as lacks,
      case when c.id is null then 'channel_gone' when cardinality(c.lacks) > 0 then 'lacks_permission' else 'ok' end as state
    from discord_binding b left join jsonb_to_recordset($2) as c(id text, name text, lacks text[]) on c.id = b.channel_id
    where b.server_id = $1
  )
  update discord_binding b set state = l.state, lacks = l.lacks, channel_name = l.name,
    state_since = case when b.state = l.state then b.state_since else now() end,
    next_look_at = case when l.state = 'lacks_permission' then now() + case
      when b.state = l.state and b.state_since < now() - interval '1 day' then interval '1 day' else interval '1 hour' end end
  from looked l where l.id = b.id
  returning organization_id as "organizationId", old.state <> new.state and new.state <> 'ok' as "isNews",
    new.channel_name as "channelName"`;

/** The permission is there: mirrors that rested for want of it go on. One that Discord refuses for itself waits. */
const MIRRORS = statement`
  update event_mirror set next_try_at = now(), problem = null
  where server_id = $1 and wanted > shown and (problem = 'lacks_permission' or problem is null and tries = 0)`;

/**
 * Asks Discord what the bot may do in a server, and notes it at the organizations that post there. Throws a
 * `DiscordError` when Discord does not say.
 */
export async function checkServer(
  { transact, discordBot }: Pick<AppContext, 'transact' | 'discordBot'>,
  serverId: string,
): Promise<ServerLook> {
  if (!discordBot) return null;
  const look = await seeServer(discordBot, serverId);
  await transact(async (tx) => {
    const noted = await tx.sql.many(CONNECTION, [serverId, look ? 'ok' : 'bot_removed']);
    if (look) noted.push(...(await tx.sql.many(BINDINGS, [serverId, JSON.stringify(look.channels)])));
    if (look?.mayCreateEvents) await tx.sql.run(MIRRORS, [serverId]);
    // Once an outage, because only its beginning is news.
    for (const { organizationId, channelName } of noted.filter(({ isNews }) => isNews)) {
      const details = channelName === null ? {} : { title: channelName };
      await notifyHolders(tx, 'canManageGuild', { kind: 'discord_posts_stopped', organizationId, details });
    }
  });
  return look;
}

/** Where no caller waits for the answer. Returns what Discord says instead of one. */
export async function tryToCheckServer(ctx: AppContext, serverId: string): Promise<ServerLook | DiscordError> {
  try {
    return await checkServer(ctx, serverId);
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    ctx.log.warn({ err: error, serverId }, 'Discord does not say what the bot may do');
    return error;
  }
}

/** Discord could not be asked. A refusal explains nothing: then the item that it refused counts its tries. */
export const couldNotAsk = (look: ServerLook | DiscordError): boolean =>
  look instanceof DiscordError && (look.scope === 'for_now' || look.scope === 'ours');

async function seeServer(bot: DiscordBot, serverId: string): Promise<ServerLook> {
  try {
    const server = await bot.server(serverId);
    const self = await bot.member(serverId, await bot.selfId());
    if (!self) return null;
    const channels = await bot.textChannels(serverId);
    const seen = channels.map((channel) => ({
      id: channel.id,
      name: channel.name,
      lacks: lacksToPost(server, channel, self),
      isPublic: isPublic(server, channel),
    }));
    return { name: server.name ?? null, mayCreateEvents: mayCreateEvents(server, self), channels: seen };
  } catch (error) {
    if (error instanceof DiscordError && (error.refusal === 'unknown_server' || error.refusal === 'missing_access'))
      return null;
    throw error;
  }
}
