alter table "notification" drop constraint "notification_kind_check";
alter table "notification" add constraint "notification_kind_check" check ("kind" in ('waitlist_promoted', 'place_lost', 'moved', 'event_new', 'answer_wanted', 'answer_counts', 'answer_refused', 'absence_entered', 'reserves_entered', 'event_moved', 'event_cancelled', 'lineup_published', 'lineup_gap', 'night_ready', 'role_granted', 'role_withdrawn', 'claim_rejected', 'transfer_waiting', 'roster_held', 'picture_refused', 'integration_stopped', 'discord_posts_stopped', 'discord_token_refused', 'discord_roles_held', 'discord_role_stopped')) not valid;
alter table "reserve" add "entered_by_id" uuid null;
alter table "reserve" add constraint "reserve_entered_by_id_foreign" foreign key ("entered_by_id") references "app_user" ("id") on delete set null not valid;
create index "reserve_entered_by_id_index" on "reserve" ("entered_by_id");
