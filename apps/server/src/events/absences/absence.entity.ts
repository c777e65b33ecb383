import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/**
 * Days on which a person is away, from one guild or from all of theirs. The days are stored as the person entered them,
 * on the calendar of `timeZone`; `startsAt` and `endsAt` are derived from them, and the person misses every event that
 * begins in between.
 */
export const Absence = defineEntity({
  name: 'Absence',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    organization: () => p.manyToOne(Organization).nullable().deleteRule('cascade').index(),
    fromDay: p.date(),
    /** Inclusive. */
    toDay: p.date(),
    timeZone: p.text(),
    startsAt: instant(),
    endsAt: instant(),
    note: p.text().nullable(),
    /** From one guild alone; its officers can remove it again. */
    enteredByOfficer: p.boolean().default(false),
    /** An absence excuses no event that was already over at this time. */
    createdAt: createdAt(),
  },
  indexes: [{ name: 'absence_by_person', properties: ['user', 'endsAt'] }],
  triggers: [
    {
      // A person who is back may get a free place and reminders, see `event_look`.
      name: 'absence_looks_at_events',
      timing: 'after',
      events: ['update', 'delete'],
      body: `
        insert into event_look (part, user_id)
        select part, id from person, unnest('{places,reminders}'::text[]) part where id = old.user_id;
        return null;`,
    },
  ],
  // At most a year, plus the hours of a clock change. Written the way PostgreSQL prints it back.
  checks: [
    {
      name: 'absence_days',
      expression: `(ends_at > starts_at) AND (ends_at <= (starts_at + '367 days'::interval)) AND (to_day >= from_day)`,
    },
  ],
});
