-- Everybody but those who are being erased. Only the erasure reads and writes `app_user` itself, and a test looks after
-- that: statements name `person`, or leave out the rows of `leaving`, which is empty nearly always.
create view person as select * from app_user where erasing_at is null;
create view leaving as select id as user_id from app_user where erasing_at is not null;

-- Who belongs where, and who holds which right: the only places that say so. Rights are stored nowhere; they follow the
-- roster as it stands in the statement that asks. Rows may repeat, because `union all` lets conditions on
-- organization_id and user_id reach the indexes below; conditions have to be constants, parameters or outer references.

-- A member of a guild's roster whom a person has proved to be.
create view proven_claim as
  select e.organization_id, e.id as entry_id, e.rank, c.id as character_id, c.user_id
  from roster_entry e join character c on c.id = e.claimed_by_id
  where e.left_at is null and c.verified_at is not null and c.user_id not in (table leaving);

-- In a synced guild by a proven claim, in a standalone organization by its membership.
create view current_member as
  select organization_id, user_id from proven_claim
  union all
  select m.organization_id, m.user_id from membership m
  join organization o on o.id = m.organization_id and o.source = 'standalone'
  where m.left_at is null and m.user_id not in (table leaving);

-- The roles of each member: of their ranks (rank 0 holds the founder role too), and those that were granted to them.
create view held_role as
  select p.organization_id, p.user_id, r.id as role_id, r.is_founder, r.permissions
  from proven_claim p
  join role r on r.organization_id = p.organization_id and (r.game_rank = p.rank or r.is_founder and p.rank = 0)
  union all
  select h.organization_id, h.user_id, r.id, r.is_founder, r.permissions
  from role_holder h join role r on r.id = h.role_id
  where exists (
    select from current_member m where m.organization_id = h.organization_id and m.user_id = h.user_id offset 0);
