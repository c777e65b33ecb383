alter table "notification" drop constraint "notification_kind_check";
alter table "notification" add constraint "notification_kind_check" check ("kind" in ('waitlist_promoted', 'place_lost', 'moved', 'event_new', 'answer_wanted', 'event_moved', 'event_cancelled', 'role_granted', 'role_withdrawn', 'claim_rejected', 'transfer_waiting', 'roster_held', 'picture_refused', 'integration_stopped', 'discord_posts_stopped', 'discord_token_refused', 'discord_roles_held', 'discord_role_stopped'));

alter table "event" add "reminded_at" timestamptz(3) null;
