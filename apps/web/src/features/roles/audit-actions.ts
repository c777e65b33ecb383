import type { AuditAction } from '@guildhall/contracts/audit.ts';

/** In the order of the filter. The contract itself would bring zod with it. */
export const AUDIT_ACTIONS = [
  'role_granted',
  'role_withdrawn',
  'role_permissions_changed',
  'role_created',
  'role_updated',
  'role_deleted',
  'member_joined',
  'member_left',
  'member_removed',
  'founder_passed_on',
  'invite_created',
  'invite_revoked',
  'claim_displaced',
  'claim_rejected',
  'transfer_decided',
  'settings_changed',
  'organization_created',
  'organization_updated',
  'organization_archived',
  'organization_restored',
  'guild_missing',
  'guild_gone',
  'chat_server_confirmed',
  'channel_bound',
  'binding_changed',
  'channel_unbound',
  'discord_role_rule_created',
  'discord_role_rule_enabled',
  'discord_role_rule_disabled',
  'discord_role_rule_deleted',
  'discord_role_rule_stopped',
  'discord_roles_synced',
  'discord_roles_held',
  'discord_roles_released',
] as const satisfies readonly AuditAction[];

export const auditAction = (value: unknown): AuditAction | undefined =>
  AUDIT_ACTIONS.find((action) => action === value);
