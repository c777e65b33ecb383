import type { AbilityRules } from '../core/ability.ts';
import type { Actor } from '../core/actor.ts';
import type { OrganizationAccess } from '../organizations/organization.access.ts';
import { abilityFor } from '../organizations/organization.rules.ts';

type Owned = { scope: 'guild' | 'group'; createdById: string | null };

/** What the actor may do with one event. Empty for an outsider. */
export function eventRules(actor: Actor, access: OrganizationAccess, event: Owned): AbilityRules {
  if (managesEvents(actor, access)) return [{ action: 'manage', subject: 'Event' }];
  if (!access.isMember) return [];
  const own = event.scope === 'group' && event.createdById === actor.userId;
  return [
    { action: 'read', subject: 'Event' },
    ...(own ? ([{ action: ['update', 'delete'], subject: 'Event' }] satisfies AbilityRules) : []),
  ];
}

/** Any member may make a group event; guild events are for those who manage events. */
export function mayCreate(actor: Actor, access: OrganizationAccess, scope: Owned['scope']): boolean {
  return managesEvents(actor, access) || (scope === 'group' && access.isMember);
}

export function managesEvents(actor: Actor, access: OrganizationAccess): boolean {
  return abilityFor(actor, access).can('manage', 'Event');
}
