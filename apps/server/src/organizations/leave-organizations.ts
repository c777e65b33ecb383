import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { passOnFounder } from './pass-on-founder.ts';

const BATCH = 20;

const LOCK = `
  select o.id, o.source = 'standalone' and exists (
      select from role_holder h join role r on r.id = h.role_id and r.is_founder
      where h.organization_id = o.id and h.user_id = $1) as founded
  from organization o where o.id in (
    select organization_id from membership where user_id = $1
    union select organization_id from role_holder where user_id = $1 order by 1 limit ${BATCH})
  order by o.id for no key update`;
const GIVE_BACK = 'delete from role_holder where user_id = $1 and organization_id = any($2::uuid[])';
const LEAVE = `
  delete from membership where user_id = $1 and organization_id = any($2::uuid[])
  returning organization_id as "organizationId", left_at is null as live`;

/** Takes a person who is being erased out of all organizations; those they lead alone go to somebody else. */
export async function leaveOrganizations({ transact }: AppContext, userId: string): Promise<void> {
  for (let left = BATCH; left === BATCH; ) left = await transact((tx) => leaveSome(tx, userId));
}

async function leaveSome(tx: UnitOfWork, userId: string): Promise<number> {
  const organizations = await tx.sql<{ id: string; founded: boolean }>(LOCK, [userId]);
  for (const { id, founded } of organizations) if (founded) await passOnFounder(tx, id, userId);
  const ids = organizations.map(({ id }) => id);
  await tx.sql(GIVE_BACK, [userId, ids]);
  const left = await tx.sql<{ organizationId: string; live: boolean }>(LEAVE, [userId, ids]);
  for (const { organizationId, live } of left) {
    const about = { organizationId, subjectId: organizationId, audience: 'members' } as const;
    if (live) tx.changed({ type: 'membership.changed', ...about });
  }
  return organizations.length;
}
