-- The Last-Modified of a person's list of characters, by region and branch of the game, so that no older list takes a character.
alter table "account" add "lists_modified" jsonb not null default '{}';
