import {
  CalendarFeedListItem,
  CalendarFeedView,
  GuildFeedBodyInput,
  GuildFeedInput,
  NewCalendarFeedView,
} from '@guildhall/contracts/calendar-feed.ts';
import { Done, NoInput } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, personalProcedure, router } from '../../core/http/trpc.ts';
import { getFeed, listFeeds, removeFeed, rotateFeed } from './manage-feed.ts';

const rest = restRoutes('Calendar feeds');
const MINE = '/auth/me/events-feed';
const OF_GUILD = '/organizations/{id}/events-feed';
const ROTATED =
  'Every holder of the address can read the calendar, without signing in. The previous address stops working.';

export const calendarFeedsRouter = router({
  mine: rest(authenticatedProcedure, {
    route: `GET ${MINE}`,
    summary: 'Whether the caller has a personal calendar feed',
    description:
      'With the times when it was made and last read. Its secret address is shown only once, when it is made.',
  })
    .input(NoInput)
    .output(CalendarFeedView)
    .query(({ ctx }) => getFeed(ctx.app, ctx.actor, {})),

  list: rest(personalProcedure, {
    route: 'GET /auth/me/events-feeds',
    summary: 'All calendar feeds of the caller',
    description:
      'Addresses are never shown. `POST /auth/revoke-other-sessions` revokes feeds created by other sign-ins.',
  })
    .input(NoInput)
    .output(z.array(CalendarFeedListItem))
    .query(({ ctx }) => listFeeds(ctx.app, ctx.actor)),

  rotateMine: rest(personalProcedure, {
    route: `POST ${MINE}`,
    summary: 'Create a new address for the personal feed',
    description: ROTATED,
    restStatus: 201,
  })
    .input(z.strictObject({}))
    .output(NewCalendarFeedView)
    .mutation(({ ctx }) => rotateFeed(ctx.app, ctx.actor, {})),

  removeMine: rest(personalProcedure, {
    route: `DELETE ${MINE}`,
    summary: 'Revoke the personal feed',
    description:
      'Calendars that subscribed to it get 404 from then on. Removing it again changes nothing; for a new address make a new feed.',
  })
    .input(NoInput)
    .output(Done)
    .mutation(({ ctx }) => answerDone(removeFeed(ctx.app, ctx.actor, {}))),

  ofGuild: rest(authenticatedProcedure, {
    route: `GET ${OF_GUILD}`,
    summary: 'Whether the caller has a calendar feed of a guild',
    description:
      'With the times when it was made and last read, never with its address. For members; others get 403, or 404 where they may not see the guild.',
  })
    .input(GuildFeedInput)
    .output(CalendarFeedView)
    .query(({ ctx, input }) => getFeed(ctx.app, ctx.actor, input)),

  rotateOfGuild: rest(personalProcedure, {
    route: `POST ${OF_GUILD}`,
    summary: 'Create a new address for the caller’s feed of a guild',
    description: `${ROTATED} It works as long as the caller is a member.`,
    restStatus: 201,
  })
    .input(GuildFeedBodyInput)
    .output(NewCalendarFeedView)
    .mutation(({ ctx, input }) => rotateFeed(ctx.app, ctx.actor, input)),

  removeOfGuild: rest(personalProcedure, {
    route: `DELETE ${OF_GUILD}`,
    summary: 'Revoke the caller’s feed of a guild',
    description: 'Possible for a guild the caller has left, because the feed would work again after they return.',
  })
    .input(GuildFeedInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(removeFeed(ctx.app, ctx.actor, input))),
});
