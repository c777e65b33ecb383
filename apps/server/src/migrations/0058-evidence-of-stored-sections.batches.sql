-- An update fires the trigger of 0017, which keeps what the section shows. A character with any kill has been written since, and
-- its document, which is large, need not be read.
with unwritten as materialized (
  select s.character_id from character_section s
  where s.section = 'raids' and not exists (select from boss_kill k where k.character_id = s.character_id)
)
update character_section set data = data where section = 'raids' and character_id in (
  select s.character_id from character_section s join unwritten u on u.character_id = s.character_id
  where s.section = 'raids'
    and jsonb_path_exists(s.data, '$.expansions[*].instances[*].difficulties[*].encounters[*].lastKillAt ? (@ > $since)',
      jsonb_build_object('since', to_char((now() - interval '179 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')))
  limit 2000 for update of s skip locked);

update character_section set data = data where (character_id, section) in (
  select s.character_id, s.section from character_section s
  where s.section in ('mythic-keystone', 'mythic-keystone-season') and exists (
    select from jsonb_path_query(s.data, case s.section when 'mythic-keystone'
      then '$.bestRunsThisWeek[*] ? (@.completedAt != null && @.dungeon.id != null && @.level != null)'::jsonpath
      else '$.bestRuns[*] ? (@.completedAt != null && @.dungeon.id != null && @.level != null)' end) r
    where not exists (select from keystone_run k where k.character_id = s.character_id
      and k.completed_at = (r ->> 'completedAt')::timestamptz(3) and k.dungeon_id = (r -> 'dungeon' ->> 'id')::int))
  limit 2000 for update skip locked);

update character_section set data = data where (character_id, section) in (
  select s.character_id, s.section from character_section s
  where s.section = 'world' and s.data -> 'delves' ->> 'countedAt' is not null and not exists (
    select from world_count w where w.character_id = s.character_id and w.activity = 'delves'
      and w.counted_at = (s.data -> 'delves' ->> 'countedAt')::timestamptz(3))
  limit 2000 for update skip locked);
