import { query } from '../../core/db/statement.ts';
import { hashToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import { linkToken } from './link-token.ts';
import { MagicLink } from './magic-link.entity.ts';
import { magicLinkMail } from './magic-link.mail.ts';
import { IS_NEWEST_LINK } from './verify-magic-link.ts';

/** Only for a link that would still be valid on arrival: a newer request for the address voids this one. */
const LINK = query({ email: 'text', callbackUrl: 'text', expiresAt: 'instant', locale: 'text?', timeZone: 'text?' })`
  select l.email, l.callback_url as "callbackUrl", l.expires_at as "expiresAt", u.locale, u.time_zone as "timeZone"
  from magic_link l left join person u on lower(u.email) = l.email
  where l.id = $1 and l.used_at is null and l.expires_at > now() and ${IS_NEWEST_LINK}`;

/** The job behind a magic link: stores the hash of its token and mails it. Does nothing when the request has lapsed. */
export async function sendMagicLink(ctx: AppContext, { magicLinkId }: { magicLinkId: string }): Promise<void> {
  const token = linkToken(ctx, 'sign-in', magicLinkId);
  const link = await ctx.transact(async ({ em, sql }) => {
    const valid = await sql.maybe(LINK, [magicLinkId]);
    if (valid) await em.nativeUpdate(MagicLink, magicLinkId, { tokenHash: hashToken(token) });
    return valid;
  });
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
