create or replace function "event_event_keeps_reserves_locked_fn"() returns trigger as $$ begin update reserve_sheet set locked_at = old.starts_at - locks_minutes * interval '1 minute'
        where event_id = new.id and locked_at is null and audience <> 'everybody'
          and old.starts_at - locks_minutes * interval '1 minute' <= clock_timestamp();         return new; end; $$ language plpgsql;
create trigger "event_keeps_reserves_locked" AFTER UPDATE on "event" for each ROW
  when ((old.starts_at IS DISTINCT FROM new.starts_at)) execute function "event_event_keeps_reserves_locked_fn"();
create or replace function "event_event_passes_reserves_on_fn"() returns trigger as $$ begin update reserve_sheet s set continues_id = nullif(gone.continues_id, s.event_id)
        from reserve_sheet gone where gone.event_id = old.id and s.continues_id = old.id;         return old; end; $$ language plpgsql;
create trigger "event_passes_reserves_on" BEFORE DELETE on "event" for each ROW execute function "event_event_passes_reserves_on_fn"();

alter table "reserve_sheet" add "locked_at" timestamptz(3) null;
