/**
 * Who may do what. One set of CASL rules answers `can`, decides what a list shows and is sent to clients as
 * `abilityRules`; nothing else decides about rights.
 */
import { type AbilityBuilder, createMongoAbility, type MongoAbility, type RawRuleOf, subject } from '@casl/ability';

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
  | 'Character';

type SubjectInstance = { __caslSubjectType__?: Subject } & Record<string, unknown>;
export type Ability = MongoAbility<[Action, Subject | SubjectInstance]>;
export type RuleBuilder = Pick<AbilityBuilder<Ability>, 'can' | 'cannot'>;

/** Builds an ability out of rules that features add. */
export function buildAbility(rules: RawRuleOf<Ability>[]): Ability {
  return createMongoAbility<Ability>(rules);
}

/** The subject of a rule with conditions, e.g. `about('Roster', { organizationId })`. */
export function about(type: Exclude<Subject, 'all'>, properties: Record<string, unknown>) {
  return subject(type, properties) as SubjectInstance;
}

export type AbilityRules = RawRuleOf<Ability>[];
