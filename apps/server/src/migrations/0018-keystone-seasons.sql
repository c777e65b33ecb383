create table "keystone_season" ("region" text not null, "id" int not null, "names" jsonb not null, "starts_at" timestamptz(3) null, "ends_at" timestamptz(3) null, "is_current" boolean not null, primary key ("region", "id"));
create unique index "keystone_season_one_current" on "keystone_season" ("region") where is_current;
alter table "keystone_season" add constraint "keystone_season_region_check" check ("region" in ('us', 'eu', 'kr', 'tw'));
