alter table "discord_role_rule" add column "only_rank" boolean not null default false;
create unique index "discord_role_rule_once_a_rank" on "discord_role_rule" ("organization_id", "discord_role_id", "rank_to", "only_rank", "role_id") nulls not distinct;
drop index "discord_role_rule_once";
alter index "discord_role_rule_once_a_rank" rename to "discord_role_rule_once";
