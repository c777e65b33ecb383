-- A raider with an account is merged into none: a proof beside an officer's merge made a circle of two.
update raider set merged_into_id = null, archived_at = null where user_id is not null and merged_into_id is not null;

-- A merge remembers the raiders that its source had taken in, so that undoing it gives them back.
with recursive taken as (
  select c.id as change_id, r.id as raider_id, 1 as depth from raider_change c join raider r on r.merged_into_id = c.source_id
  where c.kind = 'merge' and c.undone_at is null
  union all
  select t.change_id, r.id, t.depth + 1 from taken t join raider r on r.merged_into_id = t.raider_id where t.depth < 100
)
update raider_change c set moved = jsonb_set(c.moved, '{takenIn}', (select jsonb_agg(t.raider_id) from taken t where t.change_id = c.id))
where c.id in (select change_id from taken);

-- Each merged raider names the one that has its rows, however many merges led there.
with recursive chain as (
  select r.id, i.merged_into_id as last_id, 1 as depth from raider r join raider i on i.id = r.merged_into_id
  where i.merged_into_id is not null
  union all
  select c.id, i.merged_into_id, c.depth + 1 from chain c join raider i on i.id = c.last_id
  where i.merged_into_id is not null and c.depth < 100
)
update raider r set merged_into_id = last.last_id
from (select distinct on (id) id, last_id from chain order by id, depth desc) last
where last.id = r.id and last.last_id <> r.id;
