alter table "pull_raider" add "spec_name" text null;
