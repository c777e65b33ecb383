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
import { Done, NoInput } from '@guildhall/contracts/primitives.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, done, router } from '../../core/http/trpc.ts';
import { removePicture } from '../../images/change-picture.ts';
import { repeatable } from '../../people/created-by-key.ts';
import { getEvent } from '../event/event.queries.ts';
import { listEventLog } from '../event/event-log.queries.ts';
import { eventPicture } from '../event/event-picture.ts';
import { chooseEventMails, getEventMails } from '../mails/event-mails.ts';
import { cancelSeries, deleteSeries } from './change-series.ts';
import { changeStatus } from './change-status.ts';
import { createEvent } from './create-event.ts';
import { deleteEvent } from './delete-event.ts';
import { listEvents, listMyEvents } from './event-list.queries.ts';
import { extendSeries } from './extend-series.ts';
import { updateEvent } from './update-event.ts';

const rest = restRoutes('Events');
const ARCHIVED = 'The organization is archived (`organization_archived`)';
const NOT_IN_SERIES = 'The event belongs to no series (`not_in_series`)';
const NO_MOVE = '(`invalid_transition`)';

export const eventsRouter = router({
  list: authenticatedProcedure
    .meta({
      services: true,
      openapi: rest.get(
        '/organizations/{id}/events',
        'Events of a guild',
        'Without dates, lists events that are not over yet, next first; `when=past` lists the others, latest first. `startDate` and `endDate` may be used alone. With both, one page of at most 1,000 holds all events of these days, unless `page` or `pageSize` asks for less, together with the holidays of the game. Only people who may edit drafts see them.',
      ),
    })
    .input(EventListInput)
    .output(EventListView)
    .query(({ ctx, input }) => listEvents(ctx.app, ctx.actor, input)),

  listMine: authenticatedProcedure
    .meta({
      openapi: rest.get(
        '/auth/me/events',
        'Events of all guilds of the caller',
        'Each includes its guild and, as `mine`, the caller’s answer. Filtered and sorted like the events of one guild; `mine=true` lists only events that the caller created or has answered, other than by declining.',
      ),
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
        409: `${ARCHIVED}, or the caller has too many upcoming group events (\`too_many_events\`)`,
      },
      openapi: rest.post(
        '/organizations/{id}/events',
        'Create an event, or a series of events',
        'Guild events need canManageEvents; any member can create group events. With `recurringDates`, either all events of the series are created or none; the answer is the first event, with the starts of all.',
      ),
    })
    .input(CreateEventInput)
    .output(EventCreatedView)
    .mutation(({ ctx, input }) => createEvent(ctx.app, ctx.actor, input, repeatable(ctx, 'events.create', input))),

  get: authenticatedProcedure
    .meta({
      services: true,
      openapi: rest.get(
        '/events/{id}',
        'An event',
        'Includes its slots, its counts, the caller’s own participation, and the caller’s permissions. Only people who may edit a draft see it.',
      ),
    })
    .input(EventRefInput)
    .output(EventView)
    .query(({ ctx, input }) => getEvent(ctx.app, ctx.actor, input)),

  update: authenticatedProcedure
    .meta({
      fromQuery: ['apply'],
      refusals: {
        400: 'The input is not valid, or the journal has no such instance (`instance_not_found`)',
        409: 'The event has changed since the version that was sent (`event_changed`), is completed (`event_completed`), or belongs to no series (`not_in_series`); a role would have fewer slots than signed-up people (`slots_below_signups`); or the series would collide (`event_in_past`, `overlaps_completed_event`, `same_start_twice`)',
      },
      openapi: rest.patch(
        '/events/{id}',
        'Change an event; omitted fields stay as they are',
        'In a series, `apply` selects this event, this and the following, or all; completed and past events keep their values, and so do fields changed in a single event. Additional slots go to waitlisted participants. With `version`, the change is refused if somebody else has changed the event in the meantime.',
      ),
    })
    .input(UpdateEventInput)
    .output(EventView)
    .mutation(({ ctx, input }) => updateEvent(ctx.app, ctx.actor, input)),

  delete: authenticatedProcedure
    .meta({
      refusals: { 409: `The event is published or completed ${NO_MOVE}` },
      openapi: rest.delete(
        '/events/{id}',
        'Delete a draft or a cancelled event',
        'Also deletes its answers and attendance, without notifying anybody. Cancel a published event first, so that people learn about it.',
      ),
    })
    .input(EventRefInput)
    .output(Done)
    .mutation(({ ctx, input }) => done(deleteEvent(ctx.app, ctx.actor, input))),

  publish: authenticatedProcedure
    .meta({
      refusals: { 409: `The event is neither a draft nor published ${NO_MOVE}` },
      openapi: rest.post(
        '/events/{id}/publish',
        'Publish a draft',
        'From then on all members see it and can sign up. Publishing a published event is not an error.',
      ),
    })
    .input(EventBodyInput)
    .output(EventView)
    .mutation(({ ctx, input }) => changeStatus(ctx.app, ctx.actor, 'publish', input)),

  cancel: authenticatedProcedure
    .meta({
      refusals: { 409: `The event is not published ${NO_MOVE}` },
      openapi: rest.post(
        '/events/{id}/cancel',
        'Cancel an event',
        'Cancels this event only, even in a series. Sign-ups are kept in case it is reopened before its start. The log keeps the reason.',
      ),
    })
    .input(CancelEventInput)
    .output(EventView)
    .mutation(({ ctx, input }) => changeStatus(ctx.app, ctx.actor, 'cancel', input)),

  complete: authenticatedProcedure
    .meta({
      refusals: { 409: `The event is not published ${NO_MOVE}, or has not begun (\`event_not_started\`)` },
      openapi: rest.post(
        '/events/{id}/complete',
        'Complete an event',
        'Happens automatically six hours after its end. From then on, only its attendance, whether it counts, and its picture can be changed.',
      ),
    })
    .input(EventBodyInput)
    .output(EventView)
    .mutation(({ ctx, input }) => changeStatus(ctx.app, ctx.actor, 'complete', input)),

  reopen: authenticatedProcedure
    .meta({
      refusals: { 409: `The event is not cancelled ${NO_MOVE}, or its start has passed (\`event_started\`)` },
      openapi: rest.post(
        '/events/{id}/reopen',
        'Reopen a cancelled event',
        'Everybody keeps their slot or waitlist position. Free slots are filled at once.',
      ),
    })
    .input(EventBodyInput)
    .output(EventView)
    .mutation(({ ctx, input }) => changeStatus(ctx.app, ctx.actor, 'reopen', input)),

  extendSeries: authenticatedProcedure
    .meta({
      restStatus: 201,
      repeatable: true,
      refusals: {
        400: 'The input is not valid, or two events would start at the same time (`same_start_twice`)',
        409: 'The event belongs to no series (`not_in_series`), a day is in the past (`event_in_past`), or there would be too many events (`too_many_events`)',
      },
      openapi: rest.post(
        '/events/{id}/extend-series',
        'Add events to a series',
        'Copies the named event, with its current slots, to the given days. Either all events are added or none. Copies of a draft are drafts; others are published at once.',
      ),
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
      openapi: rest.post(
        '/events/{id}/cancel-series',
        'Cancel the upcoming events of a series',
        'Either all of them, or this one and the following. Events that have begun or are completed stay as a record.',
      ),
    })
    .input(CancelSeriesInput)
    .output(SeriesChangeView)
    .mutation(({ ctx, input }) => cancelSeries(ctx.app, ctx.actor, input)),

  deleteSeries: authenticatedProcedure
    .meta({
      refusals: { 409: NOT_IN_SERIES },
      openapi: rest.delete(
        '/events/{id}/delete-series',
        'Delete the upcoming events of a series',
        'Either all of them, or this one and the following, including answers and pictures. Events that have begun or are completed stay.',
      ),
    })
    .input(DeleteSeriesInput)
    .output(SeriesChangeView)
    .mutation(({ ctx, input }) => deleteSeries(ctx.app, ctx.actor, input)),

  removeImage: authenticatedProcedure
    .meta({
      refusals: { 409: ARCHIVED },
      openapi: rest.delete(
        '/events/{id}/image',
        'Remove the picture of an event',
        'Includes one that still awaits review. If the event has a journal instance, its picture is shown instead.',
      ),
    })
    .input(EventRefInput)
    .output(EventView)
    .mutation(({ ctx, input }) => removePicture(ctx.app, ctx.actor, eventPicture, input.id)),

  log: authenticatedProcedure
    .meta({
      openapi: rest.get(
        '/events/{id}/log',
        'The log of an event: changes, authors, times and reasons, latest first',
        'People who may edit the event see all entries; others see entries about the event itself and about themselves.',
      ),
    })
    .input(EventLogInput)
    .output(EventLogView)
    .query(({ ctx, input }) => listEventLog(ctx.app, ctx.actor, input)),

  mails: authenticatedProcedure
    .meta({
      openapi: rest.get(
        '/auth/me/event-mails',
        'The caller’s event mail preferences',
        'All are on by default. Mails go only to a verified address.',
      ),
    })
    .input(NoInput)
    .output(EventMailsView)
    .query(({ ctx }) => getEventMails(ctx.app, ctx.actor)),

  chooseMails: authenticatedProcedure
    .meta({
      openapi: rest.patch(
        '/auth/me/event-mails',
        'Change the event mail preferences',
        'Omitted fields stay as they are. Queued mails of a kind that is turned off are not sent.',
      ),
    })
    .input(EventMailsInput)
    .output(EventMailsView)
    .mutation(({ ctx, input }) => chooseEventMails(ctx.app, ctx.actor, input)),
});
