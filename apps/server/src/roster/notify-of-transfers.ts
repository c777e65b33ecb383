import { query } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { notify } from '../notifications/notify.ts';

const DECIDERS = query({ userId: 'uuid' })`
  select distinct user_id as "userId" from held_role
  where organization_id = $1 and (is_founder or 'canManageRoster' = any(permissions))`;

/** A sync has found members who may be the same character before and after a transfer. */
export async function notifyOfTransfers(tx: UnitOfWork, organizationId: string): Promise<void> {
  const deciders = await tx.sql.many(DECIDERS, [organizationId]);
  await notify(
    tx,
    deciders.map(({ userId }) => ({ userId, kind: 'transfer_waiting', organizationId })),
  );
}
