alter table "event" add "team_id" uuid null;
alter table "event" add constraint "event_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete set null not valid;

alter table "event_log_entry" add "raider_id" uuid null;
alter table "event_log_entry" add constraint "event_log_entry_raider_id_foreign" foreign key ("raider_id") references "raider" ("id") on delete set null not valid;

alter table "change" drop constraint "change_type_check";
alter table "change" add constraint "change_type_check" check ("type" in ('event.changed', 'participation.changed', 'post.changed', 'roster.changed', 'raider.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'moderation.changed', 'job.changed', 'notification.changed')) not valid;

alter table "webhook_delivery" drop constraint "webhook_delivery_type_check";
alter table "webhook_delivery" add constraint "webhook_delivery_type_check" check ("type" in ('event.changed', 'participation.changed', 'post.changed', 'roster.changed', 'raider.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'ping', 'feed.gap')) not valid;
