import type { UserView } from '@guildhall/contracts/user.ts';
import type { Actor } from '../core/actor.ts';
import { now } from '../core/db/columns.ts';
import { query, statement } from '../core/db/statement.ts';
import { badRequest, conflict } from '../core/errors.ts';
import { hashToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { requireMail } from '../core/services/mail.ts';
import { grantByAddress } from '../identity/people/grant-admin.ts';
import { loadPerson } from '../identity/people/lock-person.ts';
import { getUser } from '../identity/people/user.queries.ts';
import { revokeOtherSessions } from '../identity/sessions/manage-sessions.ts';
import { EMAIL_CHANGE_MINUTES } from './email-change.entity.ts';
import { sendEmailChangeJob, tellOldAddressJob } from './users.jobs.ts';

const TAKEN = statement`select from person where lower(email) = $1 and id <> $2`;

/** A person has one pending change: a new request replaces the last one and voids its link. */
const REQUEST = query({ id: 'uuid' })`
  insert into email_change as c (user_id, email, expires_at) values ($1, $2, now() + $3 * interval '1 minute')
  on conflict (user_id) do update set email = excluded.email, expires_at = excluded.expires_at, token_hash = null,
    id = uuidv7(), created_at = now()
  returning id`;

/** Mails a link that changes the address once opened. Throws CONFLICT for an address in use, NOT_FOUND without mail. */
export async function changeEmail(ctx: AppContext, actor: Actor, { email }: { email: string }): Promise<void> {
  requireMail(ctx.config);
  await ctx.limits.take('emailChange', actor.userId);
  await ctx.limits.take('magicLinkAddress', email);
  await ctx.transact(async (tx) => {
    if ((await tx.sql.run(TAKEN, [email, actor.userId])) > 0) {
      throw conflict(
        'email_taken',
        'This address belongs to another account. Sign in with it there, or use another one.',
      );
    }
    const change = await tx.sql.maybe(REQUEST, [actor.userId, email, EMAIL_CHANGE_MINUTES]);
    if (change) await tx.enqueue(sendEmailChangeJob, { emailChangeId: change.id });
  });
}

/** Valid only for the person who asked: another person who finds the link confirms nothing. */
const CONSUME = query({ email: 'text' })`
  delete from email_change where token_hash = $1 and user_id = $2 and expires_at > now() returning email`;

/** A link that was mailed to the old address must not open an account for it. */
const FORGET_LINKS = statement`delete from magic_link where email = lower($1)`;

/** Confirms the new address, notifies the old one and ends every other sign-in. Throws BAD_REQUEST. */
export async function verifyEmail(ctx: AppContext, actor: Actor, { token }: { token: string }): Promise<UserView> {
  return ctx.transact(async (tx) => {
    const person = await loadPerson(tx, actor.userId);
    const change = await tx.sql.maybe(CONSUME, [hashToken(token), actor.userId]);
    // Another account may have taken the address in the meantime, which is no business of whoever holds the link.
    if (!change || (await tx.sql.run(TAKEN, [change.email, actor.userId])) > 0)
      throw badRequest('invalid_token', 'This link was used, has expired or was replaced. Ask for a new one.');
    const oldEmail = person.email;
    person.email = change.email;
    person.emailVerifiedAt = now();
    await grantByAddress(ctx, tx, actor.userId, change.email);
    await revokeOtherSessions(tx, actor);
    if (oldEmail && oldEmail !== change.email) {
      await tx.sql.run(FORGET_LINKS, [oldEmail]);
      await tx.enqueue(tellOldAddressJob, { userId: actor.userId, oldEmail });
    }
    return getUser({ sql: tx.sql, pictureUrl: ctx.pictureUrl }, actor.userId);
  });
}
