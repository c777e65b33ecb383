import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../core/db/columns.ts';
import { Organization } from '../rights/organization.entity.ts';

/** A roster answer that would remove too many members, held until a second one agrees. */
export const RosterHold = defineEntity({
  name: 'RosterHold',
  properties: {
    organization: () => p.manyToOne(Organization).primary().deleteRule('cascade'),
    removedEntryIds: p.json<string[]>(),
    heldAt: instant(),
  },
});
