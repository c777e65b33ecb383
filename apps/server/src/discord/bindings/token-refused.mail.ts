/** Tells administrators that Discord refuses the token of the bot: a notice in the inbox, and the mail that follows it. */
import { createHash } from 'node:crypto';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { plainName, renderMail, wordsIn } from '../../core/services/mail-layout.ts';
import { lockAdministrators } from '../../identity/people/lock-administrators.ts';
import { notify } from '../../membership/notifications/notify.ts';
import { mailTokenRefusedJob } from './discord.jobs.ts';
import { tokenRefusedWords } from './token-refused.words.ts';

/** Administrators who have not been told of this token. */
const UNTOLD = query({ userId: 'uuid' })`
  select id as "userId" from person u where is_admin and not exists (
    select from notification n
    where n.user_id = u.id and n.kind = 'discord_token_refused' and n.details ->> 'tokenDigest' = $1)`;

/**
 * Tells administrators once a token, in their inbox and by mail: Discord never takes a refused one back, so each outage has
 * another one.
 */
export async function reportTokenRefused({ config, log, transact }: AppContext): Promise<void> {
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

/** A person who is no longer an administrator is not told. */
const ADMINISTRATOR = query({ email: 'text!', displayName: 'text', locale: 'text' })`
  select u.email, u.display_name as "displayName", u.locale from notification n
  join person u on u.id = n.user_id and u.is_admin and u.email is not null and u.email_verified_at is not null
  where n.id = $1`;

/** Follows the notice in the inbox. Each attempt repeats its id, by which mail servers recognise a duplicate. */
export async function mailTokenRefused(
  { sql, config, mail }: AppContext,
  { notificationId }: { notificationId: string },
): Promise<void> {
  const person = await sql.maybe(ADMINISTRATOR, [notificationId]);
  if (!person) return;
  const { host } = new URL(config.baseUrl);
  const { words } = wordsIn(tokenRefusedWords, person.locale);
  const rendered = renderMail({
    subject: words.subject({ host }),
    greeting: words.greeting({ name: plainName(person.displayName) }),
    paragraphs: [words.body({ host }), words.mend],
    footer: words.footer,
  });
  await mail.send({ ...rendered, to: person.email, id: notificationId });
}
