import {
  AmendAwardInput,
  DecideResponsesInput,
  LootAwardView,
  LootFiltersInput,
  LootFiltersView,
  LootInput,
  LootResponsesInput,
  LootResponsesView,
  LootView,
  RaiderLootInput,
  RaiderLootView,
} from '@guildhall/contracts/loot.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { amendAward } from './amend-award.ts';
import { lastAwards, listLoot, lootFilters } from './loot.queries.ts';
import { LOOT_CSV_EXAMPLE } from './loot-csv.routes.ts';
import { decideResponses, listResponses } from './loot-responses.ts';

const rest = restRoutes('Loot');
const RESPONSES = '/organizations/{id}/loot-responses';

export const lootRouter = router({
  list: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/loot',
    summary: 'The history of loot, the latest award first',
    description:
      'Needs canViewRoster. Notes to votes are shown with canViewOfficerData or canManageLoot, and deleted after 12 months. As `text/csv` it is not paged.',
    services: true,
    otherMedia: { 'text/csv': LOOT_CSV_EXAMPLE },
  })
    .input(LootInput)
    .output(LootView)
    .query(({ ctx, input }) => listLoot(ctx.app, ctx.actor, input)),

  filters: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/loot/filters',
    summary: 'The nights, items and raiders of a history, to filter it by',
    description: 'Needs canViewRoster.',
    services: true,
  })
    .input(LootFiltersInput)
    .output(LootFiltersView)
    .query(({ ctx, input }) => lootFilters(ctx.app, ctx.actor, input)),

  ofRaider: rest(authenticatedProcedure, {
    route: 'GET /raiders/{id}/loot',
    summary: 'The last awards of a raider',
    description:
      'Needs canViewRoster, as the history does, which has all of them: `GET /organizations/{id}/loot?raiderId=`.',
    services: true,
    refusals: { 404: 'There is no such raider for the caller (`raider_not_found`)' },
  })
    .input(RaiderLootInput)
    .output(RaiderLootView)
    .query(({ ctx, input }) => lastAwards(ctx.app, ctx.actor, input)),

  amend: rest(authenticatedProcedure, {
    route: 'PATCH /loot/{id}',
    summary: 'Amend an award',
    description:
      'Needs canManageLoot, or to lead the team of its night. Other awards of an unknown player follow, for a lead those of the team. The history keeps what was said before, and imports no longer change the award.',
    refusals: {
      404: 'There is no such award for the caller (`loot_award_not_found`), no such raider (`raider_not_found`) or response (`loot_response_not_found`)',
      409: ARCHIVED,
    },
  })
    .input(AmendAwardInput)
    .output(LootAwardView)
    .mutation(({ ctx, input }) => amendAward(ctx.app, ctx.actor, input)),

  responses: rest(authenticatedProcedure, {
    route: `GET ${RESPONSES}`,
    summary: 'The responses of a history, and what they mean to the organization',
    description: 'Needs canViewRoster. Common texts have a meaning from the start, in six languages.',
    services: true,
  })
    .input(LootResponsesInput)
    .output(LootResponsesView)
    .query(({ ctx, input }) => listResponses(ctx.app, ctx.actor, input)),

  decideResponses: rest(authenticatedProcedure, {
    route: `PUT ${RESPONSES}`,
    summary: 'Decide what responses mean, and whether they count',
    description: 'Needs canManageLoot. It applies to all awards with the response, past and future.',
    refusals: { 404: 'There is no such response in the history (`loot_response_not_found`)', 409: ARCHIVED },
  })
    .input(DecideResponsesInput)
    .output(LootResponsesView)
    .mutation(({ ctx, input }) => decideResponses(ctx.app, ctx.actor, input)),
});
