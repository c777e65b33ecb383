alter table "account" add "access_token_expiry_sealed" text null;
