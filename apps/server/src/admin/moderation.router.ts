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
  queue: adminProcedure
    .meta({
      openapi: rest.get(
        '/admin/moderation',
        'Pictures awaiting a decision, oldest first',
        'In pages, each picture with the person or organization that it is for. A decision names the `version` that it saw.',
      ),
    })
    .input(ModerationQueueInput)
    .output(ModerationQueueView)
    .query(({ ctx, input }) => listWaitingImages(ctx.app, input)),

  decide: adminProcedure
    .meta({
      refusals: {
        409: 'It has already been decided (`already_decided`), or its owner has replaced it (`image_replaced`)',
      },
      openapi: rest.post(
        '/admin/moderation/{id}',
        'Approve or reject a picture',
        'The decision applies to the version that was reviewed. An approved picture is shown at once.',
      ),
    })
    .input(ModerationDecisionInput)
    .output(ModerationDecisionView)
    .mutation(({ ctx, input }) => decideModeration(ctx.app, ctx.actor, input)),
});
