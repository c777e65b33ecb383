/**
 * The people whom a row may name: raiders; members who have not appeared as one; living characters of the roster that
 * no member has proved.
 */
import { fold } from '@guildhall/guild-tools/fold.ts';
import type { KnownPerson } from '@guildhall/guild-tools/match.ts';
import type { Sql } from '../core/db/sql.ts';
import { json, query } from '../core/db/statement.ts';
import type { Signer } from '../core/secrets.ts';
import { discordKeyOf } from './discord-raiders.ts';

const DISCORD = `(select a.account_id from account a where a.user_id = u.id and a.provider_id = 'discord' limit 1)`;

const PEOPLE = query({ target: 'text!', discordKey: 'text?', discordId: 'text?', name: 'text!', realm: 'text!' })`
  select * from (
  select 'raider:' || r.id as target, r.discord_key as "discordKey", ${DISCORD} as "discordId", f.name, f.realm
  from raider r join raider_family f on f.raider_id = r.id left join person u on u.id = r.user_id
  where r.organization_id = $1 and r.merged_into_id is null
  union all
  select 'raider:' || r.id, r.discord_key, null, r.name, '' from raider r
  where r.organization_id = $1 and r.merged_into_id is null and r.name is not null
  union all
  select 'member:' || m.user_id, null, ${DISCORD}, c.name, c.realm_slug
  from (select distinct user_id from current_member where organization_id = $1) m
  join organization o on o.id = $1 join person u on u.id = m.user_id
  join character c on c.user_id = m.user_id and c.archived_at is null
  where not exists (select from raider r where r.organization_id = $1 and r.user_id = m.user_id)
    and (o.source = 'standalone' or exists (
      select from proven_claim p where p.organization_id = $1 and p.character_id = c.id))
  union all
  select 'character:' || e.id, null, null, e.name, e.realm_slug from roster_entry e
  where e.organization_id = $1 and e.left_at is null
    and not exists (select from proven_claim p where p.entry_id = e.id)
    and not exists (select from raider_character c where c.roster_entry_id = e.id)
  ) p where $2::text[] is null or folded_name(p.name) = any($2) or p.target = any($3::text[])`;

const REALMS = query({ slug: 'text', names: json<Record<string, string | null>>() })`
  select r.slug, r.names from realm r join organization o on o.id = $1
  where r.region = o.region and r.game_version = o.game_version`;

/** The people that a row may name: names as `fold` leaves them, and ids of `KnownPerson`. */
type Among = { names: readonly string[]; ids: readonly string[] };

/** All of them, or those that `among` names, with the characters of these names. */
export async function knownPeople(
  sql: Sql,
  sign: Signer,
  organizationId: string,
  among: Among | null = null,
): Promise<KnownPerson[]> {
  const rows = await sql.many(PEOPLE, [organizationId, among?.names ?? null, among?.ids ?? null]);
  const realmsOf = await realmNames(sql, organizationId);
  const people = new Map<string, KnownPerson & { characters: KnownPerson['characters'][number][] }>();
  for (const { target, name, realm, discordKey, discordId } of rows) {
    const person = people.get(target) ?? {
      id: target,
      discordKey: discordKey ?? (discordId === null ? null : discordKeyOf(sign, organizationId, discordId)),
      characters: [],
    };
    person.characters.push({ name, realms: realmsOf(realm) });
    people.set(target, person);
  }
  return [...people.values()];
}

/** Every name of a realm, in all languages, and its slug. It may be written as any of them; the slug comes before the names of others. */
export async function realmNames(sql: Sql, organizationId: string): Promise<(realm: string) => string[]> {
  const rows = await sql.many(REALMS, [organizationId]);
  const bySlug = new Map(
    rows.map(({ slug, names }) => [slug, [slug, ...Object.values(names).filter((name) => name !== null)]]),
  );
  let byName: ReadonlyMap<string, string[]> | undefined;
  return (realm) => {
    const names = bySlug.get(realm);
    if (names) return names;
    byName ??= byFoldedName(bySlug);
    return [realm, ...(byName.get(fold(realm)) ?? [])];
  };
}

function byFoldedName(bySlug: ReadonlyMap<string, string[]>): Map<string, string[]> {
  const realms = [...bySlug];
  return new Map([
    ...realms.flatMap(([, names]) => names.map((name) => [fold(name), names] as const)),
    ...realms.map(([slug, names]) => [fold(slug), names] as const),
  ]);
}

const LIVING = query({ name: 'text', realm: 'text' })`
  select name, realm_slug as realm from roster_entry where organization_id = $1 and left_at is null`;

/** The living characters of the roster, of which notes may name the main. */
export const livingCharacters = (sql: Sql, organizationId: string) => sql.many(LIVING, [organizationId]);
