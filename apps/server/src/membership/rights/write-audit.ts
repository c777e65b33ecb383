import type { AuditAction } from '@guildhall/contracts/audit.ts';
import type { ChangeType } from '@guildhall/contracts/change.ts';
import type { Actor } from '../../core/actor.ts';
import { statement } from '../../core/db/statement.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';

type AuditEntry = {
  organizationId: string;
  /** Null for a sync. */
  actorId: string | null;
  action: AuditAction;
  details?: object | undefined;
  /** The person affected, if any. */
  personId?: string | null;
};

const WRITE = statement`
  insert into audit_entry (organization_id, actor_id, action, person_id, details)
  select "organizationId", "actorId", action, "personId", coalesce(details, '{}')
  from jsonb_to_recordset($1)
    as e("organizationId" uuid, "actorId" uuid, action text, "personId" uuid, details jsonb)`;

/** The change to announce for each action; null where only readers of the log are concerned. */
const CHANGES: Record<AuditAction, ChangeType | null> = {
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
  team_lead_named: 'rights.changed',
  team_lead_dismissed: 'rights.changed',
  member_joined: 'membership.changed',
  member_left: 'membership.changed',
  member_removed: 'membership.changed',
  founder_passed_on: 'rights.changed',
  guild_missing: 'roster.changed',
  guild_gone: 'roster.changed',
  claim_displaced: 'roster.changed',
  claim_rejected: 'roster.changed',
  transfer_decided: 'roster.changed',
  guild_continued: 'organization.changed',
  chat_server_confirmed: 'organization.changed',
  channel_bound: 'organization.changed',
  binding_changed: 'organization.changed',
  channel_unbound: 'organization.changed',
  invite_created: null,
  invite_revoked: null,
  webhook_created: null,
  webhook_changed: null,
  webhook_deleted: null,
  webhook_stopped: null,
  service_created: null,
  service_changed: null,
  service_deleted: null,
  service_token_created: null,
  service_token_revoked: null,
  service_stopped: null,
  absence_added: null,
  absence_removed: null,
  discord_role_rule_created: null,
  discord_role_rule_enabled: null,
  discord_role_rule_disabled: null,
  discord_role_rule_deleted: null,
  discord_role_rule_stopped: null,
  discord_roles_synced: null,
  discord_roles_held: null,
  discord_roles_released: null,
};

/**
 * Call in the transaction of the logged change, so that neither exists without the other. The actor is null for a sync;
 * `personId` is the person affected, if any.
 */
export const writeAudit = (
  tx: Changing,
  organizationId: string,
  actor: Pick<Actor, 'userId'> | null,
  action: AuditAction,
  details?: object,
  personId: string | null = null,
): Promise<void> => writeAudits(tx, [{ organizationId, actorId: actor?.userId ?? null, action, details, personId }]);

/** Many entries in one statement. */
export async function writeAudits({ sql, changed }: Changing, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql.run(WRITE, [JSON.stringify(entries)]);
  for (const { organizationId, action, personId = null } of entries) {
    const type = CHANGES[action];
    if (type === null) continue;
    const audience = type === 'roster.changed' ? 'roster' : 'members';
    const subjectId = type === 'membership.changed' && personId ? personId : organizationId;
    changed({ type, organizationId, subjectId, audience, personId });
  }
}
