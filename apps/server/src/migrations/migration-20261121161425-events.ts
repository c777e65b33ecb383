import { Migration } from '@mikro-orm/migrations';

export class Migration20261121161425_events extends Migration {

  override name = 'Migration20261121161425_events';

  override up(): void | Promise<void> {
    this.addSql(`create table "event" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "title" text not null, "description" text null, "type" text not null, "scope" text not null, "status" text not null, "starts_at" timestamptz(3) not null, "ends_at" timestamptz(3) not null, "local_start" text not null, "time_zone" text not null, "signup_closes_minutes" int null, "journal_instance_id" int null, "image_url" text null, "recurring_series_id" uuid null, "own_fields" text[] not null default '{}', "counts_for_attendance" boolean not null default true, "tickets" int not null default 0, "created_by_id" uuid null, "published_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "event_journal_instance_id_index" on "event" ("journal_instance_id");`);
    this.addSql(`create index "event_created_by_id_index" on "event" ("created_by_id");`);
    this.addSql(`create index "event_by_start" on "event" ("organization_id", "starts_at", "id");`);
    this.addSql(`create index "event_by_series" on "event" ("recurring_series_id", "id") where recurring_series_id is not null;`);
    this.addSql(`create index "event_published_by_end" on "event" ("ends_at") where status = 'published';`);

    this.addSql(`create table "event_slot" ("event_id" uuid not null, "role_key" text not null, "max" smallint not null, "taken" int not null default 0, "position" smallint not null, primary key ("event_id", "role_key"));`);

    this.addSql(`create table "event_mail" ("id" uuid not null default uuidv7(), "event_id" uuid not null, "user_id" uuid not null, "kind" text not null, "occasion" text not null, "created_at" timestamptz(3) not null default now(), "settled_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`create index "event_mail_user_id_index" on "event_mail" ("user_id");`);
    this.addSql(`alter table "event_mail" add constraint "event_mail_once" unique ("event_id", "user_id", "kind", "occasion");`);

    this.addSql(`create table "event_log_entry" ("id" uuid not null default uuidv7(), "event_id" uuid not null, "kind" text not null, "actor_id" uuid null, "person_id" uuid null, "changes" jsonb not null default '{}', "why" text null, "at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "event_log_entry_actor_id_index" on "event_log_entry" ("actor_id");`);
    this.addSql(`create index "event_log_entry_person_id_index" on "event_log_entry" ("person_id");`);
    this.addSql(`create index "event_log_entry_by_time" on "event_log_entry" ("event_id", "at", "id");`);

    this.addSql(`create table "participation" ("id" uuid not null default uuidv7(), "event_id" uuid not null, "user_id" uuid not null, "character_id" uuid null, "role_key" text null, "status" text not null, "status_since" timestamptz(3) not null default now(), "ticket" int null, "note" text null, "attendance" text null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "participation_user_id_index" on "participation" ("user_id");`);
    this.addSql(`create index "participation_character_id_index" on "participation" ("character_id");`);
    this.addSql(`create index "participation_waiting" on "participation" ("event_id", "role_key", "ticket") where status = 'waitlist';`);
    this.addSql(`alter table "participation" add constraint "participation_one_a_person" unique ("event_id", "user_id");`);
    this.addSql(`alter table "participation" add constraint "participation_one_a_ticket" unique ("event_id", "ticket");`);

    this.addSql(`alter table "app_user" add "muted_event_mails" text[] not null default '{}';`);

    this.addSql(`alter table "event" add constraint "event_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "event" add constraint "event_journal_instance_id_foreign" foreign key ("journal_instance_id") references "journal_instance" ("id") on delete set null;`);
    this.addSql(`alter table "event" add constraint "event_created_by_id_foreign" foreign key ("created_by_id") references "app_user" ("id") on delete set null;`);
    this.addSql(`alter table "event" add constraint "event_duration" check ((ends_at > starts_at) AND (ends_at <= (starts_at + '7 days'::interval)));`);
    this.addSql(`alter table "event" add constraint "event_signup_closes" check (signup_closes_minutes >= 0);`);
    this.addSql(`alter table "event" add constraint "event_type_check" check ("type" in ('raid', 'dungeon', 'social', 'pvp', 'other'));`);
    this.addSql(`alter table "event" add constraint "event_scope_check" check ("scope" in ('guild', 'group'));`);
    this.addSql(`alter table "event" add constraint "event_status_check" check ("status" in ('draft', 'published', 'cancelled', 'completed'));`);
    this.addSql(`create or replace function "event_event_transition_fn"() returns trigger as \$\$ begin if old.status <> new.status and not (
          (old.status, new.status) in (('draft', 'published'), ('published', 'cancelled'), ('published', 'completed'))
          or (old.status, new.status) = ('draft', 'cancelled') and new.recurring_series_id is not null
          or (old.status, new.status) = ('cancelled', 'published') and new.starts_at > now()
        ) then
          raise exception 'event %: % does not become %', new.id, old.status, new.status using errcode = 'check_violation';         end if;         return new; end; \$\$ language plpgsql;`);
    this.addSql(`create trigger "event_transition" BEFORE UPDATE on "event" for each ROW execute function "event_event_transition_fn"();`);

    this.addSql(`alter table "event_slot" add constraint "event_slot_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;`);
    this.addSql(`alter table "event_slot" add constraint "event_slot_never_overbooked" check ((taken >= 0) AND (taken <= max));`);
    this.addSql(`alter table "event_slot" add constraint "event_slot_max" check ((max >= 1) AND (max <= 500));`);
    this.addSql(`alter table "event_slot" add constraint "event_slot_role_key_check" check ("role_key" in ('tank', 'healer', 'melee', 'ranged', 'flex'));`);

    this.addSql(`alter table "event_mail" add constraint "event_mail_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;`);
    this.addSql(`alter table "event_mail" add constraint "event_mail_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;`);
    this.addSql(`alter table "event_mail" add constraint "event_mail_kind_check" check ("kind" in ('reminder', 'promotion', 'role_gap'));`);

    this.addSql(`alter table "event_log_entry" add constraint "event_log_entry_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;`);
    this.addSql(`alter table "event_log_entry" add constraint "event_log_entry_actor_id_foreign" foreign key ("actor_id") references "app_user" ("id") on delete set null;`);
    this.addSql(`alter table "event_log_entry" add constraint "event_log_entry_person_id_foreign" foreign key ("person_id") references "app_user" ("id") on delete set null;`);
    this.addSql(`alter table "event_log_entry" add constraint "event_log_entry_kind_check" check ("kind" in ('created', 'edited', 'published', 'cancelled', 'reopened', 'completed', 'image_changed', 'answered', 'promoted', 'moved', 'removed', 'attendance'));`);

    this.addSql(`alter table "participation" add constraint "participation_event_id_foreign" foreign key ("event_id") references "event" ("id") on delete cascade;`);
    this.addSql(`alter table "participation" add constraint "participation_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;`);
    this.addSql(`alter table "participation" add constraint "participation_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete set null;`);
    this.addSql(`alter table "participation" add constraint "participation_ticket" check ((status = ANY (ARRAY['signed_up'::text, 'waitlist'::text])) = (ticket IS NOT NULL));`);
    this.addSql(`alter table "participation" add constraint "participation_waits_for_a_role" check ((status <> 'waitlist'::text) OR (role_key IS NOT NULL));`);
    this.addSql(`alter table "participation" add constraint "participation_role_key_check" check ("role_key" in ('tank', 'healer', 'melee', 'ranged', 'flex'));`);
    this.addSql(`alter table "participation" add constraint "participation_status_check" check ("status" in ('signed_up', 'tentative', 'waitlist', 'declined'));`);
    this.addSql(`alter table "participation" add constraint "participation_attendance_check" check ("attendance" in ('present', 'late', 'benched', 'excused', 'no_show'));`);
    this.addSql(`create or replace function "participation_participation_takes_slot_fn"() returns trigger as \$\$ begin if tg_op = 'UPDATE' and (old.status, old.role_key, old.event_id) is not distinct from
          (new.status, new.role_key, new.event_id) then
          return null;         end if;         if tg_op <> 'INSERT' and old.status = 'signed_up' then
          update event_slot set taken = taken - 1 where event_id = old.event_id and role_key = old.role_key;         end if;         if tg_op <> 'DELETE' and new.status = 'signed_up' then
          update event_slot set taken = taken + 1 where event_id = new.event_id and role_key = new.role_key;           if not found and exists (select from event_slot where event_id = new.event_id) then
            raise exception 'event %: no slot for %', new.event_id, new.role_key using errcode = 'check_violation';           end if;         end if;         return null; end; \$\$ language plpgsql;`);
    this.addSql(`create trigger "participation_takes_slot" AFTER INSERT OR UPDATE OR DELETE on "participation" for each ROW execute function "participation_participation_takes_slot_fn"();`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "event_slot" drop constraint "event_slot_event_id_foreign";`);
    this.addSql(`alter table "event_mail" drop constraint "event_mail_event_id_foreign";`);
    this.addSql(`alter table "event_log_entry" drop constraint "event_log_entry_event_id_foreign";`);
    this.addSql(`alter table "participation" drop constraint "participation_event_id_foreign";`);

    this.addSql(`drop trigger if exists "event_transition" on "event";`);
    this.addSql(`drop function if exists "event_event_transition_fn"();`);
    this.addSql(`drop table if exists "event" cascade;`);
    this.addSql(`drop table if exists "event_slot" cascade;`);
    this.addSql(`drop table if exists "event_mail" cascade;`);
    this.addSql(`drop table if exists "event_log_entry" cascade;`);
    this.addSql(`drop trigger if exists "participation_takes_slot" on "participation";`);
    this.addSql(`drop function if exists "participation_participation_takes_slot_fn"();`);
    this.addSql(`drop table if exists "participation" cascade;`);

    this.addSql(`alter table "app_user" drop column "muted_event_mails";`);
  }

}
