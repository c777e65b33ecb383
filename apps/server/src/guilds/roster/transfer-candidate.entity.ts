import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { RosterEntry } from '../../membership/characters/roster-entry.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/**
 * A leaver and a joiner of one sync with the same name and class: perhaps one character after a faction change or realm
 * transfer, which gives it a new id. An officer decides.
 */
export const TransferCandidate = defineEntity({
  name: 'TransferCandidate',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade').index(),
    leaver: () => p.manyToOne(RosterEntry).deleteRule('cascade'),
    joiner: () => p.manyToOne(RosterEntry).deleteRule('cascade'),
    decision: p.enum(['confirmed', 'rejected']).nullable(),
    decidedBy: () => p.manyToOne(User).nullable().deleteRule('set null'),
    decidedAt: instant().nullable(),
    createdAt: createdAt(),
  },
  uniques: [{ properties: ['leaver', 'joiner'] }],
  checks: [{ name: 'transfer_candidate_of_two', expression: 'leaver_id <> joiner_id' }],
});
