import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, instant } from '../../core/db/columns.ts';
import { User } from '../people/user.entity.ts';

/** A sign-in. The key is the SHA-256 of the token; `id` is the handle that may be shown. */
export const Session = defineEntity({
  name: 'Session',
  properties: {
    tokenHash: p.text().primary(),
    id: p.uuid().unique(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    label: p.text().nullable(),
    /** The browser's own name for itself; null for a token of a bot or tool. */
    userAgent: p.text().nullable(),
    scope: p.enum(['read', 'write']).default('write'),
    /** A bot's token expires at a fixed time; a person's sign-in is extended while it is used. */
    slides: p.boolean().default(true),
    expiresAt: instant().index(),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
});
