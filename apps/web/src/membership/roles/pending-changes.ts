/** Unsaved ticks, each for one permission of one role, so that others' changes to the same role survive. */
import type { Permission, RoleView } from '@guildhall/contracts/organization.ts';

export type Ticks = Readonly<Record<string, Partial<Record<Permission, boolean>>>>;
type Role = Pick<RoleView, 'id' | 'permissions'>;

export const isAllowed = (ticks: Ticks, role: Role, permission: Permission): boolean =>
  ticks[role.id]?.[permission] ?? role.permissions.includes(permission);

export function withTick(ticks: Ticks, role: Role, permission: Permission): Ticks {
  const ofRole = { ...ticks[role.id], [permission]: !isAllowed(ticks, role, permission) };
  return withoutSettledTicks({ ...ticks, [role.id]: ofRole }, [role]);
}

/** Drops ticks that match the current state. */
export function withoutSettledTicks(ticks: Ticks, roles: readonly Role[]): Ticks {
  const left = Object.entries(ticks).flatMap(([roleId, ofRole]) => {
    const role = roles.find(({ id }) => id === roleId);
    if (!role) return [[roleId, ofRole] as const];
    const entries = Object.entries(ofRole) as [Permission, boolean][];
    const open = entries.filter(([permission, allowed]) => role.permissions.includes(permission) !== allowed);
    return open.length > 0 ? [[roleId, Object.fromEntries(open)] as const] : [];
  });
  return Object.fromEntries(left);
}

/** The roles with unsaved ticks, and the permissions that they would have. Leaves out deleted roles. */
export function changesOf<R extends Role>(ticks: Ticks, roles: readonly R[], all: readonly Permission[]) {
  const open = withoutSettledTicks(ticks, roles);
  return roles.flatMap((role) =>
    open[role.id] ? [{ role, permissions: all.filter((permission) => isAllowed(open, role, permission)) }] : [],
  );
}

/** The changes that others made since `before`. */
export function changedMeanwhile<R extends Role & { name: string }>(before: readonly R[], now: readonly R[]) {
  return now.flatMap((role) => {
    const was = before.find(({ id }) => id === role.id);
    if (!was) return [];
    const added = role.permissions.filter((permission) => !was.permissions.includes(permission));
    const removed = was.permissions.filter((permission) => !role.permissions.includes(permission));
    return added.length + removed.length > 0 ? [{ role, added, removed }] : [];
  });
}
