create or replace function "event_event_looks_at_itself_fn"() returns trigger as $$ begin insert into event_look (part, event_id)
        select part, new.id from unnest('{places,reminders}'::text[]) part
        where new.starts_at > now() and (part = 'places' or new.starts_at <= clock_timestamp() + interval '25 hours');         return null; end; $$ language plpgsql;
create trigger "event_looks_at_itself" AFTER UPDATE on "event" for each ROW
  when (((new.status = 'published'::text) AND ((old.status <> new.status) OR (old.version <> new.version) OR (old.starts_at <> new.starts_at)))) execute function "event_event_looks_at_itself_fn"();

create or replace function "event_slot_event_slot_looks_at_event_fn"() returns trigger as $$ begin insert into event_look (part, event_id)
        select part, e.id from event e, unnest('{places,reminders}'::text[]) part
        where e.id = new.event_id and e.status = 'published' and e.starts_at > now() and case part
          when 'reminders' then e.starts_at <= clock_timestamp() + interval '25 hours'
          else exists (select from participation p where p.event_id = e.id and p.status = 'waitlist') end;         return null; end; $$ language plpgsql;
create trigger "event_slot_looks_at_event" AFTER UPDATE on "event_slot" for each ROW
  when (((new.max - new.taken) > (old.max - old.taken))) execute function "event_slot_event_slot_looks_at_event_fn"();
