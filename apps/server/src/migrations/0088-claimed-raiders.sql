alter table "raider" add column "claimed_at" timestamptz(3) null;
