create table "plan_note" ("id" uuid not null default uuidv7(), "event_id" uuid null, "team_id" uuid null, "encounter_id" int null, "text" text not null, "version" int not null default 1, "changed_at" timestamptz(3) not null default now(), "changed_by_id" uuid null, primary key ("id"));
create index "plan_note_encounter_id_index" on "plan_note" ("encounter_id");
create index "plan_note_changed_by_id_index" on "plan_note" ("changed_by_id");
alter table "plan_note" add constraint "plan_note_one_a_boss" unique ("event_id", "encounter_id");
create unique index "plan_note_one_a_night" on "plan_note" ("event_id") where encounter_id is null;
alter table "plan_note" add constraint "plan_note_one_a_boss_of_a_team" unique ("team_id", "encounter_id");
create unique index "plan_note_one_a_night_of_a_team" on "plan_note" ("team_id") where encounter_id is null;

alter table "plan_note" add constraint "plan_note_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;
alter table "plan_note" add constraint "plan_note_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;
alter table "plan_note" add constraint "plan_note_encounter_id_foreign" foreign key ("encounter_id") references "journal_encounter" ("id") on delete cascade;
alter table "plan_note" add constraint "plan_note_changed_by_id_foreign" foreign key ("changed_by_id") references "app_user" ("id") on delete set null;
alter table "plan_note" add constraint "plan_note_has_one_owner" check ((event_id IS NULL) <> (team_id IS NULL));
