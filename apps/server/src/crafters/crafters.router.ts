import { CraftersInput, CraftersView } from '@guildhall/contracts/crafters.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { listCrafters } from './crafters.queries.ts';

export const craftersRouter = router({
  list: authenticatedProcedure
    .meta({
      services: true,
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/crafters',
        tags: ['Roster'],
        summary: 'Members who can craft something',
        description:
          'For members. One row per character and profession, most recently online people first, each person’s rows together. Leaves out members who do not share with their guilds.',
      },
    })
    .input(CraftersInput)
    .output(CraftersView)
    .query(({ ctx, input }) => listCrafters(ctx.app, ctx.actor, input)),
});
