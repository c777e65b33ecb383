/** Guilds of the game with events behind and ahead of them, each answered by all members: for the cost of sweeps. */
import type pg from 'pg';

type Size = { guilds: number; members: number; past: number; ahead: number };

const PEOPLE = `
  insert into app_user (display_name, email, email_verified_at)
  select 'Person', g || '-' || m || '@crowd.example', now() - interval '1 year'
  from generate_series(1, $1::int) g, generate_series(1, $2::int) m`;
const GUILDS = `
  insert into organization (name, type, source, region, game_version, platform_realm_id, platform_guild_id, realm_slug, name_slug)
  select 'Crowd ' || g, 'guild', 'synced', 'eu', 'retail', 900, g, 'crowd', 'crowd-' || g from generate_series(1, $1::int) g`;
const CROWD = `
  create temporary table crowd as
  select u.id as user_id, o.id as organization_id, split_part(split_part(u.email, '@', 1), '-', 1)::int as g,
    split_part(split_part(u.email, '@', 1), '-', 2)::int as m, uuidv7() as character_id
  from app_user u join organization o on o.region = 'eu' and o.platform_realm_id = 900 and o.game_version = 'retail'
    and o.platform_guild_id = split_part(u.email, '-', 1)::int
  where u.email like '%@crowd.example'`;
const CHARACTERS = `
  insert into character (id, user_id, source, region, game_version, platform_realm_id, platform_character_id, name, realm_slug,
    class_id, race_id, level, verified_at)
  select character_id, user_id, 'synced', 'eu', 'retail', 900, g * 1000 + m, 'Crowd', 'crowd', 11, 4, 80, now() from crowd`;
const ROSTERS = `
  insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level, class_id,
    race_id, rank, claimed_by_id)
  select organization_id, 900, g * 1000 + m, 'Crowd', 'crowd', 'crowd', 80, 11, 4, 5, character_id from crowd`;
const MEMBERS = `insert into membership (organization_id, user_id) select organization_id, user_id from crowd`;
/** Ahead, one every seven hours: most begin after the next day. */
const EVENTS = `
  insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, created_by_id, published_at)
  select c.organization_id, 'Night', 'raid', 'guild', case when n < 0 then 'completed' else 'published' end,
    t.at, t.at + interval '3 hours', '2026-01-01T20:00', 'UTC', c.user_id, now() - interval '60 days'
  from crowd c, generate_series(-$1::int, $2::int - 1) n,
    lateral (select date_trunc('minute', now()) + interval '2 hours 30 minutes' + n * interval '7 hours' as at) t
  where c.m = 1`;
const RAIDERS = `insert into raider (organization_id, user_id) select organization_id, user_id from crowd on conflict do nothing`;
const SLOTS = `
  insert into event_slot (event_id, role_key, max, position) select id, 'melee', 40, 0 from event where title = 'Night'`;
const ANSWERS = `
  insert into participation (event_id, raider_id, user_id, character_id, role_key, roles, status, status_since, ticket)
  select e.id, r.id, c.user_id, c.character_id, 'melee', '{melee}', 'signed_up', now() - interval '30 days', c.m
  from event e join crowd c on c.organization_id = e.organization_id
  join raider r on r.organization_id = c.organization_id and r.user_id = c.user_id where e.title = 'Night'`;
const TAKEN = `
  update event_slot s set taken = p.taken from (select event_id, count(*) as taken from participation group by 1) p where p.event_id = s.event_id`;

export async function seedEvents(client: pg.Client, { guilds, members, past, ahead }: Size): Promise<void> {
  // Row by row the triggers would take longer than everything else.
  await client.query('set session_replication_role = replica');
  await client.query(PEOPLE, [guilds, members]);
  await client.query(GUILDS, [guilds]);
  for (const statement of [CROWD, CHARACTERS, ROSTERS, MEMBERS]) await client.query(statement);
  await client.query(EVENTS, [past, ahead]);
  for (const statement of [RAIDERS, SLOTS, ANSWERS, TAKEN]) await client.query(statement);
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
}
