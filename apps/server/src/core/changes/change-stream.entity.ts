import { defineEntity, p } from '@mikro-orm/core';

/** How many changes a stream has had. Whoever writes the next one holds this row until the commit. */
export const ChangeStream = defineEntity({
  name: 'ChangeStream',
  properties: { id: p.uuid().primary(), lastSeq: p.bigint('number') },
});
