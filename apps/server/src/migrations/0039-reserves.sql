create table "reserve_sheet" ("event_id" uuid not null, "per_raider" smallint not null, "per_item" smallint not null, "audience" text not null, "locks_minutes" int not null, "plus_step" int null, "continues_id" uuid null, "created_at" timestamptz(3) not null default now(), primary key ("event_id"));
create index "reserve_sheet_continues_id_index" on "reserve_sheet" ("continues_id");

create table "reserve" ("id" uuid not null default uuidv7(), "sheet_event_id" uuid not null, "raider_id" uuid not null, "item_id" int not null, "count" smallint not null default 1, "plus_corrected" int null, "plus_note" text null, "corrected_by_id" uuid null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "reserve_raider_id_index" on "reserve" ("raider_id");
create index "reserve_corrected_by_id_index" on "reserve" ("corrected_by_id");
alter table "reserve" add constraint "reserve_one_an_item" unique ("sheet_event_id", "raider_id", "item_id");

create table "hard_reserve" ("sheet_event_id" uuid not null, "item_id" int not null, "note" text null, primary key ("sheet_event_id", "item_id"));

alter table "change" drop constraint "change_type_check";
alter table "change" add constraint "change_type_check" check ("type" in ('event.changed', 'participation.changed', 'lineup.changed', 'night.changed', 'post.changed', 'roster.changed', 'raider.changed', 'import.changed', 'wish.changed', 'reserve.changed', 'loot.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'moderation.changed', 'job.changed', 'notification.changed')) not valid;

alter table "reserve_sheet" add constraint "reserve_sheet_event_id_foreign" foreign key ("event_id") references "event" ("id") on update cascade on delete cascade;
alter table "reserve_sheet" add constraint "reserve_sheet_continues_id_foreign" foreign key ("continues_id") references "event" ("id") on delete set null;
alter table "reserve_sheet" add constraint "reserve_sheet_limits" check ((per_raider >= 1) AND (per_raider <= 10) AND (per_item >= 1) AND (per_item <= 10));
alter table "reserve_sheet" add constraint "reserve_sheet_step" check (plus_step > 0);
alter table "reserve_sheet" add constraint "reserve_sheet_not_of_itself" check (continues_id <> event_id);
alter table "reserve_sheet" add constraint "reserve_sheet_audience_check" check ("audience" in ('everybody', 'officers', 'nobody'));

alter table "reserve" add constraint "reserve_sheet_event_id_foreign" foreign key ("sheet_event_id") references "reserve_sheet" ("event_id") on delete cascade;
alter table "reserve" add constraint "reserve_raider_id_foreign" foreign key ("raider_id") references "raider" ("id") on delete cascade;
alter table "reserve" add constraint "reserve_corrected_by_id_foreign" foreign key ("corrected_by_id") references "app_user" ("id") on delete set null;
alter table "reserve" add constraint "reserve_count" check ((count >= 1) AND (count <= 10));
alter table "reserve" add constraint "reserve_plus" check ((plus_corrected >= 0) AND (plus_corrected <= 100000));
alter table "reserve" add constraint "reserve_correction_says_why" check ((plus_corrected IS NULL) = (plus_note IS NULL));

alter table "hard_reserve" add constraint "hard_reserve_sheet_event_id_foreign" foreign key ("sheet_event_id") references "reserve_sheet" ("event_id") on delete cascade;
