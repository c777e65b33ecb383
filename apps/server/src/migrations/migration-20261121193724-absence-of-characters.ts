import { Migration } from '@mikro-orm/migrations';

export class Migration20261121193724_absence_of_characters extends Migration {

  override name = 'Migration20261121193724_absence_of_characters';

  override up(): void | Promise<void> {
    this.addSql(`alter table "character" add "lost_at" timestamptz(3) null;`);

    this.addSql(`alter table "character_section" add "asked_at" timestamptz(3) null;`);
    this.addSql(`create index "character_section_lately_asked" on "character_section" ("section", "asked_at") where section in ('profile', 'status');`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "character" drop column "lost_at";`);

    this.addSql(`drop index "character_section_lately_asked";`);
    this.addSql(`alter table "character_section" drop column "asked_at";`);
  }

}
