import type { Actor } from '../core/actor.ts';
import { query, statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { requireMail } from '../core/services/mail.ts';
import { keepPeople } from '../people/keep-people.ts';
import { EMAIL_CHANGE_MINUTES } from './email-change.entity.ts';
import { sendEmailChangeJob } from './users.jobs.ts';

const TAKEN = statement`select from app_user where lower(email) = $1 and id <> $2`;

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
    await keepPeople(tx.sql, actor.userId);
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
