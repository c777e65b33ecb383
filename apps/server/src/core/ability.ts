/**
 * Authorization. One set of CASL rules answers `can`, filters lists and is sent to clients as `abilityRules`; nothing
 * else decides about rights.
 */
import { createMongoAbility, type MongoAbility, type RawRuleOf } from '@casl/ability';

export type Action = 'manage' | 'read' | 'update' | 'delete' | 'sync' | 'create';
export type Subject =
  | 'all'
  | 'Organization'
  | 'Roster'
  | 'Role'
  | 'Event'
  | 'Content'
  | 'OfficerData'
  | 'Invite'
  | 'Loot';

export type Ability = MongoAbility<[Action, Subject]>;
export type AbilityRules = RawRuleOf<Ability>[];

export function buildAbility(rules: AbilityRules): Ability {
  return createMongoAbility<Ability>(rules);
}
