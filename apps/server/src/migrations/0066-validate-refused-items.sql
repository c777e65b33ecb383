alter table "discord_role_sync" validate constraint "discord_role_sync_failure_check";
alter table "webhook_delivery" validate constraint "webhook_delivery_outcome_check";
alter table "webhook_endpoint" validate constraint "webhook_endpoint_stopped_because_check";
alter table "notification" validate constraint "notification_kind_check";
