import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../core/db/columns.ts';
import { User } from '../people/user.entity.ts';
import { Organization } from '../rights/organization.entity.ts';

/**
 * Days on which a person is away: from all their guilds, or from one. The days are what was said, on the calendar of
 * `timeZone`; `startsAt` and `endsAt` follow from them, and whatever begins between them is missed.
 */
export const Absence = defineEntity({
  name: 'Absence',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    organization: () => p.manyToOne(Organization).nullable().deleteRule('cascade').index(),
    fromDay: p.date(),
    /** The last day. */
    toDay: p.date(),
    timeZone: p.text(),
    startsAt: instant(),
    endsAt: instant(),
    note: p.text().nullable(),
    /** Since when it is known: what was over by then is not excused by it. */
    createdAt: createdAt(),
  },
  indexes: [{ name: 'absence_by_person', properties: ['user', 'endsAt'] }],
  // Not longer than a year and the hours of a clock change. In PostgreSQL's own words.
  checks: [
    {
      name: 'absence_days',
      expression: `(ends_at > starts_at) AND (ends_at <= (starts_at + '367 days'::interval)) AND (to_day >= from_day)`,
    },
  ],
});
