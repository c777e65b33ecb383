create table "event_template" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "name" text not null, "title" text not null, "description" text null, "type" text not null, "scope" text not null, "local_time" text not null, "time_zone" text not null, "minutes" int not null, "signup_closes_minutes" int null, "journal_instance_id" int null, "team_id" uuid null, "any_role" boolean not null, "counts_for_attendance" boolean not null, "slots" jsonb not null, "saved_at" timestamptz(3) not null default now(), primary key ("id"));
create index "event_template_organization_id_index" on "event_template" ("organization_id");
create index "event_template_journal_instance_id_index" on "event_template" ("journal_instance_id");
create index "event_template_team_id_index" on "event_template" ("team_id");
alter table "event_template" add constraint "event_template_type_check" check ("type" in ('raid', 'dungeon', 'social', 'pvp', 'other'));
alter table "event_template" add constraint "event_template_scope_check" check ("scope" in ('guild', 'group'));
alter table "event_template" add constraint "event_template_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "event_template" add constraint "event_template_journal_instance_id_foreign" foreign key ("journal_instance_id") references "journal_instance" ("id") on delete set null;
alter table "event_template" add constraint "event_template_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete set null;

alter table "lineup" add column "template_id" uuid null;
alter table "lineup" alter column "event_id" drop not null;
alter table "lineup" add constraint "lineup_template_id_foreign" foreign key ("template_id") references "event_template" ("id") on delete cascade;
alter table "lineup" add constraint "lineup_one_a_boss_of_a_template" unique ("template_id", "encounter_id");
create unique index "lineup_one_a_night_of_a_template" on "lineup" ("template_id") where encounter_id is null;
alter table "lineup" add constraint "lineup_has_one_owner" check ((event_id IS NULL) <> (template_id IS NULL));

alter table "plan_note" add column "template_id" uuid null;
alter table "plan_note" add constraint "plan_note_template_id_foreign" foreign key ("template_id") references "event_template" ("id") on delete cascade;
alter table "plan_note" add constraint "plan_note_one_a_boss_of_a_template" unique ("template_id", "encounter_id");
create unique index "plan_note_one_a_night_of_a_template" on "plan_note" ("template_id") where encounter_id is null;
alter table "plan_note" drop constraint "plan_note_has_one_owner";
alter table "plan_note" add constraint "plan_note_has_one_owner" check (num_nonnulls(event_id, team_id, template_id) = 1);
