import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { ServiceAccount } from './service-account.entity.ts';

/** A token never has more rights than the person it was shown to. */
export const ServiceToken = defineEntity({
  name: 'ServiceToken',
  properties: {
    id: id(),
    service: () => p.manyToOne(ServiceAccount).deleteRule('cascade').index(),
    tokenHash: p.text().unique(),
    shownTo: () => p.manyToOne(User).deleteRule('cascade').index(),
    expiresAt: instant(),
    lastUsedAt: instant().nullable(),
    /** When it was first refused because that person had lost the right. */
    suspendedAt: instant().nullable(),
    createdAt: createdAt(),
  },
});
