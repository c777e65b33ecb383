import { createHash } from 'node:crypto';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { notify } from '../../notifications/notify.ts';
import { lockAdministrators } from '../../people/lock-administrators.ts';
import { mailTokenRefusedJob } from './discord.jobs.ts';

/** Administrators who have not been told of this token. */
const UNTOLD = query({ userId: 'uuid' })`
  select id as "userId" from person u where is_admin and not exists (
    select from notification n
    where n.user_id = u.id and n.kind = 'discord_token_refused' and n.details ->> 'tokenDigest' = $1)`;

/**
 * Tells administrators once a token, in their inbox and by mail: Discord never takes a refused one back, so each outage has
 * another one.
 */
export async function tellTokenRefused({ config, log, transact }: AppContext): Promise<void> {
  log.warn('Discord refuses the token of the bot: set DISCORD_BOT_TOKEN to a new one');
  const tokenDigest = createHash('sha256')
    .update(config.discord.botToken ?? '')
    .digest('hex')
    .slice(0, 16);
  await transact(async (tx) => {
    // Processes that are refused at the same moment take turns.
    await lockAdministrators(tx.sql);
    const untold = await tx.sql.many(UNTOLD, [tokenDigest]);
    const noticeIds = await notify(
      tx,
      untold.map(({ userId }) => ({ userId, kind: 'discord_token_refused', details: { tokenDigest } })),
    );
    await tx.enqueueAll(
      mailTokenRefusedJob,
      noticeIds.map((notificationId) => ({ payload: { notificationId } })),
    );
  });
}
