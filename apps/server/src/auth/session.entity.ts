import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdAt, instant } from '../core/db/columns.ts';
import { uuidv7 } from '../core/uuid.ts';
import { User } from '../people/user.entity.ts';

/** A sign-in. The key is the SHA-256 of the token; `id` is the handle that may be shown. */
export const Session = defineEntity({
  name: 'Session',
  properties: {
    tokenHash: p.text().primary(),
    id: p
      .uuid()
      .unique()
      .onCreate(() => uuidv7()),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    label: p.text().nullable(),
    /** As the browser named itself; null for a token of a bot or tool. */
    userAgent: p.text().nullable(),
    scope: p.enum(['read', 'write']).default('write'),
    /** A labelled token of a bot ends when it was told to; a person's sign-in lives as long as it is used. */
    slides: p.boolean().default(true),
    expiresAt: instant().index(),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
});
export type Session = InferEntity<typeof Session>;
