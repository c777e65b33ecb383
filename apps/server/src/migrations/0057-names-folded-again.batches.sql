-- Keys that were folded in SQL kept the capitals of all scripts but ASCII in a database with the locale C. Where two
-- characters of an organization have the same key by now, that of the roster gets it, or else the first. The other keeps its
-- row, its raider and its former key, so that nothing is lost: officers see both, and merge their raiders.
update raider_character c set name_key = n.name_key, realm_key = n.realm_key
from (
  select distinct on (k.organization_id, f.name_key, f.realm_key) k.id, f.name_key, f.realm_key
  from raider_character k
  cross join lateral (select folded_name(k.name) as name_key, folded_name(k.realm) as realm_key) f
  where (k.name_key, k.realm_key) is distinct from (f.name_key, f.realm_key) and not exists (
    select from raider_character o
    where o.organization_id = k.organization_id and o.name_key = f.name_key and o.realm_key = f.realm_key)
  order by k.organization_id, f.name_key, f.realm_key, k.roster_entry_id is null, k.created_at, k.id limit 5000) n
where c.id = n.id;

-- The other keys were folded by the service. They differ only in signs that it did not leave out, or folded otherwise.
update pull_raider p set name_key = n.name_key, realm_key = n.realm_key
from (
  select distinct on (r.pull_id, f.name_key, f.realm_key) r.pull_id, r.name_key as old_name, r.realm_key as old_realm,
    f.name_key, f.realm_key
  from pull_raider r
  cross join lateral (select folded_name(r.name) as name_key, folded_name(r.realm) as realm_key) f
  where r.name_key || r.realm_key ~ '[\u2018\u02bc\u2010\u00ad\u0301\u0307\u03c2]'
    and (r.name_key, r.realm_key) is distinct from (f.name_key, f.realm_key) and not exists (
      select from pull_raider o where o.pull_id = r.pull_id and o.name_key = f.name_key and o.realm_key = f.realm_key)
  limit 5000) n
where p.pull_id = n.pull_id and p.name_key = n.old_name and p.realm_key = n.old_realm;

update past_fighter p set name_key = n.name_key
from (
  select distinct on (r.night_id, f.name_key) r.night_id, r.name_key as old_name, f.name_key
  from past_fighter r cross join lateral (select folded_name(r.name) as name_key) f
  where r.name_key ~ '[\u2018\u02bc\u2010\u00ad\u0301\u0307\u03c2]' and r.name_key <> f.name_key and not exists (
    select from past_fighter o where o.night_id = r.night_id and o.name_key = f.name_key)
  limit 5000) n
where p.night_id = n.night_id and p.name_key = n.old_name;

update loot_award a set name_key = folded_name(a.name), realm_key = folded_name(coalesce(a.realm, ''))
where a.id in (
  select k.id from loot_award k
  where k.name is not null and k.name_key || k.realm_key ~ '[\u2018\u02bc\u2010\u00ad\u0301\u0307\u03c2]'
    and (k.name_key, k.realm_key) is distinct from (folded_name(k.name), folded_name(coalesce(k.realm, ''))) limit 5000);

update sim_report s set name_key = folded_name(s.name)
where s.id in (
  select k.id from sim_report k
  where k.name_key ~ '[\u2018\u02bc\u2010\u00ad\u0301\u0307\u03c2]' and k.name_key <> folded_name(k.name) limit 5000);

update sim_report s set realm_key = folded_name(s.realm_key)
where s.id in (
  select k.id from sim_report k
  where k.realm_key ~ '[\u2018\u02bc\u2010\u00ad\u0307\u03c2]' and k.realm_key <> folded_name(k.realm_key) limit 5000);

-- A key that stands for a foreign id is ASCII.
update raider_alias a set key = n.key
from (
  select distinct on (k.organization_id, k.source, f.key) k.id, f.key
  from raider_alias k cross join lateral (select folded_name(k.key) as key) f
  where k.key ~ '[\u2018\u02bc\u2010\u00ad\u0307\u03c2]' and k.key <> f.key and not exists (
    select from raider_alias o where o.organization_id = k.organization_id and o.source = k.source and o.key = f.key)
  limit 5000) n
where a.id = n.id;
