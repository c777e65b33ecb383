create table "rejected_predecessor" ("organization_id" uuid not null, "predecessor_id" uuid not null, "rejected_by_id" uuid null, "rejected_at" timestamptz(3) not null default now(), primary key ("organization_id", "predecessor_id"));
create index "rejected_predecessor_predecessor_id_index" on "rejected_predecessor" ("predecessor_id");
create index "rejected_predecessor_rejected_by_id_index" on "rejected_predecessor" ("rejected_by_id");

alter table "rejected_predecessor" add constraint "rejected_predecessor_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on update cascade on delete cascade;
alter table "rejected_predecessor" add constraint "rejected_predecessor_predecessor_id_foreign" foreign key ("predecessor_id") references "organization" ("id") on update cascade on delete cascade;
alter table "rejected_predecessor" add constraint "rejected_predecessor_rejected_by_id_foreign" foreign key ("rejected_by_id") references "app_user" ("id") on delete set null;
