import { Migration } from '@mikro-orm/migrations';

export class Migration20261121150833_chat_and_posts extends Migration {

  override name = 'Migration20261121150833_chat_and_posts';

  override up(): void | Promise<void> {
    this.addSql(`create table "post" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "author_id" uuid null, "editor_id" uuid null, "title" text not null, "body" text not null, "visibility" text not null, "pinned" boolean not null default false, "version" int not null default 1, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "post_author_id_index" on "post" ("author_id");`);
    this.addSql(`create index "post_editor_id_index" on "post" ("editor_id");`);
    this.addSql(`create index "post_list" on "post" ("organization_id", "pinned", "created_at", "id");`);

    this.addSql(`create table "chat_server_proof" ("id" uuid not null default uuidv7(), "organization_id" uuid not null, "server_id" text not null, "confirmed_by_id" uuid not null, "confirmed_at" timestamptz(3) not null, "checked_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`alter table "chat_server_proof" add constraint "chat_server_proof_organization_id_unique" unique ("organization_id");`);
    this.addSql(`create index "chat_server_proof_confirmed_by_id_index" on "chat_server_proof" ("confirmed_by_id");`);

    this.addSql(`create table "chat_invite" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "organization_id" uuid not null, "target" text not null, "code_sealed" text null, "expires_at" timestamptz(3) null, "claim_id" uuid null, "claimed_until" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`);
    this.addSql(`create index "chat_invite_organization_id_index" on "chat_invite" ("organization_id");`);
    this.addSql(`alter table "chat_invite" add constraint "chat_invite_one_live" unique ("user_id", "organization_id");`);

    this.addSql(`alter table "post" add constraint "post_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "post" add constraint "post_author_id_foreign" foreign key ("author_id") references "app_user" ("id") on delete set null;`);
    this.addSql(`alter table "post" add constraint "post_editor_id_foreign" foreign key ("editor_id") references "app_user" ("id") on delete set null;`);
    this.addSql(`alter table "post" add constraint "post_visibility_check" check ("visibility" in ('public', 'guild', 'officers'));`);

    this.addSql(`alter table "chat_server_proof" add constraint "chat_server_proof_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
    this.addSql(`alter table "chat_server_proof" add constraint "chat_server_proof_confirmed_by_id_foreign" foreign key ("confirmed_by_id") references "app_user" ("id") on delete cascade;`);

    this.addSql(`alter table "chat_invite" add constraint "chat_invite_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on delete cascade;`);
    this.addSql(`alter table "chat_invite" add constraint "chat_invite_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "post" cascade;`);
    this.addSql(`drop table if exists "chat_server_proof" cascade;`);
    this.addSql(`drop table if exists "chat_invite" cascade;`);
  }

}
