import { Migration } from '@mikro-orm/migrations';

export class Migration20261121170856_attendance extends Migration {

  override name = 'Migration20261121170856_attendance';

  override up(): void | Promise<void> {
    this.addSql(`create table "calendar_feed" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "organization_id" uuid null, "token_hash" text not null, "created_at" timestamptz(3) not null default now(), "last_read_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`create index "calendar_feed_organization_id_index" on "calendar_feed" ("organization_id");`);
    this.addSql(`alter table "calendar_feed" add constraint "calendar_feed_token_hash_unique" unique ("token_hash");`);
    this.addSql(`create unique index "calendar_feed_one_each" on "calendar_feed" (user_id, organization_id) nulls not distinct;`);

    this.addSql(`create table "attendance_policy" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "version" int not null, "valid_from" timestamptz(3) null, "late_weight" smallint not null, "benched_weight" smallint not null, "count_declined" boolean not null, "too_few_events" smallint not null, "changed_by_id" uuid null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "attendance_policy_changed_by_id_index" on "attendance_policy" ("changed_by_id");`);
    this.addSql(`alter table "attendance_policy" add constraint "attendance_policy_version" unique ("organization_id", "version");`);

    this.addSql(`create table "absence" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "organization_id" uuid null, "from_day" date not null, "to_day" date not null, "time_zone" text not null, "starts_at" timestamptz(3) not null, "ends_at" timestamptz(3) not null, "note" text null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "absence_organization_id_index" on "absence" ("organization_id");`);
    this.addSql(`create index "absence_by_person" on "absence" ("user_id", "ends_at");`);

    this.addSql(`create index "membership_ever" on "membership" ("organization_id", "user_id");`);

    this.addSql(`create index "event_log_entry_of_event" on "event_log_entry" ("event_id", "at") where person_id is null;`);

    this.addSql(`alter table "calendar_feed" add constraint "calendar_feed_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;`);
    this.addSql(`alter table "calendar_feed" add constraint "calendar_feed_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);

    this.addSql(`alter table "attendance_policy" add constraint "attendance_policy_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "attendance_policy" add constraint "attendance_policy_changed_by_id_foreign" foreign key ("changed_by_id") references "app_user" ("id") on delete set null;`);
    this.addSql(`alter table "attendance_policy" add constraint "attendance_policy_begins" check ((version = 1) = (valid_from IS NULL));`);
    this.addSql(`alter table "attendance_policy" add constraint "attendance_policy_weights" check ((late_weight >= 0) AND (late_weight <= 100) AND (benched_weight >= 0) AND (benched_weight <= 100) AND (too_few_events >= 1));`);

    this.addSql(`alter table "absence" add constraint "absence_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;`);
    this.addSql(`alter table "absence" add constraint "absence_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "absence" add constraint "absence_days" check ((ends_at > starts_at) AND (ends_at <= (starts_at + '367 days'::interval)) AND (to_day >= from_day));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "calendar_feed" cascade;`);
    this.addSql(`drop table if exists "attendance_policy" cascade;`);
    this.addSql(`drop table if exists "absence" cascade;`);

    this.addSql(`drop index "event_log_entry_of_event";`);

    this.addSql(`drop index "membership_ever";`);
  }

}
