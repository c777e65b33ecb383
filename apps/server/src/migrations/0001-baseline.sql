-- The schema of 0.1.0: functions, tables, views.

-- Search by name needs an extension and two functions, which entities cannot express. They come before the tables.

create extension if not exists pg_trgm;

-- A name as people type it: lower case, without accents, with plain letters and apostrophes. In a database with the
-- locale C, like the embedded one, trigrams know only ASCII, so each Cyrillic letter becomes one ASCII character. Keys are
-- compared with keys and never shown.
create function search_key(text) returns text language sql immutable strict parallel safe return
  translate(
    replace(replace(replace(replace(
      regexp_replace(normalize(lower($1 collate pg_c_utf8), nfkd), '[\u0300-\u036f]', '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øđðłħı’ʼ‘абвгдежзиклмнопрстуфхцчшщъыьэюя',
    'oddlhi''''''abvgdejziklmnoprstufxc46w7y8395');

-- Ids of recipes whose name, or the name of their product, contains a text in any language, newest first. Without such a
-- recipe: those most similar to the text. The similarity threshold is below the default to forgive two swapped letters.
-- The plan is generic because estimating the number of matches takes longer than finding them.
create function recipes_like(wanted text) returns table (recipe_id integer)
language plpgsql stable rows 50
set pg_trgm.word_similarity_threshold = 0.45 set plan_cache_mode = force_generic_plan as $$
declare
  sought text := search_key(wanted);
  part text := '%' || replace(replace(replace(sought, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  return query
    select r.id from recipe r where r.search_key like part
    union
    select g.key::integer from game_name g where g.kind = 'recipe' and g.search_key like part
    order by 1 desc limit 50;
  if found then return; end if;
  return query
    select ranked.id from (
      select n.id, n.alike, max(n.alike) over () as best from (
        select r.id, word_similarity(sought, r.search_key) as alike from recipe r where r.search_key %> sought
        union all
        select g.key::integer, word_similarity(sought, g.search_key) from game_name g
        where g.kind = 'recipe' and g.search_key %> sought
          and not exists (select from recipe r where r.id = g.key::integer)
      ) n
    ) ranked where ranked.alike >= 0.85 * ranked.best order by ranked.alike desc, ranked.id desc limit 50;
end $$;

-- Whether a person holds nothing but ways to sign in. Every table that refers to people counts, new ones too.
create function holds_only_sign_in(person uuid) returns boolean language plpgsql stable as $$
declare
  reference record;
  held boolean;
begin
  for reference in
    select conrelid::regclass as place, attname as field
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'app_user'::regclass
      and conrelid not in ('account'::regclass, 'session'::regclass, 'email_change'::regclass)
  loop
    execute format('select exists (select from %s where %I = $1)', reference.place, reference.field)
      into held using person;
    if held then return false; end if;
  end loop;
  return not exists (select from app_user where id = person and (is_admin or bio is not null))
    and not exists (select from sync_session where subject_id = person or requested_by = person)
    and not exists (select from image where subject_id = person);
end $$;

create table "change" ("stream_id" uuid not null, "seq" bigint not null, "type" text not null, "subject_id" uuid not null, "audience" text not null, "person_id" uuid null, "at" timestamptz(3) not null, primary key ("stream_id", "seq"));
create index "change_by_age" on "change" ("at");
create index "change_of_person" on "change" ("person_id") where person_id is not null;
alter table "change" add constraint "change_type_check" check ("type" in ('event.changed', 'participation.changed', 'post.changed', 'roster.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'moderation.changed', 'job.changed', 'notification.changed'));
alter table "change" add constraint "change_audience_check" check ("audience" in ('members', 'roster', 'officers', 'planners', 'person', 'administrators'));

create table "change_stream" ("id" uuid not null, "last_seq" bigint not null, primary key ("id"));

create table "discord_interaction" ("id" text not null, "discord_user_id" text not null, "claimed_at" timestamptz(3) null, "document" jsonb null, "token_sealed" text null, "answered_at" timestamptz(3) null, "expires_at" timestamptz(3) not null, primary key ("id"));
create index "discord_interaction_discord_user_id_index" on "discord_interaction" ("discord_user_id");
create index "discord_interaction_expires_at_index" on "discord_interaction" ("expires_at");

create table "discord_lane" ("channel_id" text not null, "job_id" uuid null, "held_until" timestamptz(3) null, "resume_at" timestamptz(3) null, "failures" int not null default 0, primary key ("channel_id"));

create table "discord_role_sync" ("server_id" text not null, "leased_to" uuid null, "leased_until" timestamptz(3) null, "ran_at" timestamptz(3) null, "failure" text null, "resume_at" timestamptz(3) null, primary key ("server_id"));
alter table "discord_role_sync" add constraint "discord_role_sync_failure_check" check ("failure" in ('unavailable', 'bot_removed', 'unauthorized'));

create table "game_name" ("kind" text not null, "key" text not null, "names" jsonb not null, "search_key" text generated always as (search_key((jsonb_path_query_array(names, '$.*?(@ != null)'::jsonpath))::text)) stored null, primary key ("kind", "key"));
create index "game_name_recipe_by_any_name" on "game_name" using gin (search_key gin_trgm_ops) where kind = 'recipe';

create table "holiday" ("id" uuid not null default uuidv7(), "key" text not null, "year" smallint not null, "starts_at" date not null, "ends_at" date not null, "names" jsonb not null, primary key ("id"));
create index "holiday_by_day" on "holiday" ("starts_at", "ends_at");
alter table "holiday" add constraint "holiday_once" unique ("key", "starts_at");
alter table "holiday" add constraint "holiday_has_a_day" check (ends_at >= starts_at);

create table "journal_expansion" ("id" int not null, "listed" boolean not null default true, primary key ("id"));

create table "journal_expansion_locale" ("entity_id" int not null, "locale" text not null, "name" text null, "description" text null, primary key ("entity_id", "locale"));

create table "journal_instance" ("id" int not null, "expansion_id" int not null, "category" text not null, "minimum_level" smallint null, "order_index" smallint null, "image_url" text null, "difficulties" jsonb null, "last_modified" text null, "media_last_modified" text null, "listed" boolean not null default true, primary key ("id"));
create index "journal_instance_in_order" on "journal_instance" ("expansion_id", "order_index", "id");
alter table "journal_instance" add constraint "journal_instance_category_check" check ("category" in ('raid', 'dungeon'));

create table "journal_encounter" ("id" int not null, "instance_id" int not null, "position" smallint not null, "last_modified" text null, "listed" boolean not null default true, primary key ("id"));
create index "journal_encounter_in_order" on "journal_encounter" ("instance_id", "position", "id");

create table "journal_encounter_locale" ("entity_id" int not null, "locale" text not null, "name" text null, "description" text null, primary key ("entity_id", "locale"));

create table "journal_instance_locale" ("entity_id" int not null, "locale" text not null, "name" text null, "description" text null, primary key ("entity_id", "locale"));

create table "magic_link" ("id" uuid not null default uuidv7(), "email" text not null, "token_hash" text null, "callback_url" text not null, "expires_at" timestamptz(3) not null, "used_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
alter table "magic_link" add constraint "magic_link_token_hash_unique" unique ("token_hash");
create index "magic_link_expires_at_index" on "magic_link" ("expires_at");
create index "magic_link_by_email" on "magic_link" ("email", "created_at");

create table "oauth_state" ("state_hash" text not null, "browser_hash" text not null, "provider_id" text not null, "link_to_user_id" uuid null, "renew_only" boolean not null default false, "installs_for_id" uuid null, "callback_url" text not null, "expires_at" timestamptz(3) not null, "created_at" timestamptz(3) not null default now(), primary key ("state_hash"));
create index "oauth_state_expires_at_index" on "oauth_state" ("expires_at");
alter table "oauth_state" add constraint "oauth_state_provider_id_check" check ("provider_id" in ('battlenet', 'discord'));

create table "organization" ("id" uuid not null default uuidv7(), "name" text not null, "alias" text null, "type" text not null default 'guild', "source" text not null, "region" text null, "game_version" text null, "platform_realm_id" int null, "platform_guild_id" bigint null, "realm_slug" text null, "name_slug" text null, "faction" text null, "emblem_data" jsonb null, "settings" jsonb not null default '{}', "custom_logo_url" text null, "synced_logo_url" text null, "use_custom_logo" boolean not null default false, "member_count" int null, "achievement_points" int null, "founded_at" timestamptz(3) null, "roster_synced_at" timestamptz(3) null, "missing_since" timestamptz(3) null, "roster_last_modified" text null, "archived_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "organization_by_name" on "organization" ((name collate "und-x-icu"), id);
create unique index "organization_alias_unique" on "organization" ("alias") where alias is not null;
alter table "organization" add constraint "organization_platform_unique" unique ("region", "game_version", "platform_realm_id", "platform_guild_id");
alter table "organization" add constraint "organization_alias" check (alias ~ '^[a-z0-9](-?[a-z0-9])*$'::text);
alter table "organization" add constraint "organization_alias_is_no_id" check (alias !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text);
alter table "organization" add constraint "organization_alias_is_no_word" check (alias <> ALL (ARRAY['mine'::text, 'templates'::text]));
alter table "organization" add constraint "organization_settings_are_an_object" check (jsonb_typeof(settings) = 'object'::text);
alter table "organization" add constraint "organization_custom_logo" check (NOT use_custom_logo OR custom_logo_url IS NOT NULL);
alter table "organization" add constraint "organization_synced_has_identity" check (source = 'standalone' or num_nulls(region, game_version, platform_realm_id, platform_guild_id, realm_slug, name_slug) = 0);
alter table "organization" add constraint "organization_type_check" check ("type" in ('guild', 'community', 'team'));
alter table "organization" add constraint "organization_source_check" check ("source" in ('standalone', 'synced'));
alter table "organization" add constraint "organization_region_check" check ("region" in ('us', 'eu', 'kr', 'tw'));
alter table "organization" add constraint "organization_game_version_check" check ("game_version" in ('retail', 'classic', 'classic-era', 'classic-anniversary'));
alter table "organization" add constraint "organization_faction_check" check ("faction" in ('alliance', 'horde', 'neutral'));

create table "guild_sync" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "type" text not null, "leased_until" timestamptz(3) null, "synced_at" timestamptz(3) null, "demanded_at" timestamptz(3) null, primary key ("id"));
alter table "guild_sync" add constraint "guild_sync_unique" unique ("organization_id", "type");
alter table "guild_sync" add constraint "guild_sync_type_check" check ("type" in ('crest', 'details', 'achievements'));

create table "guild_achievements" ("organization_id" uuid not null, "total_quantity" int not null, "total_points" int not null, "categories" jsonb not null, "recent" jsonb not null, "synced_at" timestamptz(3) not null, primary key ("organization_id"));

create table "former_alias" ("alias" text not null, "organization_id" uuid not null, "released_at" timestamptz(3) not null default now(), primary key ("alias"));
create index "former_alias_organization_id_index" on "former_alias" ("organization_id");

create table "discord_role_grant" ("server_id" text not null, "discord_user_id" text not null, "discord_role_id" text not null, "organization_id" uuid null, "state" text not null, "look_at" timestamptz(3) not null, "blocked_until" timestamptz(3) null, "held_at" timestamptz(3) null, "released_at" timestamptz(3) null, primary key ("server_id", "discord_user_id", "discord_role_id"));
create index "discord_role_grant_organization_id_index" on "discord_role_grant" ("organization_id");
create index "discord_role_grant_of_person" on "discord_role_grant" ("discord_user_id");
alter table "discord_role_grant" add constraint "discord_role_grant_state_check" check ("state" in ('giving', 'given', 'had', 'taken', 'absent'));

create table "discord_connection" ("organization_id" uuid not null, "server_id" text not null, "state" text not null default 'ok', "state_since" timestamptz(3) not null default now(), "looked_at" timestamptz(3) not null default now(), "read_seq" bigint not null default '0', primary key ("organization_id"));
alter table "discord_connection" add constraint "discord_connection_state_check" check ("state" in ('ok', 'bot_removed'));

create table "platform_budget" ("platform" text not null, "next_at" timestamptz(6) not null, "hour_start" timestamptz(6) not null, "hour_used" int not null default 0, "paused_until" timestamptz(6) null, primary key ("platform"));

create table "playable_class" ("id" smallint not null, "names" jsonb not null, "listed" boolean not null default true, primary key ("id"));

create table "playable_race" ("id" smallint not null, "names" jsonb not null, "listed" boolean not null default true, primary key ("id"));

create table "profession" ("id" int not null, "type" text null, "names" jsonb not null, primary key ("id"));
alter table "profession" add constraint "profession_type_check" check ("type" in ('primary', 'secondary'));

create table "rate_limit" ("key" varchar(255) not null, "points" int not null default 0, "expire" bigint null, primary key ("key"));
create index "rate_limit_expire_index" on "rate_limit" ("expire");

create table "realm" ("region" text not null, "game_version" text not null, "id" int not null, "slug" text not null, "names" jsonb not null, "listed" boolean not null default true, primary key ("region", "game_version", "id"));
alter table "realm" add constraint "realm_region_check" check ("region" in ('us', 'eu', 'kr', 'tw'));
alter table "realm" add constraint "realm_game_version_check" check ("game_version" in ('retail', 'classic', 'classic-era', 'classic-anniversary'));

create table "reference_document" ("path" text not null, "last_modified" text null, "data" jsonb not null, primary key ("path"));

create table "reputation_faction" ("id" int not null, "parent_id" int null, "root_id" int not null, "expansion_id" int null, "names" jsonb not null, "search_key" text generated always as (search_key((jsonb_path_query_array(names, '$.*?(@ != null)'::jsonpath))::text)) stored null, primary key ("id"));
create index "reputation_faction_root_id_index" on "reputation_faction" ("root_id");
create index "reputation_faction_expansion_id_index" on "reputation_faction" ("expansion_id");

create table "role" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "name" text not null, "game_rank" smallint null, "is_founder" boolean not null default false, "permissions" text[] not null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
alter table "role" add constraint "role_one_per_rank" unique ("organization_id", "game_rank");
create unique index "role_one_founder" on "role" ("organization_id") where is_founder;
alter table "role" add constraint "role_of_organization" unique ("organization_id", "id");
create unique index "role_one_name" on "role" ("organization_id", lower(name));
alter table "role" add constraint "role_rank" check ((((game_rank >= 0) AND (game_rank <= 9)) AND (NOT is_founder)) OR (game_rank IS NULL));
alter table "role" add constraint "role_founder_keeps_rights" check ((NOT is_founder) OR (permissions @> ARRAY['canManageGuild'::text, 'canManageRoles'::text]));
alter table "role" add constraint "role_known_permissions" check (permissions <@ ARRAY['canManageGuild'::text, 'canManageRoles'::text, 'canManageEvents'::text, 'canManageContent'::text, 'canManageRoster'::text, 'canSyncRoster'::text, 'canViewOfficerData'::text, 'canInviteMembers'::text, 'canViewRoster'::text]);

create table "roster_hold" ("organization_id" uuid not null, "removed_entry_ids" jsonb not null, "held_at" timestamptz(3) not null, "since" timestamptz(3) not null default now(), "check_at" timestamptz(3) not null default now(), primary key ("organization_id"));

create table "service_account" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "name" text not null, "permissions" text[] not null default '{}', "act_scopes" text[] not null default '{}', "created_at" timestamptz(3) not null default now(), primary key ("id"));
alter table "service_account" add constraint "service_account_name" unique ("organization_id", "name");

create table "skill_tier" ("id" int not null, "profession_id" int not null, "minimum_skill" smallint null, "maximum_skill" smallint null, "names" jsonb not null, primary key ("id"));
create index "skill_tier_profession_id_index" on "skill_tier" ("profession_id");

create table "recipe" ("id" int not null, "profession_id" int not null, "skill_tier_id" int not null, "names" jsonb not null, "crafted_item_id" int null, "horde_crafted_item_id" int null, "crafted_item_names" jsonb null, "details_fetched_at" timestamptz(3) null, "search_key" text generated always as (search_key(((jsonb_path_query_array(names, '$.*?(@ != null)'::jsonpath))::text || COALESCE((jsonb_path_query_array(NULLIF(crafted_item_names, names), '$.*?(@ != null)'::jsonpath))::text, ''::text)))) stored null, primary key ("id"));
create index "recipe_profession_id_index" on "recipe" ("profession_id");
create index "recipe_skill_tier_id_index" on "recipe" ("skill_tier_id");
create index "recipe_by_any_name" on "recipe" using gin (search_key gin_trgm_ops);

create table "socket_io_attachments" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "payload" bytea not null);

create table "specialization" ("id" int not null, "class_id" smallint not null, "role" text null, "names" jsonb not null, "listed" boolean not null default true, primary key ("id"));
create index "specialization_class_id_index" on "specialization" ("class_id");
alter table "specialization" add constraint "specialization_role_check" check ("role" in ('tank', 'healer', 'melee', 'ranged'));

create table "sync_session" ("id" uuid not null default uuidv7(), "kind" text not null, "subject_id" uuid null, "trigger" text not null, "requested_by" uuid null, "status" text not null default 'queued', "total" int not null default 0, "done" int not null default 0, "added" int not null default 0, "updated" int not null default 0, "removed" int not null default 0, "failed" int not null default 0, "parts" jsonb null, "error_reason" text null, "error_message" text null, "job_id" uuid not null, "attempt" int not null default 0, "cursor" text null, "created_at" timestamptz(3) not null default now(), "started_at" timestamptz(3) null, "finished_at" timestamptz(3) null, primary key ("id"));
create index "sync_session_by_subject" on "sync_session" ("subject_id", "kind", "created_at");
create unique index "sync_session_one_active" on "sync_session" ("kind", "subject_id") nulls not distinct where status in ('queued', 'running');
alter table "sync_session" add constraint "sync_session_kind_check" check ("kind" in ('character', 'roster', 'journal', 'catalogue'));
alter table "sync_session" add constraint "sync_session_trigger_check" check ("trigger" in ('user', 'sign_in', 'schedule', 'admin'));
alter table "sync_session" add constraint "sync_session_status_check" check ("status" in ('queued', 'running', 'held', 'completed', 'failed'));
alter table "sync_session" add constraint "sync_session_error_reason_check" check ("error_reason" in ('platform_unavailable', 'platform_rate_limited', 'platform_answer_malformed', 'gameplatform_token_expired', 'guild_not_found', 'organization_archived', 'roster_shrank', 'interrupted', 'internal'));

create table "app_user" ("id" uuid not null default uuidv7(), "display_name" text not null, "email" text null, "email_verified_at" timestamptz(3) null, "avatar_url" text null, "is_admin" boolean not null default false, "locale" text not null default 'en_US', "time_zone" text not null default 'UTC', "bio" text null, "muted_event_mails" text[] not null default '{}', "shares_with_guilds" boolean not null default true, "preferences" jsonb not null default '{}', "onboarding_completed_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), "erasing_at" timestamptz(3) null, primary key ("id"));
create index "app_user_erasing" on "app_user" ("erasing_at") where erasing_at is not null;
create index "app_user_asks_for_new_events" on "app_user" ("id") where preferences @> '{"requestedNotifications": ["event_new"]}';
create unique index "app_user_email_unique" on "app_user" (lower(email));

create table "text_version" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "type" text not null, "version" int not null, "body" text null, "author_id" uuid null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "text_version_author_id_index" on "text_version" ("author_id");
alter table "text_version" add constraint "text_version_unique" unique ("organization_id", "type", "version");
alter table "text_version" add constraint "text_version_size" check (octet_length(body) <= 20480);
alter table "text_version" add constraint "text_version_type_check" check ("type" in ('motd', 'rules', 'loot_rules', 'description', 'recruitment', 'raid_info'));

create table "session" ("token_hash" text not null, "id" uuid not null, "user_id" uuid not null, "label" text null, "user_agent" text null, "scope" text not null default 'write', "slides" boolean not null default true, "expires_at" timestamptz(3) not null, "last_used_at" timestamptz(3) not null, "created_at" timestamptz(3) not null default now(), primary key ("token_hash"));
alter table "session" add constraint "session_id_unique" unique ("id");
create index "session_user_id_index" on "session" ("user_id");
create index "session_expires_at_index" on "session" ("expires_at");
alter table "session" add constraint "session_scope_check" check ("scope" in ('read', 'write'));

create table "service_token" ("id" uuid not null default uuidv7(), "service_id" uuid not null, "token_hash" text not null, "shown_to_id" uuid not null, "expires_at" timestamptz(3) not null, "last_used_at" timestamptz(3) null, "suspended_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "service_token_service_id_index" on "service_token" ("service_id");
alter table "service_token" add constraint "service_token_token_hash_unique" unique ("token_hash");
create index "service_token_shown_to_id_index" on "service_token" ("shown_to_id");

create table "role_holder" ("organization_id" uuid not null, "role_id" uuid not null, "user_id" uuid not null, "granted_at" timestamptz(3) not null default now(), primary key ("organization_id", "role_id", "user_id"));
create index "role_holder_user_id_index" on "role_holder" ("user_id");
create index "role_holder_of_person" on "role_holder" ("organization_id", "user_id");

create table "post" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "author_id" uuid null, "editor_id" uuid null, "title" text not null, "body" text not null, "visibility" text not null, "pinned" boolean not null default false, "version" int not null default 1, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), primary key ("id"));
create index "post_author_id_index" on "post" ("author_id");
create index "post_editor_id_index" on "post" ("editor_id");
create index "post_list" on "post" ("organization_id", "pinned", "created_at", "id");
alter table "post" add constraint "post_visibility_check" check ("visibility" in ('public', 'guild', 'officers'));

create table "notification" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "organization_id" uuid null, "kind" text not null, "details" jsonb not null default '{}', "read_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "notification_organization_id_index" on "notification" ("organization_id");
create index "notification_of_person" on "notification" ("user_id", "id");
create index "notification_unread" on "notification" ("user_id") where read_at is null;
alter table "notification" add constraint "notification_kind_check" check ("kind" in ('waitlist_promoted', 'place_lost', 'moved', 'event_new', 'event_moved', 'event_cancelled', 'role_granted', 'role_withdrawn', 'claim_rejected', 'transfer_waiting', 'roster_held', 'picture_refused', 'integration_stopped', 'discord_posts_stopped', 'discord_token_refused', 'discord_roles_held', 'discord_role_stopped'));

create table "membership" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "user_id" uuid not null, "joined_at" timestamptz(3) not null default now(), "member_since" timestamptz(3) null, "left_at" timestamptz(3) null, "ranks" smallint[] not null default '{}', "ended" jsonb null, primary key ("id"));
create index "membership_user_id_index" on "membership" ("user_id");
create index "membership_by_time" on "membership" ("organization_id", "joined_at", "id") where left_at is null;
create index "membership_ever" on "membership" ("organization_id", "user_id");
create unique index "membership_one_live" on "membership" ("organization_id", "user_id") where left_at is null;
create or replace function "membership_membership_ends_grants_fn"() returns trigger as $$ begin with roles as (
          delete from role_holder where organization_id = new.organization_id and user_id = new.user_id returning role_id
        ), consents as (
          delete from act_consent c using service_account a
          where a.id = c.service_id and a.organization_id = new.organization_id and c.user_id = new.user_id
          returning c.service_id, c.scopes, c.agreed_at
        ), kept as (
          update membership set ended = jsonb_build_object('ranks', old.ranks,
            'roles', array(select role_id from roles), 'consents', array(select to_jsonb(c) from consents c))
          where id = new.id and old.ranks <> '{}' and (exists (select from roles) or exists (select from consents))
        )
        insert into audit_entry (organization_id, action, person_id, details)
        select new.organization_id, 'role_withdrawn', new.user_id,
          jsonb_build_object('roleId', r.id, 'name', r.name, 'because', 'membership_ended')
        from roles join role r on r.id = roles.role_id;         return null; end; $$ language plpgsql;
create trigger "membership_ends_grants" AFTER UPDATE on "membership" for each ROW
  when (((old.left_at IS NULL) AND (new.left_at IS NOT NULL))) execute function "membership_membership_ends_grants_fn"();
create or replace function "membership_membership_brings_grants_back_fn"() returns trigger as $$ begin with back as (
          select ended from (
            select ended from membership
            where organization_id = new.organization_id and user_id = new.user_id and left_at > now() - interval '30 days'
            order by left_at desc limit 1
          ) latest
          where (select min(rank) from unnest(new.ranks) rank)
            <= (select min(rank::smallint) from jsonb_array_elements_text(ended -> 'ranks') rank)
        ), consents as (
          insert into act_consent (user_id, service_id, scopes, agreed_at)
          select new.user_id, a.id, c.scopes, c.agreed_at
          from back, jsonb_to_recordset(ended -> 'consents') as c(service_id uuid, scopes text[], agreed_at timestamptz)
          join service_account a on a.id = c.service_id
          on conflict do nothing
        ), roles as (
          insert into role_holder (organization_id, role_id, user_id)
          select r.organization_id, r.id, new.user_id
          from back, jsonb_array_elements_text(ended -> 'roles') as held(id)
          join role r on r.id = held.id::uuid and r.organization_id = new.organization_id
          on conflict do nothing returning role_id
        )
        insert into audit_entry (organization_id, action, person_id, details)
        select new.organization_id, 'role_granted', new.user_id,
          jsonb_build_object('roleId', r.id, 'name', r.name, 'because', 'returned')
        from roles join role r on r.id = roles.role_id;         return null; end; $$ language plpgsql;
create trigger "membership_brings_grants_back" AFTER INSERT on "membership" for each ROW
  when ((new.ranks <> '{}'::smallint[])) execute function "membership_membership_brings_grants_back_fn"();
create or replace function "membership_membership_tells_of_ranks_fn"() returns trigger as $$ begin insert into audit_entry (organization_id, action, person_id, details)
        select new.organization_id, case when r.held then 'role_granted' else 'role_withdrawn' end, new.user_id,
          jsonb_build_object('roleId', r.id, 'name', r.name, 'because', 'roster')
        from (
          select r.id, r.name, r.is_founder, r.game_rank, coalesce(r.game_rank, 0) = any(new.ranks) as held,
            tg_op = 'UPDATE' and coalesce(r.game_rank, 0) = any(old.ranks) as was_held
          from role r where r.organization_id = new.organization_id and (r.game_rank is not null or r.is_founder)
        ) r
        where r.held <> r.was_held
        order by r.held, r.is_founder desc, r.game_rank;         return null; end; $$ language plpgsql;
create trigger "membership_tells_of_ranks" AFTER INSERT OR UPDATE on "membership" for each ROW execute function "membership_membership_tells_of_ranks_fn"();

create table "invite" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "code_hash" text not null, "role_id" uuid null, "created_by_id" uuid null, "max_uses" int null, "uses" int not null default 0, "expires_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
alter table "invite" add constraint "invite_code_hash_unique" unique ("code_hash");
create index "invite_created_by_id_index" on "invite" ("created_by_id");
create index "invite_of_role" on "invite" ("organization_id", "role_id");
alter table "invite" add constraint "invite_uses" check ((uses >= 0) AND ((max_uses IS NULL) OR (uses <= max_uses)));

create table "image" ("id" uuid not null default uuidv7(), "purpose" text not null, "subject_id" uuid not null, "uploaded_by_id" uuid null, "status" text not null, "content_hash" text not null, "sizes" jsonb not null, "decided_by" uuid null, "decided_at" timestamptz(3) null, "reason" text null, "version" int not null default 1, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "image_uploaded_by_id_index" on "image" ("uploaded_by_id");
create index "image_by_subject" on "image" ("subject_id", "purpose", "created_at");
create index "image_waiting" on "image" ("created_at", "id") where status = 'pending';
create unique index "image_one_pending" on "image" ("subject_id", "purpose") where status = 'pending';
create unique index "image_one_approved" on "image" ("subject_id", "purpose") where status = 'approved';
alter table "image" add constraint "image_purpose_check" check ("purpose" in ('avatar', 'logo', 'event'));
alter table "image" add constraint "image_status_check" check ("status" in ('pending', 'approved', 'rejected', 'withdrawn'));

create table "event" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "title" text not null, "description" text null, "type" text not null, "scope" text not null, "status" text not null, "starts_at" timestamptz(3) not null, "ends_at" timestamptz(3) not null, "local_start" text not null, "actual_start" text null, "time_zone" text not null, "signup_closes_minutes" int null, "journal_instance_id" int null, "image_url" text null, "recurring_series_id" uuid null, "own_fields" text[] not null default '{}', "any_role" boolean not null default false, "counts_for_attendance" boolean not null default true, "tickets" int not null default 0, "version" int not null default 1, "created_by_id" uuid null, "published_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "event_journal_instance_id_index" on "event" ("journal_instance_id");
create index "event_created_by_id_index" on "event" ("created_by_id");
create index "event_by_start" on "event" ("organization_id", "starts_at", "id");
create index "event_by_series" on "event" ("recurring_series_id", "id") where recurring_series_id is not null;
create index "event_published_by_end" on "event" ("ends_at") where status = 'published';
alter table "event" add constraint "event_duration" check ((ends_at > starts_at) AND (ends_at <= (starts_at + '7 days'::interval)));
alter table "event" add constraint "event_signup_closes" check (signup_closes_minutes >= 0);
alter table "event" add constraint "event_type_check" check ("type" in ('raid', 'dungeon', 'social', 'pvp', 'other'));
alter table "event" add constraint "event_scope_check" check ("scope" in ('guild', 'group'));
alter table "event" add constraint "event_status_check" check ("status" in ('draft', 'published', 'cancelled', 'completed'));
create or replace function "event_event_transition_fn"() returns trigger as $$ begin if old.status <> new.status and not (
          (old.status, new.status) in (('draft', 'published'), ('published', 'cancelled'), ('published', 'completed'))
          or old.status in ('draft', 'completed') and new.status = 'cancelled' and new.recurring_series_id is not null
          or (old.status, new.status) = ('cancelled', 'published') and new.starts_at > now()
        ) then
          raise exception 'event %: % does not become %', new.id, old.status, new.status using errcode = 'check_violation';         end if;         return new; end; $$ language plpgsql;
create trigger "event_transition" BEFORE UPDATE on "event" for each ROW execute function "event_event_transition_fn"();

create table "link_intent" ("discord_user_id" text not null, "event_id" uuid not null, "status" text not null, "role_key" text null, "expires_at" timestamptz(3) not null, primary key ("discord_user_id", "event_id"));
create index "link_intent_event_id_index" on "link_intent" ("event_id");
create index "link_intent_expires_at_index" on "link_intent" ("expires_at");
alter table "link_intent" add constraint "link_intent_status_check" check ("status" in ('signed_up', 'tentative', 'declined'));
alter table "link_intent" add constraint "link_intent_role_key_check" check ("role_key" in ('tank', 'healer', 'melee', 'ranged', 'flex'));

create table "event_slot" ("event_id" uuid not null, "role_key" text not null, "max" smallint not null, "taken" int not null default 0, "position" smallint not null, primary key ("event_id", "role_key"));
alter table "event_slot" add constraint "event_slot_never_overbooked" check ((taken >= 0) AND (taken <= max));
alter table "event_slot" add constraint "event_slot_max" check ((max >= 1) AND (max <= 500));
alter table "event_slot" add constraint "event_slot_role_key_check" check ("role_key" in ('tank', 'healer', 'melee', 'ranged', 'flex'));

create table "event_mirror" ("id" uuid not null default uuidv7(), "event_id" uuid null, "server_id" text not null, "scheduled_event_id" text null, "wanted" int not null default 1, "shown" int not null default 0, "shown_hash" text null, "begins_at" timestamptz(3) null, "sent_at" timestamptz(3) null, "next_try_at" timestamptz(3) not null default now(), "state" text not null default 'live', "problem" text null, primary key ("id"));
create index "event_mirror_due" on "event_mirror" ("server_id", "next_try_at") where (wanted > shown);
alter table "event_mirror" add constraint "event_mirror_one_a_server" unique ("event_id", "server_id");
alter table "event_mirror" add constraint "event_mirror_state_check" check ("state" in ('live', 'ended', 'removed', 'failed'));
alter table "event_mirror" add constraint "event_mirror_problem_check" check ("problem" in ('lacks_permission', 'too_many'));

create table "event_mail" ("id" uuid not null default uuidv7(), "event_id" uuid not null, "user_id" uuid not null, "kind" text not null, "occasion" text not null, "reason" text null, "created_at" timestamptz(3) not null default now(), "settled_at" timestamptz(3) null, primary key ("id"));
create index "event_mail_user_id_index" on "event_mail" ("user_id");
alter table "event_mail" add constraint "event_mail_once" unique ("event_id", "user_id", "kind", "occasion");
alter table "event_mail" add constraint "event_mail_kind_check" check ("kind" in ('reminder', 'promotion', 'placement', 'role_gap'));

create table "event_log_entry" ("id" uuid not null default uuidv7(), "event_id" uuid not null, "kind" text not null, "actor_id" uuid null, "service_id" uuid null, "person_id" uuid null, "via" text null, "changes" jsonb not null default '{}', "why" text null, "at" timestamptz(3) not null default now(), primary key ("id"));
create index "event_log_entry_actor_id_index" on "event_log_entry" ("actor_id");
create index "event_log_entry_service_id_index" on "event_log_entry" ("service_id");
create index "event_log_entry_person_id_index" on "event_log_entry" ("person_id");
create index "event_log_entry_by_time" on "event_log_entry" ("event_id", "at", "id");
create index "event_log_entry_of_event" on "event_log_entry" ("event_id", "at") where person_id is null;
alter table "event_log_entry" add constraint "event_log_entry_kind_check" check ("kind" in ('created', 'edited', 'published', 'cancelled', 'reopened', 'completed', 'image_changed', 'answered', 'added', 'promoted', 'moved', 'removed', 'attendance'));
alter table "event_log_entry" add constraint "event_log_entry_via_check" check ("via" in ('discord'));

create table "email_change" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "email" text not null, "token_hash" text null, "expires_at" timestamptz(3) not null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
alter table "email_change" add constraint "email_change_user_id_unique" unique ("user_id");
alter table "email_change" add constraint "email_change_token_hash_unique" unique ("token_hash");
create index "email_change_expires_at_index" on "email_change" ("expires_at");

create table "discord_role_rule" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "server_id" text not null, "rank_to" smallint null, "role_id" uuid null, "discord_role_id" text not null, "discord_role_name" text not null, "discord_role_color" int not null, "enabled_at" timestamptz(3) null, "problem" text null, "made_by_id" uuid null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "discord_role_rule_role_id_index" on "discord_role_rule" ("role_id");
create index "discord_role_rule_made_by_id_index" on "discord_role_rule" ("made_by_id");
create index "discord_role_rule_of_server" on "discord_role_rule" ("server_id", "discord_role_id");
create unique index "discord_role_rule_once" on "discord_role_rule" ("organization_id", "discord_role_id", "rank_to", "role_id") nulls not distinct;
alter table "discord_role_rule" add constraint "discord_role_rule_source" check ((rank_to IS NULL) OR (role_id IS NULL));
alter table "discord_role_rule" add constraint "discord_role_rule_problem_check" check ("problem" in ('missing', 'everyone', 'managed', 'dangerous', 'above_bot', 'bot_lacks_permission'));

create table "discord_binding" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "server_id" text not null, "channel_id" text not null, "channel_name" text not null, "scopes" text[] not null default '{guild,group}', "types" text[] not null default '{raid,dungeon,social,pvp,other}', "detail" text not null, "lead_days" smallint not null, "mention_hours" smallint null, "mirrors" boolean not null default false, "state" text not null default 'ok', "state_since" timestamptz(3) not null default now(), "lacks" text[] not null default '{}', "next_look_at" timestamptz(3) null, "made_by_id" uuid null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "discord_binding_channel_id_index" on "discord_binding" ("channel_id");
create index "discord_binding_made_by_id_index" on "discord_binding" ("made_by_id");
alter table "discord_binding" add constraint "discord_binding_one_a_channel" unique ("organization_id", "channel_id");
alter table "discord_binding" add constraint "discord_binding_mention_hours" check (mention_hours = ANY (ARRAY[1, 24]));
alter table "discord_binding" add constraint "discord_binding_lead_days" check ((lead_days >= 1) AND (lead_days <= 60));
alter table "discord_binding" add constraint "discord_binding_detail_check" check ("detail" in ('names', 'counts'));
alter table "discord_binding" add constraint "discord_binding_state_check" check ("state" in ('ok', 'channel_gone', 'lacks_permission'));

create table "event_post" ("id" uuid not null default uuidv7(), "event_id" uuid null, "binding_id" uuid null, "channel_id" text not null, "message_id" text null, "wanted" int not null default 1, "shown" int not null default 0, "shown_at" timestamptz(3) null, "shown_hash" text null, "sent_at" timestamptz(3) null, "next_try_at" timestamptz(3) not null default now(), "state" text not null default 'live', primary key ("id"));
create index "event_post_binding_id_index" on "event_post" ("binding_id");
alter table "event_post" add constraint "event_post_message_id_unique" unique ("message_id");
create index "event_post_due" on "event_post" ("channel_id", "next_try_at") where (state = 'live' and (wanted > shown or event_id is null or binding_id is null));
alter table "event_post" add constraint "event_post_one_a_binding" unique ("event_id", "binding_id");
alter table "event_post" add constraint "event_post_state_check" check ("state" in ('live', 'removed', 'failed'));

create table "event_mention" ("id" uuid not null default uuidv7(), "event_id" uuid not null, "user_id" uuid not null, "occasion" text not null, "post_id" uuid not null, "message" uuid not null, "sent_at" timestamptz(3) null, "settled_at" timestamptz(3) null, primary key ("id"));
create index "event_mention_user_id_index" on "event_mention" ("user_id");
create index "event_mention_post_id_index" on "event_mention" ("post_id");
create index "event_mention_message_index" on "event_mention" ("message");
alter table "event_mention" add constraint "event_mention_once" unique ("event_id", "user_id", "occasion");

create table "created_by_key" ("user_id" uuid not null, "key_hash" text not null, "fingerprint" text not null, "created" uuid[] not null, "created_at" timestamptz(3) not null default now(), primary key ("user_id", "key_hash"));
create index "created_by_key_by_time" on "created_by_key" ("created_at");

create table "chat_server_proof" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "server_id" text not null, "confirmed_by_id" uuid not null, "confirmed_at" timestamptz(3) not null, "checked_at" timestamptz(3) not null, primary key ("id"));
alter table "chat_server_proof" add constraint "chat_server_proof_organization_id_unique" unique ("organization_id");
create index "chat_server_proof_server_id_index" on "chat_server_proof" ("server_id");
create index "chat_server_proof_confirmed_by_id_index" on "chat_server_proof" ("confirmed_by_id");

create table "chat_invite" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "organization_id" uuid not null, "target" text not null, "code_sealed" text null, "expires_at" timestamptz(3) null, "claim_id" uuid null, "claimed_until" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "chat_invite_organization_id_index" on "chat_invite" ("organization_id");
alter table "chat_invite" add constraint "chat_invite_one_live" unique ("user_id", "organization_id");

create table "character" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "source" text not null, "region" text not null, "game_version" text not null, "platform_realm_id" int null, "platform_character_id" bigint null, "name" text not null, "realm_slug" text not null, "class_id" smallint not null, "race_id" smallint not null, "gender" text null, "faction" text null, "level" smallint not null, "equipped_item_level" smallint null, "average_item_level" smallint null, "spec_id" int null, "spec_name" text null, "role" text null, "achievement_points" int null, "avatar_url" text null, "guild_id" uuid null, "guild_name" text null, "verified_at" timestamptz(3) null, "is_main" boolean not null default false, "archived_at" timestamptz(3) null, "displaced_at" timestamptz(3) null, "unclaimed_at" timestamptz(3) null, "lost_at" timestamptz(3) null, "last_login_at" timestamptz(3) null, "enriched_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "character_user_id_index" on "character" ("user_id");
create index "character_guild_id_index" on "character" ("guild_id");
create index "character_by_identity" on "character" ("platform_realm_id", "platform_character_id", "region", "game_version");
alter table "character" add constraint "character_one_a_person" unique ("user_id", "region", "game_version", "platform_realm_id", "platform_character_id");
create unique index "character_one_verified" on "character" ("region", "game_version", "platform_realm_id", "platform_character_id") where verified_at is not null;
create unique index "character_one_main" on "character" ("user_id") where is_main;
create unique index "character_one_by_hand" on "character" (user_id, region, game_version, realm_slug, lower(name)) where source = 'manual';
alter table "character" add constraint "character_source_check" check ("source" in ('synced', 'manual'));
alter table "character" add constraint "character_region_check" check ("region" in ('us', 'eu', 'kr', 'tw'));
alter table "character" add constraint "character_game_version_check" check ("game_version" in ('retail', 'classic', 'classic-era', 'classic-anniversary'));
alter table "character" add constraint "character_gender_check" check ("gender" in ('male', 'female'));
alter table "character" add constraint "character_faction_check" check ("faction" in ('alliance', 'horde', 'neutral'));
alter table "character" add constraint "character_role_check" check ("role" in ('tank', 'healer', 'melee', 'ranged'));

create table "roster_entry" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "platform_realm_id" int not null, "platform_character_id" bigint not null, "name" text not null, "name_key" text not null, "realm_slug" text not null, "level" smallint not null, "class_id" smallint not null, "race_id" smallint not null, "faction" text null, "rank" smallint not null, "role" text null, "item_level" smallint null, "last_login_at" timestamptz(3) null, "last_seen_in_roster" timestamptz(3) null, "joined_at" timestamptz(3) not null default now(), "present_since" timestamptz(3) null, "left_at" timestamptz(3) null, "profile_fetched_at" timestamptz(3) null, "profile_last_modified" text null, "profile_level" smallint null, "transferred_to_id" uuid null, "claimed_by_id" uuid null, primary key ("id"));
create index "roster_entry_by_rank" on "roster_entry" (organization_id, rank, (name collate "und-x-icu"), id) where left_at is null;
create index "roster_entry_by_name" on "roster_entry" (organization_id, (name collate "und-x-icu"), id) where left_at is null;
create index "roster_entry_by_identity" on "roster_entry" ("platform_realm_id", "platform_character_id");
create index "roster_entry_by_claim" on "roster_entry" ("claimed_by_id") where claimed_by_id is not null;
create index "roster_entry_by_transfer" on "roster_entry" ("transferred_to_id") where transferred_to_id is not null;
alter table "roster_entry" add constraint "roster_entry_platform_unique" unique ("organization_id", "platform_realm_id", "platform_character_id");
create unique index "roster_entry_one_live_claim" on "roster_entry" ("claimed_by_id") where left_at is null;
alter table "roster_entry" add constraint "roster_entry_faction_check" check ("faction" in ('alliance', 'horde', 'neutral'));
alter table "roster_entry" add constraint "roster_entry_role_check" check ("role" in ('tank', 'healer', 'melee', 'ranged'));

create table "transfer_candidate" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "leaver_id" uuid not null, "joiner_id" uuid not null, "decision" text null, "decided_by_id" uuid null, "decided_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "transfer_candidate_organization_id_index" on "transfer_candidate" ("organization_id");
alter table "transfer_candidate" add constraint "transfer_candidate_leaver_id_joiner_id_unique" unique ("leaver_id", "joiner_id");
alter table "transfer_candidate" add constraint "transfer_candidate_of_two" check (leaver_id <> joiner_id);
alter table "transfer_candidate" add constraint "transfer_candidate_decision_check" check ("decision" in ('confirmed', 'rejected'));

create table "roster_event" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "entry_id" uuid not null, "kind" text not null, "before" text null, "after" text null, "at" timestamptz(3) not null default now(), primary key ("id"));
create index "roster_event_by_time" on "roster_event" ("organization_id", "at", "id");
create index "roster_event_by_kind" on "roster_event" ("organization_id", "kind", "at", "id");
create index "roster_event_by_entry" on "roster_event" ("entry_id", "at", "id");
alter table "roster_event" add constraint "roster_event_kind_check" check ("kind" in ('joined', 'returned', 'left', 'rank', 'level', 'renamed', 'transferred'));

create table "participation" ("id" uuid not null default uuidv7(), "event_id" uuid not null, "user_id" uuid not null, "character_id" uuid null, "role_key" text null, "roles" text[] not null default '{}', "status" text not null, "status_since" timestamptz(3) not null default now(), "removed" boolean not null default false, "ticket" int null, "note" text null, "late_minutes" int null, "attendance" text null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "participation_user_id_index" on "participation" ("user_id");
create index "participation_character_id_index" on "participation" ("character_id");
create index "participation_waiting" on "participation" ("event_id", "ticket") where status = 'waitlist';
alter table "participation" add constraint "participation_one_a_person" unique ("event_id", "user_id");
alter table "participation" add constraint "participation_one_a_ticket" unique ("event_id", "ticket");
alter table "participation" add constraint "participation_late" check ((late_minutes >= 1) AND (late_minutes <= 240));
alter table "participation" add constraint "participation_ticket" check ((status = ANY (ARRAY['signed_up'::text, 'waitlist'::text])) = (ticket IS NOT NULL));
alter table "participation" add constraint "participation_waits_for_a_role" check ((status <> 'waitlist'::text) OR ((role_key IS NOT NULL) AND (role_key = ANY (roles))));
alter table "participation" add constraint "participation_role_key_check" check ("role_key" in ('tank', 'healer', 'melee', 'ranged', 'flex'));
alter table "participation" add constraint "participation_status_check" check ("status" in ('signed_up', 'tentative', 'waitlist', 'declined'));
alter table "participation" add constraint "participation_attendance_check" check ("attendance" in ('present', 'late', 'benched', 'excused', 'no_show'));
create or replace function "participation_participation_takes_slot_fn"() returns trigger as $$ begin if tg_op = 'UPDATE' and (old.status, old.role_key, old.event_id) is not distinct from
          (new.status, new.role_key, new.event_id) then
          return null;         end if;         if tg_op <> 'INSERT' and old.status = 'signed_up' then
          update event_slot set taken = taken - 1 where event_id = old.event_id and role_key = old.role_key;         end if;         if tg_op <> 'DELETE' and new.status = 'signed_up' then
          update event_slot set taken = taken + 1 where event_id = new.event_id and role_key = new.role_key;           if not found and exists (select from event_slot where event_id = new.event_id) then
            raise exception 'event %: no slot for %', new.event_id, new.role_key using errcode = 'check_violation';           end if;         end if;         return null; end; $$ language plpgsql;
create trigger "participation_takes_slot" AFTER INSERT OR UPDATE OR DELETE on "participation" for each ROW execute function "participation_participation_takes_slot_fn"();

create table "character_skill_tier" ("character_id" uuid not null, "tier_id" int not null, "profession_id" int not null, "skill_points" int null, "max_skill_points" int null, primary key ("character_id", "tier_id"));

create table "character_section" ("character_id" uuid not null, "section" text not null, "status" text not null, "fetched_at" timestamptz(3) null, "asked_at" timestamptz(3) null, "last_modified" text null, "next_at" timestamptz(3) null, "missing_since" timestamptz(3) null, "data" jsonb null, primary key ("character_id", "section"));
create index "character_section_next_at_index" on "character_section" ("next_at");
create index "character_section_lately_asked" on "character_section" ("section", "asked_at") where section in ('profile', 'status');
alter table "character_section" add constraint "character_section_status_check" check ("status" in ('ok', 'not_found', 'failed', 'not_available'));
create or replace function "character_section_character_section_known_recipes_fn"() returns trigger as $$ begin delete from character_profession where character_id = new.character_id and profession_id not in (
          select (v ->> 'id')::int from jsonb_path_query(new.data, '$.professions[*]') v);         delete from character_skill_tier where character_id = new.character_id and tier_id not in (
          select (v ->> 'id')::int from jsonb_path_query(new.data, '$.professions[*].tiers[*]') v);         delete from character_recipe where character_id = new.character_id and recipe_id not in (
          select v::int from jsonb_path_query(new.data, '$.professions[*].tiers[*].recipeIds[*]') v);         insert into character_profession as t (character_id, profession_id, skill_points, max_skill_points, known_recipes)
        select distinct on (d.id) new.character_id, d.id, d."skillPoints", d."maxSkillPoints",
          (select count(*) from jsonb_path_query(d.tiers, '$[*].recipeIds[*]'))
        from jsonb_to_recordset(new.data -> 'professions') d(id int, "skillPoints" int, "maxSkillPoints" int, tiers jsonb)
        on conflict (character_id, profession_id) do update set (skill_points, max_skill_points, known_recipes) =
          (excluded.skill_points, excluded.max_skill_points, excluded.known_recipes)
        where (t.skill_points, t.max_skill_points, t.known_recipes) is distinct from
          (excluded.skill_points, excluded.max_skill_points, excluded.known_recipes);         insert into character_skill_tier as t (character_id, tier_id, profession_id, skill_points, max_skill_points)
        select distinct on (d.id) new.character_id, d.id, p.id, d."skillPoints", d."maxSkillPoints"
        from jsonb_to_recordset(new.data -> 'professions') p(id int, tiers jsonb)
        cross join jsonb_to_recordset(p.tiers) d(id int, "skillPoints" int, "maxSkillPoints" int)
        on conflict (character_id, tier_id) do update set (profession_id, skill_points, max_skill_points) =
          (excluded.profession_id, excluded.skill_points, excluded.max_skill_points)
        where (t.profession_id, t.skill_points, t.max_skill_points) is distinct from
          (excluded.profession_id, excluded.skill_points, excluded.max_skill_points);         insert into character_recipe as t (character_id, recipe_id, profession_id, tier_id)
        select distinct on (v) new.character_id, v::int, p.id, d.id
        from jsonb_to_recordset(new.data -> 'professions') p(id int, tiers jsonb)
        cross join jsonb_to_recordset(p.tiers) d(id int, "recipeIds" jsonb)
        cross join jsonb_array_elements(d."recipeIds") v
        on conflict (character_id, recipe_id) do update set (profession_id, tier_id) =
          (excluded.profession_id, excluded.tier_id)
        where (t.profession_id, t.tier_id) is distinct from (excluded.profession_id, excluded.tier_id);         return null; end; $$ language plpgsql;
create trigger "character_section_known_recipes" AFTER INSERT OR UPDATE on "character_section" for each ROW
  when ((new.section = 'professions'::text)) execute function "character_section_character_section_known_recipes_fn"();
create or replace function "character_section_character_section_forgotten_recipes_fn"() returns trigger as $$ begin delete from character_profession where character_id = old.character_id;         delete from character_skill_tier where character_id = old.character_id;         delete from character_recipe where character_id = old.character_id;         return null; end; $$ language plpgsql;
create trigger "character_section_forgotten_recipes" AFTER DELETE on "character_section" for each ROW
  when ((old.section = 'professions'::text)) execute function "character_section_character_section_forgotten_recipes_fn"();

create table "character_recipe" ("character_id" uuid not null, "recipe_id" int not null, "profession_id" int not null, "tier_id" int not null, primary key ("character_id", "recipe_id"));
create index "character_recipe_by_recipe" on "character_recipe" (recipe_id, character_id) include (profession_id, tier_id);

create table "character_profession" ("character_id" uuid not null, "profession_id" int not null, "skill_points" int null, "max_skill_points" int null, "known_recipes" int not null, primary key ("character_id", "profession_id"));

create table "calendar_feed" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "organization_id" uuid null, "session_id" uuid null, "token_hash" text not null, "created_at" timestamptz(3) not null default now(), "last_read_at" timestamptz(3) null, primary key ("id"));
create index "calendar_feed_organization_id_index" on "calendar_feed" ("organization_id");
alter table "calendar_feed" add constraint "calendar_feed_token_hash_unique" unique ("token_hash");
create unique index "calendar_feed_one_each" on "calendar_feed" (user_id, organization_id) nulls not distinct;

create table "audit_entry" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "actor_id" uuid null, "action" text not null, "person_id" uuid null, "details" jsonb not null default '{}', "at" timestamptz(3) not null default now(), primary key ("id"));
create index "audit_entry_actor_id_index" on "audit_entry" ("actor_id");
create index "audit_entry_person_id_index" on "audit_entry" ("person_id");
create index "audit_entry_by_time" on "audit_entry" ("organization_id", "at", "id");

create table "attendance_policy" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "version" int not null, "valid_from" timestamptz(3) null, "late_weight" smallint not null, "benched_weight" smallint not null, "count_declined" boolean not null, "too_few_events" smallint not null, "changed_by_id" uuid null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "attendance_policy_changed_by_id_index" on "attendance_policy" ("changed_by_id");
alter table "attendance_policy" add constraint "attendance_policy_version" unique ("organization_id", "version");
alter table "attendance_policy" add constraint "attendance_policy_begins" check ((version = 1) = (valid_from IS NULL));
alter table "attendance_policy" add constraint "attendance_policy_weights" check ((late_weight >= 0) AND (late_weight <= 100) AND (benched_weight >= 0) AND (benched_weight <= 100) AND (too_few_events >= 1));

create table "admin_entry" ("id" uuid not null default uuidv7(), "actor_id" uuid null, "action" text not null, "person_id" uuid null, "details" jsonb not null default '{}', "at" timestamptz(3) not null default now(), primary key ("id"));
create index "admin_entry_actor_id_index" on "admin_entry" ("actor_id");
create index "admin_entry_person_id_index" on "admin_entry" ("person_id");
create index "admin_entry_by_time" on "admin_entry" ("at", "id");

create table "act_consent" ("user_id" uuid not null, "service_id" uuid not null, "scopes" text[] not null, "agreed_at" timestamptz(3) not null, primary key ("user_id", "service_id"));
create index "act_consent_service_id_index" on "act_consent" ("service_id");

create table "account" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "provider_id" text not null, "account_id" text not null, "display_name" text null, "access_token_sealed" text null, "access_token_expires_at" timestamptz(3) null, "refresh_token_sealed" text null, "renewing_until" timestamptz(3) null, "needs_reauth_at" timestamptz(3) null, "messages_closed_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
alter table "account" add constraint "account_provider_id_account_id_unique" unique ("provider_id", "account_id");
alter table "account" add constraint "account_user_id_provider_id_unique" unique ("user_id", "provider_id");
alter table "account" add constraint "account_provider_id_check" check ("provider_id" in ('battlenet', 'discord'));

create table "absence" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "organization_id" uuid null, "from_day" date not null, "to_day" date not null, "time_zone" text not null, "starts_at" timestamptz(3) not null, "ends_at" timestamptz(3) not null, "note" text null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "absence_organization_id_index" on "absence" ("organization_id");
create index "absence_by_person" on "absence" ("user_id", "ends_at");
alter table "absence" add constraint "absence_days" check ((ends_at > starts_at) AND (ends_at <= (starts_at + '367 days'::interval)) AND (to_day >= from_day));

create table "webhook_endpoint" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "name" text not null, "kind" text not null, "host" text not null, "address_sealed" text not null, "secret_sealed" text null, "old_secret_sealed" text null, "old_secret_until" timestamptz(3) null, "types" text[] not null default '{}', "permissions" text[] not null default '{}', "adopted_by_id" uuid null, "state" text not null default 'active', "read_seq" bigint not null, "failures" int not null default 0, "failing_since" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "webhook_endpoint_organization_id_index" on "webhook_endpoint" ("organization_id");
create index "webhook_endpoint_adopted_by_id_index" on "webhook_endpoint" ("adopted_by_id");
alter table "webhook_endpoint" add constraint "webhook_endpoint_kind_check" check ("kind" in ('standard', 'discord'));
alter table "webhook_endpoint" add constraint "webhook_endpoint_state_check" check ("state" in ('active', 'suspended', 'disabled'));

create table "webhook_delivery" ("id" uuid not null default uuidv7(), "endpoint_id" uuid not null, "type" text not null, "seq" bigint null, "subject_id" uuid null, "audience" text not null default 'members', "happened_at" timestamptz(3) not null, "outcome" text not null default 'waiting', "status" int null, "milliseconds" int null, "attempt" int not null default 0, "attempted_at" timestamptz(3) null, "next_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "webhook_delivery_created_at_index" on "webhook_delivery" ("created_at");
create index "webhook_delivery_of_endpoint" on "webhook_delivery" ("endpoint_id", "id");
create index "webhook_delivery_due" on "webhook_delivery" ("endpoint_id", "next_at") where next_at is not null;
alter table "webhook_delivery" add constraint "webhook_delivery_once" unique ("endpoint_id", "seq", "type");
create unique index "webhook_delivery_one_ping" on "webhook_delivery" ("endpoint_id") where (type = 'ping' and next_at is not null);
alter table "webhook_delivery" add constraint "webhook_delivery_type_check" check ("type" in ('event.changed', 'participation.changed', 'post.changed', 'roster.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'ping', 'feed.gap'));
alter table "webhook_delivery" add constraint "webhook_delivery_audience_check" check ("audience" in ('members', 'roster', 'officers', 'planners', 'person', 'administrators'));
alter table "webhook_delivery" add constraint "webhook_delivery_outcome_check" check ("outcome" in ('waiting', 'delivered', 'http_error', 'timeout', 'unreachable', 'tls', 'blocked', 'redirect', 'gone', 'withheld'));

create table "withdrawn_answer" ("event_id" uuid not null, "user_id" uuid not null, "at" timestamptz(3) not null, primary key ("event_id", "user_id"));
create index "withdrawn_answer_user_id_index" on "withdrawn_answer" ("user_id");

alter table "journal_expansion_locale" add constraint "journal_expansion_locale_entity_id_foreign" foreign key ("entity_id") references "journal_expansion" ("id") on delete cascade;

alter table "journal_instance" add constraint "journal_instance_expansion_id_foreign" foreign key ("expansion_id") references "journal_expansion" ("id") on delete restrict;

alter table "journal_encounter" add constraint "journal_encounter_instance_id_foreign" foreign key ("instance_id") references "journal_instance" ("id") on delete cascade;

alter table "journal_encounter_locale" add constraint "journal_encounter_locale_entity_id_foreign" foreign key ("entity_id") references "journal_encounter" ("id") on delete cascade;

alter table "journal_instance_locale" add constraint "journal_instance_locale_entity_id_foreign" foreign key ("entity_id") references "journal_instance" ("id") on delete cascade;

alter table "guild_sync" add constraint "guild_sync_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;

alter table "guild_achievements" add constraint "guild_achievements_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on update cascade on delete cascade;

alter table "former_alias" add constraint "former_alias_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;

alter table "discord_role_grant" add constraint "discord_role_grant_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete set null;

alter table "discord_connection" add constraint "discord_connection_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on update cascade on delete cascade;

alter table "reputation_faction" add constraint "reputation_faction_expansion_id_foreign" foreign key ("expansion_id") references "journal_expansion" ("id") on delete set null;

alter table "role" add constraint "role_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;

alter table "roster_hold" add constraint "roster_hold_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on update cascade on delete cascade;

alter table "service_account" add constraint "service_account_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;

alter table "skill_tier" add constraint "skill_tier_profession_id_foreign" foreign key ("profession_id") references "profession" ("id") on delete cascade;

alter table "recipe" add constraint "recipe_profession_id_foreign" foreign key ("profession_id") references "profession" ("id") on delete cascade;
alter table "recipe" add constraint "recipe_skill_tier_id_foreign" foreign key ("skill_tier_id") references "skill_tier" ("id") on delete cascade;

alter table "specialization" add constraint "specialization_class_id_foreign" foreign key ("class_id") references "playable_class" ("id") on delete restrict;

alter table "text_version" add constraint "text_version_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "text_version" add constraint "text_version_author_id_foreign" foreign key ("author_id") references "app_user" ("id") on delete set null;

alter table "session" add constraint "session_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;

alter table "service_token" add constraint "service_token_service_id_foreign" foreign key ("service_id") references "service_account" ("id") on delete cascade;
alter table "service_token" add constraint "service_token_shown_to_id_foreign" foreign key ("shown_to_id") references "app_user" ("id") on delete cascade;

alter table "role_holder" add constraint "role_holder_organization_id_role_id_foreign" foreign key ("organization_id", "role_id") references "role" ("organization_id", "id") on update cascade on delete no action;
alter table "role_holder" add constraint "role_holder_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade;
alter table "role_holder" add constraint "role_holder_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;

alter table "post" add constraint "post_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "post" add constraint "post_author_id_foreign" foreign key ("author_id") references "app_user" ("id") on delete set null;
alter table "post" add constraint "post_editor_id_foreign" foreign key ("editor_id") references "app_user" ("id") on delete set null;

alter table "notification" add constraint "notification_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;
alter table "notification" add constraint "notification_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;

alter table "membership" add constraint "membership_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "membership" add constraint "membership_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;

alter table "invite" add constraint "invite_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "invite" add constraint "invite_organization_id_role_id_foreign" foreign key ("organization_id", "role_id") references "role" ("organization_id", "id") on delete cascade;
alter table "invite" add constraint "invite_created_by_id_foreign" foreign key ("created_by_id") references "app_user" ("id") on delete set null;

alter table "image" add constraint "image_uploaded_by_id_foreign" foreign key ("uploaded_by_id") references "app_user" ("id") on delete set null;

alter table "event" add constraint "event_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "event" add constraint "event_journal_instance_id_foreign" foreign key ("journal_instance_id") references "journal_instance" ("id") on delete set null;
alter table "event" add constraint "event_created_by_id_foreign" foreign key ("created_by_id") references "app_user" ("id") on delete set null;

alter table "link_intent" add constraint "link_intent_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;

alter table "event_slot" add constraint "event_slot_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;

alter table "event_mirror" add constraint "event_mirror_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete set null;

alter table "event_mail" add constraint "event_mail_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;
alter table "event_mail" add constraint "event_mail_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;

alter table "event_log_entry" add constraint "event_log_entry_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;
alter table "event_log_entry" add constraint "event_log_entry_actor_id_foreign" foreign key ("actor_id") references "app_user" ("id") on delete set null;
alter table "event_log_entry" add constraint "event_log_entry_service_id_foreign" foreign key ("service_id") references "service_account" ("id") on delete set null;
alter table "event_log_entry" add constraint "event_log_entry_person_id_foreign" foreign key ("person_id") references "app_user" ("id") on delete set null;

alter table "email_change" add constraint "email_change_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;

alter table "discord_role_rule" add constraint "discord_role_rule_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "discord_role_rule" add constraint "discord_role_rule_role_id_foreign" foreign key ("role_id") references "role" ("id") on delete cascade;
alter table "discord_role_rule" add constraint "discord_role_rule_made_by_id_foreign" foreign key ("made_by_id") references "app_user" ("id") on delete set null;

alter table "discord_binding" add constraint "discord_binding_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "discord_binding" add constraint "discord_binding_made_by_id_foreign" foreign key ("made_by_id") references "app_user" ("id") on delete set null;

alter table "event_post" add constraint "event_post_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete set null;
alter table "event_post" add constraint "event_post_binding_id_foreign" foreign key ("binding_id") references "discord_binding" ("id") on delete set null;

alter table "event_mention" add constraint "event_mention_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;
alter table "event_mention" add constraint "event_mention_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;
alter table "event_mention" add constraint "event_mention_post_id_foreign" foreign key ("post_id") references "event_post" ("id") on delete cascade;

alter table "created_by_key" add constraint "created_by_key_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;

alter table "chat_server_proof" add constraint "chat_server_proof_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "chat_server_proof" add constraint "chat_server_proof_confirmed_by_id_foreign" foreign key ("confirmed_by_id") references "app_user" ("id") on delete cascade;

alter table "chat_invite" add constraint "chat_invite_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;
alter table "chat_invite" add constraint "chat_invite_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;

alter table "character" add constraint "character_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;
alter table "character" add constraint "character_guild_id_foreign" foreign key ("guild_id") references "organization" ("id") on delete set null;

alter table "roster_entry" add constraint "roster_entry_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "roster_entry" add constraint "roster_entry_transferred_to_id_foreign" foreign key ("transferred_to_id") references "roster_entry" ("id") on delete set null;
alter table "roster_entry" add constraint "roster_entry_claimed_by_id_foreign" foreign key ("claimed_by_id") references "character" ("id") on delete set null;

alter table "transfer_candidate" add constraint "transfer_candidate_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "transfer_candidate" add constraint "transfer_candidate_leaver_id_foreign" foreign key ("leaver_id") references "roster_entry" ("id") on delete cascade;
alter table "transfer_candidate" add constraint "transfer_candidate_joiner_id_foreign" foreign key ("joiner_id") references "roster_entry" ("id") on delete cascade;
alter table "transfer_candidate" add constraint "transfer_candidate_decided_by_id_foreign" foreign key ("decided_by_id") references "app_user" ("id") on delete set null;

alter table "roster_event" add constraint "roster_event_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "roster_event" add constraint "roster_event_entry_id_foreign" foreign key ("entry_id") references "roster_entry" ("id") on delete cascade;

alter table "participation" add constraint "participation_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;
alter table "participation" add constraint "participation_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;
alter table "participation" add constraint "participation_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete set null;

alter table "character_skill_tier" add constraint "character_skill_tier_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete cascade;

alter table "character_section" add constraint "character_section_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete cascade;

alter table "character_recipe" add constraint "character_recipe_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete cascade;

alter table "character_profession" add constraint "character_profession_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete cascade;

alter table "calendar_feed" add constraint "calendar_feed_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;
alter table "calendar_feed" add constraint "calendar_feed_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;

alter table "audit_entry" add constraint "audit_entry_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "audit_entry" add constraint "audit_entry_actor_id_foreign" foreign key ("actor_id") references "app_user" ("id") on delete set null;
alter table "audit_entry" add constraint "audit_entry_person_id_foreign" foreign key ("person_id") references "app_user" ("id") on delete set null;

alter table "attendance_policy" add constraint "attendance_policy_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "attendance_policy" add constraint "attendance_policy_changed_by_id_foreign" foreign key ("changed_by_id") references "app_user" ("id") on delete set null;

alter table "admin_entry" add constraint "admin_entry_actor_id_foreign" foreign key ("actor_id") references "app_user" ("id") on delete set null;
alter table "admin_entry" add constraint "admin_entry_person_id_foreign" foreign key ("person_id") references "app_user" ("id") on delete set null;

alter table "act_consent" add constraint "act_consent_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade;
alter table "act_consent" add constraint "act_consent_service_id_foreign" foreign key ("service_id") references "service_account" ("id") on update cascade on delete cascade;

alter table "account" add constraint "account_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;

alter table "absence" add constraint "absence_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;
alter table "absence" add constraint "absence_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;

alter table "webhook_endpoint" add constraint "webhook_endpoint_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "webhook_endpoint" add constraint "webhook_endpoint_adopted_by_id_foreign" foreign key ("adopted_by_id") references "app_user" ("id") on delete set null;

alter table "webhook_delivery" add constraint "webhook_delivery_endpoint_id_foreign" foreign key ("endpoint_id") references "webhook_endpoint" ("id") on delete cascade;

alter table "withdrawn_answer" add constraint "withdrawn_answer_event_id_foreign" foreign key ("event_id") references "event" ("id") on update cascade on delete cascade;
alter table "withdrawn_answer" add constraint "withdrawn_answer_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade;

-- Everybody but those who are being erased. Only the erasure reads and writes `app_user` itself, and a test looks after
-- that: statements name `person`, or leave out the rows of `leaving`, which is empty nearly always.
create view person as select * from app_user where erasing_at is null;
create view leaving as select id as user_id from app_user where erasing_at is not null;

-- Who belongs where, and who holds which right: the only places that say so. Rights are stored nowhere; they follow the
-- roster as it stands in the statement that asks. Rows may repeat, because `union all` lets conditions on
-- organization_id and user_id reach the indexes below; conditions have to be constants, parameters or outer references.

-- A member of a guild's roster whom a person has proved to be.
create view proven_claim as
  select e.organization_id, e.id as entry_id, e.rank, c.id as character_id, c.user_id
  from roster_entry e join character c on c.id = e.claimed_by_id
  where e.left_at is null and c.verified_at is not null and c.user_id not in (table leaving);

-- In a synced guild by a proven claim, in a standalone organization by its membership.
create view current_member as
  select organization_id, user_id from proven_claim
  union all
  select m.organization_id, m.user_id from membership m
  join organization o on o.id = m.organization_id and o.source = 'standalone'
  where m.left_at is null and m.user_id not in (table leaving);

-- The roles of each member: of their ranks (rank 0 holds the founder role too), and those that were granted to them.
create view held_role as
  select p.organization_id, p.user_id, r.id as role_id, r.is_founder, r.permissions
  from proven_claim p
  join role r on r.organization_id = p.organization_id and (r.game_rank = p.rank or r.is_founder and p.rank = 0)
  union all
  select h.organization_id, h.user_id, r.id, r.is_founder, r.permissions
  from role_holder h join role r on r.id = h.role_id
  where exists (
    select from current_member m where m.organization_id = h.organization_id and m.user_id = h.user_id offset 0);

-- Rate limit counters are worthless after a crash, and an unlogged table waits for no disk.
alter table "rate_limit" set unlogged;
