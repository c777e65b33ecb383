import {
  CancelEventInput,
  CancelSeriesInput,
  CreateEventInput,
  DeleteSeriesInput,
  EventBodyInput,
  EventCreatedView,
  EventListInput,
  EventListView,
  EventLogInput,
  EventLogView,
  EventRefInput,
  EventView,
  ExtendSeriesInput,
  MyEventListInput,
  MyEventListView,
  SeriesChangeView,
  SeriesExtendedView,
  UpdateEventInput,
} from '@guildhall/contracts/event.ts';
import { EventMailsInput, EventMailsView } from '@guildhall/contracts/event-mails.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { repeatable } from '../../people/created-by-key.ts';
import { removeEventImage } from '../../pictures/remove-event-image.ts';
import { getEvent } from '../event/event.queries.ts';
import { listEventLog } from '../event/event-log.queries.ts';
import { chooseEventMails, getEventMails } from '../mails/event-mails.ts';
import { cancelSeries, deleteSeries } from './change-series.ts';
import { changeStatus } from './change-status.ts';
import { createEvent } from './create-event.ts';
import { deleteEvent } from './delete-event.ts';
import { listEvents, listMyEvents } from './event-list.queries.ts';
import { extendSeries } from './extend-series.ts';
import { updateEvent } from './update-event.ts';

const tags = ['Events'];
const ARCHIVED = 'The organization is archived (`organization_archived`)';
const NOT_IN_SERIES = 'The event belongs to no series (`not_in_series`)';
const NO_MOVE = '(`invalid_transition`)';

