import { setTimeout as delay } from 'node:timers/promises';
import { query, statement } from '../../core/db/statement.ts';
import { violatesConstraint } from '../../core/db/violates.ts';
import { createLease } from '../../core/jobs/lease.ts';
import type { AppContext } from '../../core/services/context.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { noSuchOrganization } from '../../membership/rights/organization.access.ts';
import { ChatInvite } from './chat-invite.entity.ts';
import { discordUnavailable } from './chat-server.access.ts';

export const INVITE_MINUTES = 15;
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

const ROW = statement`
  insert into chat_invite (user_id, organization_id, target) values ($1, $2, $3) on conflict do nothing`;

/** Given for an invite that is missing, expired or about to expire, leads elsewhere or is known to be gone. */
const lease = createLease({
  table: 'chat_invite',
  key: ['user_id', 'organization_id'],
  holder: 'claim_id',
  until: 'claimed_until',
  // Longer than creating one can take.
  seconds: 20,
  where: `l.code_sealed is null or l.code_sealed = $4::text or l.expires_at < now() + interval '30 seconds' or l.target <> $5`,
});
const store = lease.releasing(`code_sealed = $4, expires_at = now() + ${INVITE_MINUTES} * interval '1 minute'`);

/** Requests that wait for the new invite must not take the former one. */
const EMPTY = statement`
  update chat_invite set target = $3, code_sealed = null, expires_at = null where user_id = $1 and organization_id = $2`;

const READY = query({ sealed: 'text!' })`
  select code_sealed as sealed from chat_invite
  where user_id = $1 and organization_id = $2 and target = $3 and code_sealed is not null`;

/** The code of the person's one invite: the same for simultaneous and later requests, until used or expired. */
export async function chatInviteCode(ctx: AppContext, wanted: Wanted): Promise<string> {
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
  throw discordUnavailable(undefined, LOOK_AGAIN_MS);
}

async function claim(ctx: AppContext, wanted: Wanted, claimId: string, gone: string | null): Promise<boolean> {
  const { userId, organizationId, target } = wanted;
  try {
    return await ctx.transact(async ({ sql }) => {
      const key = [userId, organizationId];
      await sql.run(ROW, [...key, target]);
      if (!(await lease.acquire(sql, key, [claimId, gone, target], { exists: true }))) return false;
      await sql.run(EMPTY, [...key, target]);
      return true;
    });
  } catch (error) {
    throw violatesConstraint(error, 'chat_invite_organization_id_foreign') ? noSuchOrganization() : error;
  }
}

async function makeAndStore(ctx: AppContext, wanted: Wanted, claimId: string): Promise<string> {
  let code: string;
  try {
    code = await wanted.make();
  } catch (error) {
    // Lets waiting requests try at once, instead of waiting for an invite that never comes.
    await ctx.transact(({ em }) => em.nativeDelete(ChatInvite, { claimId }));
    throw error;
  }
  const { userId, organizationId } = wanted;
  const sealed = ctx.sealer.seal(code, placeOf(wanted));
  // Otherwise the lease ran out and another request has created the invite.
  if (!(await store(ctx.sql, [userId, organizationId], claimId, [sealed]))) throw discordUnavailable();
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
