import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';

export const MAGIC_LINK_MINUTES = 15;

/** A request for a sign-in link. Only the hash of its token is stored. For each address only the newest works. */
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
