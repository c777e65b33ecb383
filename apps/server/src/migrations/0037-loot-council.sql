alter table "loot_policy" add column "sort_keys" text[] not null default '{team,wish,gain,awards,attendance}';
alter table "loot_policy" add column "counted_weeks" smallint not null default 6;
alter table "loot_policy" add column "least_attendance" smallint not null default 75;
