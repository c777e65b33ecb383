import { OwnGearInput, OwnGearView } from '@guildhall/contracts/own-gear.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { compareOwnGear } from './own-gear.queries.ts';

const rest = restRoutes('Characters');

export const ownGearRouter = router({
  compare: rest(authenticatedProcedure, {
    route: 'GET /characters/gear',
    summary: 'Compare the gear, keystone rating and raid lockouts of the caller’s characters',
    description: 'Characters of the game that are not archived, highest level first.',
  })
    .input(OwnGearInput)
    .output(OwnGearView)
    .query(({ ctx, input }) => compareOwnGear(ctx.app, ctx.actor, input)),
});
