/** The raiders of an organization: how they are found, and how one appears with a character. */

import { nameKey } from '@guildhall/contracts/name-key.ts';
import type { AddRaiderCharacterInput, RaiderKind } from '@guildhall/contracts/raider.ts';
import { LockMode } from '@mikro-orm/core';
import { createCap } from '../core/db/cap.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, statement } from '../core/db/statement.ts';
import type { Rows } from '../core/db/transaction.ts';
import { conflict, notFound } from '../core/errors.ts';
import type { Changing, UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { Signer } from '../core/secrets.ts';
import { handOverRaiders, removeUnusedRaider } from '../membership/characters/move-raiders.ts';
import { Raider } from '../membership/characters/raider.entity.ts';
import { lockOrganization } from '../membership/rights/organization.access.ts';

/**
 * Loads and locks the raider: until the transaction ends no other one changes it or its characters. Throws NOT_FOUND for one of
 * another organization, and for one that another has taken in.
 */
export async function findRaider({ em }: Rows, organizationId: string, id: string): Promise<Raider> {
  const raider = await em.findOne(
    Raider,
    { id, organization: organizationId, mergedInto: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!raider) throw noRaider();
  return raider;
}

export const noRaider = () => notFound('raider_not_found', 'There is no such raider.');

const APPEAR = statement`
  insert into raider (organization_id, user_id) values ($1, $2) on conflict (organization_id, user_id) do nothing`;
const OF_PERSON = query({ id: 'uuid' })`select id from raider where organization_id = $1 and user_id = $2`;

/** The raider of a person in an organization, who appears on first use. */
export async function raiderOf(sql: Sql, organizationId: string, userId: string): Promise<string> {
  const there = await sql.maybe(OF_PERSON, [organizationId, userId]);
  if (there) return there.id;
  await sql.run(APPEAR, [organizationId, userId]);
  return (await sql.one(OF_PERSON, [organizationId, userId])).id;
}

export const refuseTooManyRaiders = createCap({
  of: 'raider where organization_id = $1 and user_id is null',
  most: 5_000,
  reason: 'too_many_raiders',
  message: 'The organization has 5,000 raiders without an account. Merge those that are one person.',
});

/** A raider without an account. */
export async function addRaider(
  { em, sql }: Rows,
  organizationId: string,
  { kind, name, note = null }: { kind: RaiderKind; name: string; note?: string | null },
): Promise<Raider> {
  await refuseTooManyRaiders(sql, organizationId);
  return em.create(Raider, { organization: organizationId, kind, name, note });
}

const ENTRY = query({ name: 'text', holderId: 'uuid?' })`
  select e.name, (select f.raider_id from raider_family f where f.organization_id = $1 and f.roster_entry_id = e.id limit 1) as "holderId"
  from roster_entry e where e.organization_id = $1 and e.id = $2`;
const ADD_ENTRY = statement`
  insert into raider_character (organization_id, raider_id, roster_entry_id, name, realm, name_key, realm_key, class_id, is_main, source)
  select $1, $2, e.id, e.name, e.realm_slug, folded_name(e.name), folded_name(e.realm_slug), e.class_id,
    $4 or not exists (select from raider_character where raider_id = $2), $5
  from roster_entry e where e.organization_id = $1 and e.id = $3
  on conflict do nothing`;
const ADD_NAMED = statement`
  insert into raider_character (organization_id, raider_id, name, realm, name_key, realm_key, class_id, is_main, source)
  values ($1, $2, $3, $4, folded_name($3), folded_name($4), $5,
    $6 or not exists (select from raider_character where raider_id = $2), $7)
  on conflict do nothing`;
const NO_MAIN = statement`update raider_character set is_main = false where raider_id = $1 and is_main`;

const refuseTooManyCharacters = createCap({
  of: 'raider_character where raider_id = $1',
  most: 100,
  reason: 'too_many_characters',
  message: 'This raider has 100 characters. Split some off first.',
});

type Named = Partial<Pick<AddRaiderCharacterInput, 'rosterEntryId' | 'name' | 'realm' | 'classId'>> & { main: boolean };

/** Throws NOT_FOUND for a character of another roster, CONFLICT for one of another raider. */
export async function addCharacter(
  tx: Changing,
  organizationId: string,
  id: string,
  { rosterEntryId, name, realm = '', classId, main }: Named,
  source: 'officer' | 'self' | 'import' = 'officer',
): Promise<void> {
  const { sql } = tx;
  await refuseTooManyCharacters(sql, id);
  if (rosterEntryId !== undefined && (await findEntry(sql, organizationId, rosterEntryId)).holderId !== null)
    throw taken();
  if (main) await sql.run(NO_MAIN, [id]);
  const added =
    rosterEntryId === undefined
      ? await sql.run(ADD_NAMED, [organizationId, id, name, realm, classId ?? null, main, source])
      : await sql.run(ADD_ENTRY, [organizationId, id, rosterEntryId, main, source]);
  if (added === 0) throw taken();
  await handOverRaiders(tx, [organizationId]);
}

async function findEntry(sql: Sql, organizationId: string, rosterEntryId: string) {
  const entry = await sql.maybe(ENTRY, [organizationId, rosterEntryId]);
  if (!entry) throw notFound('member_not_found', 'There is no such character in the roster.');
  return entry;
}

/** The raider of a character of the roster, who appears on first use. Throws NOT_FOUND for one of another roster. */
export async function raiderOfEntry(tx: UnitOfWork, organizationId: string, rosterEntryId: string): Promise<string> {
  const { name, holderId } = await findEntry(tx.sql, organizationId, rosterEntryId);
  if (holderId !== null) return holderId;
  const { id } = await addRaider(tx, organizationId, { kind: 'member', name });
  await addCharacter(tx, organizationId, id, { rosterEntryId, main: true });
  return id;
}

const taken = () =>
  conflict(
    'raider_character_taken',
    'This character belongs to another raider. Merge the two, or split the character off first.',
  );

/** Announces it to members who may see the roster. */
export function publishRaidersChanged({ changed }: Pick<Changing, 'changed'>, organizationId: string): void {
  changed({ type: 'raider.changed', organizationId, subjectId: organizationId, audience: 'roster' });
}

// Raiders who answer on Discord without an account. A keyed hash stands for the Discord account, so nothing here leads back
// to it; the name that a caller chose is not proven, and officers release it.

/** The key of a Discord account in one organization. Neither the account nor another organization's key follows from it. */
export const discordKeyOf = (sign: Signer, organizationId: string, discordUserId: string) =>
  sign(`raider ${organizationId} ${discordUserId}`);

export type DiscordRaider = { id: string; name: string };

const BY_KEY = query({ id: 'uuid', name: 'text!' })`
  select id, name from raider where organization_id = $1 and discord_key = $2 and merged_into_id is null`;

export const findDiscordRaider = (sql: Sql, organizationId: string, key: string): Promise<DiscordRaider | null> =>
  sql.maybe(BY_KEY, [organizationId, key]);

const BY_KEYS = query({ organizationId: 'uuid', id: 'uuid', name: 'text!' })`
  select r.organization_id as "organizationId", r.id, r.name
  from unnest($1::uuid[], $2::text[]) as asked(organization_id, key)
  join raider r on r.organization_id = asked.organization_id and r.discord_key = asked.key and r.merged_into_id is null`;

/** The raiders that a Discord account is in these organizations. */
export function findDiscordRaiders(sql: Sql, sign: Signer, organizationIds: string[], discordUserId: string) {
  return sql.many(BY_KEYS, [organizationIds, organizationIds.map((id) => discordKeyOf(sign, id, discordUserId))]);
}

/** Needs a roster entry `e` in scope: neither a person nor another Discord account has it. */
const IS_FREE = `e.left_at is null and e.claimed_by_id is null and not exists (
  select from raider_character c join raider r on r.id = c.raider_id
  where c.roster_entry_id = e.id and (r.user_id is not null or r.discord_key is not null))`;

/** As many as a select on Discord holds. */
const MOST_NAMES = 25;

const FREE = query({ id: 'uuid', name: 'text', realm: 'text', className: 'text?' })`
  select e.id, e.name, e.realm_slug as realm, coalesce(k.names ->> $3, k.names ->> 'en_US') as "className"
  from roster_entry e left join playable_class k on k.id = e.class_id
  cross join lateral (select strpos(e.name_key, $2) as place, length(e.name) as size) near
  where e.organization_id = $1 and ${IS_FREE} and near.place > 0
  order by near.place > 1, near.size, e.id limit ${MOST_NAMES}`;
const ROSTER = statement`select from roster_entry where organization_id = $1 and left_at is null limit 1`;

/** Names of the roster that no person or Discord account has, the nearest first. */
export const freeNames = (sql: Sql, organizationId: string, sought: string, locale: string) =>
  sql.many(FREE, [organizationId, nameKey(sought.trim()), locale]);

export const hasRoster = async (sql: Sql, organizationId: string) => (await sql.run(ROSTER, [organizationId])) > 0;

const STILL_FREE = query({ name: 'text', raiderId: 'uuid?' })`
  select e.name, (select c.raider_id from raider_character c where c.roster_entry_id = e.id) as "raiderId"
  from roster_entry e where e.organization_id = $1 and e.id = $2 and ${IS_FREE}`;
const NAMED = statement`
  select from raider r left join person u on u.id = r.user_id
  where r.organization_id = $1 and r.merged_into_id is null
    and folded_name(coalesce(u.display_name, r.name)) = folded_name($2)
  union all
  select from roster_entry e where e.organization_id = $1 and e.left_at is null and folded_name(e.name) = folded_name($2)`;

const refuseTooManyOnDiscord = createCap({
  of: 'raider where organization_id = $1 and discord_key is not null',
  most: 2_000,
  reason: 'too_many_raiders',
  message: '2,000 people answer here without an account. Ask an officer to release some names.',
});

/** The caller answers under this name from now on. Throws CONFLICT for a name that another has. */
export async function becomeRaider(
  tx: UnitOfWork,
  organizationId: string,
  key: string,
  chosen: { entryId: string } | { name: string },
): Promise<DiscordRaider> {
  const { em, sql } = tx;
  await lockOrganization(sql, organizationId);
  const known = await findDiscordRaider(sql, organizationId, key);
  if (known) return known;
  await refuseTooManyOnDiscord(sql, organizationId);
  const raider =
    'entryId' in chosen
      ? await ofEntry(tx, organizationId, chosen.entryId)
      : await ofName(tx, organizationId, chosen.name);
  const { id, name } = raider;
  if (!name || raider.user || raider.discordKey) throw nameTaken();
  em.assign(raider, { discordKey: key, archivedAt: null });
  publishRaidersChanged(tx, organizationId);
  return { id, name };
}

async function ofEntry(tx: UnitOfWork, organizationId: string, entryId: string): Promise<Raider> {
  const free = await tx.sql.maybe(STILL_FREE, [organizationId, entryId]);
  if (!free) throw nameTaken();
  if (free.raiderId !== null) return findRaider(tx, organizationId, free.raiderId);
  const raider = await addRaider(tx, organizationId, { kind: 'member', name: free.name });
  await addCharacter(tx, organizationId, raider.id, { rosterEntryId: entryId, main: true }, 'self');
  return raider;
}

async function ofName(tx: UnitOfWork, organizationId: string, name: string): Promise<Raider> {
  if ((await tx.sql.run(NAMED, [organizationId, name])) > 0) throw nameTaken();
  return addRaider(tx, organizationId, { kind: 'guest', name });
}

const nameTaken = () =>
  conflict('raider_name_taken', 'Another person or Discord account has this name. Ask an officer.');

const MINE = `r.organization_id = $1 and r.discord_key = $2`;
/** Their own answers, which no officer gave or recorded. */
const OWN = `p.attendance is null and exists (select from event_log_entry l
  where l.event_id = p.event_id and l.raider_id = p.raider_id and l.kind = 'answered' and l.via = 'discord')`;
const FORGET_ANSWERS = query({ eventId: 'uuid' })`
  delete from participation p using raider r where p.raider_id = r.id and ${MINE} and ${OWN} returning p.event_id as "eventId"`;
const FORGET_PLACES = statement`delete from lineup_place p using raider r where p.raider_id = r.id and ${MINE}`;
const FORGET_TEXTS = statement`
  update participation p set note = null from raider r where p.raider_id = r.id and ${MINE} and p.note is not null`;
const FORGET_CHARACTERS = statement`
  delete from raider_character c using raider r where c.raider_id = r.id and ${MINE} and c.source = 'self'
    and not exists (select from participation p where p.raider_character_id = c.id)`;

/** Erases key and answers. Entries of officers about the raider stay. Returns the events of the answers. */
export async function forgetDiscordRaider(tx: UnitOfWork, organizationId: string, key: string): Promise<string[]> {
  const { em, sql } = tx;
  const values = [organizationId, key];
  const answers = await sql.many(FORGET_ANSWERS, values);
  await sql.run(FORGET_PLACES, values);
  await sql.run(FORGET_TEXTS, values);
  await sql.run(FORGET_CHARACTERS, values);
  const raider = await em.findOne(
    Raider,
    { organization: organizationId, discordKey: key },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (raider) {
    raider.discordKey = null;
    await removeUnusedRaider(tx, raider);
  }
  publishRaidersChanged(tx, organizationId);
  return [...new Set(answers.map(({ eventId }) => eventId))];
}
