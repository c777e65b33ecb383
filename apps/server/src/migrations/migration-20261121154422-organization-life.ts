import { Migration } from '@mikro-orm/migrations';

export class Migration20261121154422_organization_life extends Migration {

  override name = 'Migration20261121154422_organization_life';

  override up(): void | Promise<void> {
    this.addSql(`create index "organization_by_name" on "organization" (lower(name), id);`);
    this.addSql(`alter table "organization" add constraint "organization_alias" check (alias ~ '^[a-z0-9](-?[a-z0-9])*\$'::text);`);
    this.addSql(`alter table "organization" add constraint "organization_alias_is_no_id" check (alias !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\$'::text);`);
    this.addSql(`alter table "organization" add constraint "organization_settings_are_an_object" check (jsonb_typeof(settings) = 'object'::text);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "organization_by_name";`);
    this.addSql(`alter table "organization" drop constraint "organization_alias";`);
    this.addSql(`alter table "organization" drop constraint "organization_alias_is_no_id";`);
    this.addSql(`alter table "organization" drop constraint "organization_settings_are_an_object";`);
  }

}
