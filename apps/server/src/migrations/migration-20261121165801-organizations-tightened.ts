import { Migration } from '@mikro-orm/migrations';

export class Migration20261121165801_organizations_tightened extends Migration {

  override name = 'Migration20261121165801_organizations_tightened';

  override up(): void | Promise<void> {
    this.addSql(`alter table "invite" drop constraint "invite_role_id_foreign";`);

    this.addSql(`alter table "organization" add constraint "organization_alias_is_no_word" check (alias <> ALL (ARRAY['mine'::text, 'templates'::text]));`);

    this.addSql(`drop index "invite_organization_id_index";`);
    this.addSql(`drop index "invite_role_id_index";`);
    this.addSql(`alter table "invite" add constraint "invite_organization_id_role_id_foreign" foreign key ("organization_id", "role_id") references "role" ("organization_id", "id") on delete cascade;`);
    this.addSql(`create index "invite_of_role" on "invite" ("organization_id", "role_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "invite" drop constraint "invite_organization_id_role_id_foreign";`);

    this.addSql(`drop index "invite_of_role";`);
    this.addSql(`alter table "invite" add constraint "invite_role_id_foreign" foreign key ("role_id") references "role" ("id") on delete cascade;`);
    this.addSql(`create index "invite_organization_id_index" on "invite" ("organization_id");`);
    this.addSql(`create index "invite_role_id_index" on "invite" ("role_id");`);

    this.addSql(`alter table "organization" drop constraint "organization_alias_is_no_word";`);
  }

}
