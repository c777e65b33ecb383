import type { Actor } from '../core/actor.ts';
import { now } from '../core/db/columns.ts';
import { query } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { removeDiscordRaidersOf } from '../events/signups/remove-discord-raider.ts';
import { lockAdministrators } from '../identity/people/lock-administrators.ts';
import { loadPerson } from '../identity/people/lock-person.ts';
import { NAMELESS } from '../identity/people/user.entity.ts';
import { eraseImages } from '../pictures/images/image-files.ts';
import { erasedAtOnce } from './personal-data.ts';
import { erasePeopleJob } from './users.jobs.ts';

const IS_LAST_ADMIN = query({ last: 'bool?' })`
  select count(*) = 1 and bool_and(id = $1) as last from person where is_admin`;

/**
 * From the commit on, nothing of the person can be seen or used: their ways in are gone, and every reader leaves out
 * people who are being erased. A job removes the rest. Throws CONFLICT for the last administrator.
 */
export async function startErasure(ctx: AppContext, { userId }: Actor): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockAdministrators(tx.sql);
    await removeDiscordRaidersOf(tx, ctx.sign, userId);
    const person = await loadPerson(tx, userId);
    const admins = await tx.sql.one(IS_LAST_ADMIN, [userId]);
    if (admins.last) throw conflict('last_admin', 'You are the last administrator. Name another one first.');
    // Pictures uploaded for others stay and lose only their uploader.
    await eraseImages(tx, 'avatar', [userId]);
    for (const each of erasedAtOnce) await tx.sql.run(each, [userId]);
    const nothing = { email: null, emailVerifiedAt: null, avatarUrl: null, bio: null, isAdmin: false };
    // Takes the row out of the view `person`.
    tx.em.assign(person, { ...nothing, displayName: NAMELESS, erasingAt: now() });
    await tx.enqueue(erasePeopleJob, {});
  });
}
