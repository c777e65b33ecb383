import { ChangeType } from '@guildhall/contracts/change.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../db/columns.ts';

/** The readers of a change: holders of a right in the organization, one person, or the administrators. */
export const Audience = ['members', 'roster', 'officers', 'planners', 'person', 'administrators'] as const;
export type Audience = (typeof Audience)[number];

/**
 * The outbox: one row per change, written in the transaction that makes it, with ids only. A stream is an organization, a
 * person, or the administrators. There are no foreign keys, because a change outlives its subject. See `write-changes.ts`.
 */
export const Change = defineEntity({
  name: 'Change',
  properties: {
    streamId: p.uuid().primary(),
    seq: p.bigint('number').primary(),
    type: p.enum(ChangeType.options),
    subjectId: p.uuid(),
    audience: p.enum([...Audience]),
    /** A person who is told as well, whatever their rights. */
    personId: p.uuid().nullable(),
    at: instant(),
  },
  indexes: [
    { name: 'change_by_age', properties: ['at'] },
    { name: 'change_of_person', properties: ['personId'], where: 'person_id is not null' },
  ],
});

/** Counts the changes of a stream. The writer of the next change locks this row until its commit. */
export const ChangeStream = defineEntity({
  name: 'ChangeStream',
  properties: { id: p.uuid().primary(), lastSeq: p.bigint('number') },
});
