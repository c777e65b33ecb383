import { Migration } from '@mikro-orm/migrations';

export class Migration20261121001845_foundation extends Migration {

  override name = 'Migration20261121001845_foundation';

  override up(): void | Promise<void> {
    this.addSql(`create table "magic_link" ("id" uuid not null default uuidv7(), "email" text not null, "token_hash" text null, "callback_url" text not null, "expires_at" timestamptz(3) not null, "used_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`alter table "magic_link" add constraint "magic_link_token_hash_unique" unique ("token_hash");`);
    this.addSql(`create index "magic_link_expires_at_index" on "magic_link" ("expires_at");`);
    this.addSql(`create index "magic_link_by_email" on "magic_link" ("email", "created_at");`);

    this.addSql(`create table "oauth_state" ("state_hash" text not null, "browser_hash" text not null, "provider_id" text not null, "link_to_user_id" uuid null, "callback_url" text not null, "expires_at" timestamptz(3) not null, "created_at" timestamptz(3) not null default now(), primary key ("state_hash"));`);
    this.addSql(`create index "oauth_state_expires_at_index" on "oauth_state" ("expires_at");`);

    this.addSql(`create table "organization" ("id" uuid not null default uuidv7(), "name" text not null, "alias" text null, "type" text not null default 'guild', "source" text not null, "region" text null, "game_version" text null, "platform_realm_id" int null, "platform_guild_id" bigint null, "realm_slug" text null, "name_slug" text null, "faction" text null, "emblem_data" jsonb null, "settings" jsonb not null default '{}', "logo_url" text null, "use_custom_logo" boolean not null default false, "member_count" int null, "roster_synced_at" timestamptz(3) null, "roster_last_modified" text null, "archived_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`alter table "organization" add constraint "organization_alias_unique" unique ("alias");`);
    this.addSql(`alter table "organization" add constraint "organization_platform_unique" unique ("region", "game_version", "platform_realm_id", "platform_guild_id");`);

    this.addSql(`create table "platform_budget" ("platform" text not null, "next_at" timestamptz(6) not null, "hour_start" timestamptz(6) not null, "hour_used" int not null default 0, primary key ("platform"));`);

    this.addSql(`create table "playable_class" ("id" smallint not null, "names" jsonb not null, primary key ("id"));`);

    this.addSql(`create table "playable_race" ("id" smallint not null, "names" jsonb not null, primary key ("id"));`);

    this.addSql(`create table "rate_limit" ("key" varchar(255) not null, "points" int not null default 0, "expire" bigint null, primary key ("key"));`);
    this.addSql(`create index "rate_limit_expire_index" on "rate_limit" ("expire");`);

    this.addSql(`create table "realm" ("region" text not null, "id" int not null, "slug" text not null, "names" jsonb not null, primary key ("region", "id"));`);

    this.addSql(`create table "role" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "name" text not null, "game_rank" smallint null, "is_founder" boolean not null default false, "permissions" text[] not null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`alter table "role" add constraint "role_one_per_rank" unique ("organization_id", "game_rank");`);
    this.addSql(`create unique index "role_one_founder" on "role" ("organization_id") where is_founder;`);

    this.addSql(`create table "roster_hold" ("organization_id" uuid not null, "removed_entry_ids" jsonb not null, "held_at" timestamptz(3) not null, primary key ("organization_id"));`);

    this.addSql(`create table "socket_io_attachments" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "payload" bytea not null);`);

    this.addSql(`create table "sync_session" ("id" uuid not null default uuidv7(), "kind" text not null, "subject_id" uuid null, "trigger" text not null, "requested_by" uuid null, "status" text not null default 'queued', "total" int not null default 0, "done" int not null default 0, "added" int not null default 0, "updated" int not null default 0, "removed" int not null default 0, "failed" int not null default 0, "error_reason" text null, "error_message" text null, "job_id" uuid not null, "attempt" int not null default 0, "cursor" text null, "created_at" timestamptz(3) not null default now(), "started_at" timestamptz(3) null, "finished_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`create index "sync_session_by_subject" on "sync_session" ("subject_id", "kind", "created_at");`);
    this.addSql(`create unique index "sync_session_one_active" on "sync_session" ("kind", "subject_id") nulls not distinct where status in ('queued', 'running');`);

    this.addSql(`create table "app_user" ("id" uuid not null default uuidv7(), "display_name" text not null, "email" text null, "email_verified_at" timestamptz(3) null, "avatar_url" text null, "is_admin" boolean not null default false, "locale" text not null default 'en_US', "time_zone" text not null default 'UTC', "bio" text null, "onboarding_completed_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create unique index "app_user_email_unique" on "app_user" (lower(email));`);

    this.addSql(`create table "session" ("token_hash" text not null, "id" uuid not null, "user_id" uuid not null, "label" text null, "scope" text not null default 'write', "slides" boolean not null default true, "expires_at" timestamptz(3) not null, "last_used_at" timestamptz(3) not null, "created_at" timestamptz(3) not null default now(), primary key ("token_hash"));`);
    this.addSql(`alter table "session" add constraint "session_id_unique" unique ("id");`);
    this.addSql(`create index "session_user_id_index" on "session" ("user_id");`);
    this.addSql(`create index "session_expires_at_index" on "session" ("expires_at");`);

    this.addSql(`create table "membership" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "user_id" uuid not null, "joined_at" timestamptz(3) not null default now(), "left_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`create index "membership_user_id_index" on "membership" ("user_id");`);
    this.addSql(`create unique index "membership_one_live" on "membership" ("organization_id", "user_id") where left_at is null;`);

    this.addSql(`create table "image" ("id" uuid not null default uuidv7(), "purpose" text not null, "subject_id" uuid not null, "uploaded_by_id" uuid null, "status" text not null, "content_hash" text not null, "sizes" jsonb not null, "decided_by" uuid null, "decided_at" timestamptz(3) null, "reason" text null, "version" int not null default 1, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "image_uploaded_by_id_index" on "image" ("uploaded_by_id");`);
    this.addSql(`create index "image_by_subject" on "image" ("subject_id", "purpose", "created_at");`);
    this.addSql(`create index "image_waiting" on "image" ("created_at", "id") where status = 'pending';`);

    this.addSql(`create table "email_change" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "email" text not null, "token_hash" text null, "expires_at" timestamptz(3) not null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`alter table "email_change" add constraint "email_change_user_id_unique" unique ("user_id");`);
    this.addSql(`alter table "email_change" add constraint "email_change_token_hash_unique" unique ("token_hash");`);
    this.addSql(`create index "email_change_expires_at_index" on "email_change" ("expires_at");`);

    this.addSql(`create table "character" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "source" text not null, "region" text not null, "game_version" text not null, "platform_realm_id" int null, "platform_character_id" bigint null, "name" text not null, "realm_slug" text not null, "class_id" smallint not null, "race_id" smallint not null, "gender" text null, "faction" text null, "level" smallint not null, "equipped_item_level" smallint null, "average_item_level" smallint null, "spec_id" int null, "spec_name" text null, "role" text null, "achievement_points" int null, "avatar_url" text null, "guild_id" uuid null, "verified_at" timestamptz(3) null, "is_main" boolean not null default false, "archived_at" timestamptz(3) null, "last_login_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "character_user_id_index" on "character" ("user_id");`);
    this.addSql(`create index "character_guild_id_index" on "character" ("guild_id");`);
    this.addSql(`alter table "character" add constraint "character_platform_unique" unique ("region", "game_version", "platform_realm_id", "platform_character_id");`);
    this.addSql(`create unique index "character_one_main" on "character" ("user_id") where is_main;`);

    this.addSql(`create table "roster_entry" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "platform_realm_id" int not null, "platform_character_id" bigint not null, "name" text not null, "name_key" text not null, "realm_slug" text not null, "level" smallint not null, "class_id" smallint not null, "race_id" smallint not null, "faction" text null, "rank" smallint not null, "role" text null, "item_level" smallint null, "last_login_at" timestamptz(3) null, "last_seen_in_roster" timestamptz(3) null, "joined_at" timestamptz(3) not null default now(), "left_at" timestamptz(3) null, "profile_fetched_at" timestamptz(3) null, "profile_last_modified" text null, "claimed_by_id" uuid null, primary key ("id"));`);
    this.addSql(`create index "roster_entry_by_rank" on "roster_entry" ("organization_id", "rank", "name", "id") where left_at is null;`);
    this.addSql(`create index "roster_entry_by_name" on "roster_entry" ("organization_id", "name", "id") where left_at is null;`);
    this.addSql(`create index "roster_entry_by_identity" on "roster_entry" ("platform_realm_id", "platform_character_id");`);
    this.addSql(`alter table "roster_entry" add constraint "roster_entry_platform_unique" unique ("organization_id", "platform_realm_id", "platform_character_id");`);
    this.addSql(`create unique index "roster_entry_one_live_claim" on "roster_entry" ("claimed_by_id") where left_at is null;`);

    this.addSql(`create table "transfer_candidate" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "leaver_id" uuid not null, "joiner_id" uuid not null, "decision" text null, "decided_by_id" uuid null, "decided_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "transfer_candidate_organization_id_index" on "transfer_candidate" ("organization_id");`);
    this.addSql(`alter table "transfer_candidate" add constraint "transfer_candidate_leaver_id_joiner_id_unique" unique ("leaver_id", "joiner_id");`);

    this.addSql(`create table "roster_event" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "entry_id" uuid not null, "kind" text not null, "before" text null, "after" text null, "at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "roster_event_entry_id_index" on "roster_event" ("entry_id");`);
    this.addSql(`create index "roster_event_by_time" on "roster_event" ("organization_id", "at", "id");`);

    this.addSql(`create table "character_section" ("character_id" uuid not null, "section" text not null, "status" text not null, "fetched_at" timestamptz(3) null, "last_modified" text null, "next_at" timestamptz(3) null, primary key ("character_id", "section"));`);

    this.addSql(`create table "account" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "provider_id" text not null, "account_id" text not null, "display_name" text null, "access_token_sealed" text null, "access_token_expires_at" timestamptz(3) null, "refresh_token_sealed" text null, "needs_reauth_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`alter table "account" add constraint "account_provider_id_account_id_unique" unique ("provider_id", "account_id");`);
    this.addSql(`alter table "account" add constraint "account_user_id_provider_id_unique" unique ("user_id", "provider_id");`);

    this.addSql(`alter table "oauth_state" add constraint "oauth_state_provider_id_check" check ("provider_id" in ('battlenet', 'discord'));`);

    this.addSql(`alter table "organization" add constraint "organization_synced_has_identity" check (source = 'standalone' or num_nulls(region, game_version, platform_realm_id, platform_guild_id, realm_slug, name_slug) = 0);`);
    this.addSql(`alter table "organization" add constraint "organization_type_check" check ("type" in ('guild', 'community', 'team'));`);
    this.addSql(`alter table "organization" add constraint "organization_source_check" check ("source" in ('standalone', 'synced'));`);
    this.addSql(`alter table "organization" add constraint "organization_region_check" check ("region" in ('us', 'eu', 'kr', 'tw'));`);
    this.addSql(`alter table "organization" add constraint "organization_game_version_check" check ("game_version" in ('retail', 'classic', 'classic-era'));`);
    this.addSql(`alter table "organization" add constraint "organization_faction_check" check ("faction" in ('alliance', 'horde', 'neutral'));`);

    this.addSql(`alter table "realm" add constraint "realm_region_check" check ("region" in ('us', 'eu', 'kr', 'tw'));`);

    this.addSql(`alter table "role" add constraint "role_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "role" add constraint "role_rank" check ((((game_rank >= 0) AND (game_rank <= 9)) AND (NOT is_founder)) OR (game_rank IS NULL));`);

    this.addSql(`alter table "roster_hold" add constraint "roster_hold_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table "sync_session" add constraint "sync_session_kind_check" check ("kind" in ('character', 'roster', 'journal'));`);
    this.addSql(`alter table "sync_session" add constraint "sync_session_trigger_check" check ("trigger" in ('user', 'schedule', 'admin'));`);
    this.addSql(`alter table "sync_session" add constraint "sync_session_status_check" check ("status" in ('queued', 'running', 'held', 'completed', 'failed'));`);
    this.addSql(`alter table "sync_session" add constraint "sync_session_error_reason_check" check ("error_reason" in ('platform_unavailable', 'platform_rate_limited', 'platform_answer_malformed', 'gameplatform_token_expired', 'guild_not_found', 'roster_shrank', 'interrupted', 'internal'));`);

    this.addSql(`alter table "session" add constraint "session_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;`);
    this.addSql(`alter table "session" add constraint "session_scope_check" check ("scope" in ('read', 'write'));`);

    this.addSql(`alter table "membership" add constraint "membership_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "membership" add constraint "membership_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;`);

    this.addSql(`alter table "image" add constraint "image_uploaded_by_id_foreign" foreign key ("uploaded_by_id") references "app_user" ("id") on delete set null;`);
    this.addSql(`alter table "image" add constraint "image_purpose_check" check ("purpose" in ('avatar', 'logo', 'event'));`);
    this.addSql(`alter table "image" add constraint "image_status_check" check ("status" in ('pending', 'approved', 'rejected'));`);

    this.addSql(`alter table "email_change" add constraint "email_change_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;`);

    this.addSql(`alter table "character" add constraint "character_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;`);
    this.addSql(`alter table "character" add constraint "character_guild_id_foreign" foreign key ("guild_id") references "organization" ("id") on delete set null;`);
    this.addSql(`alter table "character" add constraint "character_source_check" check ("source" in ('synced', 'manual'));`);
    this.addSql(`alter table "character" add constraint "character_region_check" check ("region" in ('us', 'eu', 'kr', 'tw'));`);
    this.addSql(`alter table "character" add constraint "character_game_version_check" check ("game_version" in ('retail', 'classic', 'classic-era'));`);
    this.addSql(`alter table "character" add constraint "character_gender_check" check ("gender" in ('male', 'female'));`);
    this.addSql(`alter table "character" add constraint "character_faction_check" check ("faction" in ('alliance', 'horde', 'neutral'));`);
    this.addSql(`alter table "character" add constraint "character_role_check" check ("role" in ('tank', 'healer', 'melee', 'ranged'));`);

    this.addSql(`alter table "roster_entry" add constraint "roster_entry_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "roster_entry" add constraint "roster_entry_claimed_by_id_foreign" foreign key ("claimed_by_id") references "character" ("id") on delete set null;`);
    this.addSql(`alter table "roster_entry" add constraint "roster_entry_faction_check" check ("faction" in ('alliance', 'horde', 'neutral'));`);
    this.addSql(`alter table "roster_entry" add constraint "roster_entry_role_check" check ("role" in ('tank', 'healer', 'melee', 'ranged'));`);

    this.addSql(`alter table "transfer_candidate" add constraint "transfer_candidate_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "transfer_candidate" add constraint "transfer_candidate_leaver_id_foreign" foreign key ("leaver_id") references "roster_entry" ("id") on delete cascade;`);
    this.addSql(`alter table "transfer_candidate" add constraint "transfer_candidate_joiner_id_foreign" foreign key ("joiner_id") references "roster_entry" ("id") on delete cascade;`);
    this.addSql(`alter table "transfer_candidate" add constraint "transfer_candidate_decided_by_id_foreign" foreign key ("decided_by_id") references "app_user" ("id") on delete set null;`);
    this.addSql(`alter table "transfer_candidate" add constraint "transfer_candidate_decision_check" check ("decision" in ('confirmed', 'rejected'));`);

    this.addSql(`alter table "roster_event" add constraint "roster_event_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "roster_event" add constraint "roster_event_entry_id_foreign" foreign key ("entry_id") references "roster_entry" ("id") on delete cascade;`);
    this.addSql(`alter table "roster_event" add constraint "roster_event_kind_check" check ("kind" in ('joined', 'left', 'rank', 'level', 'renamed', 'transferred'));`);

    this.addSql(`alter table "character_section" add constraint "character_section_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete cascade;`);
    this.addSql(`alter table "character_section" add constraint "character_section_status_check" check ("status" in ('ok', 'not_found', 'failed'));`);

    this.addSql(`alter table "account" add constraint "account_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;`);
    this.addSql(`alter table "account" add constraint "account_provider_id_check" check ("provider_id" in ('battlenet', 'discord'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "role" drop constraint "role_organization_id_foreign";`);
    this.addSql(`alter table "roster_hold" drop constraint "roster_hold_organization_id_foreign";`);
    this.addSql(`alter table "membership" drop constraint "membership_organization_id_foreign";`);
    this.addSql(`alter table "character" drop constraint "character_guild_id_foreign";`);
    this.addSql(`alter table "roster_entry" drop constraint "roster_entry_organization_id_foreign";`);
    this.addSql(`alter table "transfer_candidate" drop constraint "transfer_candidate_organization_id_foreign";`);
    this.addSql(`alter table "roster_event" drop constraint "roster_event_organization_id_foreign";`);
    this.addSql(`alter table "session" drop constraint "session_user_id_foreign";`);
    this.addSql(`alter table "membership" drop constraint "membership_user_id_foreign";`);
    this.addSql(`alter table "image" drop constraint "image_uploaded_by_id_foreign";`);
    this.addSql(`alter table "email_change" drop constraint "email_change_user_id_foreign";`);
    this.addSql(`alter table "character" drop constraint "character_user_id_foreign";`);
    this.addSql(`alter table "transfer_candidate" drop constraint "transfer_candidate_decided_by_id_foreign";`);
    this.addSql(`alter table "account" drop constraint "account_user_id_foreign";`);
    this.addSql(`alter table "roster_entry" drop constraint "roster_entry_claimed_by_id_foreign";`);
    this.addSql(`alter table "character_section" drop constraint "character_section_character_id_foreign";`);
    this.addSql(`alter table "transfer_candidate" drop constraint "transfer_candidate_leaver_id_foreign";`);
    this.addSql(`alter table "transfer_candidate" drop constraint "transfer_candidate_joiner_id_foreign";`);
    this.addSql(`alter table "roster_event" drop constraint "roster_event_entry_id_foreign";`);

    this.addSql(`drop table if exists "magic_link" cascade;`);
    this.addSql(`drop table if exists "oauth_state" cascade;`);
    this.addSql(`drop table if exists "organization" cascade;`);
    this.addSql(`drop table if exists "platform_budget" cascade;`);
    this.addSql(`drop table if exists "playable_class" cascade;`);
    this.addSql(`drop table if exists "playable_race" cascade;`);
    this.addSql(`drop table if exists "rate_limit" cascade;`);
    this.addSql(`drop table if exists "realm" cascade;`);
    this.addSql(`drop table if exists "role" cascade;`);
    this.addSql(`drop table if exists "roster_hold" cascade;`);
    this.addSql(`drop table if exists "socket_io_attachments" cascade;`);
    this.addSql(`drop table if exists "sync_session" cascade;`);
    this.addSql(`drop table if exists "app_user" cascade;`);
    this.addSql(`drop table if exists "session" cascade;`);
    this.addSql(`drop table if exists "membership" cascade;`);
    this.addSql(`drop table if exists "image" cascade;`);
    this.addSql(`drop table if exists "email_change" cascade;`);
    this.addSql(`drop table if exists "character" cascade;`);
    this.addSql(`drop table if exists "roster_entry" cascade;`);
    this.addSql(`drop table if exists "transfer_candidate" cascade;`);
    this.addSql(`drop table if exists "roster_event" cascade;`);
    this.addSql(`drop table if exists "character_section" cascade;`);
    this.addSql(`drop table if exists "account" cascade;`);
  }

}
