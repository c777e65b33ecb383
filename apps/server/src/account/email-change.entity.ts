import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../core/db/columns.ts';
import { User } from '../identity/people/user.entity.ts';

export const EMAIL_CHANGE_MINUTES = 60;

/** A new e-mail address that its owner has not confirmed yet; at most one per person. */
export const EmailChange = defineEntity({
  name: 'EmailChange',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade').unique(),
    email: p.text(),
    tokenHash: p.text().nullable().unique(),
    expiresAt: instant().index(),
    createdAt: createdAt(),
  },
});
