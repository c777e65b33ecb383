import { defineEntity, p } from '@mikro-orm/core';

/** Counts the changes of a stream. The writer of the next change locks this row until its commit. */
export const ChangeStream = defineEntity({
  name: 'ChangeStream',
  properties: { id: p.uuid().primary(), lastSeq: p.bigint('number') },
});
