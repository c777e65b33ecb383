create table "point_pool" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "team_id" uuid null, "name" text not null, "kind" text not null, "decimals" smallint not null, "base_gp" bigint null, "min_ep" bigint null, "decay_hundredths" int null, "decay_every_days" smallint null, "decay_next_on" date null, "decay_negatives" boolean not null default true, "weekly_raids" smallint null, "attendance_weeks" smallint null, "archived_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));
create index "point_pool_organization_id_index" on "point_pool" ("organization_id");
create index "point_pool_team_id_index" on "point_pool" ("team_id");
create index "point_pool_by_decay" on "point_pool" ("decay_next_on") where archived_at is null;

create table "point_price" ("pool_id" uuid not null, "item_id" int not null, "price" bigint not null, primary key ("pool_id", "item_id"));

create table "point_decay" ("pool_id" uuid not null, "on_date" date not null, "hundredths" int not null, "at" timestamptz(3) not null default now(), primary key ("pool_id", "on_date"));

create table "point_entry" ("id" uuid not null default uuidv7(), "pool_id" uuid not null, "booking_id" uuid not null, "type" text not null, "raider_id" uuid null, "points" bigint not null, "gp" bigint not null, "reason" text null, "by_id" uuid null, "at" timestamptz(3) not null default now(), "award_id" uuid null, "event_id" uuid null, "decayed_on" date null, "undoes_id" uuid null, primary key ("id"));
create index "point_entry_raider_id_index" on "point_entry" ("raider_id");
create index "point_entry_by_id_index" on "point_entry" ("by_id");
create index "point_entry_award_id_index" on "point_entry" ("award_id");
create index "point_entry_event_id_index" on "point_entry" ("event_id");
create index "point_entry_by_pool" on "point_entry" ("pool_id", "id");
create index "point_entry_by_raider" on "point_entry" (pool_id, raider_id, id) include (points, gp, at);
create index "point_entry_by_booking" on "point_entry" ("booking_id");
alter table "point_entry" add constraint "point_entry_undone_once" unique ("undoes_id");

alter table "change" drop constraint "change_type_check";
alter table "change" add constraint "change_type_check" check ("type" in ('event.changed', 'participation.changed', 'lineup.changed', 'night.changed', 'post.changed', 'roster.changed', 'raider.changed', 'import.changed', 'wish.changed', 'reserve.changed', 'loot.changed', 'points.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'moderation.changed', 'job.changed', 'notification.changed')) not valid;

alter table "webhook_delivery" drop constraint "webhook_delivery_type_check";
alter table "webhook_delivery" add constraint "webhook_delivery_type_check" check ("type" in ('event.changed', 'participation.changed', 'post.changed', 'roster.changed', 'raider.changed', 'loot.changed', 'points.changed', 'membership.changed', 'rights.changed', 'organization.changed', 'absence.changed', 'ping', 'feed.gap')) not valid;

alter table "point_pool" add constraint "point_pool_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;
alter table "point_pool" add constraint "point_pool_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete set null;
alter table "point_pool" add constraint "point_pool_decimals" check ((decimals >= 0) AND (decimals <= 3));
alter table "point_pool" add constraint "point_pool_gp" check (((kind = 'epgp'::text) = (base_gp IS NOT NULL)) AND ((kind = 'epgp'::text) = (min_ep IS NOT NULL)) AND (base_gp > 0) AND (min_ep >= 0));
alter table "point_pool" add constraint "point_pool_decay" check (((decay_hundredths IS NULL) = (decay_next_on IS NULL)) AND ((decay_every_days IS NULL) = (decay_next_on IS NULL)) AND (decay_hundredths >= 1) AND (decay_hundredths <= 10000) AND (decay_every_days >= 1));
alter table "point_pool" add constraint "point_pool_zero_sum" check ((kind <> 'zero_sum'::text) OR (decay_next_on IS NULL));
alter table "point_pool" add constraint "point_pool_attendance" check (((weekly_raids IS NULL) = (attendance_weeks IS NULL)) AND (weekly_raids >= 1) AND (attendance_weeks >= 1));
alter table "point_pool" add constraint "point_pool_kind_check" check ("kind" in ('epgp', 'dkp', 'zero_sum'));

alter table "point_price" add constraint "point_price_pool_id_foreign" foreign key ("pool_id") references "point_pool" ("id") on delete cascade;
alter table "point_price" add constraint "point_price_whole" check (price >= 0);

alter table "point_decay" add constraint "point_decay_pool_id_foreign" foreign key ("pool_id") references "point_pool" ("id") on delete cascade;

alter table "point_entry" add constraint "point_entry_pool_id_foreign" foreign key ("pool_id") references "point_pool" ("id") on delete cascade;
alter table "point_entry" add constraint "point_entry_raider_id_foreign" foreign key ("raider_id") references "raider" ("id") on delete set null;
alter table "point_entry" add constraint "point_entry_by_id_foreign" foreign key ("by_id") references "app_user" ("id") on delete set null;
alter table "point_entry" add constraint "point_entry_award_id_foreign" foreign key ("award_id") references "loot_award" ("id") on delete set null;
alter table "point_entry" add constraint "point_entry_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete set null;
alter table "point_entry" add constraint "point_entry_undoes_id_foreign" foreign key ("undoes_id") references "point_entry" ("id") on delete cascade;
alter table "point_entry" add constraint "point_entry_changes" check ((points <> 0) OR (gp <> 0));
alter table "point_entry" add constraint "point_entry_decay" check ((type = 'decay'::text) = (decayed_on IS NOT NULL));
alter table "point_entry" add constraint "point_entry_undo" check ((type = 'undo'::text) = (undoes_id IS NOT NULL));
alter table "point_entry" add constraint "point_entry_type_check" check ("type" in ('grant', 'charge', 'share', 'decay', 'opening', 'undo'));
create or replace function "point_entry_point_entry_stays_fn"() returns trigger as $$ begin if tg_op = 'DELETE' then
          if exists (select from point_pool where id = old.pool_id) then
            raise exception 'point entry %: entries are not deleted', old.id using errcode = 'check_violation';           end if;           return old;         end if;         if (new.id, new.pool_id, new.booking_id, new.type, new.points, new.gp, new.at, new.decayed_on, new.undoes_id)
          is distinct from (old.id, old.pool_id, old.booking_id, old.type, old.points, old.gp, old.at, old.decayed_on, old.undoes_id)
          or new.reason is not null and new.reason is distinct from old.reason then
          raise exception 'point entry %: entries do not change', old.id using errcode = 'check_violation';         end if;         return new; end; $$ language plpgsql;
create trigger "point_entry_stays" BEFORE UPDATE OR DELETE on "point_entry" for each ROW execute function "point_entry_point_entry_stays_fn"();
