import { Migration } from '@mikro-orm/migrations';

export class Migration20261121231212_alias_no_key extends Migration {

  override name = 'Migration20261121231212_alias_no_key';

  override up(): void | Promise<void> {
    this.addSql(`alter table "organization" drop constraint "organization_alias_unique";`);
    this.addSql(`create unique index "organization_alias_unique" on "organization" ("alias") where alias is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "organization_alias_unique";`);
    this.addSql(`alter table "organization" add constraint "organization_alias_unique" unique ("alias");`);
  }

}
