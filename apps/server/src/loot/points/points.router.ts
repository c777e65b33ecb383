import {
  BookedView,
  BookPointsInput,
  ChangePointPriceInput,
  CreatePointPoolInput,
  DecayPointsInput,
  PointEntriesInput,
  PointEntriesView,
  PointPoolsInput,
  PointPoolsView,
  PointPoolView,
  PointPricesInput,
  PointPricesView,
  PutPointPricesInput,
  StandingsInput,
  StandingsView,
  UndoPointsInput,
  UpdatePointPoolInput,
} from '@guildhall/contracts/points.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import { repeatableRequest } from '../../core/http/repeated-requests.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { bookPoints } from './book-points.ts';
import { decayPool } from './decay-points.ts';
import { createPool, updatePool } from './manage-pools.ts';
import { listEntries } from './point-entries.queries.ts';
import { changePrice, listPrices, putPrices } from './point-prices.ts';
import { listPools, listStandings } from './points.queries.ts';
import { undoPoints } from './undo-points.ts';

const rest = restRoutes('Loot');
const SEEN = 'Needs canViewRoster or canManageLoot, or to lead the team of the pool.';
const BOOKED = 'Needs canManageLoot, or to lead the team of the pool.';
const GONE = 'There is no such pool for the caller (`point_pool_not_found`)';
const CLOSED = `The pool is archived (\`point_pool_archived\`), or ${ARCHIVED}`;

export const pointsRouter = router({
  pools: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/point-pools',
    summary: 'Pools of points',
    description: 'Needs canViewRoster or canManageLoot. Leads of teams get the pools of their teams.',
    services: true,
  })
    .input(PointPoolsInput)
    .output(PointPoolsView)
    .query(({ ctx, input }) => listPools(ctx.app, ctx.actor, input)),

  createPool: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/point-pools',
    summary: 'Begin a pool of points',
    description:
      'Needs canManageLoot, or to lead the team that it is for. Amounts are whole units: 15 with one decimal is 1.5.',
    restStatus: 201,
    refusals: {
      404: 'There is no such organization, or it has no such team (`team_not_found`)',
      409: `There are too many pools (\`too_many_point_pools\`), the kind has no such setting (\`point_pool_kind\`), or the next decay would be in the past (\`point_decay_past\`); ${ARCHIVED}`,
    },
  })
    .input(CreatePointPoolInput)
    .output(PointPoolView)
    .mutation(({ ctx, input }) => createPool(ctx.app, ctx.actor, input)),

  updatePool: rest(authenticatedProcedure, {
    route: 'PATCH /point-pools/{id}',
    summary: 'Change, archive or restore a pool',
    description: `${BOOKED} Decay that is due comes first. The kind, the decimals and the team stay.`,
    refusals: {
      404: GONE,
      409: `The kind has no such setting (\`point_pool_kind\`), or the next decay would be in the past (\`point_decay_past\`); ${ARCHIVED}`,
    },
  })
    .input(UpdatePointPoolInput)
    .output(PointPoolView)
    .mutation(({ ctx, input }) => updatePool(ctx.app, ctx.actor, input)),

  standings: rest(authenticatedProcedure, {
    route: 'GET /point-pools/{id}/standings',
    summary: 'The points of each raider, by priority',
    description: `${SEEN} Raiders with an entry, and the members of the pool’s team. Attendance is Σ min(raids of a week ÷ raids that make a week, 1) ÷ weeks, over the weeks in which the raider was there.`,
    refusals: { 404: GONE },
    services: true,
  })
    .input(StandingsInput)
    .output(StandingsView)
    .query(({ ctx, input }) => listStandings(ctx.app, ctx.actor, input)),

  entries: rest(authenticatedProcedure, {
    route: 'GET /point-pools/{id}/entries',
    summary: 'Bookings, the latest first',
    description: `${SEEN} A raider has the sum of their entries, which never change.`,
    refusals: { 404: GONE },
    services: true,
  })
    .input(PointEntriesInput)
    .output(PointEntriesView)
    .query(({ ctx, input }) => listEntries(ctx.app, ctx.actor, input)),

  book: rest(authenticatedProcedure, {
    route: 'POST /point-pools/{id}/entries',
    summary: 'Book points for many raiders, or a price for one',
    description: `${BOOKED} A price adds GP in a pool of EPGP and takes points in the others. In a zero-sum pool it is shared among those who are named, less the buyer: the same for each, and what is left by the lot of the award.`,
    restStatus: 201,
    repeatable: true,
    refusals: {
      404: `${GONE}, event (\`event_not_found\`), team (\`team_not_found\`), raider (\`raider_not_found\`) or award (\`loot_award_not_found\`)`,
      409: `The kind of pool has no such booking (\`point_pool_kind\`), the award is paid for (\`award_paid_already\`), no raider gets anything (\`points_for_no_raider\`), or the pool is full (\`too_many_point_entries\`, \`too_many_point_prices\`). ${CLOSED}`,
    },
  })
    .input(BookPointsInput)
    .output(BookedView)
    .mutation(({ ctx, input }) => bookPoints(ctx.app, ctx.actor, input, repeatableRequest(ctx, 'points.book', input))),

  undo: rest(authenticatedProcedure, {
    route: 'POST /point-entries/{id}/undo',
    summary: 'Take an entry or its whole booking back by counter-entries',
    description: BOOKED,
    restStatus: 201,
    refusals: {
      404: 'There is no such entry for the caller (`point_entry_not_found`)',
      409: `The entry was taken back, or takes one back itself (\`point_entry_undone\`). ${CLOSED}`,
    },
  })
    .input(UndoPointsInput)
    .output(BookedView)
    .mutation(({ ctx, input }) => undoPoints(ctx.app, ctx.actor, input)),

  decay: rest(authenticatedProcedure, {
    route: 'POST /point-pools/{id}/decay',
    summary: 'Decay a pool today',
    description: `${BOOKED} The service decays a pool by itself on the days that it names; this is for other days. Halves round up, so −13.5 becomes −13, and GP stop at the base.`,
    restStatus: 201,
    refusals: {
      404: GONE,
      409: `The pool has decayed today (\`points_decayed_already\`), or its kind or settings know no decay (\`point_pool_kind\`). ${CLOSED}`,
    },
  })
    .input(DecayPointsInput)
    .output(BookedView)
    .mutation(({ ctx, input }) => decayPool(ctx.app, ctx.actor, input)),

  prices: rest(authenticatedProcedure, {
    route: 'GET /point-pools/{id}/prices',
    summary: 'Prices of items by hand',
    description: SEEN,
    refusals: { 404: GONE },
    services: true,
  })
    .input(PointPricesInput)
    .output(PointPricesView)
    .query(({ ctx, input }) => listPrices(ctx.app, ctx.actor, input)),

  putPrices: rest(authenticatedProcedure, {
    route: 'PUT /point-pools/{id}/prices',
    summary: 'Replace the prices of items by hand',
    description: BOOKED,
    refusals: { 404: GONE, 409: CLOSED },
  })
    .input(PutPointPricesInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(putPrices(ctx.app, ctx.actor, input))),

  changePrice: rest(authenticatedProcedure, {
    route: 'PATCH /point-pools/{id}/prices',
    summary: 'Change or remove the price of one item by hand',
    description: `${BOOKED} The prices of other items stay.`,
    refusals: { 404: GONE, 409: `There are too many prices (\`too_many_point_prices\`). ${CLOSED}` },
  })
    .input(ChangePointPriceInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(changePrice(ctx.app, ctx.actor, input))),
});
