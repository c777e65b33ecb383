create table "loot_response" ("organization_id" uuid not null, "key" text not null, "text" text not null, "meaning" text null, "counts" boolean not null default false, "color" text null, "decided" boolean not null default false, primary key ("organization_id", "key"));
alter table "loot_response" add constraint "loot_response_counts" check ((NOT counts) OR (meaning IS NOT NULL));

create table "loot_award" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "award_id" uuid not null, "amends_id" uuid null, "holds" boolean not null default true, "by_officer" boolean not null default false, "award_key" text not null, "drop_key" text null, "tool" text not null, "as_of" timestamptz(3) not null, "line" int not null, "team_id" uuid null, "event_id" uuid null, "raider_id" uuid null, "name" text null, "realm" text null, "name_key" text not null, "realm_key" text not null, "class_name" text null, "item_id" int not null, "item_name" text null, "item_string" text null, "track" text null, "instance" text null, "boss" text null, "received_at" timestamptz(3) not null, "day_only" boolean not null, "response" text not null, "response_key" text not null, "votes" int null, "note" text null, "old_items" text[] not null default '{}', "withdrawn" boolean not null default false, "created_by_id" uuid null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "loot_award_amends_id_index" on "loot_award" ("amends_id");
create index "loot_award_team_id_index" on "loot_award" ("team_id");
create index "loot_award_created_by_id_index" on "loot_award" ("created_by_id");
create index "loot_award_by_time" on "loot_award" (organization_id, received_at, award_id) where holds;
create index "loot_award_by_item" on "loot_award" (organization_id, item_id) where holds;
create index "loot_award_by_response" on "loot_award" (organization_id, response_key) where holds;
create index "loot_award_by_drop" on "loot_award" (organization_id, drop_key) where holds;
create index "loot_award_by_raider" on "loot_award" ("raider_id");
create index "loot_award_by_event" on "loot_award" ("event_id");
create index "loot_award_by_name" on "loot_award" ("name_key", "realm_key");
create unique index "loot_award_one_a_key" on "loot_award" ("organization_id", "award_key") where amends_id is null;
create unique index "loot_award_one_holds" on "loot_award" ("award_id") where holds;
alter table "loot_award" add constraint "loot_award_first" check ((amends_id IS NULL) = (award_id = id));
alter table "loot_award" add constraint "loot_award_time" check (received_at >= '2004-01-01 00:00:00+00'::timestamp with time zone);
alter table "loot_award" add constraint "loot_award_item" check (item_id > 0);

alter table "loot_response" add constraint "loot_response_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "loot_response" add constraint "loot_response_meaning_check" check ("meaning" in ('best', 'need', 'upgrade', 'minor', 'offspec', 'transmog', 'bank', 'disenchant', 'pass', 'auto', 'bonus', 'personal'));

alter table "loot_award" add constraint "loot_award_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "loot_award" add constraint "loot_award_amends_id_foreign" foreign key ("amends_id") references "loot_award" ("id") on delete cascade;
alter table "loot_award" add constraint "loot_award_tool_check" check ("tool" in ('rclootcouncil', 'gargul', 'lootreserve', 'clm', 'thats_my_bis'));
alter table "loot_award" add constraint "loot_award_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete set null;
alter table "loot_award" add constraint "loot_award_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete set null;
alter table "loot_award" add constraint "loot_award_raider_id_foreign" foreign key ("raider_id") references "raider" ("id") on delete set null;
alter table "loot_award" add constraint "loot_award_track_check" check ("track" in ('finder', 'normal', 'heroic', 'mythic'));
alter table "loot_award" add constraint "loot_award_created_by_id_foreign" foreign key ("created_by_id") references "app_user" ("id") on delete set null;

alter table "import_run" drop constraint "import_run_source_check";
alter table "import_run" add constraint "import_run_source_check" check ("source" in ('raid_helper', 'roster_notes', 'wowaudit', 'thats_my_bis', 'eqdkp', 'table', 'loot')) not valid;
alter table "import_row" drop constraint "import_row_reason_check";
alter table "import_row" add constraint "import_row_reason_check" check ("reason" in ('circle', 'several_mains', 'nothing_to_write', 'no_event', 'no_role', 'already_there', 'answered_already', 'proved_by_a_person', 'of_another_raider', 'team_full', 'changed_since', 'impossible_time', 'later_line')) not valid;
alter table "change" drop constraint "change_type_check";
alter table "change" add constraint "change_type_check" check ("type" in ('event.changed', 'participation.changed', 'lineup.changed', 'night.changed', 'post.changed', 'roster.changed', 'raider.changed', 'import.changed', 'loot.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'moderation.changed', 'job.changed', 'notification.changed')) not valid;
alter table "webhook_delivery" drop constraint "webhook_delivery_type_check";
alter table "webhook_delivery" add constraint "webhook_delivery_type_check" check ("type" in ('event.changed', 'participation.changed', 'post.changed', 'roster.changed', 'raider.changed', 'loot.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'ping', 'feed.gap')) not valid;

-- Processes of the version before do not know the permission, so what exists gets it in a column that they do not read.
alter table "role" add column "added_permissions" text[] not null default '{}';
alter table "role" add constraint "role_added_permissions" check (added_permissions <@ ARRAY['canManageLoot'::text]) not valid;
alter table "role" drop constraint "role_known_permissions";
alter table "role" add constraint "role_known_permissions" check (permissions <@ ARRAY['canManageGuild'::text, 'canManageRoles'::text, 'canManageEvents'::text, 'canManageContent'::text, 'canManageRoster'::text, 'canManageLoot'::text, 'canSyncRoster'::text, 'canViewOfficerData'::text, 'canInviteMembers'::text, 'canViewRoster'::text]) not valid;

create or replace view held_role as
  select p.organization_id, p.user_id, r.id as role_id, r.is_founder, r.permissions, r.added_permissions
  from proven_claim p
  join role r on r.organization_id = p.organization_id and (r.game_rank = p.rank or r.is_founder and p.rank = 0)
  union all
  select h.organization_id, h.user_id, r.id, r.is_founder, r.permissions, r.added_permissions
  from role_holder h join role r on r.id = h.role_id
  where exists (
    select from current_member m where m.organization_id = h.organization_id and m.user_id = h.user_id offset 0);

-- Founders, and the roles of officers: those that manage roster and events and see what is for officers.
update role set added_permissions = '{canManageLoot}'
where is_founder or permissions @> '{canManageRoster,canManageEvents,canViewOfficerData}';
