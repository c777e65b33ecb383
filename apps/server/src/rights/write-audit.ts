import type { AuditAction } from '@guildhall/contracts/audit.ts';
import type { Sql } from '../core/db/sql.ts';

type Entry = {
  organizationId: string;
  action: AuditAction;
  /** The person who did it; null for a sync. */
  actorId: string | null;
  /** The person affected, if any. */
  personId?: string | null;
  details?: Record<string, unknown>;
};

const WRITE = `
  insert into audit_entry (organization_id, actor_id, action, person_id, details)
  select * from jsonb_to_recordset($1)
    as e(organization_id uuid, actor_id uuid, action text, person_id uuid, details jsonb)`;

/** Call in the transaction of the logged change, so that neither exists without the other. */
export async function writeAudit(sql: Sql, ...entries: Entry[]): Promise<void> {
  const rows = entries.map(({ organizationId, action, actorId, personId = null, details = {} }) => ({
    organization_id: organizationId,
    actor_id: actorId,
    action,
    person_id: personId,
    details,
  }));
  if (rows.length > 0) await sql(WRITE, [JSON.stringify(rows)]);
}
