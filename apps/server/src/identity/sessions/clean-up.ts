import { ADMINISTRATORS } from '../../core/changes/write-changes.ts';
import { statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { removeOldMails } from '../../core/services/mail.ts';
import { sealPlainExpiries } from './platform-token.ts';

/** Per stream. Readers who are further behind start over. */
const KEPT_CHANGES = 100_000;

/** Deletes what exceeds this number of rows that agree in these columns. */
const newestOf = (table: string, columns: string, kept: number) => `
  delete from ${table} t using (
    select id, row_number() over (partition by ${columns} order by id desc) as place from ${table}) o
  where o.id = t.id and o.place > ${kept}`;

/** Raiders without an account, of whom the guild has seen nothing for a year: neither they nor their characters are there. */
const FORGOTTEN = `r.user_id is null and r.name is not null and r.created_at < now() - interval '12 months'
  and not exists (select from raider_character c left join roster_entry e on e.id = c.roster_entry_id
    where c.raider_id = r.id and coalesce(e.left_at is null and e.id is not null or e.left_at > now() - interval '12 months', false))
  and not exists (select from participation p join event e on e.id = p.event_id
    where p.raider_id = r.id and e.ends_at > now() - interval '12 months')
  and not exists (select from loot_award a where a.raider_id = r.id and a.received_at > now() - interval '12 months')
  and not exists (select from point_entry e where e.raider_id = r.id and e.type <> 'decay' and e.at > now() - interval '12 months')
  and not exists (select from reserve w join event e on e.id = w.sheet_event_id
    where w.raider_id = r.id and e.ends_at > now() - interval '12 months')
  and not exists (select from team_member m where m.raider_id = r.id and m.until is null)`;

/** Keeps expired rows for a day, for questions about them. */
const STATEMENTS = [
  `delete from session where expires_at < now() - interval '1 day'`,
  `delete from service_token where expires_at < now() - interval '30 days'`,
  `delete from oauth_state where expires_at < now() - interval '1 day'`,
  `delete from magic_link where expires_at < now() - interval '1 day'`,
  `delete from chat_invite where coalesce(expires_at, claimed_until) < now() - interval '1 day'`,
  'delete from discord_interaction where expires_at < now()',
  'delete from link_intent where expires_at < now()',
  `delete from kept_answer where kept_at < now() - interval '90 days'`,
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
  // A merge can be undone for 30 days, so long the raider that was taken in is kept.
  `delete from raider_change where at < now() - interval '30 days'`,
  `update loot_award a set raider_id = r.merged_into_id from raider r where r.id = a.raider_id and r.merged_into_id is not null
     and not exists (select from raider_change c where c.source_id = r.id and c.kind = 'merge' and c.undone_at is null)`,
  `update loot_award set note = null where note is not null and received_at < now() - interval '12 months'`,
  `delete from raider r where r.merged_into_id is not null and not exists (
     select from raider_change c where c.source_id = r.id and c.kind = 'merge' and c.undone_at is null)`,
  `delete from team_member t using (
     select id, row_number() over (partition by team_id, raider_id order by id desc) as place from team_member
     where until is not null) o
   where o.id = t.id and o.place > 20`,
  // Their answers, awards and points stay as those of a former raider, without a name.
  `delete from raider r where ${FORGOTTEN} and not exists (select from participation p where p.raider_id = r.id)
     and not exists (select from lineup_place p where p.raider_id = r.id)
     and not exists (select from loot_award a where a.raider_id = r.id)
     and not exists (select from point_entry e where e.raider_id = r.id)`,
  `with former as (
     update raider r set name = null, note = null, discord_key = null, archived_at = now() where ${FORGOTTEN} returning r.id
   ), aliases as (delete from raider_alias a using former where a.raider_id = former.id),
   places as (delete from lineup_place p using former where p.raider_id = former.id),
   awards as (update loot_award a set name = null, realm = null, name_key = '', realm_key = '', note = null, old_items = '{}'
     from former where a.raider_id = former.id and a.name is not null),
   points as (update point_entry e set reason = null from former where e.raider_id = former.id and e.reason is not null),
   wishes as (delete from wish w using former where w.raider_id = former.id),
   sims as (delete from sim_report s using former where s.raider_id = former.id),
   reserves as (delete from reserve w using former where w.raider_id = former.id)
   delete from raider_character c using former where c.raider_id = former.id`,
  `delete from created_by_key where created_at < now() - interval '24 hours'`,
  `delete from import_row w using import_run r where r.id = w.run_id and r.created_at < now() - interval '30 days'
     and r.state not in ('reading', 'applying', 'undoing')`,
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
export async function cleanUp(ctx: Pick<AppContext, 'sql' | 'config' | 'sealer'>): Promise<void> {
  await sealPlainExpiries(ctx);
  for (const statement of STATEMENTS) await ctx.sql.run(statement);
  await removeOldMails(ctx.config);
}
