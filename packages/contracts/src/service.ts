/** Services of an organization: programs with tokens of their own, and members for whom they may act. */
import { z } from 'zod';
import { typedName } from './name.ts';
import { NamedOrganization } from './organization.ts';
import { bodyInteger, Id, Instant, OrganizationRef, PersonRef, shownDefault } from './primitives.ts';
import { WebhookPermission } from './webhook.ts';

/** Actions of a service in the name of a member who consented. */
export const ActScope = z.enum(['signUp', 'absence']).meta({ id: 'ActScope' });
export type ActScope = z.infer<typeof ActScope>;

const SERVICE = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e70';
const USER = '0199d3a0-0000-7000-8000-000000000001';
const AT = '2026-11-20T20:00:00.000Z';

export const ServiceTokenView = z
  .object({
    id: z.string(),
    shownTo: PersonRef.meta({ description: 'The token works as long as they may manage the organization' }),
    state: z.enum(['active', 'suspended', 'expired']).meta({
      description: '`suspended`: they may no longer manage the organization. Create another token and revoke this one',
    }),
    createdAt: Instant,
    expiresAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'ServiceToken' });
export type ServiceTokenView = z.infer<typeof ServiceTokenView>;

export const ServiceView = z
  .object({
    id: z.string(),
    name: z.string(),
    permissions: z
      .array(WebhookPermission)
      .meta({ description: 'Permissions that let it read more than every member may' }),
    actScopes: z.array(ActScope).meta({ description: 'Actions for members who agreed' }),
    consents: z.int().meta({ description: 'Members who agreed' }),
    tokens: z.array(ServiceTokenView),
    createdAt: Instant,
  })
  .meta({
    id: 'Service',
    examples: [
      {
        id: SERVICE,
        name: 'Raid bot',
        permissions: ['canViewRoster'],
        actScopes: ['signUp'],
        consents: 12,
        tokens: [
          {
            id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e71',
            shownTo: { id: USER, displayName: 'Ysolde' },
            state: 'active',
            createdAt: AT,
            expiresAt: '2027-02-18T20:00:00.000Z',
            lastUsedAt: AT,
          },
        ],
        createdAt: AT,
      },
    ],
  });
export type ServiceView = z.infer<typeof ServiceView>;

export const ServicesView = z.object({ services: z.array(ServiceView) }).meta({ id: 'Services' });
export type ServicesView = z.infer<typeof ServicesView>;

export const ServiceSecretView = z
  .object({
    service: ServiceView,
    token: z.string().meta({
      description: 'For the header `Authorization: Bearer`. Shown only in this answer',
      examples: ['ghs_kq3Zb1YH8m5Tn0cVd7Rj2wXs9Lp4Ug6FaEoIxMhQyBt'],
    }),
    expiresAt: Instant,
  })
  .meta({ id: 'ServiceSecret' });
export type ServiceSecretView = z.infer<typeof ServiceSecretView>;

const Name = typedName(60).meta({ examples: ['Raid bot'] });
const once = <T>(list: T[]) => [...new Set(list)];
const Permissions = z.array(WebhookPermission).max(10).transform(once).meta({
  description: 'Permissions that let it read more than every member may. An officer cannot give what they lack',
});
const ActScopes = z.array(ActScope).max(5).transform(once).meta({
  description: 'Actions for members who agree. Each member agrees in person, and to no more than this',
});

export const ServicesInput = z.object({ id: OrganizationRef });

export const CreateServiceInput = z.strictObject({
  id: OrganizationRef,
  name: Name,
  permissions: Permissions.default([]),
  actScopes: ActScopes.default([]),
});
export type CreateServiceInput = z.infer<typeof CreateServiceInput>;

export const ServiceInput = z.strictObject({ id: OrganizationRef, serviceId: Id });
export type ServiceInput = z.infer<typeof ServiceInput>;

export const UpdateServiceInput = ServiceInput.extend({
  name: Name.optional(),
  permissions: Permissions.optional(),
  actScopes: ActScopes.optional(),
});
export type UpdateServiceInput = z.infer<typeof UpdateServiceInput>;

export const CreateServiceTokenInput = ServiceInput.extend({
  expiresInDays: shownDefault(bodyInteger({ min: 1, max: 365, description: 'How long it works', example: 90 }), 90),
});
export type CreateServiceTokenInput = z.infer<typeof CreateServiceTokenInput>;

export const RevokeServiceTokenInput = ServiceInput.extend({ tokenId: Id });
export type RevokeServiceTokenInput = z.infer<typeof RevokeServiceTokenInput>;

export const ConsentView = z
  .object({
    serviceId: z.string(),
    name: z.string(),
    organization: NamedOrganization,
    asks: z.array(ActScope).meta({ description: 'Actions that it asks members to agree to' }),
    agreed: z.array(ActScope).meta({ description: 'Actions that the caller agreed to' }),
    agreedAt: Instant.nullable(),
  })
  .meta({
    id: 'Consent',
    examples: [
      {
        serviceId: SERVICE,
        name: 'Raid bot',
        organization: { id: '0199d3a0-0000-7000-8000-000000000002', alias: 'the-emberforge', name: 'The Emberforge' },
        asks: ['signUp', 'absence'],
        agreed: ['signUp'],
        agreedAt: AT,
      },
    ],
  });
export type ConsentView = z.infer<typeof ConsentView>;

export const ConsentsView = z.object({ consents: z.array(ConsentView) }).meta({ id: 'Consents' });
export type ConsentsView = z.infer<typeof ConsentsView>;

export const AgreeInput = z.strictObject({
  serviceId: Id,
  scopes: z.array(ActScope).min(1).max(5).transform(once).meta({ description: 'Out of what the service asks for' }),
});
export type AgreeInput = z.infer<typeof AgreeInput>;

export const WithdrawConsentInput = z.strictObject({ serviceId: Id });
