create table "night_post" ("id" uuid not null default uuidv7(), "event_id" uuid null, "binding_id" uuid null, "channel_id" text not null, "message_id" text null, "wanted" int not null default 1, "shown" int not null default 0, "shown_at" timestamptz(3) null, "shown_hash" text null, "sent_at" timestamptz(3) null, "next_try_at" timestamptz(3) not null default now(), "state" text not null default 'live', primary key ("id"));
create index "night_post_binding_id_index" on "night_post" ("binding_id");
alter table "night_post" add constraint "night_post_message_id_unique" unique ("message_id");
alter table "night_post" add constraint "night_post_one_a_binding" unique ("event_id", "binding_id");
create index "night_post_due" on "night_post" ("channel_id", "next_try_at") where (state = 'live' and (wanted > shown or event_id is null or binding_id is null));
alter table "night_post" add constraint "night_post_state_check" check ("state" in ('live', 'removed', 'failed'));

alter table "night_post" add constraint "night_post_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete set null;
alter table "night_post" add constraint "night_post_binding_id_foreign" foreign key ("binding_id") references "discord_binding" ("id") on delete set null;
alter table "discord_binding" add column "nights" boolean not null default false;
