import { defineEntity, p } from '@mikro-orm/core';

/** The sources of the catalogue as last read, so that unchanged ones are not transferred again. */
export const ReferenceDocument = defineEntity({
  name: 'ReferenceDocument',
  properties: {
    path: p.text().primary(),
    /** The platform's own text; null when it gives no date. */
    lastModified: p.text().nullable(),
    data: p.json<object>(),
  },
});
