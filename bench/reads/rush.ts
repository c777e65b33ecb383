/** Two hundred people sign up at once for the 20 places of one event; every round takes another event. */
import type pg from 'pg';
import { hashToken, randomToken } from '../../apps/server/src/core/secrets.ts';
import type { Bench } from '../bench.ts';
import type { Row } from '../report.ts';
import { median } from '../statistics.ts';
import type { Load } from './load-client.ts';

const ROLES = ['tank', 'healer', 'melee', 'ranged'];

/** Signed-in people, each of whom has proved to own a character of the roster. */
const MEMBERS = `
  with unclaimed as (
    select *, row_number() over (order by rank desc, name) as n from roster_entry
    where organization_id = $1 and claimed_by_id is null and left_at is null),
  member as materialized (
    select e.*, t.token_hash, uuidv7() as user_id, uuidv7() as character_id
    from unclaimed e join unnest($2::text[]) with ordinality t(token_hash, n) using (n)),
  person as (insert into app_user (id, display_name) select user_id, 'Owner of ' || name from member),
  owned as (
    insert into character (id, user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
      realm_slug, class_id, race_id, level, guild_id, verified_at, is_main)
    select character_id, user_id, 'synced', 'us', 'retail', platform_realm_id, platform_character_id, name,
      realm_slug, class_id, race_id, level, $1, now(), true from member),
  claimed as (update roster_entry e set claimed_by_id = m.character_id from member m where m.id = e.id),
  belonging as (insert into membership (organization_id, user_id) select $1, user_id from member),
  signed_in as (
    insert into session (token_hash, id, user_id, expires_at, last_used_at, created_at)
    select token_hash, uuidv7(), user_id, now() + interval '30 days', now(), now() from member)
  select character_id as "characterId" from member order by n`;

const NO_ANSWERS = 'delete from participation where event_id = $1';
const TWENTY_PLACES = 'update event_slot set max = 5 where event_id = $1';

/** Every ticket is drawn once. */
const OUTCOME = `
  select count(*) filter (where status = 'signed_up')::int as inside, count(*) filter (where status = 'waitlist')::int as waiting,
    count(distinct ticket)::int as tickets
  from participation where event_id = $1`;

type Rush = Pick<Bench, 'say' | 'size'> & { origin: string; guildId: string; events: string[]; load: Load };

/** Throws when a member is refused, or when other than 20 are in and 180 wait. */
export async function measureRush(client: pg.Client, rush: Rush): Promise<Row[]> {
  const { origin, guildId, events, load, say, size } = rush;
  const [people, rounds] = [size(200, 30), size(8, 2)];
  const tokens = Array.from({ length: people }, randomToken);
  const { rows: owned } = await client.query<{ characterId: string }>(MEMBERS, [guildId, tokens.map(hashToken)]);
  const bodies = owned.map(({ characterId }, index) => {
    return { status: 'signed_up', characterId, roleKey: ROLES[index % ROLES.length] };
  });
  const seconds: number[] = [];
  for (const path of events.slice(0, rounds)) {
    const event = [path.split('/').at(-1)];
    await client.query(NO_ANSWERS, event);
    await client.query(TWENTY_PLACES, event);
    const result = await load({ origin, paths: [`${path}/signup`], tokens, bodies, connections: people, seconds: 0 });
    const { rows } = await client.query(OUTCOME, event);
    const asExpected =
      JSON.stringify(rows[0]) === JSON.stringify({ inside: 20, waiting: people - 20, tickets: people });
    if (!asExpected) throw new Error(`${JSON.stringify(rows[0])}; refusals: ${result.failures.join(', ')}`);
    seconds.push(result.seconds);
  }
  say(`  rounds: ${seconds.map((one) => one.toFixed(2)).join(', ')} s`);
  const [first = Number.NaN, ...warm] = seconds;
  const part = 'rush';
  return [
    {
      part,
      measure: `${people} at once for 20 places, until all are answered`,
      value: median(warm),
      unit: 's',
      target: { atMost: 1 },
      note: `middle of ${warm.length} rounds`,
    },
    { part, measure: 'the same, first requests to a new process', value: first, unit: 's' },
  ];
}
