import type { DiscordBot } from '@guildhall/discord/bot.ts';
import { managesChatServer } from '../../chat/chat-server.access.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';

const OLD = query({ organizationId: 'uuid', confirmerId: 'text' })`
  select p.organization_id as "organizationId", c.account_id as "confirmerId"
  from chat_server_proof p join account c on c.user_id = p.confirmed_by_id and c.provider_id = 'discord'
  where p.server_id = $1 and p.checked_at < now() - interval '1 day'
    and exists (select from discord_role_rule r where r.organization_id = p.organization_id and r.enabled_at is not null)`;

const CHECKED = statement`
  update chat_server_proof set checked_at = now() where organization_id = $1 and server_id = $2`;
const WITHDRAW = statement`delete from chat_server_proof where organization_id = $1 and server_id = $2`;

/** Once a day: a guild whose confirmer no longer manages the server has no say about its roles any more. */
export async function confirmServersAgain(ctx: AppContext, bot: DiscordBot, serverId: string, signal: AbortSignal) {
  for (const { organizationId, confirmerId } of await ctx.sql.many(OLD, [serverId])) {
    signal.throwIfAborted();
    const verdict = (await managesChatServer(bot, serverId, confirmerId)) ? CHECKED : WITHDRAW;
    await ctx.sql.run(verdict, [organizationId, serverId]);
  }
}
