alter table "point_entry" drop constraint "point_entry_changes";
alter table "point_entry" add constraint "point_entry_changes" check ((points <> 0) OR (gp <> 0) OR (type = 'undo'::text)) not valid;
