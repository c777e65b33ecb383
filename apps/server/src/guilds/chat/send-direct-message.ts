/** Writes to one person on the chat platform. */
import { isGivenUp } from '@guildhall/contracts/refusal-scope.ts';
import { isClosed } from '@guildhall/discord/direct-messages.ts';
import { DiscordError } from '@guildhall/discord/errors.ts';
import type { OutgoingMessage } from '@guildhall/discord/schemas.ts';
import { statement } from '../../core/db/statement.ts';
import { UnknownRefusal } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';

const CLOSED = statement`
  update account set messages_closed_at = now() where provider_id = 'discord' and account_id = $1`;

/** Discord keeps a message with the same nonce from being sent twice, and takes 25 characters. */
const nonceOf = (id: string) => id.replaceAll('-', '').slice(-25);

/**
 * False when Discord does not take the message. When the person closed their direct messages, or shares no server with the bot,
 * that is kept at their account, so that we do not ask again until they choose messages anew. Throws while Discord may take it
 * later, also once the operator has mended what it refuses, and `UnknownRefusal` the first times that it does not say why.
 */
export async function sendDirectMessage(
  { sql, log, discordBot: bot }: Pick<AppContext, 'sql' | 'log' | 'discordBot'>,
  { id, chatUserId, message, refusals }: { id: string; chatUserId: string; message: OutgoingMessage; refusals: number },
): Promise<boolean> {
  if (!bot) return false;
  try {
    const channelId = await bot.directChannel(chatUserId);
    await bot.sendMessage(channelId, { ...message, nonce: nonceOf(id) });
    return true;
  } catch (error) {
    if (!(error instanceof DiscordError) || error.scope === 'for_now' || error.scope === 'ours') throw error;
    if (isClosed(error)) await sql.run(CLOSED, [chatUserId]);
    else if (error.scope === null && !isGivenUp(null, refusals))
      throw new UnknownRefusal('chat', error.message, { cause: error });
    else log.warn({ err: error }, 'Discord refuses a direct message');
    return false;
  }
}
