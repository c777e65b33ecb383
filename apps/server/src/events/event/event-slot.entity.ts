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
  triggers: [
    {
      // A free place goes to the waitlist, and the organiser may have to be told of it, see `event_look`.
      name: 'event_slot_looks_at_event',
      timing: 'after',
      events: ['update'],
      when: '((new.max - new.taken) > (old.max - old.taken))',
      body: `
        insert into event_look (part, event_id)
        select part, e.id from event e, unnest('{places,reminders}'::text[]) part
        where e.id = new.event_id and e.status = 'published' and e.starts_at > now() and case part
          when 'reminders' then e.starts_at <= clock_timestamp() + interval '25 hours'
          else exists (select from participation p where p.event_id = e.id and p.status = 'waitlist') end;
        return null;`,
    },
  ],
  checks: [
    { name: 'event_slot_never_overbooked', expression: '(taken >= 0) AND (taken <= max)' },
    { name: 'event_slot_max', expression: '(max >= 1) AND (max <= 500)' },
  ],
});
