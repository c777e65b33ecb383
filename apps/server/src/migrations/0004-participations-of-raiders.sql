alter table "participation" add "raider_id" uuid null, add "raider_character_id" uuid null;
alter table "participation" alter column "user_id" drop not null;
alter table "participation" drop constraint "participation_user_id_foreign";
alter table "participation" add constraint "participation_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete set null not valid;
alter table "participation" add constraint "participation_raider_id_foreign" foreign key ("raider_id") references "raider" ("id") on delete cascade not valid;
alter table "participation" add constraint "participation_raider_character_id_foreign" foreign key ("raider_character_id") references "raider_character" ("id") on delete set null not valid;

-- Processes of 0.1.0 name the person alone.
create or replace function "participation_participation_has_raider_fn"() returns trigger as $$ begin if new.raider_id is null then
          new.raider_id := (select r.id from raider r join event e on e.organization_id = r.organization_id
            where e.id = new.event_id and r.user_id = new.user_id);         end if;         if new.raider_id is null then
          insert into raider (organization_id, user_id)
          select e.organization_id, new.user_id from event e where e.id = new.event_id and new.user_id is not null
          on conflict (organization_id, user_id) do nothing;           new.raider_id := (select r.id from raider r join event e on e.organization_id = r.organization_id
            where e.id = new.event_id and r.user_id = new.user_id);         end if;         new.user_id := (select r.user_id from raider r where r.id = new.raider_id);         return new; end; $$ language plpgsql;
create trigger "participation_has_raider" BEFORE INSERT on "participation" for each ROW execute function "participation_participation_has_raider_fn"();

create or replace function "raider_raider_hands_over_fn"() returns trigger as $$ begin update participation set user_id = new.user_id
        where raider_id = new.id and user_id is distinct from new.user_id;         return null; end; $$ language plpgsql;
create trigger "raider_hands_over" AFTER UPDATE on "raider" for each ROW
  when ((old.user_id IS DISTINCT FROM new.user_id)) execute function "raider_raider_hands_over_fn"();