export const eventsRouter = router({
  list: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/events',
        tags,
        summary: 'Events of a guild',
        description:
          'Without dates those that are not over yet, the next first; `when=past` gives the others, the latest first. `startDate` and `endDate` may stand alone. With both, all events of these days come on one page of at most 1,000, unless `page` or `pageSize` asks for less, with the holidays of the game. Drafts are seen by those who may edit them.',
      },
    })
    .input(EventListInput)
    .output(EventListView)
    .query(({ ctx, input }) => listEvents(ctx.app, ctx.actor, input)),

  listMine: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/me/events',
        tags,
        summary: 'Events of all guilds that the caller is a member of',
        description:
          'Each with its guild and, as `mine`, with what the caller answered. Found and sorted like those of one guild; `mine=true` leaves out what they neither made nor answered other than with a no.',
      },
    })
    .input(MyEventListInput)
    .output(MyEventListView)
    .query(({ ctx, input }) => listMyEvents(ctx.app, ctx.actor, input)),

  create: authenticatedProcedure
    .meta({
      restStatus: 201,
      location: '/events/{id}',
      repeatable: true,
      refusals: {
        400: 'The input is not valid, a date is given twice (`same_start_twice`), or the journal has no such instance (`instance_not_found`)',
        409: `${ARCHIVED}, or the caller has too many group events to come (\`too_many_events\`)`,
      },
      openapi: {
        method: 'POST',
        path: '/organizations/{id}/events',
        tags,
        summary: 'Create an event, or a series of events',
        description:
          'Guild events are made by those who manage events, group events by any member. With `recurringDates` all events of the series are created, or none; the first is answered, with the starts of all.',
      },
    })
    .input(CreateEventInput)
    .output(EventCreatedView)
    .mutation(({ ctx, input }) => createEvent(ctx.app, ctx.actor, input, repeatable(ctx, 'events.create', input))),

  get: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/events/{id}',
        tags,
        summary: 'An event',
        description:
          'With its slots, its numbers, the caller’s own part, and what the caller may do with it. Drafts are there for those who may edit them.',
      },
    })
    .input(EventRefInput)
    .output(EventView)
    .query(({ ctx, input }) => getEvent(ctx.app, ctx.actor, input)),

  update: authenticatedProcedure
    .meta({
      fromQuery: ['apply'],
      refusals: {
        400: 'The input is not valid, or the journal has no such instance (`instance_not_found`)',
        409: 'The event has changed since the version that was sent (`event_changed`), is completed (`event_completed`), or belongs to no series (`not_in_series`); fewer slots than people in them (`slots_below_signups`); or the series would collide (`event_in_past`, `overlaps_completed_event`, `same_start_twice`)',
      },
      openapi: {
        method: 'PATCH',
        path: '/events/{id}',
        tags,
        summary: 'Change an event; fields that are left out stay',
        description:
          'Of a series with `apply`: this event alone, it and the following, or all; completed and past events stay, and so does what was changed in an event alone. A raised number of slots gives places to those who wait. With `version`, only if nobody changed the event meanwhile.',
      },
    })
    .input(UpdateEventInput)
    .output(EventView)
    .mutation(({ ctx, input }) => updateEvent(ctx.app, ctx.actor, input)),

  delete: authenticatedProcedure
    .meta({
      refusals: { 409: `The event is published or completed ${NO_MOVE}` },
      openapi: {
        method: 'DELETE',
        path: '/events/{id}',
        tags,
        summary: 'Delete a draft, or an event that was cancelled',
        description:
          'It goes without a trace, with its answers and its attendance. Cancel an event that is to take place first, so that people learn of it.',
      },
    })
    .input(EventRefInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteEvent(ctx.app, ctx.actor, input);
      return { status: true as const };
    }),

  publish: authenticatedProcedure
    .meta({
      refusals: { 409: `The event is neither a draft nor published ${NO_MOVE}` },
      openapi: {
        method: 'POST',
        path: '/events/{id}/publish',
        tags,
        summary: 'Publish a draft',
        description: 'From now on all members see it and can sign up. Of a published event it is no error.',
      },
    })
    .input(EventBodyInput)
    .output(EventView)
    .mutation(({ ctx, input }) => changeStatus(ctx.app, ctx.actor, 'publish', input)),

  cancel: authenticatedProcedure
    .meta({
      refusals: { 409: `The event is not published ${NO_MOVE}` },
      openapi: {
        method: 'POST',
        path: '/events/{id}/cancel',
        tags,
        summary: 'Cancel an event',
        description:
          'This one alone, of a series too. Sign-ups stay, should it be reopened before its start. The reason stands in its log.',
      },
    })
    .input(CancelEventInput)
    .output(EventView)
    .mutation(({ ctx, input }) => changeStatus(ctx.app, ctx.actor, 'cancel', input)),

  complete: authenticatedProcedure
    .meta({
      refusals: { 409: `The event is not published ${NO_MOVE}, or has not begun (\`event_not_started\`)` },
      openapi: {
        method: 'POST',
        path: '/events/{id}/complete',
        tags,
        summary: 'Complete an event',
        description:
          'Six hours after its end it is completed by itself. From then on only its attendance can be changed, whether it counts, and its picture.',
      },
    })
    .input(EventBodyInput)
    .output(EventView)
    .mutation(({ ctx, input }) => changeStatus(ctx.app, ctx.actor, 'complete', input)),

  reopen: authenticatedProcedure
    .meta({
      refusals: { 409: `The event is not cancelled ${NO_MOVE}, or its start has passed (\`event_started\`)` },
      openapi: {
        method: 'POST',
        path: '/events/{id}/reopen',
        tags,
        summary: 'Take a cancellation back',
        description: 'Everybody has the place, or the place in line, that they had. Free places are given at once.',
      },
    })
    .input(EventBodyInput)
    .output(EventView)
    .mutation(({ ctx, input }) => changeStatus(ctx.app, ctx.actor, 'reopen', input)),

  extendSeries: authenticatedProcedure
    .meta({
      restStatus: 201,
      repeatable: true,
      refusals: {
        400: 'The input is not valid, or two events would begin at the same time (`same_start_twice`)',
        409: 'The event belongs to no series (`not_in_series`), a day has passed (`event_in_past`), or there would be too many events (`too_many_events`)',
      },
      openapi: {
        method: 'POST',
        path: '/events/{id}/extend-series',
        tags,
        summary: 'Add events to a series',
        description:
          'On the days that are given, like the event that is named as it is now, with its slots. All are added, or none. Those of a draft are drafts, others are published at once.',
      },
    })
    .input(ExtendSeriesInput)
    .output(SeriesExtendedView)
    .mutation(({ ctx, input }) =>
      extendSeries(ctx.app, ctx.actor, input, repeatable(ctx, 'events.extendSeries', input)),
    ),

  cancelSeries: authenticatedProcedure
    .meta({
      fromQuery: ['apply'],
      refusals: { 409: NOT_IN_SERIES },
      openapi: {
        method: 'POST',
        path: '/events/{id}/cancel-series',
        tags,
        summary: 'Cancel the events of a series that are still to come',
        description:
          'All of them, or this one and those that follow it. Events that have begun or are completed stay: they are a record of what was.',
      },
    })
    .input(CancelSeriesInput)
    .output(SeriesChangeView)
    .mutation(({ ctx, input }) => cancelSeries(ctx.app, ctx.actor, input)),

  deleteSeries: authenticatedProcedure
    .meta({
      refusals: { 409: NOT_IN_SERIES },
      openapi: {
        method: 'DELETE',
        path: '/events/{id}/delete-series',
        tags,
        summary: 'Delete the events of a series that are still to come',
        description:
          'All of them, or this one and those that follow it, with everybody’s answers and their pictures. Events that have begun or are completed stay.',
      },
    })
    .input(DeleteSeriesInput)
    .output(SeriesChangeView)
    .mutation(({ ctx, input }) => deleteSeries(ctx.app, ctx.actor, input)),

  removeImage: authenticatedProcedure
    .meta({
      refusals: { 409: ARCHIVED },
      openapi: {
        method: 'DELETE',
        path: '/events/{id}/image',
        tags,
        summary: 'Remove the picture of an event',
        description:
          'Also one that still waits to be looked at. The picture of the journal instance takes its place, if the event has one.',
      },
    })
    .input(EventRefInput)
    .output(EventView)
    .mutation(({ ctx, input }) => removeEventImage(ctx.app, ctx.actor, input)),

  log: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/events/{id}/log',
        tags,
        summary: 'The log of an event: changes, authors, times and reasons, the latest first',
        description:
          'People who may edit the event read all of it; others read entries about the event itself or about them.',
      },
    })
    .input(EventLogInput)
    .output(EventLogView)
    .query(({ ctx, input }) => listEventLog(ctx.app, ctx.actor, input)),

  mails: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/me/event-mails',
        tags,
        summary: 'Which mails about events the caller gets',
        description: 'All of them until they say otherwise, at an address that is proven to be theirs.',
      },
    })
    .input(z.object({}))
    .output(EventMailsView)
    .query(({ ctx }) => getEventMails(ctx.app, ctx.actor)),

  chooseMails: authenticatedProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/auth/me/event-mails',
        tags,
        summary: 'Choose which mails about events one gets',
        description: 'Fields that are left out stay. Mails that wait to be sent are not sent any more.',
      },
    })
    .input(EventMailsInput)
    .output(EventMailsView)
    .mutation(({ ctx, input }) => chooseEventMails(ctx.app, ctx.actor, input)),
});
