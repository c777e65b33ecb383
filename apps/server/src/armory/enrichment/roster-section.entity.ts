/**
 * Public profiles of roster members whom no person here has proved: what a guild compares of them. A member's rows go when the
 * character is proved, leaves, or belongs to a person who does not share.
 */
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import { RosterEntry } from '../../membership/characters/roster-entry.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/** As `CharacterSection`. */
export const RosterSection = defineEntity({
  name: 'RosterSection',
  properties: {
    rosterEntry: () => p.manyToOne(RosterEntry).primary().deleteRule('cascade'),
    section: p.text().primary(),
    status: p.enum(['ok', 'not_found', 'failed']),
    fetchedAt: instant().nullable(),
    askedAt: instant(),
    lastModified: p.text().nullable(),
    data: p.json<object>().nullable(),
  },
  indexes: [
    {
      name: 'roster_section_checked',
      expression: 'create index "roster_section_checked" on "roster_section" (coalesce("fetched_at", "asked_at"))',
    },
  ],
});

/** The requests that a guild has used for its members this week. */
export const RosterReading = defineEntity({
  name: 'RosterReading',
  properties: {
    organization: () => p.manyToOne(Organization).primary().deleteRule('cascade'),
    weekStartsAt: instant(),
    requests: p.integer(),
    /** When members were last looked for; the guild that waits longest comes next. */
    lookedAt: instant(),
  },
});
