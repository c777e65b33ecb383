import { EventRole } from '@guildhall/contracts/event.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { GuildEvent } from './guild-event.entity.ts';

/**
 * The capacity of an event for one role. A trigger of `participation` maintains `taken`, whoever writes there; the
 * check then refuses one participant too many.
 */
export const EventSlot = defineEntity({
  name: 'EventSlot',
  properties: {
    event: () => p.manyToOne(GuildEvent).primary().deleteRule('cascade'),
    roleKey: p.enum(EventRole.options).primary(),
    max: p.smallint(),
    taken: p.integer().default(0),
    /** In the order given. */
    position: p.smallint(),
  },
  checks: [
    { name: 'event_slot_never_overbooked', expression: '(taken >= 0) AND (taken <= max)' },
    { name: 'event_slot_max', expression: '(max >= 1) AND (max <= 500)' },
  ],
});
