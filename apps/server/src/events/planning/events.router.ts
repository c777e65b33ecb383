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
  SeriesPreviewInput,
  SeriesPreviewView,
  SeriesView,
  UpdateEventInput,
} from '@guildhall/contracts/event.ts';
import { EventMailsInput, EventMailsView } from '@guildhall/contracts/event-mails.ts';
import { Done, NoInput } from '@guildhall/contracts/primitives.ts';
import { repeatableRequest } from '../../core/http/repeated-requests.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { removePicture } from '../../pictures/images/change-picture.ts';
import { getEvent, getSeries, listEventLog } from '../event/event.queries.ts';
import { eventPicture } from '../event/event-picture.ts';
import { chooseEventMails, getEventMails } from '../mails/event-mails.ts';
import { cancelSeries, deleteSeries, extendSeries, previewSeries } from './change-series.ts';
import { changeStatus } from './change-status.ts';
import { createEvent } from './create-event.ts';
import { listEvents, listMyEvents } from './event-list.queries.ts';
import { deleteEvent } from './remove-events.ts';
import { updateEvent } from './update-event.ts';

const rest = restRoutes('Events');
const ARCHIVED = 'The organization is archived (`organization_archived`)';
const NOT_IN_SERIES = 'The event belongs to no series (`not_in_series`)';
const SERIES_REFUSALS = { 409: `${NOT_IN_SERIES}, or no event would change (\`nothing_to_change\`)` };
const EXAMPLE_CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n';
const NO_MOVE = '(`invalid_transition`)';

