alter table "change" validate constraint "change_type_check";
