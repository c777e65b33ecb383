create table "past_night" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "code_key" text not null, "starts_at" timestamptz(3) not null, "zone" text null, primary key ("id"));
alter table "past_night" add constraint "past_night_one_a_code" unique ("organization_id", "code_key");

create table "past_fighter" ("night_id" uuid not null, "name_key" text not null, "name" text not null, "class_name" text null, "benched" boolean not null, primary key ("night_id", "name_key"));
create index "past_fighter_by_name" on "past_fighter" ("name_key");

alter table "log_source" add "history_page" smallint not null default 1, add "history_read_at" timestamptz(3) null;

alter table "past_night" add constraint "past_night_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;

alter table "past_fighter" add constraint "past_fighter_night_id_foreign" foreign key ("night_id") references "past_night" ("id") on delete cascade;
