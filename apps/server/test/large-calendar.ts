/** The calendar of a guild after decades of events. */
import type pg from 'pg';
import { rangeOf } from '../src/events/event/event-times.ts';
import { eventListStatements } from '../src/events/planning/event-list.queries.ts';

/** One past event per hour, and one per half day in the month under test, with 25 people in each of the latter. */
const events = (past: number) => `
  insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone,
    created_by_id, journal_instance_id)
  select $1::uuid, 'Event ' || n, 'raid', 'guild', 'completed', at, at + interval '2 hours', to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 'UTC', $2::uuid, 1 + n % 200
  from generate_series(1, ${past}) n cross join lateral (select timestamptz '2027-06-01' - n * interval '1 hour' as at) t
  union all
  select $1::uuid, 'Raid ' || n, 'raid', 'guild', 'published', at, at + interval '2 hours', to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 'UTC', $2::uuid, 1 + n % 200
  from generate_series(0, 59) n cross join lateral (select timestamptz '2027-06-01' + n * interval '12 hours' as at) t`;
/** A journal of realistic size in all languages. */
const JOURNAL = `
  with expansion as (insert into journal_expansion (id) values (1) returning id),
    instances as (insert into journal_instance (id, expansion_id, category)
      select n, expansion.id, 'raid' from expansion, generate_series(1, 200) n returning id)
  insert into journal_instance_locale (entity_id, locale, name)
  select id, locale, 'Halls ' || id || ' ' || locale
  from instances, unnest(array['en_US', 'de_DE', 'es_ES', 'fr_FR', 'pt_BR', 'ru_RU']) locale`;
/** Each of these events has a picture awaiting review. */
const PICTURES = `
  insert into image (purpose, status, subject_id, content_hash, sizes, uploaded_by_id)
  select 'event', 'pending', id, id::text, '[1600, 640]', created_by_id from event where starts_at >= '2027-05-20'`;
const SLOTS = `
  insert into event_slot (event_id, role_key, max, position)
  select id, role, 10, position from event, unnest(array['tank','healer','melee','ranged']) with ordinality r(role, position)
  where starts_at >= '2027-05-20'`;
const PARTS = `
  insert into participation (event_id, user_id, role_key, status, ticket)
  select e.id, u.id, (array['tank','healer','melee','ranged'])[1 + number % 4], 'signed_up', number
  from event e cross join (select id, row_number() over (order by id) as number from app_user) u
  where e.starts_at >= '2027-05-20' and number <= 25`;

/** Writes everything in a few statements. The guild has some thirty members. */
export async function seedCalendar(client: pg.Client, guildId: string, officerId: string, past = 100_000) {
  await client.query(JOURNAL);
  await client.query(events(past), [guildId, officerId]);
  for (const statement of [SLOTS, PARTS, PICTURES, 'vacuum analyze']) await client.query(statement);
}

/** The page of a month, as an officer of the guild asks for it. */
export function monthStatement(guildId: string, officerId: string) {
  const rights = { managesEvents: false, seesProof: false, archived: false };
  const viewer = { userId: officerId, isMember: true, leads: [], ...rights };
  const range = rangeOf('2027-06-01', '2027-06-30', 'UTC');
  return eventListStatements(officerId, new Map([[guildId, viewer]]), { ...range, mine: false, page: 1, pageSize: 50 })
    .page;
}
