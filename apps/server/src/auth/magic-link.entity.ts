import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../core/columns.ts';

/**
 * A request for a sign-in link. The token is made by the job that mails it, so that it never lies in a queue; only its
 * hash is kept. Of several for one address only the newest can be used.
 */
export const MagicLink = defineEntity({
  name: 'MagicLink',
  properties: {
    id: id(),
    email: p.text(),
    tokenHash: p.text().nullable().unique(),
    callbackUrl: p.text(),
    expiresAt: instant().index(),
    usedAt: instant().nullable(),
    createdAt: createdAt(),
  },
  indexes: [{ name: 'magic_link_by_email', properties: ['email', 'createdAt'] }],
});
export type MagicLink = InferEntity<typeof MagicLink>;
