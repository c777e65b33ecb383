/**
 * The viewer's permissions, from the service's `abilityRules`. The service enforces them; pages only hide what would be
 * refused.
 */
import { createMongoAbility, type MongoAbility, type RawRuleOf } from '@casl/ability';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { ReactNode } from 'react';

export type Rules = OrganizationView['abilityRules'];
export type Action = 'manage' | 'read' | 'update' | 'delete' | 'sync' | 'create';
export type Subject = 'Organization' | 'Roster' | 'Role' | 'Event' | 'Content' | 'OfficerData' | 'Invite' | 'Character';

const abilities = new WeakMap<Rules, MongoAbility>();

export function may(rules: Rules | undefined, action: Action, subject: Subject): boolean {
  if (!rules) return false;
  // The contract types missing fields as undefined, which CASL treats the same.
  const ability = abilities.get(rules) ?? createMongoAbility(rules as RawRuleOf<MongoAbility>[]);
  abilities.set(rules, ability);
  return ability.can(action, subject);
}

/** `<Can rules={guild.abilityRules} I="sync" a="Roster">…</Can>` */
export function Can(props: { rules: Rules | undefined; I: Action; a: Subject; children: ReactNode; else?: ReactNode }) {
  return may(props.rules, props.I, props.a) ? props.children : (props.else ?? null);
}
