import { AuditAction, type AuditLogInput, type AuditLogView } from '@guildhall/contracts/audit.ts';
import type { Actor } from '../../core/actor.ts';
import { readPage } from '../../core/db/read-page.ts';
import { query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { AdminLogEntry, adminLogEntries } from '../../identity/people/admin-log.ts';
import { authorizedAccess } from '../../membership/rights/organization.access.ts';

const ENTRIES = query({ ...AdminLogEntry, action: text(AuditAction.options) })`${adminLogEntries('audit_entry')}
  where e.organization_id = $1 and ($2::text is null or e.action = $2)
  order by e.at desc, e.id desc limit $3 offset $4`;

const COUNT = query({ total: 'int' })`
  select count(*)::int as total from audit_entry where organization_id = $1 and ($2::text is null or action = $2)`;

/** Lists what was done to an organization, latest first. For its officers. */
export async function listAuditLog({ sql }: AppContext, actor: Actor, input: AuditLogInput): Promise<AuditLogView> {
  const { organizationId } = await authorizedAccess(sql, actor, input.id, 'read', 'OfficerData');
  const { rows, pagination } = await readPage(sql, ENTRIES, COUNT, [organizationId, input.action ?? null], input);
  return { entries: rows, pagination };
}
