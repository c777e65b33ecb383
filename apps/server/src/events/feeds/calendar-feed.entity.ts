import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/**
 * A person's secret calendar address: for everything they take part in, or for one guild's events. The token grants
 * what this person may read; only its hash is stored, so it is shown once.
 */
export const CalendarFeed = defineEntity({
  name: 'CalendarFeed',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** Null for the personal one. */
    organization: () => p.manyToOne(Organization).nullable().deleteRule('cascade').index(),
    /** The sign-in that created it, which may have ended since. */
    sessionId: p.uuid().nullable(),
    tokenHash: p.text().unique(),
    createdAt: createdAt(),
    /** Accurate to the hour. */
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
