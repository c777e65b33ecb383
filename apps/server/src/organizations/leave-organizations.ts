import { query, statement } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { hasOtherFounder } from './end-membership.ts';

const BATCH = 20;

const LOCK = query({ id: 'uuid', founded: 'bool' })`
  select o.id, o.source = 'standalone' and exists (
      select from role_holder h join role r on r.id = h.role_id and r.is_founder
      where h.organization_id = o.id and h.user_id = $1) as founded
  from organization o where o.id in (
    select organization_id from membership where user_id = $1
    union select organization_id from role_holder where user_id = $1 order by 1 limit ${BATCH})
  order by o.id for no key update`;
const GIVE_BACK = statement`delete from role_holder where user_id = $1 and organization_id = any($2::uuid[])`;
const LEAVE = query({ organizationId: 'uuid', live: 'bool' })`
  delete from membership where user_id = $1 and organization_id = any($2::uuid[])
  returning organization_id as "organizationId", left_at is null as live`;

/** Takes a person who is being erased out of all organizations; those they lead alone go to somebody else. */
export async function leaveOrganizations({ transact }: AppContext, userId: string): Promise<void> {
  for (let left = BATCH; left === BATCH; ) left = await transact((tx) => leaveSome(tx, userId));
}

async function leaveSome(tx: UnitOfWork, userId: string): Promise<number> {
  const organizations = await tx.sql.many(LOCK, [userId]);
  for (const { id, founded } of organizations) if (founded) await passOnFounder(tx, id, userId);
  const ids = organizations.map(({ id }) => id);
  await tx.sql.run(GIVE_BACK, [userId, ids]);
  const left = await tx.sql.many(LEAVE, [userId, ids]);
  for (const { organizationId, live } of left) {
    const about = { organizationId, subjectId: organizationId, audience: 'members' } as const;
    if (live) tx.changed({ type: 'membership.changed', ...about });
  }
  return organizations.length;
}

/** Picks the member with the most rights, then the longest membership. The lock keeps them from leaving meanwhile. */
const SUCCEED = query({ userId: 'uuid' })`
  with successor as (
    select m.user_id from membership m join person u on u.id = m.user_id
    where m.organization_id = $1 and m.user_id <> $2 and m.left_at is null
    order by (select count(distinct p) from role_holder h join role r on r.id = h.role_id, unnest(r.permissions) p
      where h.organization_id = $1 and h.user_id = m.user_id) desc, m.joined_at, m.id
    limit 1 for share of u
  )
  insert into role_holder (organization_id, role_id, user_id)
  select $1, r.id, s.user_id from successor s, role r where r.organization_id = $1 and r.is_founder
  on conflict do nothing
  returning user_id as "userId"`;

const ARCHIVE = statement`update organization set archived_at = now() where id = $1 and archived_at is null`;

/**
 * Passes an organization that a person who is being erased leads alone to another member, or archives one without any.
 * Nobody's erasure waits for others to decide. Call under the organization's lock.
 */
async function passOnFounder(tx: UnitOfWork, organizationId: string, userId: string): Promise<void> {
  const { sql } = tx;
  if (await hasOtherFounder(sql, organizationId, userId)) return;
  const successor = await sql.maybe(SUCCEED, [organizationId, userId]);
  const entry = { organizationId, actorId: null };
  if (successor) {
    await writeAudit(tx, { ...entry, action: 'founder_passed_on', personId: successor.userId });
  } else if ((await sql.run(ARCHIVE, [organizationId])) > 0) {
    await writeAudit(tx, { ...entry, action: 'organization_archived' });
  }
}
