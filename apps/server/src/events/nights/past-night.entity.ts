import { defineEntity, p } from '@mikro-orm/core';
import { id, instant } from '../../core/db/columns.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/** A report of Warcraft Logs of which no event is known here, because it is older than all of them. */
export const PastNight = defineEntity({
  name: 'PastNight',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    /** A keyed hash of host and code. */
    codeKey: p.text(),
    startsAt: instant(),
    zone: p.text().nullable(),
  },
  uniques: [{ name: 'past_night_one_a_code', properties: ['organization', 'codeKey'] }],
});

/** A character who was there. The platform says no realm, so two of one name are one row. */
export const PastFighter = defineEntity({
  name: 'PastFighter',
  properties: {
    night: () => p.manyToOne(PastNight).deleteRule('cascade').primary(),
    /** The name as `fold` leaves it. */
    nameKey: p.text().primary(),
    name: p.text(),
    className: p.text().nullable(),
    benched: p.boolean(),
  },
  indexes: [{ name: 'past_fighter_by_name', properties: ['nameKey'] }],
});
