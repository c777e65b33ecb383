insert into raider (organization_id, user_id)
select distinct e.organization_id, p.user_id from participation p join event e on e.id = p.event_id
where p.raider_id is null and not exists (
  select from raider r where r.organization_id = e.organization_id and r.user_id = p.user_id)
limit 5000
on conflict (organization_id, user_id) do nothing;

update participation p set raider_id = r.id
from event e join raider r on r.organization_id = e.organization_id
where e.id = p.event_id and r.user_id = p.user_id and p.id in (
  select m.id from participation m join event o on o.id = m.event_id
  join raider s on s.organization_id = o.organization_id and s.user_id = m.user_id
  where m.raider_id is null limit 5000);

drop index concurrently if exists "participation_raider_id_index";
create index concurrently "participation_raider_id_index" on "participation" ("raider_id");
drop index concurrently if exists "participation_raider_character_id_index";
create index concurrently "participation_raider_character_id_index" on "participation" ("raider_character_id");
drop index concurrently if exists "participation_one_a_raider";
create unique index concurrently "participation_one_a_raider" on "participation" ("event_id", "raider_id");
drop index concurrently if exists "event_team_id_index";
create index concurrently "event_team_id_index" on "event" ("team_id");
drop index concurrently if exists "event_log_entry_raider_id_index";
create index concurrently "event_log_entry_raider_id_index" on "event_log_entry" ("raider_id");
