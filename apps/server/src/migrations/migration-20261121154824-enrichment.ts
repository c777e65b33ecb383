import { Migration } from '@mikro-orm/migrations';

export class Migration20261121154824_enrichment extends Migration {

  override name = 'Migration20261121154824_enrichment';

  override up(): void | Promise<void> {
    this.addSql(`create table "game_name" ("kind" text not null, "key" text not null, "names" jsonb not null, primary key ("kind", "key"));`);

    this.addSql(`alter table "character" add "enriched_at" timestamptz(3) null;`);

    this.addSql(`alter table "character_section" add "missing_since" timestamptz(3) null, add "data" jsonb null;`);
    this.addSql(`create index "character_section_next_at_index" on "character_section" ("next_at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "game_name" cascade;`);

    this.addSql(`alter table "character" drop column "enriched_at";`);

    this.addSql(`drop index "character_section_next_at_index";`);
    this.addSql(`alter table "character_section" drop column "missing_since", drop column "data";`);
  }

}
