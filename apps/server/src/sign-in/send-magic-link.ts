import { query } from '../core/db/statement.ts';
import { hashToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { linkToken } from './link-token.ts';
import { magicLinkMail } from './magic-link.mail.ts';
import { NEWEST } from './verify-magic-link.ts';

/** Only for a link that would still be valid on arrival: a newer request for the address voids this one. */
const ISSUE = query({ email: 'text', callbackUrl: 'text', expiresAt: 'instant', locale: 'text?', timeZone: 'text?' })`
  update magic_link l set token_hash = $2
  where l.id = $1 and l.used_at is null and l.expires_at > now() and ${NEWEST}
  returning l.email, l.callback_url as "callbackUrl", l.expires_at as "expiresAt",
    (select u.locale from app_user u where lower(u.email) = l.email) as locale,
    (select u.time_zone from app_user u where lower(u.email) = l.email) as "timeZone"`;

/** The job behind a magic link: stores the hash of its token and mails it. Does nothing when the request has lapsed. */
export async function sendMagicLink(ctx: AppContext, { magicLinkId }: { magicLinkId: string }): Promise<void> {
  const token = linkToken(ctx, 'sign-in', magicLinkId);
  const link = await ctx.sql.maybe(ISSUE, [magicLinkId, hashToken(token)]);
  if (!link) return;
  // After the # it reaches no server, log or referrer; mail scanners that follow links see a plain page.
  const fragment = new URLSearchParams({ token, callbackURL: link.callbackUrl });
  const url = `${ctx.config.baseUrl}/login/verify#${fragment}`;
  const mail = magicLinkMail({
    url,
    host: new URL(ctx.config.baseUrl).host,
    expiresAt: new Date(link.expiresAt),
    locale: link.locale ?? 'en_US',
    timeZone: link.timeZone ?? 'UTC',
  });
  await ctx.mail.send({ ...mail, to: link.email, id: magicLinkId });
}
