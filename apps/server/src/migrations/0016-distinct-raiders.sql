create table "raider_distinct" ("raider_id" uuid not null, "other_id" uuid not null, "organization_id" uuid not null, "by_id" uuid null, "at" timestamptz(3) not null default now(), primary key ("raider_id", "other_id"));
create index "raider_distinct_other_id_index" on "raider_distinct" ("other_id");
create index "raider_distinct_organization_id_index" on "raider_distinct" ("organization_id");
create index "raider_distinct_by_id_index" on "raider_distinct" ("by_id");

alter table "raider_distinct" add constraint "raider_distinct_raider_id_foreign" foreign key ("raider_id") references "raider" ("id") on update cascade on delete cascade;
alter table "raider_distinct" add constraint "raider_distinct_other_id_foreign" foreign key ("other_id") references "raider" ("id") on update cascade on delete cascade;
alter table "raider_distinct" add constraint "raider_distinct_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "raider_distinct" add constraint "raider_distinct_by_id_foreign" foreign key ("by_id") references "app_user" ("id") on delete set null;