export const eventsRouter = router({
  list: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/events',
    summary: 'Events of a guild',
    description:
      'Without dates, lists events that are not over yet, next first; `when=past` lists the others, latest first. `startDate` and `endDate` may be used alone. With both, one page of at most 1,000 holds all events of these days, unless `page` or `pageSize` asks for less, together with the holidays of the game. Only people who may edit drafts see them.',
    services: true,
  })
    .input(EventListInput)
    .output(EventListView)
    .query(({ ctx, input }) => listEvents(ctx.app, ctx.actor, input)),

  listMine: rest(authenticatedProcedure, {
    route: 'GET /auth/me/events',
    summary: 'Events of all guilds of the caller',
    description:
      'Each includes its guild and, as `mine`, the caller’s answer. Filtered and sorted like the events of one guild; `mine=true` lists only events that the caller created or has answered, other than by declining.',
  })
    .input(MyEventListInput)
    .output(MyEventListView)
    .query(({ ctx, input }) => listMyEvents(ctx.app, ctx.actor, input)),

  create: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/events',
    summary: 'Create an event, or a series of events',
    description:
      'Guild events need canManageEvents; any member can create group events. With `recurringDates`, either all events of the series are created or none; the answer is the first event, with the starts of all.',
    restStatus: 201,
    location: '/events/{id}',
    repeatable: true,
    refusals: {
      400: 'The input is not valid, a date is given twice (`same_start_twice`), or the journal has no such instance (`instance_not_found`)',
      409: `${ARCHIVED}, or the caller has too many upcoming group events (\`too_many_events\`)`,
    },
  })
    .input(CreateEventInput)
    .output(EventCreatedView)
    .mutation(({ ctx, input }) =>
      createEvent(ctx.app, ctx.actor, input, repeatableRequest(ctx, 'events.create', input)),
    ),

  get: rest(authenticatedProcedure, {
    route: 'GET /events/{id}',
    summary: 'An event',
    description:
      'Includes its slots, its counts, the caller’s own participation, and the caller’s permissions. Only people who may edit a draft see it. As `text/calendar` it is a file for calendar programs.',
    services: true,
    otherMedia: { 'text/calendar': EXAMPLE_CALENDAR },
  })
    .input(EventRefInput)
    .output(EventView)
    .query(({ ctx, input }) => getEvent(ctx.app, ctx.actor, input)),

  update: rest(authenticatedProcedure, {
    route: 'PATCH /events/{id}',
    summary: 'Change an event; omitted fields stay as they are',
    description:
      'In a series, `apply` selects this event, this and the following, the upcoming ones, or all; events that have begun or are completed keep their values, and so do fields changed in a single event. Additional slots go to waitlisted participants. With `version`, the change is refused if another person has changed the event in the meantime.',
    fromQuery: ['apply'],
    refusals: {
      400: 'The input is not valid, or the journal has no such instance (`instance_not_found`)',
      409: 'The event has changed since the version that was sent (`event_changed`), is completed (`event_completed`), or belongs to no series (`not_in_series`); no event of the series would change (`nothing_to_change`); a role would have fewer slots than signed-up people (`slots_below_signups`); or the series would collide (`event_in_past`, `overlaps_completed_event`, `same_start_twice`)',
    },
  })
    .input(UpdateEventInput)
    .output(EventView)
    .mutation(({ ctx, input }) => updateEvent(ctx.app, ctx.actor, input)),

  delete: rest(authenticatedProcedure, {
    route: 'DELETE /events/{id}',
    summary: 'Delete a draft or a cancelled event',
    description:
      'Also deletes its answers and attendance, without notifications. Cancel a published event first, so that people learn about it.',
    refusals: { 409: `The event is published or completed ${NO_MOVE}` },
  })
    .input(EventRefInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(deleteEvent(ctx.app, ctx.actor, input))),

  publish: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/publish',
    summary: 'Publish a draft',
    description: 'From then on all members see it and can sign up. Publishing a published event is not an error.',
    refusals: { 409: `The event is neither a draft nor published ${NO_MOVE}` },
  })
    .input(EventBodyInput)
    .output(EventView)
    .mutation(({ ctx, input }) => changeStatus(ctx.app, ctx.actor, 'publish', input)),

  cancel: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/cancel',
    summary: 'Cancel an event',
    description:
      'Cancels this event only, even in a series. Sign-ups are kept in case it is reopened before its start. The log keeps the reason.',
    refusals: { 409: `The event is not published ${NO_MOVE}` },
  })
    .input(CancelEventInput)
    .output(EventView)
    .mutation(({ ctx, input }) => changeStatus(ctx.app, ctx.actor, 'cancel', input)),

  complete: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/complete',
    summary: 'Complete an event',
    description:
      'Happens automatically six hours after its end. From then on, only its attendance, whether it counts, and its picture can be changed.',
    refusals: { 409: `The event is not published ${NO_MOVE}, or has not begun (\`event_not_started\`)` },
  })
    .input(EventBodyInput)
    .output(EventView)
    .mutation(({ ctx, input }) => changeStatus(ctx.app, ctx.actor, 'complete', input)),

  reopen: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/reopen',
    summary: 'Reopen a cancelled event',
    description: 'All participants keep their slot or waitlist position. Free slots are filled at once.',
    refusals: { 409: `The event is not cancelled ${NO_MOVE}, or its start has passed (\`event_started\`)` },
  })
    .input(EventBodyInput)
    .output(EventView)
    .mutation(({ ctx, input }) => changeStatus(ctx.app, ctx.actor, 'reopen', input)),

  extendSeries: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/extend-series',
    summary: 'Add events to a series',
    description:
      'Copies the named event, with its current slots, to the given days. Either all events are added or none. Copies of a draft are drafts; others are published at once.',
    restStatus: 201,
    repeatable: true,
    refusals: {
      400: 'The input is not valid, or two events would start at the same time (`same_start_twice`)',
      409: 'The event belongs to no series (`not_in_series`), a day is in the past (`event_in_past`), or there would be too many events (`too_many_events`)',
    },
  })
    .input(ExtendSeriesInput)
    .output(SeriesExtendedView)
    .mutation(({ ctx, input }) =>
      extendSeries(ctx.app, ctx.actor, input, repeatableRequest(ctx, 'events.extendSeries', input)),
    ),

  cancelSeries: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/cancel-series',
    summary: 'Cancel a series',
    description:
      'All its events, those that have happened included, unless `apply` says otherwise: `upcoming` leaves what has happened. Sign-ups and recorded attendance are kept; attendance of a cancelled event does not count.',
    fromQuery: ['apply'],
    refusals: SERIES_REFUSALS,
  })
    .input(CancelSeriesInput)
    .output(SeriesChangeView)
    .mutation(({ ctx, input }) => cancelSeries(ctx.app, ctx.actor, input)),

  deleteSeries: rest(authenticatedProcedure, {
    route: 'DELETE /events/{id}/delete-series',
    summary: 'Delete a series',
    description:
      'All its events, those that have happened included, unless `apply` says otherwise: `upcoming` leaves what has happened. Answers, attendance and pictures go with them; the answer counts the records that went.',
    refusals: SERIES_REFUSALS,
  })
    .input(DeleteSeriesInput)
    .output(SeriesChangeView)
    .mutation(({ ctx, input }) => deleteSeries(ctx.app, ctx.actor, input)),

  series: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/series',
    summary: 'The series of an event',
    description:
      'All its events in order of start, how full they are, and what the caller has answered. Only people who may edit drafts see them.',
    services: true,
    refusals: { 409: NOT_IN_SERIES },
  })
    .input(EventRefInput)
    .output(SeriesView)
    .query(({ ctx, input }) => getSeries(ctx.app, ctx.actor, input)),

  previewSeries: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/series-preview',
    summary: 'Preview the effect of a change to a series',
    description:
      'For people who may make the change: the events that it would cover, and how many sign-ups and attendance records they have. Nothing changes.',
    refusals: { 409: NOT_IN_SERIES },
  })
    .input(SeriesPreviewInput)
    .output(SeriesPreviewView)
    .query(({ ctx, input }) => previewSeries(ctx.app, ctx.actor, input)),

  removeImage: rest(authenticatedProcedure, {
    route: 'DELETE /events/{id}/image',
    summary: 'Remove the picture of an event',
    description:
      'Includes one that still awaits review. If the event has a journal instance, its picture is shown instead.',
    refusals: { 409: ARCHIVED },
  })
    .input(EventRefInput)
    .output(EventView)
    .mutation(({ ctx, input }) => removePicture(ctx.app, ctx.actor, eventPicture, input.id)),

  log: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/log',
    summary: 'The log of an event: changes, authors, times and reasons, latest first',
    description:
      'People who may edit the event see all entries; others see entries about the event itself and about themselves.',
  })
    .input(EventLogInput)
    .output(EventLogView)
    .query(({ ctx, input }) => listEventLog(ctx.app, ctx.actor, input)),

  mails: rest(authenticatedProcedure, {
    route: 'GET /auth/me/event-mails',
    summary: 'The caller’s event mail preferences',
    description: 'All are on by default. Mails go only to a verified address.',
  })
    .input(NoInput)
    .output(EventMailsView)
    .query(({ ctx }) => getEventMails(ctx.app, ctx.actor)),

  chooseMails: rest(authenticatedProcedure, {
    route: 'PATCH /auth/me/event-mails',
    summary: 'Change the event mail preferences',
    description: 'Omitted fields stay as they are. Queued mails of a kind that is turned off are not sent.',
  })
    .input(EventMailsInput)
    .output(EventMailsView)
    .mutation(({ ctx, input }) => chooseEventMails(ctx.app, ctx.actor, input)),
});
