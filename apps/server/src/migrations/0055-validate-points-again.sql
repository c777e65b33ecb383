alter table "point_entry" validate constraint "point_entry_changes";
