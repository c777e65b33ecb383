alter table "import_row" validate constraint "import_row_reason_check";
