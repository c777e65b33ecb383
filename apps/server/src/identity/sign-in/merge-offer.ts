/** An offer to merge two accounts, after a person has proved to own both in one browser within ten minutes. */
import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';

const PROVED_WITHIN_MS = 10 * 60_000;

const MergeOffer = z.object({ keep: z.string(), absorb: z.string(), sessionId: z.string(), until: z.number() });
export type MergeOffer = z.infer<typeof MergeOffer>;

/** Absorbs only an account with nothing but ways to sign in, and none of a provider the other has, too. */
export const CAN_ABSORB = query({ possible: 'bool' })`
  select holds_only_sign_in($2) and not exists (
    select from account a join account b on b.provider_id = a.provider_id where a.user_id = $1 and b.user_id = $2)
  as possible`;

/** A sealed offer if either account can absorb the other; preferably the session's account stays. */
export async function offerMerge(ctx: AppContext, actor: Actor, otherId: string): Promise<string | null> {
  const until = actor.signedInAt.getTime() + PROVED_WITHIN_MS;
  if (until < Date.now()) return null;
  for (const [keep, absorb] of [
    [actor.userId, otherId],
    [otherId, actor.userId],
  ] as const) {
    const row = await ctx.sql.maybe(CAN_ABSORB, [keep, absorb]);
    if (row?.possible)
      return ctx.sealer.seal(JSON.stringify({ keep, absorb, sessionId: actor.sessionId, until }), PLACE);
  }
  return null;
}

/** Opens an offer made to this session, if it is still valid. */
export function openOffer(ctx: AppContext, actor: Actor, sealed: string): MergeOffer | null {
  try {
    const offer = MergeOffer.parse(JSON.parse(ctx.sealer.open(sealed, PLACE)));
    return offer.sessionId === actor.sessionId && offer.until > Date.now() ? offer : null;
  } catch {
    return null;
  }
}

const PLACE = 'merge-offer';
