import type { ActScope } from '@guildhall/contracts/service.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { ServiceAccount } from './service-account.entity.ts';

/** A member lets a service act for them. Ends with the membership. */
export const ActConsent = defineEntity({
  name: 'ActConsent',
  properties: {
    user: () => p.manyToOne(User).deleteRule('cascade').primary(),
    service: () => p.manyToOne(ServiceAccount).deleteRule('cascade').primary().index(),
    scopes: p.array().$type<ActScope[]>(),
    agreedAt: instant(),
  },
});
