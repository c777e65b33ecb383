import { EventBodyInput, EventRefInput } from '@guildhall/contracts/event.ts';
import {
  AddParticipantInput,
  AnswerSeriesInput,
  AttendanceRecordedView,
  MoveParticipantInput,
  ParticipantsSwappedView,
  ParticipationListInput,
  ParticipationListView,
  ParticipationView,
  RecordAttendanceInput,
  RemindedView,
  SeriesAnsweredView,
  SignUpInput,
  SwapParticipantsInput,
  UnansweredInput,
  UnansweredView,
  WithdrawnView,
} from '@guildhall/contracts/participation.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { answerSeries } from './answer-series.ts';
import { addParticipant, moveParticipant } from './manage-participants.ts';
import { listParticipations } from './participation.queries.ts';
import { recordAttendance } from './record-attendance.ts';
import { signUp, withdraw } from './sign-up.ts';
import { swapParticipants } from './swap-participants.ts';
import { listUnanswered, remindUnanswered } from './unanswered.ts';

const rest = restRoutes('Events');
const NOT_IN_SERIES = 'The event belongs to no series (`not_in_series`)';

export const participationsRouter = router({
  list: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/participations',
    summary: 'The participations of an event: signed up, waiting or declined',
    description:
      'Signed-up participants first, each group in queue order. Only people who may edit the event see the recorded attendance of others.',
    services: true,
  })
    .input(ParticipationListInput)
    .output(ParticipationListView)
    .query(({ ctx, input }) => listParticipations(ctx.app, ctx.actor, input)),

  signUp: rest(authenticatedProcedure, {
    route: 'PUT /events/{id}/signup',
    summary: 'Sign up, answer tentatively, or decline',
    description:
      'Each person has one answer, and a new one replaces it. With `roles`, the first role with a free slot is taken; if all are full, the person is waitlisted for each of them and gets the first slot that opens up. Changing the role means queueing anew; people with a slot are never moved to another role. The character’s class must be able to play the role, unless the event allows `anyRole`. After the deadline people can only withdraw.',
    actFor: 'signUp',
    refusals: {
      400: 'The input is not valid, or the event has no slot of this role (`role_without_slot`)',
      403: 'Not a member of the organization',
      404: 'There is no such event for the caller (`event_not_found`), or they have no such character (`character_not_found`)',
      409: 'The event is not open (`event_not_open`), has begun (`event_started`), sign-ups are closed (`signup_closed`), or the character cannot come (`character_archived`, `character_not_in_guild`) or play the role (`role_not_playable`)',
    },
  })
    .input(SignUpInput)
    .output(ParticipationView)
    .mutation(({ ctx, input }) => signUp(ctx.app, ctx.actor, input)),

  withdraw: rest(authenticatedProcedure, {
    route: 'DELETE /events/{id}/signup',
    summary: 'Take back the answer to an event',
    description:
      'The caller then has no answer, as before the first one; `PUT` with `declined` says no instead. The slot goes to the next in line. Possible until the start; after the deadline the answer becomes `declined` and stays. Without an answer nothing changes.',
    actFor: 'signUp',
    refusals: {
      404: 'There is no such event for the caller (`event_not_found`)',
      409: 'The event is not open (`event_not_open`), or has begun (`event_started`)',
    },
  })
    .input(EventRefInput)
    .output(WithdrawnView)
    .mutation(({ ctx, input }) => withdraw(ctx.app, ctx.actor, input)),

  add: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/participations',
    summary: 'Add a member, a raider or a guest to an event before its start',
    description:
      'For people who may edit the event, even after the deadline. A member gets a mail about the slot, and can withdraw as if they had signed up themselves. Raiders without an account, and guests, need canManageEvents; `guest` makes a new raider.',
    restStatus: 201,
    refusals: {
      400: 'The input is not valid, or the event has no slot of this role (`role_without_slot`)',
      404: 'There is no such event for the caller (`event_not_found`), no such member (`member_not_found`) or raider (`raider_not_found`), or they have no such character (`character_not_found`)',
      409: 'The person has answered already (`already_answered`), the role has no free slot (`role_full`), the character cannot come (`character_archived`, `character_not_in_guild`) or play the role (`role_not_playable`), or the event is not open (`event_not_open`) or has begun (`event_started`)',
    },
  })
    .input(AddParticipantInput)
    .output(ParticipationView)
    .mutation(({ ctx, input }) => addParticipant(ctx.app, ctx.actor, input)),

  unanswered: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/unanswered',
    summary: 'Members who have not answered an event, and how a reminder reaches them',
    description:
      'Needs canManageEvents, also for group events. Longest-standing members first; those who are away are listed, and not reminded.',
  })
    .input(UnansweredInput)
    .output(UnansweredView)
    .query(({ ctx, input }) => listUnanswered(ctx.app, ctx.actor, input)),

  remind: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/remind',
    summary: 'Remind members who have not answered an event',
    description:
      'Needs canManageEvents. Each gets a notification (`answer_wanted`), and a direct message or mail unless they muted reminders; members who are away get none. Once in six hours for an event: before that, 429 (`reminded_recently`).',
    refusals: {
      409: 'The event is not open (`event_not_open`), has begun (`event_started`), or sign-ups are closed (`signup_closed`)',
    },
  })
    .input(EventBodyInput)
    .output(RemindedView)
    .mutation(({ ctx, input }) => remindUnanswered(ctx.app, ctx.actor, input)),

  answerSeries: rest(authenticatedProcedure, {
    route: 'PUT /events/{id}/series-signup',
    summary: 'Answer all events of a series at once',
    description:
      'Each event is answered as by `PUT /events/{id}/signup`, one after the other. Events that the caller has answered are skipped unless `replace` is set, and so are days on which they are away; events that refuse the answer are skipped with the reason. A repeated request answers the rest.',
    actFor: 'signUp',
    refusals: {
      403: 'Not a member of the organization',
      404: 'There is no such event for the caller (`event_not_found`), or they have no such character (`character_not_found`)',
      409: NOT_IN_SERIES,
    },
  })
    .input(AnswerSeriesInput)
    .output(SeriesAnsweredView)
    .mutation(({ ctx, input }) => answerSeries(ctx.app, ctx.actor, input)),

  swap: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/participations/swap',
    summary: 'Give the place of one participant to another, in one step',
    description:
      'For people who may edit the event, before its start, even after the deadline. `in` gets the place and role of `out`. `out` gets the place or the waitlist position of `in`; if there is neither, `out` is the first in line. If the role has another free slot, both have a place. Both are told, with the reason.',
    refusals: {
      400: 'The input is not valid, or the event has no slots (`role_without_slot`)',
      404: 'There is no such event for the caller (`event_not_found`), no such participation (`participation_not_found`), or the person is no longer a member (`member_not_found`)',
      409: 'The first has no place, or both have one of the same role (`no_place_to_swap`), a character cannot come (`character_archived`, `character_not_in_guild`) or play the role (`role_not_playable`), or the event is not open (`event_not_open`) or has begun (`event_started`)',
    },
  })
    .input(SwapParticipantsInput)
    .output(ParticipantsSwappedView)
    .mutation(({ ctx, input }) => swapParticipants(ctx.app, ctx.actor, input)),

  move: rest(authenticatedProcedure, {
    route: 'PATCH /events/{id}/participations/{participationId}',
    summary: 'Move a participant to another role, status or waitlist position',
    description: 'For people who may edit the event, even after the deadline; never exceeds the number of slots.',
    refusals: {
      400: 'The input is not valid, the event has no slot of this role (`role_without_slot`), a position for a participant who is not waitlisted, or no character for one who takes part',
      404: 'There is no such event for the caller (`event_not_found`), no such participation (`participation_not_found`) or character (`character_not_found`), or the person is no longer a member (`member_not_found`)',
      409: 'The role has no free slot (`role_full`), the character cannot come (`character_archived`, `character_not_in_guild`) or play the role (`role_not_playable`), or the event is not open (`event_not_open`)',
    },
  })
    .input(MoveParticipantInput)
    .output(ParticipationView)
    .mutation(({ ctx, input }) => moveParticipant(ctx.app, ctx.actor, input)),

  attendance: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/attendance',
    summary: 'Record attendance',
    description:
      'Possible from the start on, with later corrections. Either all entries are recorded or none. `userId` records a walk-in: a member who came without signing up. `raiderId` does the same for a raider without an account, for people with canManageEvents. `confirm` records what the log of the night proposes, and changes nothing that is recorded.',
    refusals: {
      409: 'The event has not begun (`event_not_started`), did not take place (`event_not_open`), or the log proposes nothing new (`nothing_proposed`)',
    },
  })
    .input(RecordAttendanceInput)
    .output(AttendanceRecordedView)
    .mutation(({ ctx, input }) => recordAttendance(ctx.app, ctx.actor, input)),
});
