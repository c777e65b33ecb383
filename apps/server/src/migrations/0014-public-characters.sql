alter table "character" add "public_key" text null;
alter table "character" add constraint "character_one_public_key" unique ("public_key");
