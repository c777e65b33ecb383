import { defineEntity, p } from '@mikro-orm/core';
import { id, instant } from '../../core/db/columns.ts';

/**
 * Something changed after which places at events may be lost or free, or reminders due: a person, a raider, an organization or an
 * event to look at. Triggers write these rows, so that the change and its row commit together; nothing locks a row but the sweep.
 * There are no foreign keys, because the subject may be deleted by the same statement. See `changed-events.ts`.
 */
export const EventLook = defineEntity({
  name: 'EventLook',
  properties: {
    id: id(),
    part: p.enum(['places', 'reminders']),
    userId: p.uuid().nullable(),
    raiderId: p.uuid().nullable(),
    organizationId: p.uuid().nullable(),
    eventId: p.uuid().nullable(),
    /** When the sweep first looked. */
    seenAt: instant().nullable(),
  },
  indexes: [{ name: 'event_look_by_part', properties: ['part', 'id'] }],
});
