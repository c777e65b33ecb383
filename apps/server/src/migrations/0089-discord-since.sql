alter table "raider" add "discord_since" timestamptz(3) null;
