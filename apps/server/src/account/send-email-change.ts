import { query } from '../core/db/statement.ts';
import type { JobRun } from '../core/jobs/job.ts';
import { hashToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { linkToken } from '../sign-in/link-token.ts';
import { emailChangeMail, oldAddressMail } from './email-change.mail.ts';

const ISSUE = query({ email: 'text', expiresAt: 'instant', displayName: 'text', locale: 'text', timeZone: 'text' })`
  update email_change c set token_hash = $2 from person u
  where c.id = $1 and u.id = c.user_id and c.expires_at > now()
  returning c.email, c.expires_at as "expiresAt", u.display_name as "displayName", u.locale, u.time_zone as "timeZone"`;

/** The job behind an e-mail change: stores the hash of its token and mails it to the new address. */
export async function sendEmailChange(ctx: AppContext, { emailChangeId }: { emailChangeId: string }): Promise<void> {
  const token = linkToken(ctx, 'email-change', emailChangeId);
  const change = await ctx.sql.maybe(ISSUE, [emailChangeId, hashToken(token)]);
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
export async function tellOldAddress(
  ctx: AppContext,
  { userId, oldEmail }: { userId: string; oldEmail: string },
  { jobId }: Pick<JobRun, 'jobId'>,
): Promise<void> {
  const person = await ctx.sql.maybe(PERSON, [userId]);
  if (!person) return;
  const mail = oldAddressMail({ ...person, host: new URL(ctx.config.baseUrl).host });
  await ctx.mail.send({ ...mail, to: oldEmail, id: jobId });
}
