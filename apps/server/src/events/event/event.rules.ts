import type { AbilityRules } from '../../core/ability.ts';
import type { Actor } from '../../core/actor.ts';
import type { OrganizationAccess } from '../../rights/organization.access.ts';
import { abilityFor } from '../../rights/organization.rules.ts';

/** The caller's rights over the events of one organization, determined once for any number of events. */
export type EventViewer = {
  userId: string;
  botScope?: Actor['botScope'];
  isMember: boolean;
  managesEvents: boolean;
  /** Nothing of the organization can be changed. */
  archived: boolean;
};

export function eventViewer(actor: Actor, access: OrganizationAccess): EventViewer {
  const managesEvents = abilityFor(actor, access).can('manage', 'Event');
  const { isMember, archived } = access;
  return { userId: actor.userId, botScope: actor.botScope, isMember, managesEvents, archived };
}

type Owned = { scope: 'guild' | 'group'; createdById: string | null };

const MANAGE: AbilityRules = [{ action: 'manage', subject: 'Event' }];
const READ: AbilityRules = [{ action: 'read', subject: 'Event' }];
const OWN: AbilityRules = [...READ, { action: ['update', 'delete'], subject: 'Event' }];

/** The viewer's rights over one event. Empty for an outsider. */
export function eventRules({ userId, isMember, managesEvents }: EventViewer, event: Owned): AbilityRules {
  if (managesEvents) return MANAGE;
  if (!isMember) return [];
  return event.scope === 'group' && event.createdById === userId ? OWN : READ;
}

/** Any member may create a group event; guild events require the right to manage events. */
export function mayCreate({ isMember, managesEvents }: EventViewer, scope: Owned['scope']): boolean {
  return managesEvents || (scope === 'group' && isMember);
}

/** Otherwise members could raise their own rate with events of their own, or lower everybody else's. */
export const COUNTS_BY_OFFICERS = 'Only people who manage events can decide whether an event counts for attendance.';
