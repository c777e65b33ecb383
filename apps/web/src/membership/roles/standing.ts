/** The service's rules about changing roles, so that pages can say beforehand what it would refuse. */
import type { OrganizationView, Permission, RoleView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { may } from '../../api/ability.tsx';
import { useViewer } from '../../api/session.ts';
import { permissionsQuery } from './roles.queries.ts';

/** The founder role always keeps these. */
const FOUNDER_KEEPS: readonly Permission[] = ['canManageGuild', 'canManageRoles'];

export type RoleStanding = {
  all: readonly Permission[];
  mayManage: boolean;
  holds(permission: Permission): boolean;
  isAbove(role: Pick<RoleView, 'isFounder' | 'gameRank' | 'permissions'>): boolean;
  isFixed(role: RoleView, permission: Permission): boolean;
};

export function useRoleStanding(guild: OrganizationView, ref: string): RoleStanding {
  const { permissions, own, isFounder } = useSuspenseQuery(permissionsQuery(ref)).data;
  const mayAll = isFounder || useViewer()?.isAdmin === true;
  const ranks = guild.memberships.map(({ rank }) => rank);
  const best = ranks.length > 0 ? Math.min(...ranks) : null;
  const holds = (permission: Permission) => mayAll || own.includes(permission);
  return {
    all: permissions.map(({ key }) => key),
    mayManage: may(guild.abilityRules, 'manage', 'Role') && !guild.archivedAt,
    holds,
    isAbove: ({ isFounder: ofFounder, gameRank, permissions: allowed }) =>
      !mayAll &&
      (ofFounder || (gameRank !== null && (best === null || gameRank < best)) || !allowed.every((one) => holds(one))),
    isFixed: (role, permission) => role.isFounder && FOUNDER_KEEPS.includes(permission),
  };
}
