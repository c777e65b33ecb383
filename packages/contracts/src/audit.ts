import { z } from 'zod';

/** What an organization's audit log tells of. */
export const AuditAction = z.enum([
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
  'invite_created',
  'invite_revoked',
  'member_joined',
  'member_left',
  'member_removed',
  'claim_displaced',
  'transfer_decided',
]);
export type AuditAction = z.infer<typeof AuditAction>;
