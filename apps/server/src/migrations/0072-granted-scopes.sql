-- The permissions that a person gave on the game platform's page of consent, as the platform said when it gave the token.
alter table "account" add "granted_scopes" text[] null;
