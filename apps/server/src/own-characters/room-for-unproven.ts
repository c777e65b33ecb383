import type { Sql } from '../core/db/sql.ts';
import { conflict } from '../core/errors.ts';
import { lockPerson } from '../people/lock-person.ts';

/** Far more than anybody plays. */
const MOST = 200;

const COUNT = 'select count(*)::int as count from character where user_id = $1 and verified_at is null';

/** Throws when a person has reached the limit, because unproven characters could otherwise be added without end. */
export async function roomForUnproven(sql: Sql, userId: string): Promise<void> {
  await lockPerson(sql, userId);
  const [row] = await sql<{ count: number }>(COUNT, [userId]);
  if ((row?.count ?? 0) >= MOST) {
    throw conflict(
      'too_many_characters',
      `You have ${MOST} characters that nothing proves to be yours. Delete some that you made by hand, or sync your account.`,
    );
  }
}
