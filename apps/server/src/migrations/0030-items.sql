create table "item" ("game_version" text not null, "id" int not null, "names" jsonb null, "quality" text null, "slot" text null, "class_id" smallint null, "subclass_id" smallint null, "wanted_at" timestamptz(3) null, "fetched_at" timestamptz(3) null, primary key ("game_version", "id"));
create index "item_wanted" on "item" ("fetched_at") where wanted_at is not null;

alter table "item" add constraint "item_game_version_check" check ("game_version" in ('retail', 'classic', 'classic-era', 'classic-anniversary'));
alter table "item" add constraint "item_quality_check" check ("quality" in ('poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'artifact', 'heirloom'));
alter table "item" add constraint "item_slot_check" check ("slot" in ('head', 'neck', 'shoulder', 'back', 'chest', 'wrist', 'hands', 'waist', 'legs', 'feet', 'finger', 'trinket', 'weapon', 'off_hand', 'other'));

alter table "journal_encounter" add column "item_ids" int[] null;
