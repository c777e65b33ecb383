import type { Permission } from '@guildhall/contracts/organization.ts';
import { type Ability, type AbilityRules, type Action, buildAbility, type Subject } from '../core/ability.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { forbidden } from '../core/errors.ts';
import { type OrganizationAccess, organizationAccess, type RightsHolder } from './organization.access.ts';

export type Right = [action: Action, subject: Exclude<Subject, 'all'>];

/** The actions that each permission allows within the organization. */
const GRANTS: Record<Permission, Right[]> = {
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
  canInviteMembers: [['manage', 'Invite']],
  canViewRoster: [['read', 'Roster']],
};

/** The rights of every member. The conditions apply to an event as clients see it. */
const ofMember = (userId: string | null): AbilityRules => [
  { action: 'read', subject: 'Organization' },
  { action: 'read', subject: 'Role' },
  { action: 'read', subject: 'Content' },
  { action: 'read', subject: 'Event' },
  { action: 'create', subject: 'Event', conditions: { scope: 'group' } },
  { action: 'update', subject: 'Event', conditions: { scope: 'group', 'createdBy.id': userId } },
  { action: 'delete', subject: 'Event', conditions: { scope: 'group', 'createdBy.id': userId } },
];

/** The caller's rules in this organization. Empty for an outsider; an administrator manages all. */
export function organizationRules(actor: RightsHolder, access: OrganizationAccess): AbilityRules {
  if (actor.isAdmin) return [{ action: 'manage', subject: 'all' }];
  if (!access.isMember) return [];
  const rules = ofMember(actor.userId);
  for (const permission of access.permissions) {
    for (const [action, subject] of GRANTS[permission]) rules.push({ action, subject });
  }
  return rules;
}

/**
 * The rules reported to the caller: a read-only token can only read, whoever owns it, and so can everybody in an
 * archived organization. Restoring it or deleting it for good stays with those who may delete it.
 */
export function shownRules(
  actor: Partial<Pick<Actor, 'botScope'>>,
  rules: AbilityRules,
  archived = false,
): AbilityRules {
  const readsOnly = actor.botScope === 'read';
  if (!readsOnly && !archived) return rules;
  const restores: AbilityRules = [{ action: 'delete', subject: 'Organization' }];
  return rules.flatMap((rule) => {
    if (rule.action === 'manage') {
      const all = rule.subject === 'all' && !readsOnly;
      return [{ ...rule, action: 'read' as const }, ...(all ? restores : [])];
    }
    if (!readsOnly && rule.action === 'delete' && rule.subject === 'Organization') return [rule];
    return rule.action === 'read' ? [rule] : [];
  });
}

export function abilityFor(actor: RightsHolder, access: OrganizationAccess): Ability {
  return buildAbility(organizationRules(actor, access));
}

/** Throws FORBIDDEN, naming the missing permission, or membership for actions open to every member. */
export function authorize(ability: Ability, ...right: Right): void {
  if (ability.can(...right)) return;
  const permission = permissionFor(right);
  throw permission ? lacksPermission(permission) : forbidden('Only members of this organization can do this.');
}

/** The access of a caller who may do this. Throws NOT_FOUND, FORBIDDEN. */
export async function authorizedAccess(
  sql: Sql,
  actor: Actor,
  ref: string,
  ...right: Right
): Promise<OrganizationAccess> {
  const access = await organizationAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), ...right);
  return access;
}

export const lacksPermission = (permission: Permission) =>
  forbidden(`You need the permission ${permission} for this. Somebody who manages the roles can give it to you.`);

function permissionFor([action, subject]: Right): Permission | undefined {
  const permissions = Object.keys(GRANTS) as Permission[];
  const isOfMembers = ofMember('').some(
    (rule) => rule.action === action && rule.subject === subject && !rule.conditions,
  );
  if (isOfMembers) return undefined;
  return permissions.find((permission) =>
    GRANTS[permission].some(([does, to]) => to === subject && (does === action || does === 'manage')),
  );
}
