import { ChangesInput, ChangesView } from '@guildhall/contracts/change.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { listChanges } from './changes.queries.ts';

const rest = restRoutes('Organizations');

export const changesRouter = router({
  list: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/changes',
    summary: 'Changes after a cursor, in order',
    description:
      'For members, and for programs that keep a copy. Ask once without `after`, read the data you need, then ask with the `next` of each answer. You get every change that you may know of at least once, with ids only. Sockets push the same changes with the same cursors. Changes are kept for 30 days, at most 100,000 per organization.',
    services: true,
    refusals: { 409: 'Changes after this cursor are no longer kept (`cursor_expired`)' },
  })
    .input(ChangesInput)
    .output(ChangesView)
    .query(({ ctx, input }) => listChanges(ctx.app, ctx.actor, input)),
});
