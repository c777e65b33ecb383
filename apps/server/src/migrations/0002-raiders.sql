create table "team" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "name" text not null, "position" smallint not null, "color" text null, "schedule" text null, "archived_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "team_by_position" on "team" ("organization_id", "position", "id");

create table "raider" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "user_id" uuid null, "name" text null, "kind" text not null default 'member', "note" text null, "discord_key" text null, "merged_into_id" uuid null, "archived_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "raider_user_id_index" on "raider" ("user_id");
create index "raider_merged_into_id_index" on "raider" ("merged_into_id");
alter table "raider" add constraint "raider_one_a_person" unique ("organization_id", "user_id");
alter table "raider" add constraint "raider_one_a_discord_key" unique ("organization_id", "discord_key");

create table "team_member" ("id" uuid not null default uuidv7(), "team_id" uuid not null, "raider_id" uuid not null, "role" text null, "status" text not null, "lead" boolean not null default false, "since" timestamptz(3) not null default now(), "until" timestamptz(3) null, primary key ("id"));
create index "team_member_raider_id_index" on "team_member" ("raider_id");
create unique index "team_member_one_live" on "team_member" ("team_id", "raider_id") where until is null;

create table "raider_change" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "kind" text not null, "source_id" uuid not null, "target_id" uuid null, "by_id" uuid null, "moved" jsonb not null, "at" timestamptz(3) not null default now(), "undone_at" timestamptz(3) null, primary key ("id"));
create index "raider_change_source_id_index" on "raider_change" ("source_id");
create index "raider_change_target_id_index" on "raider_change" ("target_id");
create index "raider_change_by_id_index" on "raider_change" ("by_id");
create index "raider_change_by_time" on "raider_change" ("organization_id", "at", "id");

create table "raider_alias" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "raider_id" uuid not null, "source" text not null, "key" text not null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "raider_alias_raider_id_index" on "raider_alias" ("raider_id");
alter table "raider_alias" add constraint "raider_alias_one_a_key" unique ("organization_id", "source", "key");

create table "raider_character" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "raider_id" uuid not null, "roster_entry_id" uuid null, "name" text not null, "realm" text not null, "name_key" text not null, "realm_key" text not null, "class_id" smallint null, "is_main" boolean not null default false, "source" text not null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "raider_character_raider_id_index" on "raider_character" ("raider_id");
alter table "raider_character" add constraint "raider_character_one_a_name" unique ("organization_id", "name_key", "realm_key");
alter table "raider_character" add constraint "raider_character_one_an_entry" unique ("roster_entry_id");
create unique index "raider_character_one_main" on "raider_character" ("raider_id") where is_main;

alter table "team" add constraint "team_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;

alter table "raider" add constraint "raider_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "raider" add constraint "raider_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete set null;
alter table "raider" add constraint "raider_merged_into_id_foreign" foreign key ("merged_into_id") references "raider" ("id") on delete cascade;
alter table "raider" add constraint "raider_of_a_person" check ((user_id IS NULL) OR ((name IS NULL) AND (discord_key IS NULL)));
alter table "raider" add constraint "raider_not_into_itself" check (merged_into_id <> id);
alter table "raider" add constraint "raider_kind_check" check ("kind" in ('member', 'guest'));

alter table "team_member" add constraint "team_member_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;
alter table "team_member" add constraint "team_member_raider_id_foreign" foreign key ("raider_id") references "raider" ("id") on delete cascade;
alter table "team_member" add constraint "team_member_role_check" check ("role" in ('tank', 'healer', 'melee', 'ranged'));
alter table "team_member" add constraint "team_member_status_check" check ("status" in ('main', 'trial', 'bench', 'social'));

alter table "raider_change" add constraint "raider_change_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "raider_change" add constraint "raider_change_source_id_foreign" foreign key ("source_id") references "raider" ("id") on delete cascade;
alter table "raider_change" add constraint "raider_change_target_id_foreign" foreign key ("target_id") references "raider" ("id") on delete cascade;
alter table "raider_change" add constraint "raider_change_by_id_foreign" foreign key ("by_id") references "app_user" ("id") on delete set null;
alter table "raider_change" add constraint "raider_change_kind_check" check ("kind" in ('merge', 'split', 'release'));

alter table "raider_alias" add constraint "raider_alias_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "raider_alias" add constraint "raider_alias_raider_id_foreign" foreign key ("raider_id") references "raider" ("id") on delete cascade;

alter table "raider_character" add constraint "raider_character_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "raider_character" add constraint "raider_character_raider_id_foreign" foreign key ("raider_id") references "raider" ("id") on delete cascade;
alter table "raider_character" add constraint "raider_character_roster_entry_id_foreign" foreign key ("roster_entry_id") references "roster_entry" ("id") on delete set null;
alter table "raider_character" add constraint "raider_character_source_check" check ("source" in ('claim', 'officer', 'self', 'import'));

-- The characters of raiders: those that a person has proved, in a standalone organization all of a member's, and those
-- that nobody has proved. `source` says which.
create view raider_family as
  select r.organization_id, r.id as raider_id, null::uuid as raider_character_id, p.entry_id as roster_entry_id,
    c.id as character_id, c.name, c.realm_slug as realm, c.class_id, c.level, c.is_main, 'claim' as source
  from raider r join proven_claim p on p.organization_id = r.organization_id and p.user_id = r.user_id
  join character c on c.id = p.character_id
  union all
  select r.organization_id, r.id, null, null, c.id, c.name, c.realm_slug, c.class_id, c.level, c.is_main, 'claim'
  from raider r join organization o on o.id = r.organization_id and o.source = 'standalone'
  join character c on c.user_id = r.user_id and c.archived_at is null
  where r.user_id not in (table leaving)
  union all
  select c.organization_id, c.raider_id, c.id, c.roster_entry_id, null, coalesce(e.name, c.name),
    coalesce(e.realm_slug, c.realm), coalesce(e.class_id, c.class_id), e.level, c.is_main, c.source
  from raider_character c left join roster_entry e on e.id = c.roster_entry_id;
