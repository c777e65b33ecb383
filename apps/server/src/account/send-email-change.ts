import { query } from '../core/db/statement.ts';
import type { JobRun } from '../core/jobs/job.ts';
import { hashToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { linkToken } from '../identity/sign-in/link-token.ts';
import { EmailChange } from './email-change.entity.ts';
import { emailChangeMail, oldAddressMail } from './email-change.mail.ts';

const CHANGE = query({ email: 'text', expiresAt: 'instant', displayName: 'text', locale: 'text', timeZone: 'text' })`
  select c.email, c.expires_at as "expiresAt", u.display_name as "displayName", u.locale, u.time_zone as "timeZone"
  from email_change c join person u on u.id = c.user_id where c.id = $1 and c.expires_at > now()`;

/** The job behind an e-mail change: stores the hash of its token and mails it to the new address. */
export async function sendEmailChange(ctx: AppContext, { emailChangeId }: { emailChangeId: string }): Promise<void> {
  const token = linkToken(ctx, 'email-change', emailChangeId);
  const change = await ctx.transact(async ({ em, sql }) => {
    await em.nativeUpdate(EmailChange, emailChangeId, { tokenHash: hashToken(token) });
    return sql.maybe(CHANGE, [emailChangeId]);
  });
  if (!change) return;
  const { email, expiresAt, ...person } = change;
  const url = `${ctx.config.baseUrl}/account/verify-email#${new URLSearchParams({ token })}`;
  const mail = emailChangeMail({
    ...person,
    url,
    host: new URL(ctx.config.baseUrl).host,
    expiresAt: new Date(expiresAt),
  });
  await ctx.mail.send({ ...mail, to: email, id: emailChangeId });
}
const PERSON = query({ displayName: 'text', locale: 'text' })`
  select display_name as "displayName", locale from person where id = $1`;

/** The job that notifies the old address. Does nothing when the person is gone. */
export async function notifyOldAddress(
  ctx: AppContext,
  { userId, oldEmail }: { userId: string; oldEmail: string },
  { jobId }: Pick<JobRun, 'jobId'>,
): Promise<void> {
  const person = await ctx.sql.maybe(PERSON, [userId]);
  if (!person) return;
  const mail = oldAddressMail({ ...person, host: new URL(ctx.config.baseUrl).host });
  await ctx.mail.send({ ...mail, to: oldEmail, id: jobId });
}
