import { Migration } from '@mikro-orm/migrations';

export class Migration20261121152751_admin_log extends Migration {

  override name = 'Migration20261121152751_admin_log';

  override up(): void | Promise<void> {
    this.addSql(`create table "admin_entry" ("id" uuid not null default uuidv7(), "actor_id" uuid null, "action" text not null, "person_id" uuid null, "details" jsonb not null default '{}', "at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "admin_entry_actor_id_index" on "admin_entry" ("actor_id");`);
    this.addSql(`create index "admin_entry_person_id_index" on "admin_entry" ("person_id");`);
    this.addSql(`create index "admin_entry_by_time" on "admin_entry" ("at", "id");`);

    this.addSql(`alter table "admin_entry" add constraint "admin_entry_actor_id_foreign" foreign key ("actor_id") references "app_user" ("id") on delete set null;`);
    this.addSql(`alter table "admin_entry" add constraint "admin_entry_person_id_foreign" foreign key ("person_id") references "app_user" ("id") on delete set null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "admin_entry" cascade;`);
  }

}
