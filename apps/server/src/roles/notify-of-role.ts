import type { Actor } from '../core/actor.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { notify } from '../notifications/notify.ts';
import type { RoleAuthority } from '../rights/role-authority.ts';

type Change = {
  kind: 'role_granted' | 'role_withdrawn';
  authority: Pick<RoleAuthority, 'organizationId'>;
  name: string;
  userId: string;
};

/** Nobody is told of a role that they gave themselves or laid down. */
export async function notifyOfRole(tx: UnitOfWork, actor: Actor, change: Change): Promise<void> {
  const { kind, authority, name, userId } = change;
  if (userId === actor.userId) return;
  await notify(tx, [{ userId, kind, organizationId: authority.organizationId, details: { title: name } }]);
}
