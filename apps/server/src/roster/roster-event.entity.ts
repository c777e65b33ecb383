import { RosterChange } from '@guildhall/contracts/roster.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id } from '../core/db/columns.ts';
import { Organization } from '../rights/organization.entity.ts';
import { RosterEntry } from './roster-entry.entity.ts';

/** One change in a guild's roster, as the sync saw it. */
export const RosterEvent = defineEntity({
  name: 'RosterEvent',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    entry: () => p.manyToOne(RosterEntry).deleteRule('cascade'),
    kind: p.enum(RosterChange.options),
    before: p.text().nullable(),
    after: p.text().nullable(),
    at: createdAt(),
  },
  indexes: [
    { name: 'roster_event_by_time', properties: ['organization', 'at', 'id'] },
    { name: 'roster_event_by_kind', properties: ['organization', 'kind', 'at', 'id'] },
    { name: 'roster_event_by_entry', properties: ['entry', 'at', 'id'] },
  ],
});
