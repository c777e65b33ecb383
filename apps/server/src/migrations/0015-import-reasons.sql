alter table "import_row" drop constraint "import_row_reason_check";
alter table "import_row" add constraint "import_row_reason_check" check ("reason" in ('circle', 'several_mains', 'nothing_to_write', 'no_event', 'no_role', 'already_there', 'answered_already', 'proved_by_a_person', 'of_another_raider', 'team_full', 'changed_since'));
