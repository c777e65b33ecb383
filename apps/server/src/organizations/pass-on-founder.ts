import { query, statement } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { hasOtherFounder } from './end-membership.ts';

const LED = query({ id: 'uuid' })`
  select o.id from organization o where o.source = 'standalone' and o.id in (
    select h.organization_id from role_holder h join role r on r.id = h.role_id and r.is_founder where h.user_id = $1)
  order by o.id for no key update`;

/** Picks the member with the most rights, then the longest membership, skipping anybody who is being erased. */
const SUCCEED = query({ userId: 'uuid' })`
  with successor as (
    select m.user_id from membership m join app_user u on u.id = m.user_id
    where m.organization_id = $1 and m.user_id <> $2 and m.left_at is null
    order by (select count(distinct p) from role_holder h join role r on r.id = h.role_id, unnest(r.permissions) p
      where h.organization_id = $1 and h.user_id = m.user_id) desc, m.joined_at, m.id
    limit 1 for key share of u skip locked
  )
  insert into role_holder (organization_id, role_id, user_id)
  select $1, r.id, s.user_id from successor s, role r where r.organization_id = $1 and r.is_founder
  on conflict do nothing
  returning user_id as "userId"`;

const ARCHIVE = statement`update organization set archived_at = now() where id = $1 and archived_at is null`;

/**
 * Call before erasing a person: passes the organizations they alone lead to another member, or archives those without
 * one. Nobody's erasure waits for others to decide.
 */
export async function passOnFounder(tx: UnitOfWork, userId: string): Promise<void> {
  const { sql } = tx;
  for (const { id } of await sql.many(LED, [userId])) {
    if (!(await hasOtherFounder(sql, id, userId))) await passOn(tx, id, userId);
  }
}

async function passOn(tx: UnitOfWork, organizationId: string, userId: string): Promise<void> {
  const { sql } = tx;
  const successor = await sql.maybe(SUCCEED, [organizationId, userId]);
  const entry = { organizationId, actorId: null };
  if (successor) {
    await writeAudit(tx, { ...entry, action: 'founder_passed_on', personId: successor.userId });
  } else if ((await sql.run(ARCHIVE, [organizationId])) > 0) {
    await writeAudit(tx, { ...entry, action: 'organization_archived' });
  }
}
