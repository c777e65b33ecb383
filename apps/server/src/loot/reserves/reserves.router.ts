import {
  CorrectPlusInput,
  DropReservesInput,
  ExportedReservesView,
  ExportReservesInput,
  FindItemsInput,
  FoundItemsView,
  PutReserveSheetInput,
  PutReservesInput,
  PutReservesOfOtherInput,
  ReservesInput,
  ReservesView,
} from '@guildhall/contracts/reserve.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { exportReserves } from './export-reserves.ts';
import { findItems } from './find-items.ts';
import { correctPlus, putReserves, putReservesOfOther } from './put-reserves.ts';
import { putReserveSheet } from './put-sheet.ts';
import { getReserves } from './reserves.queries.ts';

const rest = restRoutes('Loot');
const OFFICERS = 'For people who may edit the event, and people with canManageLoot.';
const NO_SHEET = 'The event has no reserves (`reserve_sheet_not_found`)';
const LOCKED = 'The reserves are locked (`reserves_locked`)';

export const reservesRouter = router({
  get: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/reserves',
    summary: 'The reserves of an event, with their SR+',
    description:
      'For members. Until they are locked, the sheet says who sees the reserves of others; where that is not the caller, the answer has only their own. `total` counts all. A sheet that hid them stays locked once it was, though the event is moved.',
  })
    .input(ReservesInput)
    .output(ReservesView)
    .query(({ ctx, input }) => getReserves(ctx.app, ctx.actor, input)),

  putSheet: rest(authenticatedProcedure, {
    route: 'PUT /events/{id}/reserves',
    summary: 'Open the reserves of an event, or change their rules',
    description: `${OFFICERS} A rule that is left out takes its default, not the one before. Reserves that are there stay.`,
    refusals: {
      409: `A sheet that people have reserved on would be shown to more people, or locked at once (\`reserves_hidden\`); limits and times of one that is locked (\`reserves_locked\`); \`continuesId\` names no earlier sheet (\`reserve_sheet_not_earlier\`); the event is over or cancelled (\`event_not_open\`); ${ARCHIVED}`,
    },
  })
    .input(PutReserveSheetInput)
    .output(ReservesView)
    .mutation(({ ctx, input }) => putReserveSheet(ctx.app, ctx.actor, input)),

  export: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/reserves/export',
    summary: 'Reserves as text for Gargul or RollFor, or as the table of softres.it',
    description:
      'For members who see the reserves of others now. Characters are those that come to the event, or mains.',
    refusals: { 404: NO_SHEET, 409: 'The caller does not see the reserves of others yet (`reserves_hidden`)' },
  })
    .input(ExportReservesInput)
    .output(ExportedReservesView)
    .query(({ ctx, input }) => exportReserves(ctx.app, ctx.actor, input)),

  put: rest(authenticatedProcedure, {
    route: 'PUT /events/{id}/reserves/mine',
    summary: 'Reserve items',
    description: 'For members, until the reserves are locked. Replaces all reserves of the caller.',
    refusals: {
      404: NO_SHEET,
      409: `${LOCKED}, are more than the sheet allows (\`too_many_reserves\`) or keeps (\`reserve_sheet_full\`), or name an item that is kept for the guild (\`item_hard_reserved\`); the event is not published (\`event_not_open\`); ${ARCHIVED}`,
    },
  })
    .input(PutReservesInput)
    .output(ReservesView)
    .mutation(({ ctx, input }) => putReserves(ctx.app, ctx.actor, input)),

  drop: rest(authenticatedProcedure, {
    route: 'DELETE /events/{id}/reserves/mine',
    summary: 'Give up all reserves',
    description: 'For members, until the reserves are locked.',
    refusals: { 404: NO_SHEET, 409: `${LOCKED}; the event is not published (\`event_not_open\`); ${ARCHIVED}` },
  })
    .input(DropReservesInput)
    .output(ReservesView)
    .mutation(({ ctx, input }) => putReserves(ctx.app, ctx.actor, { ...input, reserves: [] })),

  putOfOther: rest(authenticatedProcedure, {
    route: 'PUT /events/{id}/reserves/others',
    summary: 'Reserve items for a raider',
    description: `${OFFICERS} For a raider who said so elsewhere, with or without an account: also when reserves are locked, until the event is over. Members who see the reserve read who entered it, and the raider is told.`,
    refusals: {
      404: `${NO_SHEET}; no such raider (\`raider_not_found\`) or member (\`member_not_found\`)`,
      409: `Reserves are more than the sheet allows (\`too_many_reserves\`), or name an item that is kept for the guild (\`item_hard_reserved\`); they are hidden from officers too (\`reserves_hidden\`); the event is not published (\`event_not_open\`); ${ARCHIVED}`,
    },
  })
    .input(PutReservesOfOtherInput)
    .output(ReservesView)
    .mutation(({ ctx, input }) => putReservesOfOther(ctx.app, ctx.actor, input)),

  correct: rest(authenticatedProcedure, {
    route: 'PATCH /events/{id}/reserves/{reserveId}',
    summary: 'Correct the SR+ of a reserve, with the reason',
    description: `${OFFICERS} Everybody who sees the reserve reads the reason and who gave it. Later sheets go on from the corrected plus; null returns to the derived one.`,
    refusals: { 404: `${NO_SHEET}, or no such reserve that the caller sees (\`reserve_not_found\`)`, 409: ARCHIVED },
  })
    .input(CorrectPlusInput)
    .output(ReservesView)
    .mutation(({ ctx, input }) => correctPlus(ctx.app, ctx.actor, input)),

  items: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/items',
    summary: 'Find items by name or id',
    description:
      'For members. Names are known of items that were reserved, wished for or given out here or in another guild of the same game version; any item is found by its id.',
  })
    .input(FindItemsInput)
    .output(FoundItemsView)
    .query(({ ctx, input }) => findItems(ctx.app, ctx.actor, input)),
});
