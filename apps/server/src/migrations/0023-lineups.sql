alter table "change" drop constraint "change_type_check";
alter table "notification" drop constraint "notification_kind_check";
create table "lineup" ("id" uuid not null default uuidv7(), "event_id" uuid not null, "encounter_id" int null, "difficulty" smallint null, "version" int not null default 1, "changed_at" timestamptz(3) not null default now(), "changed_by_id" uuid null, "published_version" int null, "published_difficulty" smallint null, "published_at" timestamptz(3) null, primary key ("id"));
create index "lineup_encounter_id_index" on "lineup" ("encounter_id");
create index "lineup_changed_by_id_index" on "lineup" ("changed_by_id");
alter table "lineup" add constraint "lineup_one_a_boss" unique ("event_id", "encounter_id");
create unique index "lineup_one_a_night" on "lineup" ("event_id") where encounter_id is null;

create table "lineup_place" ("lineup_id" uuid not null, "published" boolean not null, "raider_id" uuid not null, "character_id" uuid null, "raider_character_id" uuid null, "spec_id" int null, "role" text not null, "party" smallint null, "slot" smallint null, primary key ("lineup_id", "published", "raider_id"));
create index "lineup_place_raider_id_index" on "lineup_place" ("raider_id");
create index "lineup_place_character_id_index" on "lineup_place" ("character_id");
create index "lineup_place_raider_character_id_index" on "lineup_place" ("raider_character_id");
alter table "lineup_place" add constraint "lineup_place_one_a_slot" unique ("lineup_id", "published", "party", "slot");

alter table "lineup" add constraint "lineup_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;
alter table "lineup" add constraint "lineup_encounter_id_foreign" foreign key ("encounter_id") references "journal_encounter" ("id") on delete cascade;
alter table "lineup" add constraint "lineup_changed_by_id_foreign" foreign key ("changed_by_id") references "app_user" ("id") on delete set null;
alter table "lineup" add constraint "lineup_difficulty" check (difficulty = ANY (ARRAY[1, 2, 3, 4, 5, 6, 8, 9, 14, 15, 16, 17, 23, 148, 233]));
alter table "lineup" add constraint "lineup_publishes_what_was" check (published_version <= version);

alter table "lineup_place" add constraint "lineup_place_lineup_id_foreign" foreign key ("lineup_id") references "lineup" ("id") on delete cascade;
alter table "lineup_place" add constraint "lineup_place_raider_id_foreign" foreign key ("raider_id") references "raider" ("id") on delete cascade;
alter table "lineup_place" add constraint "lineup_place_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete set null;
alter table "lineup_place" add constraint "lineup_place_raider_character_id_foreign" foreign key ("raider_character_id") references "raider_character" ("id") on delete set null;
alter table "lineup_place" add constraint "lineup_place_role_check" check ("role" in ('tank', 'healer', 'melee', 'ranged'));
alter table "lineup_place" add constraint "lineup_place_group" check ((party >= 1) AND (party <= 8));
alter table "lineup_place" add constraint "lineup_place_slot" check ((slot >= 1) AND (slot <= 5));
alter table "lineup_place" add constraint "lineup_place_whole" check ((party IS NULL) = (slot IS NULL));

alter table "change" add constraint "change_type_check" check ("type" in ('event.changed', 'participation.changed', 'lineup.changed', 'post.changed', 'roster.changed', 'raider.changed', 'import.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'moderation.changed', 'job.changed', 'notification.changed')) not valid;
alter table "notification" add constraint "notification_kind_check" check ("kind" in ('waitlist_promoted', 'place_lost', 'moved', 'event_new', 'answer_wanted', 'answer_counts', 'answer_refused', 'absence_entered', 'event_moved', 'event_cancelled', 'lineup_published', 'lineup_gap', 'role_granted', 'role_withdrawn', 'claim_rejected', 'transfer_waiting', 'roster_held', 'picture_refused', 'integration_stopped', 'discord_posts_stopped', 'discord_token_refused', 'discord_roles_held', 'discord_role_stopped'));
