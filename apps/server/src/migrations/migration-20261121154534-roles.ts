import { Migration } from '@mikro-orm/migrations';

export class Migration20261121154534_roles extends Migration {

  override name = 'Migration20261121154534_roles';

  override up(): void | Promise<void> {
    this.addSql(`alter table "role_holder" drop constraint "role_holder_role_id_foreign";`);

    this.addSql(`alter table "role" add constraint "role_of_organization" unique ("organization_id", "id");`);
    this.addSql(`create unique index "role_one_name" on "role" ("organization_id", lower(name));`);
    this.addSql(`alter table "role" add constraint "role_known_permissions" check (permissions <@ ARRAY['canManageGuild'::text, 'canManageRoles'::text, 'canManageEvents'::text, 'canManageContent'::text, 'canManageRoster'::text, 'canSyncRoster'::text, 'canViewOfficerData'::text, 'canInviteMembers'::text, 'canViewRoster'::text]);`);

    this.addSql(`alter table "role_holder" drop constraint "role_holder_pkey";`);
    this.addSql(`alter table "role_holder" add constraint "role_holder_organization_id_role_id_foreign" foreign key ("organization_id", "role_id") references "role" ("organization_id", "id") on update cascade on delete no action;`);
    this.addSql(`alter table "role_holder" add primary key ("organization_id", "role_id", "user_id");`);

    this.addSql(`create index "membership_by_time" on "membership" ("organization_id", "joined_at", "id") where left_at is null;`);
    this.addSql(`create or replace function "membership_membership_ends_grants_fn"() returns trigger as \$\$ begin delete from role_holder where organization_id = new.organization_id and user_id = new.user_id; return null; end; \$\$ language plpgsql;`);
    this.addSql(`create trigger "membership_ends_grants" AFTER UPDATE on "membership" for each ROW
  when (((old.left_at IS NULL) AND (new.left_at IS NOT NULL))) execute function "membership_membership_ends_grants_fn"();`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "role_holder" drop constraint "role_holder_organization_id_role_id_foreign";`);

    this.addSql(`drop index "membership_by_time";`);
    this.addSql(`drop trigger if exists "membership_ends_grants" on "membership";`);
    this.addSql(`drop function if exists "membership_membership_ends_grants_fn"();`);

    this.addSql(`alter table "role" drop constraint "role_of_organization";`);
    this.addSql(`alter table "role" drop constraint "role_one_name";`);
    this.addSql(`alter table "role" drop constraint "role_known_permissions";`);

    this.addSql(`alter table "role_holder" drop constraint "role_holder_pkey";`);
    this.addSql(`alter table "role_holder" add constraint "role_holder_role_id_foreign" foreign key ("role_id") references "role" ("id") on update cascade;`);
    this.addSql(`alter table "role_holder" add primary key ("role_id", "user_id");`);
  }

}
