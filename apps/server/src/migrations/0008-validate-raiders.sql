alter table "participation" validate constraint "participation_raider_id_not_null";
alter table "participation" validate constraint "participation_user_id_foreign";
alter table "participation" validate constraint "participation_raider_id_foreign";
alter table "participation" validate constraint "participation_raider_character_id_foreign";
alter table "event" validate constraint "event_team_id_foreign";
alter table "event_log_entry" validate constraint "event_log_entry_raider_id_foreign";
alter table "change" validate constraint "change_type_check";
alter table "webhook_delivery" validate constraint "webhook_delivery_type_check";
