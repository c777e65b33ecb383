import {
  ModerationDecisionInput,
  ModerationDecisionView,
  ModerationQueueInput,
  ModerationQueueView,
} from '@guildhall/contracts/image.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { adminProcedure, router } from '../core/http/trpc.ts';
import { decideModeration, listWaitingImages } from './moderation.ts';

const rest = restRoutes('Administration');

export const moderationRouter = router({
  queue: rest(adminProcedure, {
    route: 'GET /admin/moderation',
    summary: 'Pictures awaiting a decision, oldest first',
    description:
      'In pages, each picture with the person or organization that it is for. A decision names the `version` that it saw.',
  })
    .input(ModerationQueueInput)
    .output(ModerationQueueView)
    .query(({ ctx, input }) => listWaitingImages(ctx.app, input)),

  decide: rest(adminProcedure, {
    route: 'POST /admin/moderation/{id}',
    summary: 'Approve or reject a picture',
    description: 'The decision applies to the version that was reviewed. An approved picture is shown at once.',
    refusals: {
      409: 'It has already been decided (`already_decided`), or its owner has replaced it (`image_replaced`)',
    },
  })
    .input(ModerationDecisionInput)
    .output(ModerationDecisionView)
    .mutation(({ ctx, input }) => decideModeration(ctx.app, ctx.actor, input)),
});
