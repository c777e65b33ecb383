create or replace function "organization_organization_looks_at_events_fn"() returns trigger as $$ begin insert into event_look (part, organization_id) values ('places', new.id), ('reminders', new.id);         return null; end; $$ language plpgsql;
create trigger "organization_looks_at_events" AFTER UPDATE on "organization" for each ROW
  when ((((old.archived_at IS NOT NULL) AND (new.archived_at IS NULL)) OR (old.source <> new.source))) execute function "organization_organization_looks_at_events_fn"();

create or replace function "app_user_app_user_looks_at_events_fn"() returns trigger as $$ begin insert into event_look (part, user_id) values ('places', new.id), ('reminders', new.id);         return null; end; $$ language plpgsql;
create trigger "app_user_looks_at_events" AFTER UPDATE on "app_user" for each ROW
  when (((old.erasing_at IS DISTINCT FROM new.erasing_at) OR (old.email IS DISTINCT FROM new.email) OR (old.email_verified_at IS DISTINCT FROM new.email_verified_at) OR (old.muted_event_mails <> new.muted_event_mails))) execute function "app_user_app_user_looks_at_events_fn"();

create or replace function "raider_raider_looks_at_events_fn"() returns trigger as $$ begin insert into event_look (part, raider_id) values ('places', new.id);         return null; end; $$ language plpgsql;
create trigger "raider_looks_at_events" AFTER UPDATE on "raider" for each ROW
  when (((old.user_id IS DISTINCT FROM new.user_id) OR (old.archived_at IS DISTINCT FROM new.archived_at))) execute function "raider_raider_looks_at_events_fn"();

create or replace function "raider_character_raider_character_gone_looks_at_events_fn"() returns trigger as $$ begin insert into event_look (part, raider_id) values ('places', old.raider_id);         return null; end; $$ language plpgsql;
create trigger "raider_character_gone_looks_at_events" AFTER DELETE on "raider_character" for each ROW execute function "raider_character_raider_character_gone_looks_at_events_fn"();

create or replace function "absence_absence_looks_at_events_fn"() returns trigger as $$ begin insert into event_look (part, user_id)
        select part, id from person, unnest('{places,reminders}'::text[]) part where id = old.user_id;         return null; end; $$ language plpgsql;
create trigger "absence_looks_at_events" AFTER UPDATE OR DELETE on "absence" for each ROW execute function "absence_absence_looks_at_events_fn"();
