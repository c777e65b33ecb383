-- A character under a new id of the platform: its person's account lists it there since this time.
alter table "character" add "moved_to_id" uuid null, add "moved_at" timestamptz(3) null;
alter table "character" add constraint "character_moved_to_id_foreign" foreign key ("moved_to_id") references "character" ("id") on delete set null not valid;

-- Until when a member who left keeps the claim, and with which rank, because a transfer is undecided.
alter table "roster_entry" add "held_until" timestamptz(3) null, add "held_rank" smallint null;

-- A member of a guild's roster whom a person has proved to be, and one who left it with a transfer that is undecided. In one
-- part, because conditions of those who ask do not reach into the parts of a union.
create or replace view proven_claim as
  select e.organization_id, e.id as entry_id, case when e.left_at is null then e.rank else e.held_rank end as rank,
    c.id as character_id, c.user_id
  from roster_entry e join character c on c.id = e.claimed_by_id
  where (e.left_at is null or e.held_until > now() and c.archived_at is null)
    and c.verified_at is not null and c.user_id not in (table leaving);
