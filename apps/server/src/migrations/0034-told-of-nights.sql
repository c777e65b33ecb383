alter table "log_report" add column "told_at" timestamptz(3) null;
