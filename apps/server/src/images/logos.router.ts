import { LogoView } from '@guildhall/contracts/guild.ts';
import { OrganizationRef } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { readerOf } from '../core/actor.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, optionalProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { removePicture } from './change-picture.ts';
import { getLogo, logo, toggleLogo } from './logo.ts';

const rest = restRoutes('Logos');

export const logosRouter = router({
  get: optionalProcedure
    .meta({
      openapi: rest.get(
        '/organizations/{id}/logo',
        'The logos of an organization, and which one is shown',
        'Needs no account for a public organization.',
        { protect: false },
      ),
    })
    .input(z.object({ id: OrganizationRef }))
    .output(LogoView)
    .query(({ ctx, input }) => getLogo(ctx.app, readerOf(ctx.actor), input.id)),

  remove: authenticatedProcedure
    .meta({
      refusals: { 409: ARCHIVED },
      openapi: rest.delete(
        '/organizations/{id}/logo',
        "Remove an organization's own logo",
        'Includes one that still awaits a decision. Removing it twice is not an error.',
      ),
    })
    .input(z.object({ id: OrganizationRef }))
    .output(LogoView)
    .mutation(({ ctx, input }) => removePicture(ctx.app, ctx.actor, logo, input.id)),

  toggle: authenticatedProcedure
    .meta({
      refusals: { 409: `There is only one logo, or none (\`logo_not_available\`); ${ARCHIVED}` },
      openapi: rest.patch(
        '/organizations/{id}/logo/toggle',
        'Switch between the uploaded and the synced logo',
        'For those who may change the logo. Both pictures stay; only the one that is shown changes.',
      ),
    })
    .input(z.strictObject({ id: OrganizationRef }))
    .output(LogoView)
    .mutation(({ ctx, input }) => toggleLogo(ctx.app, ctx.actor, input.id)),
});
