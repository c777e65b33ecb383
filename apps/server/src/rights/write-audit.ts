import type { AuditAction } from '@guildhall/contracts/audit.ts';
import type { ChangeType } from '@guildhall/contracts/change.ts';
import { statement } from '../core/db/statement.ts';
import type { Changing } from '../core/jobs/unit-of-work.ts';

type Entry = {
  organizationId: string;
  action: AuditAction;
  /** The person who did it; null for a sync. */
  actorId: string | null;
  /** The person affected, if any. */
  personId?: string | null;
  details?: Record<string, unknown>;
};

const WRITE = statement`
  insert into audit_entry (organization_id, actor_id, action, person_id, details)
  select "organizationId", "actorId", action, "personId", coalesce(details, '{}') from jsonb_to_recordset($1)
    as e("organizationId" uuid, "actorId" uuid, action text, "personId" uuid, details jsonb)`;

/** The change to announce for an action; others concern readers of the log alone. */
const CHANGES: Partial<Record<AuditAction, ChangeType>> = {
  organization_created: 'organization.changed',
  organization_updated: 'organization.changed',
  organization_archived: 'organization.changed',
  organization_restored: 'organization.changed',
  settings_changed: 'organization.changed',
  role_created: 'rights.changed',
  role_updated: 'rights.changed',
  role_deleted: 'rights.changed',
  role_permissions_changed: 'rights.changed',
  role_granted: 'rights.changed',
  role_withdrawn: 'rights.changed',
  member_joined: 'membership.changed',
  member_left: 'membership.changed',
  member_removed: 'membership.changed',
  founder_passed_on: 'rights.changed',
  guild_missing: 'roster.changed',
  guild_gone: 'roster.changed',
  claim_displaced: 'roster.changed',
  claim_rejected: 'roster.changed',
  transfer_decided: 'roster.changed',
  chat_server_confirmed: 'organization.changed',
  channel_bound: 'organization.changed',
  binding_changed: 'organization.changed',
  channel_unbound: 'organization.changed',
};

/** Call in the transaction of the logged change, so that neither exists without the other. */
export async function writeAudit({ sql, changed }: Changing, ...entries: Entry[]): Promise<void> {
  if (entries.length > 0) await sql.run(WRITE, [JSON.stringify(entries)]);
  for (const entry of entries) tellChange(changed, entry);
}

function tellChange(changed: Changing['changed'], { action, organizationId, personId = null }: Entry): void {
  const type = CHANGES[action];
  if (!type) return;
  const audience = type === 'roster.changed' ? 'roster' : 'members';
  const subjectId = type === 'membership.changed' && personId ? personId : organizationId;
  changed({ type, organizationId, subjectId, audience, personId });
}
