-- Since when the game platform refuses the person's own list of characters, because its page of consent was left unticked.
alter table "account" add "permission_missing_at" timestamptz(3) null;

alter table "sync_session" drop constraint "sync_session_error_reason_check";
alter table "sync_session" add constraint "sync_session_error_reason_check" check ("error_reason" in ('platform_unavailable', 'platform_forbidden', 'platform_rate_limited', 'platform_answer_malformed', 'gameplatform_token_expired', 'gameplatform_permission_missing', 'guild_not_found', 'organization_archived', 'roster_shrank', 'interrupted', 'internal')) not valid;
