import { ADMINISTRATORS } from '../core/changes/write-changes.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { removeOldMails } from '../core/services/mail.ts';

/** Per stream. Readers who are further behind start over. */
const KEPT_CHANGES = 100_000;

/** Deletes what exceeds this number of rows that agree in these columns. */
const newestOf = (table: string, columns: string, kept: number) => `
  delete from ${table} t using (
    select id, row_number() over (partition by ${columns} order by id desc) as place from ${table}) o
  where o.id = t.id and o.place > ${kept}`;

/** Keeps expired rows for a day, for questions about them. */
const STATEMENTS = [
  `delete from session where expires_at < now() - interval '1 day'`,
  `delete from service_token where expires_at < now() - interval '30 days'`,
  `delete from oauth_state where expires_at < now() - interval '1 day'`,
  `delete from magic_link where expires_at < now() - interval '1 day'`,
  `delete from chat_invite where coalesce(expires_at, claimed_until) < now() - interval '1 day'`,
  'delete from discord_interaction where expires_at < now()',
  'delete from link_intent where expires_at < now()',
  // People who are gone: their roles have been taken by now, or never can be.
  `delete from discord_role_grant g where g.look_at < now() - interval '1 day'
     and not exists (select from account a where a.provider_id = 'discord' and a.account_id = g.discord_user_id)`,
  `delete from email_change where expires_at < now() - interval '1 day'`,
  `delete from rate_limit where expire < (extract(epoch from now()) - 86400) * 1000`,
  `delete from notification where created_at < now() - interval '90 days'`,
  newestOf('notification', 'user_id', 200),
  // Logs keep the newest entries of each actor, so that one person's many do not push out those of others.
  newestOf('audit_entry', 'organization_id, actor_id', 10_000),
  newestOf('event_log_entry', 'event_id, actor_id', 500),
  newestOf('webhook_delivery', 'endpoint_id', 20_000),
  newestOf('membership', 'organization_id, user_id', 50),
  `delete from created_by_key where created_at < now() - interval '24 hours'`,
  `delete from webhook_delivery where created_at < now() - interval '14 days'`,
  `delete from change where at < now() - interval '30 days'`,
  `delete from change c using change_stream s where c.stream_id = s.id and c.seq <= s.last_seq - ${KEPT_CHANGES}`,
  `delete from change_stream s where not exists (select from change c where c.stream_id = s.id)
     and not exists (select from organization o where o.id = s.id) and not exists (select from app_user u where u.id = s.id)
     and s.id <> '${ADMINISTRATORS}'`,
  // Keep the most recent sync of each kind and subject, whatever its age.
  `delete from sync_session s where s.finished_at < now() - interval '30 days' and exists (
     select from sync_session n where n.kind = s.kind and n.subject_id is not distinct from s.subject_id
       and n.created_at > s.created_at)`,
].map((text) => statement(text));

/** The nightly job that removes expired sign-ins, links, counters and unsent mails, and reports of old syncs. */
export async function cleanUp({ sql, config }: Pick<AppContext, 'sql' | 'config'>): Promise<void> {
  for (const statement of STATEMENTS) await sql.run(statement);
  await removeOldMails(config);
}
