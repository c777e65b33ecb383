import { EventLogKind } from '@guildhall/contracts/event.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Raider } from '../../membership/characters/raider.entity.ts';
import { ServiceAccount } from '../../membership/services/service-account.entity.ts';
import { GuildEvent } from './guild-event.entity.ts';

/** Records who did what to an event or participation, when and why. Written together with the change itself. */
export const EventLogEntry = defineEntity({
  name: 'EventLogEntry',
  properties: {
    id: id(),
    event: () => p.manyToOne(GuildEvent).deleteRule('cascade'),
    kind: p.enum(EventLogKind.options),
    /** Null for the service itself, and for a person who has been erased. */
    actor: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** The service through which the actor acted. */
    service: () => p.manyToOne(ServiceAccount).nullable().deleteRule('set null').index(),
    /** The person concerned. */
    person: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** The raider concerned, if it has no account. */
    raider: () => p.manyToOne(Raider).nullable().deleteRule('set null').index(),
    /** Where the actor acted, if not on our pages or through our API. */
    via: p.enum(['discord']).nullable(),
    /** Values before and after. Nothing in it names a person. */
    changes: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
    why: p.text().nullable(),
    at: createdAt(),
  },
  indexes: [
    { name: 'event_log_entry_by_time', properties: ['event', 'at', 'id'] },
    // Finds changes to the event itself among the many sign-ups.
    { name: 'event_log_entry_of_event', properties: ['event', 'at'], where: 'person_id is null' },
  ],
});
