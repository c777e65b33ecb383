import { Migration } from '@mikro-orm/migrations';

export class Migration20261121164000_crafters extends Migration {

  override name = 'Migration20261121164000_crafters';

  override up(): void | Promise<void> {
    this.addSql(`create table "character_skill_tier" ("character_id" uuid not null, "tier_id" int not null, "profession_id" int not null, "skill_points" int null, "max_skill_points" int null, primary key ("character_id", "tier_id"));`);

    this.addSql(`create table "character_recipe" ("character_id" uuid not null, "recipe_id" int not null, "profession_id" int not null, "tier_id" int not null, primary key ("character_id", "recipe_id"));`);
    this.addSql(`create index "character_recipe_by_recipe" on "character_recipe" (recipe_id, character_id) include (profession_id, tier_id);`);

    this.addSql(`create table "character_profession" ("character_id" uuid not null, "profession_id" int not null, "skill_points" int null, "max_skill_points" int null, "known_recipes" int not null, primary key ("character_id", "profession_id"));`);

    this.addSql(`alter table "game_name" add "search_key" text generated always as (search_key((jsonb_path_query_array(names, '\$.*?(@ != null)'::jsonpath))::text)) stored null;`);
    this.addSql(`create index "game_name_recipe_by_any_name" on "game_name" using gin (search_key gin_trgm_ops) where kind = 'recipe';`);

    this.addSql(`alter table "reputation_faction" add "search_key" text generated always as (search_key((jsonb_path_query_array(names, '\$.*?(@ != null)'::jsonpath))::text)) stored null;`);

    this.addSql(`alter table "recipe" add "search_key" text generated always as (search_key(((jsonb_path_query_array(names, '\$.*?(@ != null)'::jsonpath))::text || COALESCE((jsonb_path_query_array(NULLIF(crafted_item_names, names), '\$.*?(@ != null)'::jsonpath))::text, ''::text)))) stored null;`);
    this.addSql(`create index "recipe_by_any_name" on "recipe" using gin (search_key gin_trgm_ops);`);

    this.addSql(`alter table "app_user" add "shares_with_guilds" boolean not null default true;`);

    this.addSql(`create or replace function "character_section_character_section_known_recipes_fn"() returns trigger as \$\$ begin delete from character_profession where character_id = new.character_id and profession_id not in (
          select (v ->> 'id')::int from jsonb_path_query(new.data, '\$.professions[*]') v);         delete from character_skill_tier where character_id = new.character_id and tier_id not in (
          select (v ->> 'id')::int from jsonb_path_query(new.data, '\$.professions[*].tiers[*]') v);         delete from character_recipe where character_id = new.character_id and recipe_id not in (
          select v::int from jsonb_path_query(new.data, '\$.professions[*].tiers[*].recipeIds[*]') v);         insert into character_profession as t (character_id, profession_id, skill_points, max_skill_points, known_recipes)
        select distinct on (d.id) new.character_id, d.id, d."skillPoints", d."maxSkillPoints",
          (select count(*) from jsonb_path_query(d.tiers, '\$[*].recipeIds[*]'))
        from jsonb_to_recordset(new.data -> 'professions') d(id int, "skillPoints" int, "maxSkillPoints" int, tiers jsonb)
        on conflict (character_id, profession_id) do update set (skill_points, max_skill_points, known_recipes) =
          (excluded.skill_points, excluded.max_skill_points, excluded.known_recipes)
        where (t.skill_points, t.max_skill_points, t.known_recipes) is distinct from
          (excluded.skill_points, excluded.max_skill_points, excluded.known_recipes);         insert into character_skill_tier as t (character_id, tier_id, profession_id, skill_points, max_skill_points)
        select distinct on (d.id) new.character_id, d.id, p.id, d."skillPoints", d."maxSkillPoints"
        from jsonb_to_recordset(new.data -> 'professions') p(id int, tiers jsonb)
        cross join jsonb_to_recordset(p.tiers) d(id int, "skillPoints" int, "maxSkillPoints" int)
        on conflict (character_id, tier_id) do update set (profession_id, skill_points, max_skill_points) =
          (excluded.profession_id, excluded.skill_points, excluded.max_skill_points)
        where (t.profession_id, t.skill_points, t.max_skill_points) is distinct from
          (excluded.profession_id, excluded.skill_points, excluded.max_skill_points);         insert into character_recipe as t (character_id, recipe_id, profession_id, tier_id)
        select distinct on (v) new.character_id, v::int, p.id, d.id
        from jsonb_to_recordset(new.data -> 'professions') p(id int, tiers jsonb)
        cross join jsonb_to_recordset(p.tiers) d(id int, "recipeIds" jsonb)
        cross join jsonb_array_elements(d."recipeIds") v
        on conflict (character_id, recipe_id) do update set (profession_id, tier_id) =
          (excluded.profession_id, excluded.tier_id)
        where (t.profession_id, t.tier_id) is distinct from (excluded.profession_id, excluded.tier_id);         return null; end; \$\$ language plpgsql;`);
    this.addSql(`create trigger "character_section_known_recipes" AFTER INSERT OR UPDATE on "character_section" for each ROW
  when ((new.section = 'professions'::text)) execute function "character_section_character_section_known_recipes_fn"();`);
    this.addSql(`create or replace function "character_section_character_section_forgotten_recipes_fn"() returns trigger as \$\$ begin delete from character_profession where character_id = old.character_id;         delete from character_skill_tier where character_id = old.character_id;         delete from character_recipe where character_id = old.character_id;         return null; end; \$\$ language plpgsql;`);
    this.addSql(`create trigger "character_section_forgotten_recipes" AFTER DELETE on "character_section" for each ROW
  when ((old.section = 'professions'::text)) execute function "character_section_character_section_forgotten_recipes_fn"();`);

    this.addSql(`alter table "character_skill_tier" add constraint "character_skill_tier_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete cascade;`);

    this.addSql(`alter table "character_recipe" add constraint "character_recipe_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete cascade;`);

    this.addSql(`alter table "character_profession" add constraint "character_profession_character_id_foreign" foreign key ("character_id") references "character" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "character_skill_tier" cascade;`);
    this.addSql(`drop table if exists "character_recipe" cascade;`);
    this.addSql(`drop table if exists "character_profession" cascade;`);

    this.addSql(`alter table "app_user" drop column "shares_with_guilds";`);

    this.addSql(`drop trigger if exists "character_section_known_recipes" on "character_section";`);
    this.addSql(`drop function if exists "character_section_character_section_known_recipes_fn"();`);
    this.addSql(`drop trigger if exists "character_section_forgotten_recipes" on "character_section";`);
    this.addSql(`drop function if exists "character_section_character_section_forgotten_recipes_fn"();`);

    this.addSql(`drop index "game_name_recipe_by_any_name";`);
    this.addSql(`alter table "game_name" drop column "search_key";`);

    this.addSql(`drop index "recipe_by_any_name";`);
    this.addSql(`alter table "recipe" drop column "search_key";`);

    this.addSql(`alter table "reputation_faction" drop column "search_key";`);
  }

}
