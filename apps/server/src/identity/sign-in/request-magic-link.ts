import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { requireMail } from '../../core/services/mail.ts';
import { sendMagicLinkJob } from './auth.jobs.ts';
import { MAGIC_LINK_MINUTES } from './magic-link.entity.ts';

const REQUEST = query({ id: 'uuid' })`
  insert into magic_link (email, callback_url, expires_at) values ($1, $2, now() + ${MAGIC_LINK_MINUTES} * interval '1 minute')
  returning id`;

type RequestMagicLinkInput = { email: string; callbackUrl: string; network: string };

/**
 * Queues a mail with a sign-in link. Treats known, unknown and blocked addresses alike up to here and beyond: only the
 * use of the link tells them apart. Throws NOT_FOUND when no mail can be sent.
 */
export async function requestMagicLink(ctx: AppContext, input: RequestMagicLinkInput): Promise<void> {
  requireMail(ctx.config);
  await ctx.limits.take('magicLinkNetwork', input.network);
  await ctx.limits.take('magicLinkAddress', input.email);
  await ctx.transact(async ({ sql, enqueue }) => {
    const { id } = await sql.one(REQUEST, [input.email, input.callbackUrl]);
    await enqueue(sendMagicLinkJob, { magicLinkId: id });
  });
}
