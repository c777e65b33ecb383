/** Finds nights and raiders of awards that have none. */
import { nameParts } from '@guildhall/guild-tools/fold.ts';
import { aliasOf, createMatcher } from '@guildhall/guild-tools/match.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { Signer } from '../../core/secrets.ts';
import { knownPeople } from '../../raiders/known-people.ts';

type Linking = {
  organizationId: string;
  sign: Signer;
  /** The rows of these awards; null for all of the organization. */
  ids: readonly string[] | null;
};

export async function linkAwards(sql: Sql, linking: Linking): Promise<void> {
  await linkRaiders(sql, linking);
  await sql.run(FIND_EVENTS, [linking.organizationId, linking.ids]);
}

const OF_THESE = `a.organization_id = $1 and a.holds and ($2::uuid[] is null or a.id = any($2::uuid[]))`;
const IS_OPEN = `a.raider_id is null and a.name_key <> ''`;

const NAMES = query({ name: 'text', realm: 'text' })`
  select distinct a.name_key as name, a.realm_key as realm from loot_award a where ${OF_THESE} and ${IS_OPEN}`;
const ALIASES = query({ key: 'text', raiderId: 'uuid' })`
  select l.key, coalesce(r.merged_into_id, r.id) as "raiderId" from raider_alias l join raider r on r.id = l.raider_id
  where l.organization_id = $1 and l.source = 'loot' and l.key = any($2::text[])`;
const GIVE = statement`
  update loot_award a set raider_id = f."raiderId"
  from jsonb_to_recordset($3) as f(name text, realm text, "raiderId" uuid)
  where ${OF_THESE} and ${IS_OPEN} and a.name_key = f.name and a.realm_key = f.realm`;

/** By the rules for the rows of an import: an award without a realm, as several tools write it, needs a name that one of the known people has. */
async function linkRaiders(sql: Sql, { organizationId, sign, ids }: Linking): Promise<void> {
  const open = await sql.many(NAMES, [organizationId, ids]);
  if (open.length === 0) return;
  const named = open.map((one) => ({ one, wanted: { name: one.name, realm: one.realm || null, discordKey: null } }));
  const keys = named.map(({ wanted }) => aliasOf(wanted));
  const aliases = await sql.many(ALIASES, [organizationId, keys]);
  const targets = new Map(aliases.map(({ key, raiderId }) => [key, `raider:${raiderId}`]));
  const among = { names: open.flatMap(({ name }) => [name, ...nameParts(name)]), ids: [...targets.values()] };
  const match = createMatcher(await knownPeople(sql, sign, organizationId, among), targets);
  const found = named.flatMap(({ one, wanted }) => {
    const matched = match(wanted);
    // No raider appears by this: others are people who have not appeared as one.
    if (matched.outcome !== 'matched' || !matched.id.startsWith(RAIDER)) return [];
    return { ...one, raiderId: matched.id.slice(RAIDER.length) };
  });
  if (found.length > 0) await sql.run(GIVE, [organizationId, ids, JSON.stringify(found)]);
}

const RAIDER = 'raider:';

/** The only event at its time: of its team or that of the raider rather than another, and one that was on rather than one that had ended. */
const FIND_EVENTS = statement`
  update loot_award a set event_id = found.id
  from loot_award b cross join lateral (
    select (array_agg(c.id))[1] as id from (
      select e.id, rank() over (order by coalesce(e.team_id = b.team_id or exists (select from team_member m
          where m.team_id = e.team_id and m.raider_id = b.raider_id and m.until is null), false) desc,
        e.ends_at >= b.received_at desc) as place
      from event e
      where e.organization_id = b.organization_id and e.status in ('published', 'completed')
        and (b.team_id is null or e.team_id is null or e.team_id = b.team_id)
        and e.starts_at between b.received_at - interval '3 days' and b.received_at + interval '2 days'
        and case when b.day_only then left(e.local_start, 10) = to_char(b.received_at at time zone 'UTC', 'YYYY-MM-DD')
          else e.starts_at <= b.received_at and e.ends_at >= b.received_at - interval '3 hours' end) c
    where c.place = 1 having count(*) = 1) found
  where b.id = a.id and ${OF_THESE} and a.event_id is null`;
