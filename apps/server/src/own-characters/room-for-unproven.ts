import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import { lockPerson } from '../people/lock-person.ts';

/** Far more than anybody plays. */
const MOST = 200;

const COUNT = query({ count: 'int' })`
  select count(*)::int as count from character where user_id = $1 and verified_at is null`;

/** Throws when a person has reached the limit, because unproven characters could otherwise be added without end. */
export async function roomForUnproven(sql: Sql, userId: string): Promise<void> {
  await lockPerson(sql, userId);
  const row = await sql.one(COUNT, [userId]);
  if (row.count >= MOST) {
    throw conflict(
      'too_many_characters',
      `You have ${MOST} characters that nothing proves to be yours. Delete some that you made by hand, or sync your account.`,
    );
  }
}
