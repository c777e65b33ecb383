import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { tokenRefusedMail } from './token-refused.mail.ts';

/** Somebody who is no administrator any more is not told. */
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
  await mail.send({ ...tokenRefusedMail({ ...person, host }), to: person.email, id: notificationId });
}
