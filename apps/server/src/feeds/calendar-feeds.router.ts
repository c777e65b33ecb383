import {
  CalendarFeedListItem,
  CalendarFeedView,
  GuildFeedBodyInput,
  GuildFeedInput,
  NewCalendarFeedView,
} from '@guildhall/contracts/calendar-feed.ts';
import { Done, NoInput } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, done, personalProcedure, router } from '../core/http/trpc.ts';
import { getFeed, listFeeds, removeFeed, rotateFeed } from './manage-feed.ts';

const rest = restRoutes('Calendar feeds');
const MINE = '/auth/me/events-feed';
const OF_GUILD = '/organizations/{id}/events-feed';
const ROTATED =
  'Anybody with the address can read the calendar, without signing in. The previous address stops working.';

export const calendarFeedsRouter = router({
  mine: authenticatedProcedure
    .meta({
      openapi: rest.get(
        MINE,
        'Whether the caller has a personal calendar feed',
        'With the times when it was made and last read. Its secret address is shown only once, when it is made.',
      ),
    })
    .input(NoInput)
    .output(CalendarFeedView)
    .query(({ ctx }) => getFeed(ctx.app, ctx.actor, {})),

  list: personalProcedure
    .meta({
      openapi: rest.get(
        '/auth/me/events-feeds',
        'All calendar feeds of the caller',
        'Addresses are never shown. `POST /auth/revoke-other-sessions` revokes feeds created by other sign-ins.',
      ),
    })
    .input(NoInput)
    .output(z.array(CalendarFeedListItem))
    .query(({ ctx }) => listFeeds(ctx.app, ctx.actor)),

  rotateMine: personalProcedure
    .meta({
      restStatus: 201,
      openapi: rest.post(MINE, 'Create a new address for the personal feed', ROTATED),
    })
    .input(z.strictObject({}))
    .output(NewCalendarFeedView)
    .mutation(({ ctx }) => rotateFeed(ctx.app, ctx.actor, {})),

  removeMine: personalProcedure
    .meta({
      openapi: rest.delete(
        MINE,
        'Revoke the personal feed',
        'Calendars that subscribed to it get 404 from then on. Removing it again changes nothing; for a new address make a new feed.',
      ),
    })
    .input(NoInput)
    .output(Done)
    .mutation(({ ctx }) => done(removeFeed(ctx.app, ctx.actor, {}))),

  ofGuild: authenticatedProcedure
    .meta({
      openapi: rest.get(
        OF_GUILD,
        'Whether the caller has a calendar feed of a guild',
        'With the times when it was made and last read, never with its address. For members; others get 403, or 404 where they may not see the guild.',
      ),
    })
    .input(GuildFeedInput)
    .output(CalendarFeedView)
    .query(({ ctx, input }) => getFeed(ctx.app, ctx.actor, input)),

  rotateOfGuild: personalProcedure
    .meta({
      restStatus: 201,
      openapi: rest.post(
        OF_GUILD,
        'Create a new address for the caller’s feed of a guild',
        `${ROTATED} It works as long as the caller is a member.`,
      ),
    })
    .input(GuildFeedBodyInput)
    .output(NewCalendarFeedView)
    .mutation(({ ctx, input }) => rotateFeed(ctx.app, ctx.actor, input)),

  removeOfGuild: personalProcedure
    .meta({
      openapi: rest.delete(
        OF_GUILD,
        'Revoke the caller’s feed of a guild',
        'Possible for a guild the caller has left, because the feed would work again after they return.',
      ),
    })
    .input(GuildFeedInput)
    .output(Done)
    .mutation(({ ctx, input }) => done(removeFeed(ctx.app, ctx.actor, input))),
});
