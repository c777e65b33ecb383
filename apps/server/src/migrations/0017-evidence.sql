create table "keystone_run" ("character_id" uuid not null, "completed_at" timestamptz(3) not null, "dungeon_id" int not null, "dungeon_name" text not null, "level" smallint not null, "duration_ms" int null, "in_time" boolean not null, "rating" double precision null, "season_id" int null, primary key ("character_id", "completed_at", "dungeon_id"));
create table "boss_kill" ("character_id" uuid not null, "killed_at" timestamptz(3) not null, "encounter_id" int not null, "difficulty" text not null, "instance_id" int not null, "kills" int not null, "in_season" boolean not null, primary key ("character_id", "killed_at", "encounter_id", "difficulty"));
create table "world_count" ("character_id" uuid not null, "activity" text not null, "counted_at" timestamptz(3) not null, "count" int not null, primary key ("character_id", "activity", "counted_at"));
alter table "world_count" add constraint "world_count_activity_check" check ("activity" in ('delves'));

alter table "keystone_run" add constraint "keystone_run_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete cascade;
alter table "boss_kill" add constraint "boss_kill_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete cascade;
alter table "world_count" add constraint "world_count_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete cascade;

create or replace function "character_section_character_section_evidence_fn"() returns trigger as $$ begin insert into keystone_run as r (character_id, completed_at, dungeon_id, dungeon_name, level, duration_ms, in_time,
          rating, season_id)
        select distinct on (d."completedAt", d.dungeon -> 'id') new.character_id, d."completedAt", (d.dungeon ->> 'id')::int,
          coalesce(d.dungeon ->> 'name', ''), d.level, d."durationMs", coalesce(d."inTime", false), d.rating,
          (new.data ->> 'seasonId')::int
        from jsonb_to_recordset(case new.section when 'mythic-keystone' then new.data -> 'bestRunsThisWeek'
            when 'mythic-keystone-season' then new.data -> 'bestRuns' end)
          d(dungeon jsonb, level smallint, "durationMs" int, "completedAt" timestamptz, "inTime" boolean, rating float8)
        where d."completedAt" is not null and d.dungeon -> 'id' is not null and d.level is not null
        on conflict (character_id, completed_at, dungeon_id) do update set rating = coalesce(excluded.rating, r.rating),
          season_id = coalesce(excluded.season_id, r.season_id)
        where (excluded.rating, excluded.season_id) is distinct from (r.rating, r.season_id);         insert into boss_kill as k (character_id, killed_at, encounter_id, difficulty, instance_id, kills, in_season)
        select distinct on (b.id, f.type, b."lastKillAt") new.character_id, b."lastKillAt", b.id, f.type, i.id,
          coalesce(b.kills, 0),
          new.data @? format('$.expansions[*] ? (@.id == 505).instances[*].id ? (@ == %s)', i.id)::jsonpath
        from jsonb_to_recordset(case new.section when 'raids' then new.data -> 'expansions' end) x(id int, instances jsonb)
        cross join jsonb_to_recordset(x.instances) i(id int, difficulties jsonb)
        cross join jsonb_to_recordset(i.difficulties) f(type text, encounters jsonb)
        cross join jsonb_to_recordset(f.encounters) b(id int, kills int, "lastKillAt" timestamptz)
        where b."lastKillAt" > now() - interval '180 days'
        on conflict (character_id, killed_at, encounter_id, difficulty) do update set kills = excluded.kills,
          in_season = k.in_season or excluded.in_season
        where k.kills < excluded.kills or excluded.in_season and not k.in_season;         insert into world_count (character_id, activity, counted_at, count)
        select new.character_id, 'delves', d."countedAt", d.count
        from jsonb_to_record(case new.section when 'world' then nullif(new.data -> 'delves', 'null') end)
          d("countedAt" timestamptz, count int)
        where d."countedAt" is not null
        on conflict (character_id, activity, counted_at) do update set count = excluded.count
        where world_count.count < excluded.count;         return null; end; $$ language plpgsql;
create trigger "character_section_evidence" AFTER INSERT OR UPDATE on "character_section" for each ROW
  when ((new.section = ANY (ARRAY['mythic-keystone'::text, 'mythic-keystone-season'::text, 'raids'::text, 'world'::text]))) execute function "character_section_character_section_evidence_fn"();
create or replace function "character_section_character_section_forgotten_evidence_fn"() returns trigger as $$ begin delete from keystone_run where character_id = old.character_id and old.section = 'mythic-keystone';         delete from boss_kill where character_id = old.character_id and old.section = 'raids';         delete from world_count where character_id = old.character_id and old.section = 'world';         return null; end; $$ language plpgsql;
create trigger "character_section_forgotten_evidence" AFTER DELETE on "character_section" for each ROW
  when ((old.section = ANY (ARRAY['mythic-keystone'::text, 'raids'::text, 'world'::text]))) execute function "character_section_character_section_forgotten_evidence_fn"();
