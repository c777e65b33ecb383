import { Migration } from '@mikro-orm/migrations';

export class Migration20261121193651_catalogue_sync extends Migration {

  override name = 'Migration20261121193651_catalogue_sync';

  override up(): void | Promise<void> {
    this.addSql(`create table "reference_document" ("path" text not null, "last_modified" text null, "data" jsonb not null, primary key ("path"));`);

    this.addSql(`alter table "playable_class" add "listed" boolean not null default true;`);

    this.addSql(`alter table "playable_race" add "listed" boolean not null default true;`);

    this.addSql(`alter table "realm" add "listed" boolean not null default true;`);

    this.addSql(`alter table "specialization" add "listed" boolean not null default true;`);

    this.addSql(`alter table "sync_session" drop constraint "sync_session_kind_check";`);
    this.addSql(`alter table "sync_session" add constraint "sync_session_kind_check" check ("kind" in ('character', 'roster', 'journal', 'catalogue'));`);

    // Encounters that were missed once were forgotten: every instance is read anew to learn of them.
    this.addSql(`update "journal_instance" set "last_modified" = null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "reference_document" cascade;`);

    this.addSql(`alter table "playable_class" drop column "listed";`);

    this.addSql(`alter table "playable_race" drop column "listed";`);

    this.addSql(`alter table "realm" drop column "listed";`);

    this.addSql(`alter table "specialization" drop column "listed";`);

    this.addSql(`alter table "sync_session" drop constraint "sync_session_kind_check";`);
    this.addSql(`alter table "sync_session" add constraint "sync_session_kind_check" check ("kind" in ('character', 'roster', 'journal'));`);
  }

}
