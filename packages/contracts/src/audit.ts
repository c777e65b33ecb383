import { z } from 'zod';
import { Pagination, pageInput } from './page.ts';
import { Instant, OrganizationRef, PersonRef } from './primitives.ts';

/** The actions an organization's audit log records. */
export const AuditAction = z
  .enum([
    'organization_created',
    'organization_updated',
    'organization_archived',
    'organization_restored',
    'settings_changed',
    'role_created',
    'role_updated',
    'role_deleted',
    'role_permissions_changed',
    'role_granted',
    'role_withdrawn',
    'team_lead_named',
    'team_lead_dismissed',
    'invite_created',
    'invite_revoked',
    'member_joined',
    'member_left',
    'member_removed',
    'founder_passed_on',
    'guild_missing',
    'guild_gone',
    'claim_displaced',
    'claim_rejected',
    'transfer_decided',
    'guild_continued',
    'chat_server_confirmed',
    'channel_bound',
    'binding_changed',
    'channel_unbound',
    'webhook_created',
    'webhook_changed',
    'webhook_deleted',
    'webhook_stopped',
    'service_created',
    'service_changed',
    'service_deleted',
    'service_token_created',
    'service_token_revoked',
    'service_stopped',
    'absence_added',
    'absence_removed',
    'discord_role_rule_created',
    'discord_role_rule_enabled',
    'discord_role_rule_disabled',
    'discord_role_rule_deleted',
    'discord_role_rule_stopped',
    'discord_roles_synced',
    'discord_roles_held',
    'discord_roles_released',
  ])
  .meta({ id: 'AuditAction' });
export type AuditAction = z.infer<typeof AuditAction>;

export const AuditLogInput = z.object({
  id: OrganizationRef,
  ...pageInput,
  action: AuditAction.meta({ description: 'Only entries of this kind' }).optional(),
});
export type AuditLogInput = z.infer<typeof AuditLogInput>;

const Person = PersonRef.nullable();

export const AuditEntryView = z
  .object({
    id: z.string(),
    action: AuditAction,
    actor: Person.meta({ description: 'The acting person. Null for a sync, and for an erased account' }),
    person: Person.meta({ description: 'The affected person. Null if there is none, and for an erased account' }),
    details: z.record(z.string(), z.unknown()).meta({
      description:
        'Ids, names and values before and after. `via` is `service` for what a service did for a member, with its `name`. `because` explains automatic role changes: `roster` follows a rank of the game, `membership_ended` the end of a membership, `returned` the return within 30 days of a member with no lower rank',
    }),
    at: Instant,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryView = z.infer<typeof AuditEntryView>;

export const AuditLogView = z
  .object({ entries: z.array(AuditEntryView), pagination: Pagination })
  .meta({ id: 'AuditLog' });
export type AuditLogView = z.infer<typeof AuditLogView>;
