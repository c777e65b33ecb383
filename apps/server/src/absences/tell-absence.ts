import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { writeAudit } from '../rights/write-audit.ts';

/** The guild that an absence is about, or all guilds of the person. */
const GUILDS = query({ id: 'uuid' })`
  select organization_id as id from membership
  where user_id = $1 and left_at is null and ($2::uuid is null or organization_id = $2)`;

/** Announces it to the person and to the officers of their guilds, and writes into the audit log what a service did for them. */
export async function tellAbsence(
  tx: UnitOfWork,
  { userId, service }: Actor,
  action: 'absence_added' | 'absence_removed',
  organizationId: string | null,
): Promise<void> {
  const about = { type: 'absence.changed', subjectId: userId, personId: userId } as const;
  tx.changed({ ...about, audience: 'person' });
  for (const { id } of await tx.sql.many(GUILDS, [userId, organizationId]))
    tx.changed({ ...about, organizationId: id, audience: 'officers' });
  if (!service) return;
  const details = { via: 'service', name: service.name };
  await writeAudit(tx, {
    organizationId: service.organizationId,
    action,
    actorId: userId,
    personId: userId,
    details,
  });
}
