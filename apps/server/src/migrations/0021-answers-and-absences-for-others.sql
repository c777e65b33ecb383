alter table "notification" drop constraint "notification_kind_check";
alter table "notification" add constraint "notification_kind_check" check ("kind" in ('waitlist_promoted', 'place_lost', 'moved', 'event_new', 'answer_wanted', 'answer_counts', 'answer_refused', 'absence_entered', 'event_moved', 'event_cancelled', 'role_granted', 'role_withdrawn', 'claim_rejected', 'transfer_waiting', 'roster_held', 'picture_refused', 'integration_stopped', 'discord_posts_stopped', 'discord_token_refused', 'discord_roles_held', 'discord_role_stopped'));

create table "kept_answer" ("user_id" uuid not null, "event_id" uuid not null, "status" text not null, "role_key" text null, "kept_at" timestamptz(3) not null, primary key ("user_id", "event_id"));

alter table "kept_answer" add constraint "kept_answer_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;
alter table "kept_answer" add constraint "kept_answer_status_check" check ("status" in ('signed_up', 'tentative', 'declined'));
alter table "kept_answer" add constraint "kept_answer_role_key_check" check ("role_key" in ('tank', 'healer', 'melee', 'ranged', 'flex'));

alter table "absence" add column "entered_by_officer" boolean not null default false;
