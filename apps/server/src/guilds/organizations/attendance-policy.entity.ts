import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/**
 * The rules by which attendance was counted from a point in time on. The version in force when an event began applies
 * to it, so a change rewrites no history. A guild that never changed its policy has no rows: its settings apply to all
 * events.
 */
export const AttendancePolicy = defineEntity({
  name: 'AttendancePolicy',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    version: p.integer(),
    /** Null means from the beginning. */
    validFrom: instant().nullable(),
    lateWeight: p.smallint(),
    benchedWeight: p.smallint(),
    countDeclined: p.boolean(),
    tooFewEvents: p.smallint(),
    changedBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'attendance_policy_version', properties: ['organization', 'version'] }],
  checks: [
    { name: 'attendance_policy_begins', expression: '(version = 1) = (valid_from IS NULL)' },
    {
      name: 'attendance_policy_weights',
      expression:
        '(late_weight >= 0) AND (late_weight <= 100) AND (benched_weight >= 0) AND (benched_weight <= 100) AND (too_few_events >= 1)',
    },
  ],
});
