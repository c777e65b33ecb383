drop index concurrently if exists "character_moved_to_id_index";
create index concurrently "character_moved_to_id_index" on "character" ("moved_to_id") where moved_to_id is not null;
drop index concurrently if exists "roster_entry_held";
create index concurrently "roster_entry_held" on "roster_entry" ("organization_id") where held_until is not null;
drop index concurrently if exists "roster_entry_held_by_claim";
create index concurrently "roster_entry_held_by_claim" on "roster_entry" ("claimed_by_id") where held_until is not null;

-- The characters that were archived because the platform called them invalid come back as those without a profile do.
update character c set lost_at = c.archived_at where c.id in (
  select k.id from character k join character_section s on s.character_id = k.id
  where s.section = 'status' and s.status = 'not_found' and s.missing_since is null and k.lost_at is null
    and k.displaced_at is null and k.archived_at between s.asked_at - interval '1 minute' and s.asked_at + interval '10 minutes'
  limit 5000);
