-- A sheet whose own event has just been deleted by the same statement is left alone: a second change of it would be refused.
create or replace function "event_event_passes_reserves_on_fn"() returns trigger as $$ begin update reserve_sheet s set continues_id = nullif(gone.continues_id, s.event_id)
        from reserve_sheet gone where gone.event_id = old.id and s.continues_id = old.id
          and exists (select from event e where e.id = s.event_id);         return old; end; $$ language plpgsql;
