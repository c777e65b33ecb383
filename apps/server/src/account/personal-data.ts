import { statement } from '../core/db/statement.ts';

/**
 * Lists where personal data lives and what happens to it when a person is erased. A test compares this list with the
 * database and fails until a new table is entered here.
 */

type Fate =
  /** Rows go with the user's own row, by foreign key. */
  | 'cascade'
  /** Rows stay and lose what names the person, by foreign key. */
  | 'set null'
  /** Rows are deleted or cleared by a statement below. */
  | 'erased'
  /** The table holds nothing about a person of this service. */
  | 'none';

export const personalData: Record<string, Fate> = {
  absence: 'cascade',
  account: 'cascade',
  admin_entry: 'set null',
  act_consent: 'cascade',
  app_user: 'erased',
  attendance_policy: 'set null',
  audit_entry: 'set null',
  calendar_feed: 'cascade',
  change: 'erased',
  change_stream: 'erased',
  character: 'cascade',
  character_profession: 'cascade',
  character_recipe: 'cascade',
  character_section: 'cascade',
  character_skill_tier: 'cascade',
  chat_invite: 'cascade',
  chat_server_proof: 'cascade',
  created_by_key: 'cascade',
  discord_binding: 'set null',
  discord_connection: 'none',
  discord_lane: 'none',
  discord_interaction: 'erased',
  discord_role_grant: 'erased',
  discord_role_rule: 'set null',
  discord_role_sync: 'none',
  email_change: 'cascade',
  event: 'set null',
  event_log_entry: 'set null',
  event_mail: 'cascade',
  event_mention: 'cascade',
  event_mirror: 'none',
  event_post: 'none',
  event_slot: 'none',
  former_alias: 'none',
  guild_achievements: 'none',
  guild_sync: 'none',
  holiday: 'none',
  game_name: 'none',
  image: 'erased',
  invite: 'set null',
  journal_encounter: 'none',
  journal_encounter_locale: 'none',
  journal_expansion: 'none',
  journal_expansion_locale: 'none',
  journal_instance: 'none',
  journal_instance_locale: 'none',
  link_intent: 'erased',
  magic_link: 'erased',
  membership: 'cascade',
  notification: 'cascade',
  oauth_state: 'erased',
  organization: 'none',
  participation: 'cascade',
  platform_budget: 'none',
  playable_class: 'none',
  playable_race: 'none',
  post: 'set null',
  profession: 'none',
  rate_limit: 'erased',
  realm: 'none',
  recipe: 'none',
  reference_document: 'none',
  reputation_faction: 'none',
  role: 'none',
  role_holder: 'cascade',
  roster_entry: 'set null',
  roster_event: 'none',
  roster_hold: 'none',
  service_account: 'none',
  service_token: 'cascade',
  session: 'cascade',
  skill_tier: 'none',
  socket_io_attachments: 'none',
  specialization: 'none',
  sync_session: 'erased',
  text_version: 'set null',
  transfer_candidate: 'set null',
  webhook_delivery: 'erased',
  webhook_endpoint: 'set null',
};

/**
 * Run in this order, with the person's id, before the answer: ways in, and what is found by them. Every statement
 * reads an index or a small table, and waits for nothing that takes long.
 */
export const erasedAtOnce = [
  `delete from magic_link where email in (select lower(email) from app_user where id = $1)`,
  'delete from oauth_state where link_to_user_id = $1',
  `delete from rate_limit where key in ('upload:' || $1::uuid, 'emailChange:' || $1::uuid,
     'chatplatform:' || $1::uuid, 'chatInvite:' || $1::uuid,
     'discordPress:' || $1::uuid, 'organization:' || $1::uuid, 'gameplatform:' || $1::uuid) or key in (
     select 'magicLinkAddress:' || lower(email) from app_user where id = $1
     union select 'magicLinkAddress:' || email from email_change where user_id = $1
     union select 'calendarFeed:' || id from calendar_feed where user_id = $1)`,
  ...['discord_interaction', 'link_intent'].map(
    (table) => `delete from ${table} where discord_user_id in (
      select account_id from account where user_id = $1 and provider_id = 'discord')`,
  ),
  // Roles that the service gave stay known until the next run has taken them, a day at most.
  `delete from discord_role_grant where state not in ('giving', 'given') and discord_user_id in (
     select account_id from account where user_id = $1 and provider_id = 'discord')`,
  ...['session', 'calendar_feed', 'email_change', 'act_consent', 'account'].map(
    (table) => `delete from ${table} where user_id = $1`,
  ),
  'delete from service_token where shown_to_id = $1',
  // Readers of the change feed and webhooks may not have read these yet.
  'delete from change where stream_id = $1',
  'delete from change_stream where id = $1',
  // The rows that remain only say that something changed in the organization.
  `update change set person_id = null, subject_id = case subject_id when person_id then stream_id else subject_id end
     where person_id = $1`,
  'delete from webhook_delivery where subject_id = $1 and next_at is not null',
].map((text) => statement(text));

/** Run by the job, each by itself: what no foreign key finds. */
export const erasedLater = [
  'delete from webhook_delivery where subject_id = $1',
  'update image set decided_by = null where decided_by = $1',
  'delete from sync_session where subject_id = $1',
  'update sync_session set requested_by = null where requested_by = $1',
].map((text) => statement(text));
