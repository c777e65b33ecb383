import type { Permission } from '@guildhall/contracts/organization.ts';
import type { Ability, AbilityRules, Action, Subject } from '../core/ability.ts';
import { buildAbility } from '../core/ability.ts';
import type { Actor } from '../core/actor.ts';
import { forbidden } from '../core/errors.ts';
import type { OrganizationAccess } from './organization.access.ts';

/** What each permission lets its holder do within the organization. */
const GRANTS: Record<Permission, [Action, Exclude<Subject, 'all'>][]> = {
  canManageGuild: [
    ['update', 'Organization'],
    ['delete', 'Organization'],
  ],
  canManageRoles: [['manage', 'Role']],
  canManageEvents: [['manage', 'Event']],
  canManageContent: [['manage', 'Content']],
  canManageRoster: [['update', 'Roster']],
  canSyncRoster: [['sync', 'Roster']],
  canViewOfficerData: [['read', 'OfficerData']],
  canInviteMembers: [['create', 'Invite']],
  canViewRoster: [['read', 'Roster']],
};

/**
 * Rules of the caller in this organization. Empty for an outsider; an administrator manages all. They carry no
 * conditions: an ability is always built for one organization.
 */
export function organizationRules(actor: Pick<Actor, 'isAdmin'>, access: OrganizationAccess): AbilityRules {
  if (actor.isAdmin) return [{ action: 'manage', subject: 'all' }];
  if (!access.isMember) return [];
  const held = access.isFounder ? (Object.keys(GRANTS) as Permission[]) : access.permissions;
  const rules: AbilityRules = [{ action: 'read', subject: 'Organization' }];
  for (const permission of held) {
    for (const [action, subject] of GRANTS[permission]) rules.push({ action, subject });
  }
  return rules;
}

export function abilityFor(actor: Actor, access: OrganizationAccess): Ability {
  return buildAbility(organizationRules(actor, access));
}

/** Throws FORBIDDEN. */
export function authorize(ability: Ability, action: Action, subject: Exclude<Subject, 'all'>): void {
  if (!ability.can(action, subject)) throw forbidden();
}
