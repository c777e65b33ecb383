-- The Last-Modified of the guild's own document and of its achievements, so that no older answer replaces a newer one; and
-- whether the next roster is asked for in full, which no longer forgets the date of the last one.
alter table "organization" add "details_last_modified" text null, add "roster_ask_whole" boolean not null default false;
alter table "guild_achievements" add "last_modified" text null;

alter table "sync_session" validate constraint "sync_session_error_reason_check";
alter table "character" validate constraint "character_moved_to_id_foreign";
