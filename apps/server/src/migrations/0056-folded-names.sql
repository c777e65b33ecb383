-- A name as it is compared: what `fold` of packages/guild-tools makes of it, on every database. `lower` of a database with
-- the locale C knows only ASCII, so the locale is named here.
create function folded_name(text) returns text language sql immutable strict parallel safe return
  translate(
    replace(lower(normalize(replace($1, '´', ''), nfkc) collate pg_c_utf8), E'i\u0307', 'i'),
    E'ς \t\n\u000b\f\r\u1680\u2028\u2029\ufeff''‘’ʼ`\u00ad‐-',
    'σ');

-- A stored character is the main only while the person behind the raider has no main of their own in the family.
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
    coalesce(e.realm_slug, c.realm), coalesce(e.class_id, c.class_id), e.level,
    c.is_main and not exists (
      select from raider r join organization o on o.id = r.organization_id
      join character k on k.user_id = r.user_id and k.is_main
      where r.id = c.raider_id and (
        o.source = 'standalone' and k.archived_at is null and r.user_id not in (table leaving)
        or exists (select from proven_claim p where p.organization_id = r.organization_id and p.character_id = k.id))),
    c.source
  from raider_character c left join roster_entry e on e.id = c.roster_entry_id
  where not exists (select from proven_claim p where p.entry_id = c.roster_entry_id);
