import { Migration } from '@mikro-orm/migrations';

export class Migration20261121143533_organizations extends Migration {

  override name = 'Migration20261121143533_organizations';

  override up(): void | Promise<void> {
    this.addSql(`create table "role_holder" ("role_id" uuid not null, "user_id" uuid not null, "organization_id" uuid not null, "granted_at" timestamptz(3) not null default now(), primary key ("role_id", "user_id"));`);
    this.addSql(`create index "role_holder_user_id_index" on "role_holder" ("user_id");`);
    this.addSql(`create index "role_holder_of_person" on "role_holder" ("organization_id", "user_id");`);

    this.addSql(`create table "invite" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "code_hash" text not null, "role_id" uuid null, "created_by_id" uuid null, "max_uses" int null, "uses" int not null default 0, "expires_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "invite_organization_id_index" on "invite" ("organization_id");`);
    this.addSql(`alter table "invite" add constraint "invite_code_hash_unique" unique ("code_hash");`);
    this.addSql(`create index "invite_role_id_index" on "invite" ("role_id");`);
    this.addSql(`create index "invite_created_by_id_index" on "invite" ("created_by_id");`);

    this.addSql(`create table "audit_entry" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "actor_id" uuid null, "action" text not null, "person_id" uuid null, "details" jsonb not null default '{}', "at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "audit_entry_actor_id_index" on "audit_entry" ("actor_id");`);
    this.addSql(`create index "audit_entry_person_id_index" on "audit_entry" ("person_id");`);
    this.addSql(`create index "audit_entry_by_time" on "audit_entry" ("organization_id", "at", "id");`);

    this.addSql(`alter table "role_holder" add constraint "role_holder_role_id_foreign" foreign key ("role_id") references "role" ("id") on update cascade on delete no action;`);
    this.addSql(`alter table "role_holder" add constraint "role_holder_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade;`);
    this.addSql(`alter table "role_holder" add constraint "role_holder_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);

    this.addSql(`alter table "invite" add constraint "invite_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "invite" add constraint "invite_role_id_foreign" foreign key ("role_id") references "role" ("id") on delete cascade;`);
    this.addSql(`alter table "invite" add constraint "invite_created_by_id_foreign" foreign key ("created_by_id") references "app_user" ("id") on delete set null;`);
    this.addSql(`alter table "invite" add constraint "invite_uses" check ((uses >= 0) AND ((max_uses IS NULL) OR (uses <= max_uses)));`);

    this.addSql(`alter table "audit_entry" add constraint "audit_entry_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "audit_entry" add constraint "audit_entry_actor_id_foreign" foreign key ("actor_id") references "app_user" ("id") on delete set null;`);
    this.addSql(`alter table "audit_entry" add constraint "audit_entry_person_id_foreign" foreign key ("person_id") references "app_user" ("id") on delete set null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "role_holder" cascade;`);
    this.addSql(`drop table if exists "invite" cascade;`);
    this.addSql(`drop table if exists "audit_entry" cascade;`);
  }

}
