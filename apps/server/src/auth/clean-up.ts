import type { AppContext } from '../core/context.ts';

/** What has run out can do nothing any more, and is kept no longer than a day for questions about it. */
const STATEMENTS = [
  `delete from session where expires_at < now() - interval '1 day'`,
  `delete from oauth_state where expires_at < now() - interval '1 day'`,
  `delete from magic_link where expires_at < now() - interval '1 day'`,
  `delete from chat_invite where coalesce(expires_at, claimed_until) < now() - interval '1 day'`,
  `delete from email_change where expires_at < now() - interval '1 day'`,
  `delete from rate_limit where expire < (extract(epoch from now()) - 86400) * 1000`,
];

/** The nightly job that removes lapsed sign-ins, links and counters. */
export async function cleanUp({ sql }: AppContext): Promise<void> {
  for (const statement of STATEMENTS) await sql(statement);
}
