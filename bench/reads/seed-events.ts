/** Two thousand events of one guild, most of them past, each with a raid's worth of answers. */
import type pg from 'pg';

const EVENTS = `
  insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone,
    journal_instance_id, created_by_id)
  select $1::uuid, 'Raid night ' || n, (array['raid','dungeon','social','pvp','other'])[1 + n % 5], 'guild',
    case when n > 100 then 'completed' else 'published' end, at, at + interval '3 hours',
    to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'), 'UTC',
    case when n % 5 < 2 then 1 + n % 250 end, $2::uuid
  from generate_series(1, 2000) n
  cross join lateral (select date_trunc('hour', now()) + (100 - n) * interval '12 hours' as at) t`;

/** Two of five events have an instance, with its picture and its name in every language. */
const INSTANCES = `
  with pictured as (update journal_instance set image_url = 'https://pictures.example/instance-' || id || '.jpg' returning id)
  insert into journal_instance_locale (entity_id, locale, name)
  select id, locale, 'Halls of the deep ' || id || ' ' || locale
  from pictured, unnest(array['en_US', 'de_DE', 'es_ES', 'fr_FR', 'pt_BR', 'ru_RU']) locale`;

const SLOTS = `
  insert into event_slot (event_id, role_key, max, position)
  select id, role, 8, position from event, unnest(array['tank','healer','melee','ranged']) with ordinality r(role, position)`;

const RAIDERS = `
  insert into raider (organization_id, user_id) select distinct guild_id, user_id from character where guild_id = $1`;

const PARTS = `
  insert into participation (event_id, raider_id, user_id, character_id, role_key, status, ticket)
  select e.id, (select id from raider where organization_id = $1 and user_id = c.user_id), c.user_id, c.id, (array['tank','healer','melee','ranged'])[1 + number % 4],
    case when number <= 20 then 'signed_up' when number <= 23 then 'tentative' else 'declined' end,
    case when number <= 20 then number end
  from event e cross join (
    select user_id, id, row_number() over (order by user_id) as number from (
      select distinct on (user_id) user_id, id from character where guild_id = $1 order by user_id, id) first
  ) c where number <= 25`;

const COUNTED = `
  update event_slot s set taken = (
    select count(*) from participation p where p.event_id = s.event_id and p.role_key = s.role_key and p.status = 'signed_up')`;

export async function seedEvents(client: pg.Client, guildId: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select user_id as id from character where guild_id = $1 order by id limit 1',
    [guildId],
  );
  await client.query(INSTANCES);
  await client.query(EVENTS, [guildId, rows[0]?.id]);
  await client.query(SLOTS);
  await client.query(RAIDERS, [guildId]);
  await client.query(PARTS, [guildId]);
  // Counts here because triggers are off while the seed is written.
  await client.query(COUNTED);
}
