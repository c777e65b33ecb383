-- A stored character that a person has proved is theirs by the proof alone.
create or replace view raider_family as
  select r.organization_id, r.id as raider_id, null::uuid as raider_character_id, p.entry_id as roster_entry_id,
    c.id as character_id, c.name, c.realm_slug as realm, c.class_id, c.level, c.is_main, 'claim' as source
  from raider r join proven_claim p on p.organization_id = r.organization_id and p.user_id = r.user_id
  join character c on c.id = p.character_id
  union all
  select r.organization_id, r.id, null, null, c.id, c.name, c.realm_slug, c.class_id, c.level, c.is_main, 'claim'
  from raider r join organization o on o.id = r.organization_id and o.source = 'standalone'
  join character c on c.user_id = r.user_id and c.archived_at is null
  where r.user_id not in (table leaving)
  union all
  select c.organization_id, c.raider_id, c.id, c.roster_entry_id, null, coalesce(e.name, c.name),
    coalesce(e.realm_slug, c.realm), coalesce(e.class_id, c.class_id), e.level, c.is_main, c.source
  from raider_character c left join roster_entry e on e.id = c.roster_entry_id
  where not exists (select from proven_claim p where p.entry_id = c.roster_entry_id);
