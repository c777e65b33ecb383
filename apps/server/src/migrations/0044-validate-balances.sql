alter table "import_run" validate constraint "import_run_source_check";
alter table "import_row" validate constraint "import_row_reason_check";
