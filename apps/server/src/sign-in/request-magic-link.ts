import type { AppContext } from '../core/services/context.ts';
import { requireMail } from '../core/services/mail.ts';
import { sendMagicLinkJob } from './auth.jobs.ts';
import { MAGIC_LINK_MINUTES, MagicLink } from './magic-link.entity.ts';

type RequestMagicLinkInput = { email: string; callbackUrl: string; network: string };

/**
 * Queues a mail with a sign-in link. Treats known, unknown and blocked addresses alike up to here and beyond: only the
 * use of the link tells them apart. Throws NOT_FOUND when no mail can be sent.
 */
export async function requestMagicLink(ctx: AppContext, input: RequestMagicLinkInput): Promise<void> {
  requireMail(ctx.config);
  await ctx.limits.take('magicLinkNetwork', input.network);
  await ctx.limits.take('magicLinkAddress', input.email);
  await ctx.transact(async ({ em, enqueue }) => {
    const link = em.create(MagicLink, {
      email: input.email,
      callbackUrl: input.callbackUrl,
      expiresAt: new Date(Date.now() + MAGIC_LINK_MINUTES * 60_000),
    });
    await em.flush();
    await enqueue(sendMagicLinkJob, { magicLinkId: link.id });
  });
}
