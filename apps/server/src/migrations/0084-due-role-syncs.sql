create table "discord_role_due" ("id" uuid not null default uuidv7(), "server_id" text not null, primary key ("id"));

create table "discord_role_stream" ("server_id" text not null, "organization_id" uuid not null, "seq" bigint not null, primary key ("server_id", "organization_id"));

alter table "discord_role_sync" add "look_at" timestamptz(3) null default now(), add "looked_at" timestamptz(3) not null default now();
create index "discord_role_sync_due" on "discord_role_sync" ("look_at");
create index "discord_role_sync_looked_at" on "discord_role_sync" ("looked_at");

create or replace function "account_account_moves_roles_fn"() returns trigger as $$ begin if tg_op = 'UPDATE' and (old.user_id, old.account_id) is not distinct from (new.user_id, new.account_id)
          or coalesce(new.provider_id, old.provider_id) <> 'discord' then
          return null;         end if;         insert into discord_role_due (server_id)
        select g.server_id from discord_role_grant g where g.discord_user_id in (old.account_id, new.account_id)
        union select p.server_id from chat_server_proof p where p.confirmed_by_id in (old.user_id, new.user_id)
        union select r.server_id from current_member m
          join discord_role_rule r on r.organization_id = m.organization_id and r.enabled_at is not null
          where m.user_id = new.user_id;         return null; end; $$ language plpgsql;
create trigger "account_moves_roles" AFTER INSERT OR UPDATE OR DELETE on "account" for each ROW execute function "account_account_moves_roles_fn"();
