create table "newest_patch" ("region" text not null, "game_version" text not null, "major" smallint not null, "since" timestamptz(3) not null, primary key ("region", "game_version"));

alter table "character" add "item_level_major" smallint null;

alter table "roster_entry" add "item_level_major" smallint null;

alter table "newest_patch" add constraint "newest_patch_region_check" check ("region" in ('us', 'eu', 'kr', 'tw'));
alter table "newest_patch" add constraint "newest_patch_game_version_check" check ("game_version" in ('retail', 'classic', 'classic-era', 'classic-anniversary'));
