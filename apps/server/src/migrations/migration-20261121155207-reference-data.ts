import { Migration } from '@mikro-orm/migrations';

export class Migration20261121155207_reference_data extends Migration {

  override name = 'Migration20261121155207_reference_data';

  override up(): void | Promise<void> {
    this.addSql(`create table "holiday" ("id" uuid not null default uuidv7(), "key" text not null, "year" smallint not null, "starts_at" date not null, "ends_at" date not null, "names" jsonb not null, primary key ("id"));`);
    this.addSql(`create index "holiday_by_day" on "holiday" ("starts_at", "ends_at");`);
    this.addSql(`alter table "holiday" add constraint "holiday_once" unique ("key", "starts_at");`);

    this.addSql(`create table "journal_expansion" ("id" int not null, "listed" boolean not null default true, primary key ("id"));`);

    this.addSql(`create table "journal_expansion_locale" ("entity_id" int not null, "locale" text not null, "name" text null, "description" text null, primary key ("entity_id", "locale"));`);

    this.addSql(`create table "journal_instance" ("id" int not null, "expansion_id" int not null, "category" text not null, "minimum_level" smallint null, "order_index" smallint null, "image_url" text null, "last_modified" text null, "media_last_modified" text null, "listed" boolean not null default true, primary key ("id"));`);
    this.addSql(`create index "journal_instance_in_order" on "journal_instance" ("expansion_id", "order_index", "id");`);

    this.addSql(`create table "journal_encounter" ("id" int not null, "instance_id" int not null, "position" smallint not null, "last_modified" text null, "listed" boolean not null default true, primary key ("id"));`);
    this.addSql(`create index "journal_encounter_in_order" on "journal_encounter" ("instance_id", "position", "id");`);

    this.addSql(`create table "journal_encounter_locale" ("entity_id" int not null, "locale" text not null, "name" text null, "description" text null, primary key ("entity_id", "locale"));`);

    this.addSql(`create table "journal_instance_locale" ("entity_id" int not null, "locale" text not null, "name" text null, "description" text null, primary key ("entity_id", "locale"));`);

    this.addSql(`create table "profession" ("id" int not null, "type" text null, "names" jsonb not null, primary key ("id"));`);

    this.addSql(`create table "reputation_faction" ("id" int not null, "parent_id" int null, "root_id" int not null, "expansion_id" int null, "names" jsonb not null, primary key ("id"));`);
    this.addSql(`create index "reputation_faction_root_id_index" on "reputation_faction" ("root_id");`);
    this.addSql(`create index "reputation_faction_expansion_id_index" on "reputation_faction" ("expansion_id");`);

    this.addSql(`create table "skill_tier" ("id" int not null, "profession_id" int not null, "minimum_skill" smallint null, "maximum_skill" smallint null, "names" jsonb not null, primary key ("id"));`);
    this.addSql(`create index "skill_tier_profession_id_index" on "skill_tier" ("profession_id");`);

    this.addSql(`create table "recipe" ("id" int not null, "profession_id" int not null, "skill_tier_id" int not null, "names" jsonb not null, "crafted_item_id" int null, "horde_crafted_item_id" int null, "crafted_item_names" jsonb null, "details_fetched_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`create index "recipe_profession_id_index" on "recipe" ("profession_id");`);
    this.addSql(`create index "recipe_skill_tier_id_index" on "recipe" ("skill_tier_id");`);

    this.addSql(`create table "specialization" ("id" int not null, "class_id" smallint not null, "role" text null, "names" jsonb not null, primary key ("id"));`);
    this.addSql(`create index "specialization_class_id_index" on "specialization" ("class_id");`);

    this.addSql(`alter table "sync_session" add "parts" jsonb null;`);

    this.addSql(`alter table "holiday" add constraint "holiday_has_a_day" check (ends_at >= starts_at);`);

    this.addSql(`alter table "journal_expansion_locale" add constraint "journal_expansion_locale_entity_id_foreign" foreign key ("entity_id") references "journal_expansion" ("id") on delete cascade;`);

    this.addSql(`alter table "journal_instance" add constraint "journal_instance_expansion_id_foreign" foreign key ("expansion_id") references "journal_expansion" ("id") on delete restrict;`);
    this.addSql(`alter table "journal_instance" add constraint "journal_instance_category_check" check ("category" in ('raid', 'dungeon'));`);

    this.addSql(`alter table "journal_encounter" add constraint "journal_encounter_instance_id_foreign" foreign key ("instance_id") references "journal_instance" ("id") on delete cascade;`);

    this.addSql(`alter table "journal_encounter_locale" add constraint "journal_encounter_locale_entity_id_foreign" foreign key ("entity_id") references "journal_encounter" ("id") on delete cascade;`);

    this.addSql(`alter table "journal_instance_locale" add constraint "journal_instance_locale_entity_id_foreign" foreign key ("entity_id") references "journal_instance" ("id") on delete cascade;`);

    this.addSql(`alter table "profession" add constraint "profession_type_check" check ("type" in ('primary', 'secondary'));`);

    this.addSql(`alter table "reputation_faction" add constraint "reputation_faction_expansion_id_foreign" foreign key ("expansion_id") references "journal_expansion" ("id") on delete set null;`);

    this.addSql(`alter table "skill_tier" add constraint "skill_tier_profession_id_foreign" foreign key ("profession_id") references "profession" ("id") on delete cascade;`);

    this.addSql(`alter table "recipe" add constraint "recipe_profession_id_foreign" foreign key ("profession_id") references "profession" ("id") on delete cascade;`);
    this.addSql(`alter table "recipe" add constraint "recipe_skill_tier_id_foreign" foreign key ("skill_tier_id") references "skill_tier" ("id") on delete cascade;`);

    this.addSql(`alter table "specialization" add constraint "specialization_class_id_foreign" foreign key ("class_id") references "playable_class" ("id") on delete restrict;`);
    this.addSql(`alter table "specialization" add constraint "specialization_role_check" check ("role" in ('tank', 'healer', 'melee', 'ranged'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "journal_expansion_locale" drop constraint "journal_expansion_locale_entity_id_foreign";`);
    this.addSql(`alter table "journal_instance" drop constraint "journal_instance_expansion_id_foreign";`);
    this.addSql(`alter table "reputation_faction" drop constraint "reputation_faction_expansion_id_foreign";`);
    this.addSql(`alter table "journal_encounter" drop constraint "journal_encounter_instance_id_foreign";`);
    this.addSql(`alter table "journal_instance_locale" drop constraint "journal_instance_locale_entity_id_foreign";`);
    this.addSql(`alter table "journal_encounter_locale" drop constraint "journal_encounter_locale_entity_id_foreign";`);
    this.addSql(`alter table "skill_tier" drop constraint "skill_tier_profession_id_foreign";`);
    this.addSql(`alter table "recipe" drop constraint "recipe_profession_id_foreign";`);
    this.addSql(`alter table "recipe" drop constraint "recipe_skill_tier_id_foreign";`);

    this.addSql(`drop table if exists "holiday" cascade;`);
    this.addSql(`drop table if exists "journal_expansion" cascade;`);
    this.addSql(`drop table if exists "journal_expansion_locale" cascade;`);
    this.addSql(`drop table if exists "journal_instance" cascade;`);
    this.addSql(`drop table if exists "journal_encounter" cascade;`);
    this.addSql(`drop table if exists "journal_encounter_locale" cascade;`);
    this.addSql(`drop table if exists "journal_instance_locale" cascade;`);
    this.addSql(`drop table if exists "profession" cascade;`);
    this.addSql(`drop table if exists "reputation_faction" cascade;`);
    this.addSql(`drop table if exists "skill_tier" cascade;`);
    this.addSql(`drop table if exists "recipe" cascade;`);
    this.addSql(`drop table if exists "specialization" cascade;`);

    this.addSql(`alter table "sync_session" drop column "parts";`);
  }

}
