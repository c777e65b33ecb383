import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../core/db/columns.ts';
import { User } from '../people/user.entity.ts';
import { Organization } from '../rights/organization.entity.ts';

/**
 * What attendance was counted by, and from when on. An event is counted by the version that held when it began, so that
 * a change rewrites nothing. A guild that never changed its policy has no rows: what its settings say holds for all.
 */
export const AttendancePolicy = defineEntity({
  name: 'AttendancePolicy',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    version: p.integer(),
    /** Null: from the beginning. */
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
