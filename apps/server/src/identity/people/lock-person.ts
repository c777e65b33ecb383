import { type InferEntity, LockMode } from '@mikro-orm/core';
import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';
import type { Rows } from '../../core/db/transaction.ts';
import { unauthenticated } from '../../core/errors.ts';
import { User } from './user.entity.ts';

const LOCK = statement`select from person where id = $1 for no key update`;

/**
 * Until the transaction ends no other one changes the person or begins to erase them. Rows that refer to people by a
 * foreign key need no lock. Throws UNAUTHORIZED for a person who is gone.
 */
export async function lockPerson(sql: Sql, userId: string): Promise<void> {
  if ((await sql.run(LOCK, [userId])) === 0) throw unauthenticated();
}

export type Person = InferEntity<typeof User>;

/** The person, locked in the same way, for a verb that changes them. Throws UNAUTHORIZED for a person who is gone. */
export async function loadPerson({ em }: Pick<Rows, 'em'>, userId: string): Promise<Person> {
  const person = await em.findOne(User, { id: userId, erasingAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!person) throw unauthenticated();
  return person;
}
