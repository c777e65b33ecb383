alter table "notification" validate constraint "notification_kind_check";
alter table "reserve" validate constraint "reserve_entered_by_id_foreign";
