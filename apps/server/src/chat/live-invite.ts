import { setTimeout as delay } from 'node:timers/promises';
import { query, statement } from '../core/db/statement.ts';
import { violates } from '../core/db/violates.ts';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';
import { noSuchOrganization } from '../rights/organization.access.ts';
import { unavailable } from './chat-server.access.ts';

export const INVITE_MINUTES = 15;
/** Longer than creating one can take, so that a claim expires only when its process died. */
const CLAIM_SECONDS = 20;
/** The longest wait for an invite that another request is creating. */
const PATIENCE_MS = 9_000;
const LOOK_AGAIN_MS = 100;

type Wanted = {
  userId: string;
  organizationId: string;
  target: string;
  exists(code: string): Promise<boolean>;
  make(): Promise<string>;
};

/** Claims the row if its invite is missing, expired or about to expire, leads elsewhere or is known to be gone. */
const CLAIM = statement`
  insert into chat_invite as i (user_id, organization_id, target, claim_id, claimed_until)
  values ($1, $2, $3, $4, now() + ${CLAIM_SECONDS} * interval '1 second')
  on conflict (user_id, organization_id) do update set target = excluded.target, code_sealed = null, expires_at = null,
    claim_id = excluded.claim_id, claimed_until = excluded.claimed_until
  where coalesce(i.claimed_until < now(), true) and (i.code_sealed is null or i.code_sealed = $5::text
    or i.expires_at < now() + interval '30 seconds' or i.target <> excluded.target)`;

const READY = query({ sealed: 'text!' })`
  select code_sealed as sealed from chat_invite
  where user_id = $1 and organization_id = $2 and target = $3 and code_sealed is not null`;

const STORE = statement`
  update chat_invite set code_sealed = $2, expires_at = now() + ${INVITE_MINUTES} * interval '1 minute', claim_id = null,
    claimed_until = null
  where claim_id = $1`;

const RELEASE = statement`delete from chat_invite where claim_id = $1`;

/** The code of the person's one invite: the same for simultaneous and later requests, until used or expired. */
export async function liveInvite(ctx: AppContext, wanted: Wanted): Promise<string> {
  const { userId, organizationId, target } = wanted;
  const givenUpAt = Date.now() + PATIENCE_MS;
  const claimId = uuidv7();
  let gone: string | null = null;
  while (Date.now() < givenUpAt) {
    if (await claim(ctx, wanted, claimId, gone)) return makeAndStore(ctx, wanted, claimId);
    const ready = await ctx.sql.maybe(READY, [userId, organizationId, target]);
    if (ready) {
      const code = opened(ctx, ready.sealed, wanted);
      if (code !== null && (await wanted.exists(code))) return code;
      gone = ready.sealed;
    } else await delay(LOOK_AGAIN_MS);
  }
  throw unavailable(undefined, LOOK_AGAIN_MS);
}

async function claim(ctx: AppContext, wanted: Wanted, claimId: string, gone: string | null): Promise<boolean> {
  const { userId, organizationId, target } = wanted;
  try {
    return (await ctx.transact(({ sql }) => sql.run(CLAIM, [userId, organizationId, target, claimId, gone]))) > 0;
  } catch (error) {
    throw violates(error, 'chat_invite_organization_id_foreign') ? noSuchOrganization() : error;
  }
}

async function makeAndStore(ctx: AppContext, wanted: Wanted, claimId: string): Promise<string> {
  let code: string;
  try {
    code = await wanted.make();
  } catch (error) {
    // Lets waiting requests try at once, instead of waiting for an invite that never comes.
    await ctx.sql.run(RELEASE, [claimId]);
    throw error;
  }
  const stored = await ctx.sql.run(STORE, [claimId, ctx.sealer.seal(code, placeOf(wanted))]);
  // The claim expired and another request has created the invite.
  if (stored === 0) throw unavailable();
  return code;
}

const placeOf = ({ userId, organizationId }: Wanted) => `${userId}|${organizationId}|chat_invite`;

/** Null when sealed with a key that is no longer known; the invite is then replaced. */
function opened({ sealer }: AppContext, sealed: string, wanted: Wanted): string | null {
  try {
    return sealer.open(sealed, placeOf(wanted));
  } catch {
    return null;
  }
}
