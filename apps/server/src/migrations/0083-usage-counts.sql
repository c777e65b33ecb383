create table "usage_count" ("id" int not null, "counts" jsonb not null, "ms" int not null, "counted_at" timestamptz(3) not null default now(), primary key ("id"));
