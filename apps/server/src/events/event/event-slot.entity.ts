import { EventRole } from '@guildhall/contracts/event.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { GuildEvent } from './guild-event.entity.ts';

/**
 * How many of a role an event takes. `taken` is counted by a trigger of `participation`, whoever writes there; the check
 * then refuses what would be one too many.
 */
export const EventSlot = defineEntity({
  name: 'EventSlot',
  properties: {
    event: () => p.manyToOne(GuildEvent).primary().deleteRule('cascade'),
    roleKey: p.enum(EventRole.options).primary(),
    max: p.smallint(),
    taken: p.integer().default(0),
    /** In the order in which they were given. */
    position: p.smallint(),
  },
  checks: [
    { name: 'event_slot_never_overbooked', expression: '(taken >= 0) AND (taken <= max)' },
    { name: 'event_slot_max', expression: '(max >= 1) AND (max <= 500)' },
  ],
});
