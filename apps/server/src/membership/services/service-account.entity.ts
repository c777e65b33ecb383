import type { ActScope } from '@guildhall/contracts/service.ts';
import type { WebhookPermission } from '@guildhall/contracts/webhook.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id } from '../../core/db/columns.ts';
import { Organization } from '../rights/organization.entity.ts';

/** A program of one organization. It outlives the people who were shown its tokens. */
export const ServiceAccount = defineEntity({
  name: 'ServiceAccount',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    name: p.text(),
    permissions: p.array().$type<WebhookPermission[]>().default([]),
    actScopes: p.array().$type<ActScope[]>().default([]),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'service_account_name', properties: ['organization', 'name'] }],
});
