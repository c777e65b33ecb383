import { query } from '../../core/db/statement.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';
import { type NotificationDetails, notify } from '../../notifications/notify.ts';

const MANAGERS = query({ userId: 'uuid' })`
  select distinct user_id as "userId" from held_role
  where organization_id = $1 and (is_founder or 'canManageRoles' = any(permissions))`;

/** The people who can mend it. */
export async function notifyRoleManagers(
  tx: Changing,
  organizationId: string,
  kind: 'discord_roles_held' | 'discord_role_stopped',
  details: NotificationDetails,
): Promise<void> {
  const managers = await tx.sql.many(MANAGERS, [organizationId]);
  await notify(
    tx,
    managers.map(({ userId }) => ({ userId, kind, organizationId, details })),
  );
}
