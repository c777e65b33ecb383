create table "lineup_post" ("id" uuid not null default uuidv7(), "event_id" uuid null, "binding_id" uuid null, "channel_id" text not null, "message_id" text null, "wanted" int not null default 1, "shown" int not null default 0, "shown_at" timestamptz(3) null, "shown_hash" text null, "sent_at" timestamptz(3) null, "next_try_at" timestamptz(3) not null default now(), "state" text not null default 'live', primary key ("id"));
create index "lineup_post_binding_id_index" on "lineup_post" ("binding_id");
alter table "lineup_post" add constraint "lineup_post_message_id_unique" unique ("message_id");
alter table "lineup_post" add constraint "lineup_post_one_a_binding" unique ("event_id", "binding_id");
create index "lineup_post_due" on "lineup_post" ("channel_id", "next_try_at") where (state = 'live' and (wanted > shown or event_id is null or binding_id is null));
alter table "lineup_post" add constraint "lineup_post_state_check" check ("state" in ('live', 'removed', 'failed'));

alter table "lineup_post" add constraint "lineup_post_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete set null;
alter table "lineup_post" add constraint "lineup_post_binding_id_foreign" foreign key ("binding_id") references "discord_binding" ("id") on delete set null;
