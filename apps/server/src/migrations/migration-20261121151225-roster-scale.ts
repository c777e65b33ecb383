import { Migration } from '@mikro-orm/migrations';

export class Migration20261121151225_roster_scale extends Migration {

  override name = 'Migration20261121151225_roster_scale';

  override up(): void | Promise<void> {
    this.addSql(`alter table "character" drop constraint "character_platform_unique";`);
    this.addSql(`alter table "character" add "displaced_at" timestamptz(3) null;`);
    this.addSql(`create index "character_by_identity" on "character" ("platform_realm_id", "platform_character_id", "region", "game_version");`);
    this.addSql(`alter table "character" add constraint "character_one_a_person" unique ("user_id", "region", "game_version", "platform_realm_id", "platform_character_id");`);
    this.addSql(`create unique index "character_one_verified" on "character" ("region", "game_version", "platform_realm_id", "platform_character_id") where verified_at is not null;`);

    this.addSql(`alter table "roster_entry" add "profile_level" smallint null, add "transferred_to_id" uuid null;`);
    this.addSql(`alter table "roster_entry" add constraint "roster_entry_transferred_to_id_foreign" foreign key ("transferred_to_id") references "roster_entry" ("id") on delete set null;`);
    this.addSql(`create index "roster_entry_by_claim" on "roster_entry" ("claimed_by_id") where claimed_by_id is not null;`);
    this.addSql(`create index "roster_entry_by_transfer" on "roster_entry" ("transferred_to_id") where transferred_to_id is not null;`);

    this.addSql(`drop index "roster_event_entry_id_index";`);
    this.addSql(`create index "roster_event_by_kind" on "roster_event" ("organization_id", "kind", "at", "id");`);
    this.addSql(`create index "roster_event_by_entry" on "roster_event" ("entry_id", "at", "id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "roster_entry" drop constraint "roster_entry_transferred_to_id_foreign";`);

    this.addSql(`drop index "character_by_identity";`);
    this.addSql(`alter table "character" drop constraint "character_one_a_person";`);
    this.addSql(`drop index "character_one_verified";`);
    this.addSql(`alter table "character" drop column "displaced_at";`);
    this.addSql(`alter table "character" add constraint "character_platform_unique" unique ("region", "game_version", "platform_realm_id", "platform_character_id");`);

    this.addSql(`drop index "roster_entry_by_claim";`);
    this.addSql(`drop index "roster_entry_by_transfer";`);
    this.addSql(`alter table "roster_entry" drop column "profile_level", drop column "transferred_to_id";`);

    this.addSql(`drop index "roster_event_by_kind";`);
    this.addSql(`drop index "roster_event_by_entry";`);
    this.addSql(`create index "roster_event_entry_id_index" on "roster_event" ("entry_id");`);
  }

}
