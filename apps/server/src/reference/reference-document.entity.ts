import { defineEntity, p } from '@mikro-orm/core';

/** What the catalogue is made of, as it was last read: what has not changed since is not sent again. */
export const ReferenceDocument = defineEntity({
  name: 'ReferenceDocument',
  properties: {
    path: p.text().primary(),
    /** The platform's own text; null where it names no date. */
    lastModified: p.text().nullable(),
    data: p.json<object>(),
  },
});
