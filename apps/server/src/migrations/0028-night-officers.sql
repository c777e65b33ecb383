-- A character of a log that is of no raider here is remembered too.
alter table "raider_alias" alter column "raider_id" drop not null;

alter table "notification" drop constraint "notification_kind_check";
alter table "notification" add constraint "notification_kind_check" check ("kind" in ('waitlist_promoted', 'place_lost', 'moved', 'event_new', 'answer_wanted', 'answer_counts', 'answer_refused', 'absence_entered', 'event_moved', 'event_cancelled', 'lineup_published', 'lineup_gap', 'night_ready', 'role_granted', 'role_withdrawn', 'claim_rejected', 'transfer_waiting', 'roster_held', 'picture_refused', 'integration_stopped', 'discord_posts_stopped', 'discord_token_refused', 'discord_roles_held', 'discord_role_stopped')) not valid;
