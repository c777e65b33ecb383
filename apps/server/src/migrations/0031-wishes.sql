create table "wish" ("id" uuid not null default uuidv7(), "raider_id" uuid not null, "item_id" int not null, "track" text not null, "rank" smallint not null, "comment" text null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "wish_by_item" on "wish" ("item_id");
alter table "wish" add constraint "wish_one_a_drop" unique ("raider_id", "item_id", "track");

create table "sim_report" ("id" uuid not null default uuidv7(), "raider_id" uuid not null, "source" text not null, "link_id" text null, "name" text not null, "name_key" text not null, "realm_key" text not null, "spec_id" int not null, "fight_style" text null, "error" real null, "worn" jsonb null, "simulated_at" timestamptz(3) null, "read_at" timestamptz(3) not null default now(), primary key ("id"));
create index "sim_report_raider_id_index" on "sim_report" ("raider_id");

create table "sim_gain" ("report_id" uuid not null, "item_id" int not null, "encounter_id" int not null, "track" text not null, "item_level" smallint not null, "catalyst_of" int not null, "instance_id" int not null, "slot" text null, "percent" double precision not null, "absolute" double precision not null, "differs" boolean not null, primary key ("report_id", "item_id", "encounter_id", "track", "item_level", "catalyst_of"));
create index "sim_gain_by_item" on "sim_gain" ("item_id");

create table "loot_policy" ("organization_id" uuid not null, "wish_audience" text not null, primary key ("organization_id"));

alter table "change" drop constraint "change_type_check";
alter table "change" add constraint "change_type_check" check ("type" in ('event.changed', 'participation.changed', 'lineup.changed', 'night.changed', 'post.changed', 'roster.changed', 'raider.changed', 'import.changed', 'wish.changed', 'loot.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'moderation.changed', 'job.changed', 'notification.changed')) not valid;

alter table "wish" add constraint "wish_raider_id_foreign" foreign key ("raider_id") references "raider" ("id") on delete cascade;
alter table "wish" add constraint "wish_track_check" check ("track" in ('finder', 'normal', 'heroic', 'mythic', 'any'));

alter table "sim_report" add constraint "sim_report_raider_id_foreign" foreign key ("raider_id") references "raider" ("id") on delete cascade;
alter table "sim_report" add constraint "sim_report_source_check" check ("source" in ('raidbots', 'qe_live'));

alter table "sim_gain" add constraint "sim_gain_report_id_foreign" foreign key ("report_id") references "sim_report" ("id") on delete cascade;
alter table "sim_gain" add constraint "sim_gain_track_check" check ("track" in ('finder', 'normal', 'heroic', 'mythic'));
alter table "sim_gain" add constraint "sim_gain_slot_check" check ("slot" in ('head', 'neck', 'shoulder', 'back', 'chest', 'wrist', 'hands', 'waist', 'legs', 'feet', 'finger', 'trinket', 'weapon', 'off_hand', 'other'));

alter table "loot_policy" add constraint "loot_policy_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on update cascade on delete cascade;
alter table "loot_policy" add constraint "loot_policy_wish_audience_check" check ("wish_audience" in ('officers', 'everybody'));
