import { ProposedSplitView, ProposeSplitInput } from '@guildhall/contracts/split.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../membership/rights/archived-refusal.ts';
import { proposeSplit } from './propose-split.ts';

const rest = restRoutes('Events');

export const splitsRouter = router({
  propose: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/splits/propose',
    summary: 'Propose how the people of an event are divided over several runs',
    description:
      'For people who may edit the event. Nothing is written: its places are those that a line-up takes. Each character is in one run, and each person in one run at a time. Every run has a size that the difficulty takes, two tanks (one in a group of five) and healers for a fifth of it, or `problems` says what is missing. Then these count, in this order and as far as they are known: what drops gain by the wishes that the caller may see, buffs, and even item levels. `leftOut` names the raiders who are in no run, and says why.',
    refusals: {
      404: 'There is no such organization, or it has no such event (`event_not_found`)',
      409: ARCHIVED,
      422: 'The instance of the event does not offer the difficulty (`invalid_input`)',
    },
  })
    .input(ProposeSplitInput)
    .output(ProposedSplitView)
    .mutation(({ ctx, input }) => proposeSplit(ctx.app, ctx.actor, input)),
});
