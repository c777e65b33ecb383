create table "event_look" ("id" uuid not null default uuidv7(), "part" text not null, "user_id" uuid null, "raider_id" uuid null, "organization_id" uuid null, "event_id" uuid null, "seen_at" timestamptz(3) null, primary key ("id"));
create index "event_look_by_part" on "event_look" ("part", "id");

create table "sweep_cursor" ("name" text not null, "position" text not null, primary key ("name"));

create table "sweep_part" ("sweep" text not null, "part" text not null, "done_at" timestamptz(3) not null default now(), "late_after_seconds" int not null, "failed_at" timestamptz(3) null, "error" text null, primary key ("sweep", "part"));

alter table "event_look" add constraint "event_look_part_check" check ("part" in ('places', 'reminders'));
