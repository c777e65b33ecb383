import { Migration } from '@mikro-orm/migrations';

export class Migration20261121153735_texts_and_logos extends Migration {

  override name = 'Migration20261121153735_texts_and_logos';

  override up(): void | Promise<void> {
    this.addSql(`create table "guild_sync" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "type" text not null, "leased_until" timestamptz(3) null, "synced_at" timestamptz(3) null, "demanded_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`alter table "guild_sync" add constraint "guild_sync_unique" unique ("organization_id", "type");`);

    this.addSql(`create table "guild_achievements" ("organization_id" uuid not null, "total_quantity" int not null, "total_points" int not null, "categories" jsonb not null, "recent" jsonb not null, "synced_at" timestamptz(3) not null, primary key ("organization_id"));`);

    this.addSql(`create table "text_version" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "type" text not null, "version" int not null, "body" text null, "author_id" uuid null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "text_version_author_id_index" on "text_version" ("author_id");`);
    this.addSql(`alter table "text_version" add constraint "text_version_unique" unique ("organization_id", "type", "version");`);

    this.addSql(`alter table "organization" add "synced_logo_url" text null, add "achievement_points" int null, add "founded_at" timestamptz(3) null;`);
    this.addSql(`alter table "organization" rename column "logo_url" to "custom_logo_url";`);
    this.addSql(`alter table "organization" add constraint "organization_custom_logo" check (NOT use_custom_logo OR custom_logo_url IS NOT NULL);`);

    this.addSql(`alter table "image" drop constraint "image_status_check";`);
    this.addSql(`create unique index "image_one_pending" on "image" ("subject_id", "purpose") where status = 'pending';`);
    this.addSql(`create unique index "image_one_approved" on "image" ("subject_id", "purpose") where status = 'approved';`);
    // What its owner replaced was called rejected until now, without anybody's decision.
    this.addSql(`update "image" set "status" = 'withdrawn' where "status" = 'rejected' and "decided_at" is null;`);
    this.addSql(`alter table "image" add constraint "image_status_check" check ("status" in ('pending', 'approved', 'rejected', 'withdrawn'));`);

    this.addSql(`alter table "guild_sync" add constraint "guild_sync_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "guild_sync" add constraint "guild_sync_type_check" check ("type" in ('crest', 'details', 'achievements'));`);

    this.addSql(`alter table "guild_achievements" add constraint "guild_achievements_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table "text_version" add constraint "text_version_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "text_version" add constraint "text_version_author_id_foreign" foreign key ("author_id") references "app_user" ("id") on delete set null;`);
    this.addSql(`alter table "text_version" add constraint "text_version_size" check (octet_length(body) <= 20480);`);
    this.addSql(`alter table "text_version" add constraint "text_version_type_check" check ("type" in ('motd', 'rules', 'loot_rules', 'description', 'recruitment', 'raid_info'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "guild_sync" cascade;`);
    this.addSql(`drop table if exists "guild_achievements" cascade;`);
    this.addSql(`drop table if exists "text_version" cascade;`);

    this.addSql(`drop index "image_one_pending";`);
    this.addSql(`drop index "image_one_approved";`);
    this.addSql(`alter table "image" drop constraint "image_status_check";`);
    this.addSql(`alter table "image" add constraint "image_status_check" check ("status" in ('pending', 'approved', 'rejected'));`);

    this.addSql(`alter table "organization" drop constraint "organization_custom_logo";`);
    this.addSql(`alter table "organization" drop column "synced_logo_url", drop column "achievement_points", drop column "founded_at";`);
    this.addSql(`alter table "organization" rename column "custom_logo_url" to "logo_url";`);
  }

}
