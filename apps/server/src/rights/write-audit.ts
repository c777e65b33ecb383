import type { AuditAction } from '@guildhall/contracts/audit.ts';
import type { ChangeType } from '@guildhall/contracts/change.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import type { Changing } from '../core/jobs/unit-of-work.ts';

const WRITE = statement`
  insert into audit_entry (organization_id, actor_id, action, person_id, details) values ($1, $2, $3, $4, $5)`;

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

/**
 * Call in the transaction of the logged change, so that neither exists without the other. The actor is null for a sync;
 * `personId` is the person affected, if any.
 */
export async function writeAudit(
  { sql, changed }: Changing,
  organizationId: string,
  actor: Pick<Actor, 'userId'> | null,
  action: AuditAction,
  details: object = {},
  personId: string | null = null,
): Promise<void> {
  await sql.run(WRITE, [organizationId, actor?.userId ?? null, action, personId, JSON.stringify(details)]);
  const type = CHANGES[action];
  if (!type) return;
  const audience = type === 'roster.changed' ? 'roster' : 'members';
  const subjectId = type === 'membership.changed' && personId ? personId : organizationId;
  changed({ type, organizationId, subjectId, audience, personId });
}
