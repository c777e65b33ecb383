update character c set item_level_major = split_part(s.data -> 'version' ->> 'patch', '.', 1)::smallint
from character_section s
where s.character_id = c.id and s.section = 'profile' and c.id in (
  select k.id from character k join character_section v on v.character_id = k.id and v.section = 'profile'
  where k.item_level_major is null and v.data -> 'version' ->> 'patch' ~ '^[0-9]{1,3}\.' limit 5000);

insert into newest_patch (region, game_version, major, since)
select region, game_version, max(item_level_major), 'epoch' from character where item_level_major is not null
group by region, game_version
on conflict (region, game_version) do nothing;
