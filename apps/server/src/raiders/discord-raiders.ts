/**
 * Raiders who answer on Discord without an account. A keyed hash stands for the Discord account, so nothing here leads back to
 * it; the name that a caller chose is not proven, and officers release it.
 */
import { nameKey } from '@guildhall/contracts/name-key.ts';
import type { WithoutAccount } from '@guildhall/contracts/organization-settings.ts';
import { createCap } from '../core/db/cap.ts';
import { now } from '../core/db/columns.ts';
import type { Sql } from '../core/db/sql.ts';
import { columns, query, type RowOf, statement } from '../core/db/statement.ts';
import { AppError, conflict } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { Signer } from '../core/secrets.ts';
import { type Raider, RaiderCharacter } from '../membership/characters/raider.entity.ts';
import { RosterEntry } from '../membership/characters/roster-entry.entity.ts';
import { lockOrganization } from '../membership/rights/organization.access.ts';
import { addCharacter, addRaider, findRaider, publishRaidersChanged } from './raider.access.ts';

/** The key of a Discord account in one organization. Neither the account nor another organization's key follows from it. */
export const discordKeyOf = (sign: Signer, organizationId: string, discordUserId: string) =>
  sign(`raider ${organizationId} ${discordUserId}`);

const DiscordRaider = columns({
  id: 'uuid',
  name: 'text!',
  archived: 'bool',
  /** The roster lists a character of theirs. */
  listed: 'bool',
});
export type DiscordRaider = RowOf<typeof DiscordRaider>;

const RAIDER = `r.id, r.name, r.archived_at is not null as archived, exists (
  select from raider_character c join roster_entry e on e.id = c.roster_entry_id and e.left_at is null where c.raider_id = r.id) as listed`;
const BY_KEY = query(DiscordRaider)`
  select ${RAIDER} from raider r where r.organization_id = $1 and r.discord_key = $2 and r.merged_into_id is null`;

export const findDiscordRaider = (sql: Sql, organizationId: string, key: string): Promise<DiscordRaider | null> =>
  sql.maybe(BY_KEY, [organizationId, key]);

const BY_KEYS = query({ organizationId: 'uuid', ...DiscordRaider })`
  select r.organization_id as "organizationId", ${RAIDER}
  from unnest($1::uuid[], $2::text[]) as asked(organization_id, key)
  join raider r on r.organization_id = asked.organization_id and r.discord_key = asked.key and r.merged_into_id is null`;

/** The raiders that a Discord account is in these organizations. */
export function findDiscordRaiders(sql: Sql, sign: Signer, organizationIds: string[], discordUserId: string) {
  return sql.many(BY_KEYS, [organizationIds, organizationIds.map((id) => discordKeyOf(sign, id, discordUserId))]);
}

/** Needs a roster entry `e` and a character `c` of a raider: an officer may have named it without choosing it in the roster. */
const IS_NAMED = `c.organization_id = e.organization_id and c.roster_entry_id is null
  and c.name_key = folded_name(e.name) and c.realm_key in (folded_name(e.realm_slug), '')`;
/** Another's: of a person, of another Discord account, or of a raider whom an officer archived. */
const IS_HELD = '(r.user_id is not null or r.discord_key is not null or r.archived_at is not null)';
/** Needs a roster entry `e` in scope. */
const IS_FREE = `e.left_at is null and e.claimed_by_id is null
  and not exists (select from raider_character c join raider r on r.id = c.raider_id where c.roster_entry_id = e.id and ${IS_HELD})
  and not exists (select from raider_character c join raider r on r.id = c.raider_id where ${IS_NAMED} and ${IS_HELD})`;

/** As many as a select on Discord holds. */
const MOST_NAMES = 25;

const FREE = query({ id: 'uuid', name: 'text', realm: 'text', className: 'text?' })`
  select e.id, e.name, e.realm_slug as realm, coalesce(k.names ->> $3, k.names ->> 'en_US') as "className"
  from roster_entry e left join playable_class k on k.id = e.class_id
  cross join lateral (select strpos(e.name_key, $2) as place, length(e.name) as size) near
  where e.organization_id = $1 and ${IS_FREE} and near.place between 1 and $4
  order by near.place > 1, near.size, e.id limit ${MOST_NAMES}`;
const ROSTER = statement`select from roster_entry where organization_id = $1 and left_at is null limit 1`;

/** Names of the roster that no person or Discord account has, the nearest first; if `isHidden`, only by their beginning. */
export const freeNames = (sql: Sql, organizationId: string, sought: string, locale: string, isHidden: boolean) =>
  sql.many(FREE, [organizationId, nameKey(sought.trim()), locale, isHidden ? 1 : 1_000]);

export const hasRoster = async (sql: Sql, organizationId: string) => (await sql.run(ROSTER, [organizationId])) > 0;

const refuseTooManyOnDiscord = createCap({
  of: 'raider where organization_id = $1 and discord_key is not null',
  most: 2_000,
  reason: 'too_many_raiders',
  message: '2,000 people answer here without an account. Ask an officer to release some names.',
});

/** In one hour. */
const MOST_NEWCOMERS = 20;
const NEWCOMERS = query({ count: 'int', waitSeconds: 'int?' })`
  select count(*)::int as count, ceil(extract(epoch from min(discord_since) + interval '1 hour' - now()))::int as "waitSeconds"
  from raider where organization_id = $1 and discord_key is not null and discord_since > now() - interval '1 hour'`;

