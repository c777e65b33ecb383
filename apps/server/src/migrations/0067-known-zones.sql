-- The zone itself, or UTC if this database has no zone of that name: one such row would fail the statement for all rows. A
-- database on a system without the old names of places knows fewer than the service does.
create function known_zone(zone text) returns text language plpgsql stable strict parallel restricted as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;
