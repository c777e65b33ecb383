import type { Actor } from '../core/actor.ts';
import { query, statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { eraseImages } from '../images/image-files.ts';
import { lockAdministrators } from '../people/lock-administrators.ts';
import { lockPerson } from '../people/lock-person.ts';
import { NAMELESS } from '../people/user.entity.ts';
import { erasedAtOnce } from './personal-data.ts';
import { erasePeopleJob } from './users.jobs.ts';

const IS_LAST_ADMIN = query({ last: 'bool?' })`
  select count(*) = 1 and bool_and(id = $1) as last from person where is_admin`;

/** Takes the row out of the view `person`. */
const MARK = statement`
  update app_user set erasing_at = now(), display_name = $2, email = null, email_verified_at = null, avatar_url = null,
    bio = null, is_admin = false where id = $1`;

/**
 * From the commit on, nothing of the person can be seen or used: their ways in are gone, and every reader leaves out
 * people who are being erased. A job removes the rest. Throws CONFLICT for the last administrator.
 */
export async function startErasure(ctx: AppContext, { userId }: Actor): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockAdministrators(tx.sql);
    await lockPerson(tx.sql, userId);
    const admins = await tx.sql.one(IS_LAST_ADMIN, [userId]);
    if (admins.last) throw conflict('last_admin', 'You are the last administrator. Name another one first.');
    // Pictures uploaded for others stay and lose only their uploader.
    await eraseImages(tx, 'avatar', [userId]);
    for (const each of erasedAtOnce) await tx.sql.run(each, [userId]);
    await tx.sql.run(MARK, [userId, NAMELESS]);
    await tx.enqueue(erasePeopleJob, {});
  });
}
