alter table "change" validate constraint "change_type_check";
alter table "webhook_delivery" validate constraint "webhook_delivery_type_check";
