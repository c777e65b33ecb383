/** Writes to one person on the chat platform. */
import { isClosed } from '@guildhall/discord/direct-messages.ts';
import type { OutgoingMessage } from '@guildhall/discord/schemas.ts';
import { statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';

const CLOSED = statement`
  update account set messages_closed_at = now() where provider_id = 'discord' and account_id = $1`;

/** Discord keeps a message with the same nonce from being sent twice, and takes 25 characters. */
const nonceOf = (id: string) => id.replaceAll('-', '').slice(-25);

/**
 * False when the person cannot be written to: they closed their direct messages, or share no server with the bot. That is
 * kept at their account, so that we do not ask again until they choose messages anew.
 */
export async function sendDirectMessage(
  { sql, discordBot: bot }: Pick<AppContext, 'sql' | 'discordBot'>,
  { id, chatUserId, message }: { id: string; chatUserId: string; message: OutgoingMessage },
): Promise<boolean> {
  if (!bot) return false;
  try {
    const channelId = await bot.directChannel(chatUserId);
    await bot.sendMessage(channelId, { ...message, nonce: nonceOf(id) });
    return true;
  } catch (error) {
    if (!isClosed(error)) throw error;
    await sql.run(CLOSED, [chatUserId]);
    return false;
  }
}
