alter table "import_run" drop constraint "import_run_source_check";
alter table "import_run" add constraint "import_run_source_check" check ("source" in ('raid_helper', 'roster_notes', 'wowaudit', 'thats_my_bis', 'eqdkp', 'table', 'loot', 'points')) not valid;
alter table "import_row" drop constraint "import_row_reason_check";
alter table "import_row" add constraint "import_row_reason_check" check ("reason" in ('circle', 'several_mains', 'nothing_to_write', 'no_event', 'no_role', 'already_there', 'answered_already', 'proved_by_a_person', 'of_another_raider', 'team_full', 'changed_since', 'impossible_time', 'later_line', 'later_balance', 'no_balance', 'for_many', 'of_main')) not valid;
