alter table "import_run" validate constraint "import_run_source_check";
alter table "import_row" validate constraint "import_row_reason_check";
alter table "change" validate constraint "change_type_check";
alter table "webhook_delivery" validate constraint "webhook_delivery_type_check";
alter table "role" validate constraint "role_added_permissions";
alter table "role" validate constraint "role_known_permissions";
