import {
  CandidatesInput,
  CandidatesView,
  ExportCandidatesInput,
  ExportedCandidatesView,
  WantedItemsInput,
  WantedItemsView,
} from '@guildhall/contracts/candidate.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { listCandidates } from './candidates.queries.ts';
import { exportCandidates } from './export-candidates.ts';
import { listWantedItems } from './wanted-items.queries.ts';

const rest = restRoutes('Loot');
const SEEN =
  'For people with canManageLoot or canViewOfficerData, and, where the loot policy says `everybody`, people with canViewRoster.';

export const councilRouter = router({
  items: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/wanted-items',
    summary: 'The items that raiders want, boss by boss',
    description: `${SEEN} By wishes and by gains of sims that no award has fulfilled.`,
    services: true,
  })
    .input(WantedItemsInput)
    .output(WantedItemsView)
    .query(({ ctx, input }) => listWantedItems(ctx.app, ctx.actor, input)),

  candidates: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/items/{itemId}/candidates',
    summary: 'The raiders who want an item, in the order of the loot policy',
    description: `${SEEN} Attendance is shown to people with canManageLoot or canViewOfficerData. Raiders want an item by a wish for it at this track or at any, or by a gain of a sim at this track; an award that counts, of this track or a higher one, takes them out. The order decides nothing.`,
    services: true,
  })
    .input(CandidatesInput)
    .output(CandidatesView)
    .query(({ ctx, input }) => listCandidates(ctx.app, ctx.actor, input)),

  export: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/candidates/export',
    summary: 'The candidates for all items, as text for an addon or a table',
    description: `${SEEN} In the order of the loot policy. Realms are in the language that is asked for, which has to be that of the game for the addon.`,
    services: true,
  })
    .input(ExportCandidatesInput)
    .output(ExportedCandidatesView)
    .query(({ ctx, input }) => exportCandidates(ctx.app, ctx.actor, input)),
});
