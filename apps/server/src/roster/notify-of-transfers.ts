import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { notify } from '../notifications/notify.ts';

/** Founders, and those who may change the roster, by rank or by a role that was given to them. */
const DECIDERS = `
  with deciding as (
    select id, game_rank, is_founder from role
    where organization_id = $1 and (is_founder or 'canManageRoster' = any(permissions))
  )
  select c.user_id as "userId" from deciding r
  join roster_entry e on e.organization_id = $1 and e.left_at is null
    and (e.rank = r.game_rank or r.is_founder and e.rank = 0)
  join character c on c.id = e.claimed_by_id and c.verified_at is not null
  union
  select h.user_id from deciding r join role_holder h on h.role_id = r.id
  join membership m on m.organization_id = $1 and m.user_id = h.user_id and m.left_at is null`;

/** A sync has found members who may be the same character before and after a transfer. */
export async function notifyOfTransfers(ctx: AppContext, tx: UnitOfWork, organizationId: string): Promise<void> {
  const deciders = await tx.sql<{ userId: string }>(DECIDERS, [organizationId]);
  await notify(
    ctx,
    tx,
    deciders.map(({ userId }) => ({ userId, kind: 'transfer_waiting', organizationId })),
  );
}
