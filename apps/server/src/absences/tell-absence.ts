import { query } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';

/** The guild that an absence is about, or all guilds of the person. */
const GUILDS = query({ id: 'uuid' })`
  select organization_id as id from membership
  where user_id = $1 and left_at is null and ($2::uuid is null or organization_id = $2)`;

type Absence = { userId: string; organizationId: string | null };

/** Announces a change of absences to the person and to the officers of their guilds. */
export async function tellAbsence(tx: UnitOfWork, { userId, organizationId }: Absence): Promise<void> {
  const about = { type: 'absence.changed', subjectId: userId, personId: userId } as const;
  tx.changed({ ...about, audience: 'person' });
  for (const { id } of await tx.sql.many(GUILDS, [userId, organizationId]))
    tx.changed({ ...about, organizationId: id, audience: 'officers' });
}
