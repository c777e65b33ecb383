create table "import_column" ("organization_id" uuid not null, "key" text not null, "role" text not null, primary key ("organization_id", "key"));

create table "import_run" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "source" text not null, "state" text not null, "created_by_id" uuid null, "hash" text not null, "options" jsonb not null, "cursor" int not null default 0, "written" int not null default 0, "kept" int not null default 0, "created_at" timestamptz(3) not null default now(), "applied_at" timestamptz(3) null, "undone_at" timestamptz(3) null, primary key ("id"));
create index "import_run_created_by_id_index" on "import_run" ("created_by_id");
create index "import_run_by_time" on "import_run" ("organization_id", "created_at", "id");
create index "import_run_by_hash" on "import_run" ("organization_id", "hash");
create unique index "import_run_one_at_work" on "import_run" ("organization_id") where state in ('reading', 'applying', 'undoing');

create table "import_row" ("id" uuid not null default uuidv7(), "run_id" uuid not null, "number" int not null, "line" int not null, "external_id" text null, "raw" jsonb not null, "discord_key" text null, "status" text not null, "decided" boolean not null default false, "reason" text null, "target" text null, "match_rule" text null, "proposals" jsonb not null, "event_id" uuid null, "role" text null, "wrote" jsonb null, primary key ("id"));
create index "import_row_event_id_index" on "import_row" ("event_id");
create index "import_row_by_status" on "import_row" ("run_id", "status", "number");
alter table "import_row" add constraint "import_row_one_a_number" unique ("run_id", "number");

alter table "change" drop constraint "change_type_check";
alter table "change" add constraint "change_type_check" check ("type" in ('event.changed', 'participation.changed', 'post.changed', 'roster.changed', 'raider.changed', 'import.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'moderation.changed', 'job.changed', 'notification.changed')) not valid;

alter table "import_column" add constraint "import_column_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "import_column" add constraint "import_column_role_check" check ("role" in ('tank', 'healer', 'melee', 'ranged', 'flex'));

alter table "import_run" add constraint "import_run_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "import_run" add constraint "import_run_created_by_id_foreign" foreign key ("created_by_id") references "app_user" ("id") on delete set null;
alter table "import_run" add constraint "import_run_source_check" check ("source" in ('raid_helper', 'roster_notes', 'wowaudit', 'thats_my_bis', 'eqdkp', 'table'));
alter table "import_run" add constraint "import_run_state_check" check ("state" in ('reading', 'preview', 'applying', 'applied', 'undoing', 'undone', 'failed'));

alter table "import_row" add constraint "import_row_run_id_foreign" foreign key ("run_id") references "import_run" ("id") on delete cascade;
alter table "import_row" add constraint "import_row_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete set null;
alter table "import_row" add constraint "import_row_status_check" check ("status" in ('matched', 'ambiguous', 'unmatched', 'skipped'));
alter table "import_row" add constraint "import_row_reason_check" check ("reason" in ('circle', 'several_mains', 'nothing_to_write', 'no_event', 'no_role', 'already_there', 'answered_already', 'proved_by_a_person', 'of_another_raider', 'changed_since'));
alter table "import_row" add constraint "import_row_match_rule_check" check ("match_rule" in ('alias', 'discord', 'name_and_realm', 'name', 'part', 'prefix', 'no_diacritics', 'decision'));
alter table "import_row" add constraint "import_row_role_check" check ("role" in ('tank', 'healer', 'melee', 'ranged', 'flex'));
