import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../core/db/columns.ts';
import { User } from '../people/user.entity.ts';
import { Organization } from '../rights/organization.entity.ts';

/**
 * A person's secret address of a calendar: of all that they take part in, or of one guild's events. Whoever has the
 * token reads what this person would read; only its hash is kept, so that it is shown once.
 */
export const CalendarFeed = defineEntity({
  name: 'CalendarFeed',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** Null: the personal one. */
    organization: () => p.manyToOne(Organization).nullable().deleteRule('cascade').index(),
    /** The sign-in that made it, which may have ended since. */
    sessionId: p.uuid().nullable(),
    tokenHash: p.text().unique(),
    createdAt: createdAt(),
    /** To the hour. */
    lastReadAt: instant().nullable(),
  },
  uniques: [
    {
      name: 'calendar_feed_one_each',
      expression:
        'create unique index "calendar_feed_one_each" on "calendar_feed" (user_id, organization_id) nulls not distinct',
    },
  ],
});
