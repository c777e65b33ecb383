create table "roster_section" ("roster_entry_id" uuid not null, "section" text not null, "status" text not null, "fetched_at" timestamptz(3) null, "asked_at" timestamptz(3) not null, "last_modified" text null, "data" jsonb null, primary key ("roster_entry_id", "section"));
alter table "roster_section" add constraint "roster_section_status_check" check ("status" in ('ok', 'not_found', 'failed'));

create table "roster_reading" ("organization_id" uuid not null, "week_starts_at" timestamptz(3) not null, "requests" int not null, "looked_at" timestamptz(3) not null, primary key ("organization_id"));

alter table "roster_section" add constraint "roster_section_roster_entry_id_foreign" foreign key ("roster_entry_id") references "roster_entry" ("id") on delete cascade;

alter table "roster_reading" add constraint "roster_reading_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on update cascade on delete cascade;