/** Counts those who are still there, so a refused choice and one that was taken back cost nothing. */
async function refuseTooManyNewcomers(sql: Sql, organizationId: string): Promise<void> {
  const { count, waitSeconds } = await sql.one(NEWCOMERS, [organizationId]);
  if (count < MOST_NEWCOMERS) return;
  const message = `${MOST_NEWCOMERS} people chose a name here within an hour. Try again later.`;
  throw new AppError('TOO_MANY_REQUESTS', 'rate_limited', message, {
    retryAfterSeconds: Math.max(1, waitSeconds ?? 1),
  });
}

/**
 * The caller answers under this name from now on. The transaction must have begun with the lock of claims, so that
 * no person proves the name meanwhile. Throws CONFLICT for a name that another has, TOO_MANY_REQUESTS.
 */
export async function becomeRaider(
  tx: UnitOfWork,
  organizationId: string,
  key: string,
  chosen: { entryId: string } | { name: string },
): Promise<void> {
  const { em, sql } = tx;
  await lockOrganization(sql, organizationId);
  if (await findDiscordRaider(sql, organizationId, key)) return;
  await refuseTooManyOnDiscord(sql, organizationId);
  await refuseTooManyNewcomers(sql, organizationId);
  const raider =
    'entryId' in chosen
      ? await ofEntry(tx, organizationId, chosen.entryId)
      : await ofName(tx, organizationId, chosen.name);
  if (!raider.name || raider.user || raider.discordKey || raider.archivedAt) throw nameTaken();
  em.assign(raider, { discordKey: key, discordSince: now() });
  publishRaidersChanged(tx, organizationId);
}

/** The character that is the entry, or has its name; one whose realm is unknown comes last. */
const STILL_FREE = query({ name: 'text', raiderId: 'uuid?', characterId: 'uuid?' })`
  select e.name, holder.raider_id as "raiderId", holder.id as "characterId" from roster_entry e
  left join lateral (
    select c.id, c.raider_id from raider_character c where c.roster_entry_id = e.id or ${IS_NAMED}
    order by c.roster_entry_id is null, c.realm_key = '' limit 1) holder on true
  where e.organization_id = $1 and e.id = $2 and ${IS_FREE}`;

async function ofEntry(tx: UnitOfWork, organizationId: string, entryId: string): Promise<Raider> {
  const free = await tx.sql.maybe(STILL_FREE, [organizationId, entryId]);
  if (!free) throw nameTaken();
  if (free.raiderId !== null) {
    const raider = await findRaider(tx, organizationId, free.raiderId);
    const character = await tx.em.findOneOrFail(RaiderCharacter, { id: free.characterId ?? '' });
    character.rosterEntry = tx.em.getReference(RosterEntry, entryId);
    return raider;
  }
  const raider = await addRaider(tx, organizationId, { kind: 'member', name: free.name });
  await addCharacter(tx, organizationId, raider.id, { rosterEntryId: entryId, main: true }, 'self');
  return raider;
}

/** An officer's guest, or a name that was released: its player takes it over, with the answers. */
const UNHELD = query({ id: 'uuid' })`
  select r.id from raider r where r.organization_id = $1 and r.name is not null and folded_name(r.name) = folded_name($2)
    and r.merged_into_id is null and not ${IS_HELD}
  order by r.created_at, r.id limit 1`;
/** A person's name, also that of a character of theirs; one of the roster; another raider's, or that of their character. */
const NAMED = statement`
  select from raider r left join person u on u.id = r.user_id
  where r.organization_id = $1 and r.merged_into_id is null and r.id is distinct from $3
    and folded_name(coalesce(u.display_name, r.name)) = folded_name($2)
  union all
  select from raider_character c where c.organization_id = $1 and c.raider_id is distinct from $3 and c.name_key = folded_name($2)
  union all
  select from roster_entry e where e.organization_id = $1 and e.left_at is null and folded_name(e.name) = folded_name($2)
  union all
  select from current_member m join person u on u.id = m.user_id left join character k on k.user_id = u.id and k.archived_at is null
  where m.organization_id = $1 and folded_name($2) in (folded_name(u.display_name), folded_name(k.name))`;
const CHARACTERS = statement`select from raider_character where raider_id = $1`;

async function ofName(tx: UnitOfWork, organizationId: string, name: string): Promise<Raider> {
  const { sql } = tx;
  const unheld = await sql.maybe(UNHELD, [organizationId, name]);
  if ((await sql.run(NAMED, [organizationId, name, unheld?.id ?? null])) > 0) throw nameTaken();
  const raider = unheld
    ? await findRaider(tx, organizationId, unheld.id)
    : await addRaider(tx, organizationId, { kind: 'guest', name });
  // Its proof finds the raider by the name of the character.
  if ((await sql.run(CHARACTERS, [raider.id])) === 0)
    await addCharacter(tx, organizationId, raider.id, { name, main: true }, 'self');
  return raider;
}

const nameTaken = () =>
  conflict('raider_name_taken', 'Another person or Discord account has this name. Ask an officer.');

/** Throws CONFLICT for a raider whom an officer archived, or whose characters have left the roster that decides. */
export function refuseUnlisted({ archived, listed }: DiscordRaider, withoutAccount: WithoutAccount): void {
  if (!archived && (listed || withoutAccount !== 'roster')) return;
  throw conflict(
    'raider_not_listed',
    'An officer archived this name, or the roster does not list its character. Ask an officer, or remove yourself and choose another.',
  );
}
