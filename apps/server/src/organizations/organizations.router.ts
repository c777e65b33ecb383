import { OrganizationDetailInput, OrganizationSummary, OrganizationView } from '@guildhall/contracts/organization.ts';
import { z } from 'zod';
import { authenticatedProcedure, router } from '../core/trpc.ts';
import { getOrganization, listMyOrganizations } from './organization.queries.ts';

const tags = ['Organizations'];

export const organizationsRouter = router({
  mine: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/mine',
        tags,
        summary: 'Organizations in which the caller is an active member',
      },
    })
    .input(z.object({}))
    .output(z.array(OrganizationSummary))
    .query(({ ctx }) => listMyOrganizations(ctx.app, ctx.actor.userId)),

  get: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}',
        tags,
        summary: 'An organization with the first page of its roster',
        description:
          'By UUID or alias. Without rights: public fields, an empty `abilityRules` and an empty roster, which then appears private.',
      },
    })
    .input(OrganizationDetailInput)
    .output(OrganizationView)
    .query(({ ctx, input }) => getOrganization(ctx.app, ctx.actor, input)),
});
