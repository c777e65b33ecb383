/** An offer to make one account of two, after a person has proved in one browser, within ten minutes, to be both. */
import { z } from 'zod';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';

const PROVED_WITHIN_MS = 10 * 60_000;

const MergeOffer = z.object({ keep: z.string(), absorb: z.string(), sessionId: z.string(), until: z.number() });
export type MergeOffer = z.infer<typeof MergeOffer>;

/** Only an account that holds nothing but its ways to sign in is absorbed, and nobody has two identities of a provider. */
export const CAN_ABSORB = `
  select holds_only_sign_in($2) and not exists (
    select from account a join account b on b.provider_id = a.provider_id where a.user_id = $1 and b.user_id = $2)
  as possible`;

/** The sealed offer when one of the two can absorb the other, preferably that of the session the other's. */
export async function offerMerge(ctx: AppContext, actor: Actor, otherId: string): Promise<string | null> {
  const until = actor.signedInAt.getTime() + PROVED_WITHIN_MS;
  if (until < Date.now()) return null;
  for (const [keep, absorb] of [
    [actor.userId, otherId],
    [otherId, actor.userId],
  ] as const) {
    const [row] = await ctx.sql<{ possible: boolean }>(CAN_ABSORB, [keep, absorb]);
    if (row?.possible)
      return ctx.sealer.seal(JSON.stringify({ keep, absorb, sessionId: actor.sessionId, until }), PLACE);
  }
  return null;
}

/** The offer behind the text, if it was made to this session and still holds. */
export function openOffer(ctx: AppContext, actor: Actor, sealed: string): MergeOffer | null {
  try {
    const offer = MergeOffer.parse(JSON.parse(ctx.sealer.open(sealed, PLACE)));
    return offer.sessionId === actor.sessionId && offer.until > Date.now() ? offer : null;
  } catch {
    return null;
  }
}

const PLACE = 'merge-offer';
