/**
 * A million known recipes: two thousand characters, half of them in one guild, each knowing five hundred of ten
 * thousand.
 */
import type pg from 'pg';

const uuid = (kind: number, number: string) =>
  `('0199d3a0-000${kind}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const [PERSON, CHARACTER] = [1, 2];

/** All of its 1,000 members are claimed, by 400 people. */
export const largeGuild = '0199d3a0-0003-7000-8000-000000000000';
const otherGuild = '0199d3a0-0003-7000-8000-000000000001';

/** One of a language's two thousand invented words. */
const word = (number: string, language: string) =>
  `initcap(substr(translate(md5((${number} % 2000) || '${language}'), '0123456789', 'ghijklmnop'), 1, 7))`;
const nameIn = (language: string) =>
  `${word('n * 7', language)} || ' ' || ${word('n * 13 + 5', language)} || ' ' || ${word('n * 31 + 11', language)}`;
const LANGUAGES = ['en_US', 'de_DE', 'es_ES', 'fr_FR', 'pt_BR', 'ru_RU'];
const names = `jsonb_build_object(${LANGUAGES.map((language) => `'${language}', ${nameIn(language)}`).join(', ')})`;

const statements = (characters: number) => [
  // The rows are consistent by construction, and running foreign key checks and a trigger would take most of the time.
  'set session_replication_role = replica',
  `insert into organization (id, name, source, region, game_version, platform_realm_id, platform_guild_id, realm_slug,
     name_slug, roster_synced_at)
   select id::uuid, name, 'synced', 'us', 'retail', 1, guild, 'highmere', name, now()
   from (values ('${largeGuild}', 'large', 1), ('${otherGuild}', 'other', 2)) g(id, name, guild)`,
  `insert into app_user (id, display_name, shares_with_guilds)
   select ${uuid(PERSON, 'n')}, 'Person ' || n, n % 20 > 0 from generate_series(0, 799) n`,
  `insert into character (id, user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
     realm_slug, class_id, race_id, level, verified_at, last_login_at)
   select ${uuid(CHARACTER, 'n')}, ${uuid(PERSON, 'n % 400 + n / 1000 * 400')}, 'synced', 'us', 'retail', 1, n, 'Name' || n,
     'highmere', 1, 1, 80, now(), now() - n % 977 * interval '1 hour' from generate_series(0, ${characters - 1}) n`,
  `insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level,
     class_id, race_id, rank, claimed_by_id)
   select case when n < 1000 then '${largeGuild}'::uuid else '${otherGuild}' end, 1, n, 'Name' || n, 'name' || n,
     'highmere', 80, 1, 1, n % 10, ${uuid(CHARACTER, 'n')} from generate_series(0, ${characters - 1}) n`,
  `insert into profession (id, type, names) select n, 'primary', '{"en_US": "Profession"}' from generate_series(1, 10) n`,
  `insert into skill_tier (id, profession_id, names) select n, n, '{"en_US": "Tier"}' from generate_series(1, 10) n`,
  `insert into recipe (id, profession_id, skill_tier_id, names, crafted_item_names)
   select n, 1 + n % 10, 1 + n % 10, ${names},
     case when n % 10 = 0 then ${names.replaceAll('n * 7', 'n * 7 + 1')} else ${names} end from generate_series(1, 10000) n`,
  `insert into game_name (kind, key, names) select 'recipe', id::text, names from recipe`,
  // Each character has two professions, and knows the same quarter of both as many others.
  `insert into character_recipe (character_id, recipe_id, profession_id, tier_id)
   select ${uuid(CHARACTER, 'n')}, 1 + (4 * k + n % 4) * 10 % 10000 + (n + p * 3) % 10, 1 + (1 + (n + p * 3) % 10) % 10,
     1 + (1 + (n + p * 3) % 10) % 10
   from generate_series(0, ${characters - 1}) n, generate_series(0, 1) p, generate_series(0, 249) k`,
  `insert into character_profession (character_id, profession_id, skill_points, max_skill_points, known_recipes)
   select character_id, profession_id, 50, 100, count(*) from character_recipe group by 1, 2`,
  `insert into character_skill_tier (character_id, tier_id, profession_id, skill_points, max_skill_points)
   select character_id, profession_id, profession_id, 50, 100 from character_profession`,
  `insert into character_section (character_id, section, status, fetched_at, next_at)
   select id, 'professions', 'ok', now(), now() + interval '1 day' from character`,
  'vacuum (analyze)',
];

/** Writes everything in a few statements. */
export async function seedCrafters(client: pg.Client, characters = 2_000): Promise<void> {
  for (const statement of statements(characters)) await client.query(statement);
}
