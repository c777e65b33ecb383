alter table "import_run" drop constraint "import_run_source_check";
alter table "import_run" add constraint "import_run_source_check" check ("source" in ('raid_helper', 'roster_notes', 'wowaudit', 'thats_my_bis', 'eqdkp', 'table', 'loot', 'points', 'reserves')) not valid;
