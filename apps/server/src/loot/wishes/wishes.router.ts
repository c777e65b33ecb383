import { EventWishesInput, EventWishesView } from '@guildhall/contracts/event-wish.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import {
  BecomeRaiderInput,
  MyWishesInput,
  OwnRaiderView,
  PutWishesInput,
  ReadSimInput,
  RemoveSimInput,
  SimReadView,
  WishesInput,
  WishesView,
} from '@guildhall/contracts/wish.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { becomeRaider, putWishes } from './change-wishes.ts';
import { getEventWishes } from './event-wishes.queries.ts';
import { readSimReport, removeSimReport } from './read-sim-report.ts';
import { getMyWishes, getWishes } from './wishes.queries.ts';

const rest = restRoutes('Loot');
const GONE = 'There is no such raider (`raider_not_found`)';
const CHANGES = 'For the raider, and people with canManageLoot.';

export const wishesRouter = router({
  mine: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/wishes/mine',
    summary: 'The caller’s own wishes',
    description: 'For members. `raider` is null for a member who has not appeared as one yet.',
  })
    .input(MyWishesInput)
    .output(WishesView)
    .query(({ ctx, input }) => getMyWishes(ctx.app, ctx.actor, input)),

  becomeRaider: rest(authenticatedProcedure, {
    route: 'PUT /organizations/{id}/raiders/mine',
    summary: 'The caller’s own raider, who appears with this',
    description: 'For members. Wishes belong to a raider, whom also the first answer to an event brings.',
    refusals: { 409: ARCHIVED },
  })
    .input(BecomeRaiderInput)
    .output(OwnRaiderView)
    .mutation(({ ctx, input }) => becomeRaider(ctx.app, ctx.actor, input)),

  get: rest(authenticatedProcedure, {
    route: 'GET /raiders/{id}/wishes',
    summary: 'The wishes of a raider, by hand and by sims',
    description:
      'For the raider, people with canManageLoot or canViewOfficerData, and, where the loot policy says `everybody`, people with canViewRoster. A drop is an item at a track and an item level; of one that several bosses drop each is listed.',
    refusals: { 404: GONE },
    services: true,
  })
    .input(WishesInput)
    .output(WishesView)
    .query(({ ctx, input }) => getWishes(ctx.app, ctx.actor, input)),

  ofEvent: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/wishes',
    summary: 'The raiders of an event who wish for drops of its bosses',
    description:
      'For everyone who sees the event: their own wishes, and those of others as the loot policy allows. Covers raiders who answered or have a place in a line-up. A wish counts that no award has fulfilled, and a gain of a sim that is greater than its error. Bosses for which no one wishes are left out.',
  })
    .input(EventWishesInput)
    .output(EventWishesView)
    .query(({ ctx, input }) => getEventWishes(ctx.app, ctx.actor, input)),

  put: rest(authenticatedProcedure, {
    route: 'PUT /raiders/{id}/wishes',
    summary: 'Replace the wishes by hand, in the raider’s own order',
    description: `${CHANGES} Gains of sims are no part of it, and stay.`,
    refusals: { 404: GONE, 409: ARCHIVED },
  })
    .input(PutWishesInput)
    .output(WishesView)
    .mutation(({ ctx, input }) => putWishes(ctx.app, ctx.actor, input)),

  readSim: rest(authenticatedProcedure, {
    route: 'POST /raiders/{id}/sims',
    summary: 'Read a Droptimizer of Raidbots or a report of QE Live',
    description: `${CHANGES} Only the id is taken out of the link, and requests go to those two sites alone. A newer sim replaces what an earlier one said of the same character, specialization, raid and track. No simulation is started.`,
    restStatus: 201,
    refusals: {
      400: 'The link leads to no report (`sim_link_refused`)',
      404: `${GONE}, or the site has no such report (\`sim_not_found\`)`,
      409: `The character belongs to another raider (\`sim_of_another_character\`), or a newer sim is there (\`sim_older\`); ${ARCHIVED}`,
      422: 'It is no report (`sim_unreadable`), no Droptimizer (`sim_of_another_type`), of a character that no raider has (`sim_character_unknown`), or of a specialization that its class does not have (`sim_of_another_spec`)',
      503: 'The site does not answer (`sim_tool_unavailable`)',
    },
  })
    .input(ReadSimInput)
    .output(SimReadView)
    .mutation(({ ctx, input }) => readSimReport(ctx.app, ctx.actor, input)),

  removeSim: rest(authenticatedProcedure, {
    route: 'DELETE /raiders/{id}/sims/{reportId}',
    summary: 'Remove a sim and its gains',
    description: CHANGES,
    refusals: { 404: `${GONE}, or no such sim (\`sim_not_found\`)`, 409: ARCHIVED },
  })
    .input(RemoveSimInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(removeSimReport(ctx.app, ctx.actor, input))),
});
