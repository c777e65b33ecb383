import { LogoView } from '@guildhall/contracts/guild.ts';
import { OrganizationRef } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { readerOf } from '../../core/actor.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, optionalProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { removePicture } from './change-picture.ts';
import { getLogo, logo, toggleLogo } from './logo.ts';

const rest = restRoutes('Logos');

export const logosRouter = router({
  get: rest(optionalProcedure, {
    route: 'GET /organizations/{id}/logo',
    summary: 'The logos of an organization, and which one is shown',
    description: 'Needs no account for a public organization.',
  })
    .input(z.object({ id: OrganizationRef }))
    .output(LogoView)
    .query(({ ctx, input }) => getLogo(ctx.app, readerOf(ctx.actor), input.id)),

  remove: rest(authenticatedProcedure, {
    route: 'DELETE /organizations/{id}/logo',
    summary: "Remove an organization's own logo",
    description: 'Includes one that still awaits a decision. Removing it twice is not an error.',
    refusals: { 409: ARCHIVED },
  })
    .input(z.object({ id: OrganizationRef }))
    .output(LogoView)
    .mutation(({ ctx, input }) => removePicture(ctx.app, ctx.actor, logo, input.id)),

  toggle: rest(authenticatedProcedure, {
    route: 'PATCH /organizations/{id}/logo/toggle',
    summary: 'Switch between the uploaded and the synced logo',
    description: 'For those who may change the logo. Both pictures stay; only the one that is shown changes.',
    refusals: { 409: `There is only one logo, or none (\`logo_not_available\`); ${ARCHIVED}` },
  })
    .input(z.strictObject({ id: OrganizationRef }))
    .output(LogoView)
    .mutation(({ ctx, input }) => toggleLogo(ctx.app, ctx.actor, input.id)),
});
