-- Roles and characters made by hand have names of their own by `folded_name`, in every database: `lower` of a database with
-- the locale C left "Ärzte" and "ärzte" two names, which a database of another locale cannot hold. Where two names are one
-- by now, the first keeps it; the others get a number or a letter, and a warning names them.
lock table role, character in share row exclusive mode;

do $$
declare
  other record;
  renamed text;
begin
  for other in
    select * from (
      select id, organization_id, name, row_number() over (
        partition by organization_id, folded_name(name)
        order by is_founder desc, game_rank nulls last, created_at, id) as place
      from role) r
    where r.place > 1 order by r.organization_id, r.place, r.id
  loop
    select k.name into strict renamed from (
      select n, left(other.name, 49 - length(n::text)) || ' ' || n as name from generate_series(2, 1000) n) k
    where not exists (
      select from role r where r.organization_id = other.organization_id and folded_name(r.name) = folded_name(k.name))
    order by k.n limit 1;
    update role set name = renamed where id = other.id;
    insert into audit_entry (organization_id, action, details) values (other.organization_id, 'role_updated',
      jsonb_build_object('roleId', other.id, 'name', jsonb_build_object('before', other.name, 'after', renamed)));
    raise warning 'organization %: a role had the name of another; it is "%" now', other.organization_id, renamed;
  end loop;

  for other in
    select * from (
      select id, user_id, region, game_version, realm_slug, name, row_number() over (
        partition by user_id, region, game_version, realm_slug, folded_name(name)
        order by is_main desc, created_at, id) as place
      from character where source = 'manual') c
    where c.place > 1 order by c.user_id, c.place, c.id
  loop
    select k.name into strict renamed from (
      select a || b as ending, left(other.name, 12 - length(a || b)) || a || b as name
      from unnest(string_to_array(',b,c,d,e,f,g,h', ',')) a,
        unnest(string_to_array('b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z', ',')) b) k
    where not exists (
      select from character c
      where c.user_id = other.user_id and c.source = 'manual' and c.region = other.region
        and c.game_version = other.game_version and c.realm_slug = other.realm_slug
        and folded_name(c.name) = folded_name(k.name))
    order by length(k.ending), k.ending limit 1;
    update character set name = renamed where id = other.id;
    raise warning 'person %: a character made by hand had the name of another; it is "%" now', other.user_id, renamed;
  end loop;
end $$;

create unique index "role_one_folded_name" on "role" ("organization_id", folded_name(name));
drop index "role_one_name";
alter index "role_one_folded_name" rename to "role_one_name";
create unique index "character_one_folded_by_hand" on "character" (user_id, region, game_version, realm_slug, folded_name(name)) where source = 'manual';
drop index "character_one_by_hand";
alter index "character_one_folded_by_hand" rename to "character_one_by_hand";
