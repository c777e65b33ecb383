/**
 * The viewer's permissions, from the service's `abilityRules`. The service enforces them; pages only hide what would be
 * refused.
 */
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { ReactNode } from 'react';

export type Rules = OrganizationView['abilityRules'];
export type Action = 'manage' | 'read' | 'update' | 'delete' | 'sync' | 'create';
export type Subject =
  | 'Organization'
  | 'Roster'
  | 'Role'
  | 'Event'
  | 'Content'
  | 'OfficerData'
  | 'Invite'
  | 'Loot'
  | 'Character';

const includes = (named: string | string[], one: string) =>
  typeof named === 'string' ? named === one : named.includes(one);

/**
 * Answers about a kind of thing as `can` of `@casl/ability` does, which would add six kilobytes to every page of a
 * guild: the last rule that fits decides, and one with conditions may allow but cannot forbid. A test compares the two.
 */
export function may(rules: Rules | undefined, action: Action, subject: Subject): boolean {
  const rule = rules?.findLast(
    (one) =>
      (includes(one.action, action) || includes(one.action, 'manage')) &&
      (includes(one.subject, subject) || includes(one.subject, 'all')) &&
      !(one.inverted && one.conditions),
  );
  return rule !== undefined && !rule.inverted;
}

/** `<Can rules={guild.abilityRules} I="sync" a="Roster">…</Can>` */
export function Can(props: { rules: Rules | undefined; I: Action; a: Subject; children: ReactNode; else?: ReactNode }) {
  return may(props.rules, props.I, props.a) ? props.children : (props.else ?? null);
}
