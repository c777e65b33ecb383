import { CraftersInput, CraftersView } from '@guildhall/contracts/crafters.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { listCrafters } from './crafters.queries.ts';

const rest = restRoutes('Roster');

export const craftersRouter = router({
  list: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/crafters',
    summary: 'Members who can craft something',
    description:
      'For members. One row per character and profession, most recently online people first, each person’s rows together. Leaves out members who do not share with their guilds.',
    services: true,
  })
    .input(CraftersInput)
    .output(CraftersView)
    .query(({ ctx, input }) => listCrafters(ctx.app, ctx.actor, input)),
});
