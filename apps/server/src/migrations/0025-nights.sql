create table "log_source" ("organization_id" uuid not null, "host" text not null, "guild_id" int not null, "guild_name" text not null, "realm" text null, "tags" jsonb not null default '[]', "present_percent" smallint not null default 80, "part_percent" smallint not null default 20, "late_minutes" smallint not null default 10, "confirms_itself" boolean not null default false, "read_at" timestamptz(3) null, "problem" text null, primary key ("organization_id"));

create table "log_report" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "event_id" uuid null, "code" text null, "code_key" text not null, "host" text not null, "title" text not null, "zone" text null, "guild_id" int null, "unlisted" boolean not null default false, "pinned" boolean not null default false, "starts_at" timestamptz(3) not null, "ends_at" timestamptz(3) not null, "state" text not null, "read_at" timestamptz(3) null, "confirmed_at" timestamptz(3) null, primary key ("id"));
create index "log_report_event_id_index" on "log_report" ("event_id");
create index "log_report_by_start" on "log_report" ("organization_id", "starts_at");
alter table "log_report" add constraint "log_report_one_a_code" unique ("organization_id", "code_key");

create table "pull" ("id" uuid not null default uuidv7(), "report_id" uuid not null, "fight_id" int not null, "encounter_id" int not null, "journal_encounter_id" int null, "name" text not null, "difficulty" smallint not null, "size" smallint not null, "kill" boolean not null, "started_at" timestamptz(3) not null, "seconds" int not null, "percent" real null, primary key ("id"));
alter table "pull" add constraint "pull_one_a_fight" unique ("report_id", "fight_id");

create table "pull_raider" ("pull_id" uuid not null, "name_key" text not null, "realm_key" text not null, "name" text not null, "realm" text not null, "class_name" text null, primary key ("pull_id", "name_key", "realm_key"));
create index "pull_raider_by_name" on "pull_raider" ("name_key", "realm_key");

alter table "change" drop constraint "change_type_check";
alter table "change" add constraint "change_type_check" check ("type" in ('event.changed', 'participation.changed', 'lineup.changed', 'night.changed', 'post.changed', 'roster.changed', 'raider.changed', 'import.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'moderation.changed', 'job.changed', 'notification.changed')) not valid;

alter table "log_source" add constraint "log_source_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on update cascade on delete cascade;
alter table "log_source" add constraint "log_source_host_check" check ("host" in ('www', 'classic', 'fresh'));
alter table "log_source" add constraint "log_source_problem_check" check ("problem" in ('guild_gone', 'unavailable'));

alter table "log_report" add constraint "log_report_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "log_report" add constraint "log_report_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete set null;
alter table "log_report" add constraint "log_report_host_check" check ("host" in ('www', 'classic', 'fresh'));
alter table "log_report" add constraint "log_report_state_check" check ("state" in ('listed', 'live', 'complete', 'unreadable', 'detached'));

alter table "pull" add constraint "pull_report_id_foreign" foreign key ("report_id") references "log_report" ("id") on delete cascade;

alter table "pull_raider" add constraint "pull_raider_pull_id_foreign" foreign key ("pull_id") references "pull" ("id") on delete cascade;
