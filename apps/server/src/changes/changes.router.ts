import { ChangesInput, ChangesView } from '@guildhall/contracts/change.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { listChanges } from './changes.queries.ts';

export const changesRouter = router({
  list: authenticatedProcedure
    .meta({
      refusals: { 409: 'Changes behind this cursor are no longer kept (`cursor_expired`)' },
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/changes',
        tags: ['Organizations'],
        summary: 'What changed since a reader last asked, in order',
        description:
          'For programs that keep a copy. Ask once without `after`, read what you need, then ask with the `next` of each answer: every change comes at least once, with ids alone, as far as the caller may know of it. Sockets tell the same changes at once, with the same cursors. Changes are kept for 30 days, and at most 100,000 of an organization. For members.',
      },
    })
    .input(ChangesInput)
    .output(ChangesView)
    .query(({ ctx, input }) => listChanges(ctx.app, ctx.actor, input)),
});
