/** The raiders of an organization: how they are found, and how one appears with a character. */

import type { AddRaiderCharacterInput, RaiderKind } from '@guildhall/contracts/raider.ts';
import { LockMode } from '@mikro-orm/core';
import { createCap } from '../core/db/cap.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, statement } from '../core/db/statement.ts';
import type { Rows } from '../core/db/transaction.ts';
import { conflict, notFound } from '../core/errors.ts';
import type { Changing, UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { handOverRaiders } from '../membership/characters/hand-over-raiders.ts';
import { Raider } from '../membership/characters/raider.entity.ts';

/**
 * Loads and locks the raider: until the transaction ends no other one changes it or its characters. Throws NOT_FOUND for one of
 * another organization, for one that another has taken in, and for one whose person was erased.
 */
export async function findRaider({ em }: Rows, organizationId: string, id: string): Promise<Raider> {
  const raider = await em.findOne(
    Raider,
    { id, organization: organizationId, mergedInto: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!raider || (!raider.user && raider.name === null)) throw noRaider();
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
