import { statement } from '../core/db/statement.ts';
import { OF_PERSON, PAST_OF_PERSON, STRANGER_OF_PERSON } from '../events/nights/fighters.ts';

/**
 * Lists where personal data lives and what happens to it when a person is erased. A test compares this list with the
 * database and fails until a new table is entered here.
 */

const FATES = {
  /** Rows go with the user's own row, by foreign key. */
  cascade: `
    absence account act_consent boss_kill calendar_feed character character_profession character_recipe character_section
    character_skill_tier chat_invite chat_server_proof created_by_key email_change event_mail event_mention kept_answer keystone_run
    membership notification role_holder service_token session withdrawn_answer world_count
  `,
  /** Rows stay and lose what names the person, by foreign key. */
  'set null': `
    admin_entry attendance_policy audit_entry discord_binding discord_role_rule event event_log_entry import_run invite
    lineup participation plan_note post raider raider_change raider_distinct rejected_predecessor roster_entry text_version
    transfer_candidate
    webhook_endpoint
  `,
  /** Rows are deleted or cleared by a statement below. */
  erased: `
    app_user change change_stream discord_interaction discord_role_grant event_look image import_row lineup_place link_intent loot_award magic_link oauth_state
    past_fighter point_entry pull_raider raider_alias rate_limit reserve sim_gain sim_report sync_session webhook_delivery wish
  `,
  /** The table holds nothing about a person of this service. */
  none: `
    discord_connection discord_lane discord_role_due discord_role_stream discord_role_sync event_mirror event_post event_slot event_template former_alias game_name
    guild_achievements guild_sync hard_reserve holiday import_column item journal_encounter journal_encounter_locale journal_expansion
    journal_expansion_locale journal_instance journal_instance_locale keystone_season lineup_post log_report log_source loot_policy loot_response newest_patch night_post organization past_night platform_budget playable_class
    point_decay point_pool point_price
    playable_race profession pull raider_character realm recipe reference_document reputation_faction reserve_sheet role roster_event roster_hold roster_reading roster_section
    service_account skill_tier socket_io_attachments specialization sweep_cursor sweep_part team team_member usage_count
  `,
};

export const personalData: Record<string, string> = Object.fromEntries(
  Object.entries(FATES).flatMap(([fate, tables]) =>
    tables
      .trim()
      .split(/\s+/)
      .map((table) => [table, fate]),
  ),
);

/**
 * Run in this order, with the person's id, before the answer: ways in, and what is found by them. Every statement
 * reads an index or a small table, and waits for nothing that takes long.
 */
export const erasedAtOnce = [
  `delete from magic_link where email in (select lower(email) from app_user where id = $1)`,
  'delete from oauth_state where link_to_user_id = $1',
  `delete from rate_limit where key in ('upload:' || $1::uuid, 'emailChange:' || $1::uuid,
     'chatplatform:' || $1::uuid, 'chatInvite:' || $1::uuid,
     'discordPress:' || $1::uuid, 'organization:' || $1::uuid, 'gameplatform:' || $1::uuid, 'import:' || $1::uuid) or key in (
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
  // While the characters still say who fought.
  `delete from pull_raider where ${OF_PERSON}`,
  `delete from past_fighter f using past_night n where n.id = f.night_id and ${PAST_OF_PERSON}`,
  `delete from raider_alias where ${STRANGER_OF_PERSON}`,
  `update loot_award set name = null, realm = null, name_key = '', realm_key = '', note = null, old_items = '{}'
     where raider_id is null and ${OF_PERSON}`,
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
  'delete from event_look where user_id = $1',
  'update image set decided_by = null where decided_by = $1',
  'delete from sync_session where subject_id = $1',
  'update sync_session set requested_by = null where requested_by = $1',
].map((text) => statement(text));
