alter table "import_run" validate constraint "import_run_source_check";
