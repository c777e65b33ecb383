create or replace function "membership_membership_looks_at_events_fn"() returns trigger as $$ begin insert into event_look (part, user_id) values ('places', new.user_id);         return null; end; $$ language plpgsql;
create trigger "membership_looks_at_events" AFTER UPDATE on "membership" for each ROW
  when (((old.left_at IS NULL) AND (new.left_at IS NOT NULL))) execute function "membership_membership_looks_at_events_fn"();

create or replace function "character_character_looks_at_events_fn"() returns trigger as $$ begin insert into event_look (part, user_id) values ('places', old.user_id);         return null; end; $$ language plpgsql;
create trigger "character_looks_at_events" AFTER UPDATE on "character" for each ROW
  when ((((old.archived_at IS NULL) AND (new.archived_at IS NOT NULL)) OR ((old.verified_at IS NOT NULL) AND (new.verified_at IS NULL)) OR (old.user_id <> new.user_id))) execute function "character_character_looks_at_events_fn"();
create or replace function "character_character_gone_looks_at_events_fn"() returns trigger as $$ begin insert into event_look (part, user_id) select 'places', id from person where id = old.user_id;         return null; end; $$ language plpgsql;
create trigger "character_gone_looks_at_events" AFTER DELETE on "character" for each ROW execute function "character_character_gone_looks_at_events_fn"();

create or replace function "roster_entry_roster_entry_looks_at_events_fn"() returns trigger as $$ begin insert into event_look (part, user_id) select 'places', user_id from character where id = old.claimed_by_id;         return null; end; $$ language plpgsql;
create trigger "roster_entry_looks_at_events" AFTER UPDATE on "roster_entry" for each ROW
  when (((old.claimed_by_id IS NOT NULL) AND ((old.claimed_by_id IS DISTINCT FROM new.claimed_by_id) OR ((old.left_at IS NULL) AND (new.left_at IS NOT NULL)) OR (old.held_until IS DISTINCT FROM new.held_until)))) execute function "roster_entry_roster_entry_looks_at_events_fn"();
