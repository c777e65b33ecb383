import { EventRefInput } from '@guildhall/contracts/event.ts';
import {
  AddParticipantInput,
  AttendanceRecordedView,
  MoveParticipantInput,
  ParticipationListInput,
  ParticipationListView,
  ParticipationView,
  RecordAttendanceInput,
  SignUpInput,
  WithdrawnView,
} from '@guildhall/contracts/participation.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { addParticipant, moveParticipant } from './manage-participants.ts';
import { listParticipations } from './participation.queries.ts';
import { recordAttendance } from './record-attendance.ts';
import { signUp, withdraw } from './sign-up.ts';

const rest = restRoutes('Events');

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
    summary: 'Add a member to an event before its start',
    description:
      'For people who may edit the event, even after the deadline. The member gets a mail about the slot, and can withdraw as if they had signed up themselves.',
    restStatus: 201,
    refusals: {
      400: 'The input is not valid, or the event has no slot of this role (`role_without_slot`)',
      404: 'There is no such event for the caller (`event_not_found`), no such member (`member_not_found`), or they have no such character (`character_not_found`)',
      409: 'The person has answered already (`already_answered`), the role has no free slot (`role_full`), the character cannot come (`character_archived`, `character_not_in_guild`) or play the role (`role_not_playable`), or the event is not open (`event_not_open`) or has begun (`event_started`)',
    },
  })
    .input(AddParticipantInput)
    .output(ParticipationView)
    .mutation(({ ctx, input }) => addParticipant(ctx.app, ctx.actor, input)),

  move: rest(authenticatedProcedure, {
    route: 'PATCH /events/{id}/participations/{participationId}',
    summary: 'Move a participant to another role, status or waitlist position',
    description: 'For people who may edit the event, even after the deadline; never exceeds the number of slots.',
    refusals: {
      400: 'The input is not valid, the event has no slot of this role (`role_without_slot`), a position for somebody who is not waitlisted, or no character for somebody who takes part',
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
      'Possible from the start on, with later corrections. Either all entries are recorded or none. `userId` records a walk-in: a member who came without signing up.',
    refusals: { 409: 'The event has not begun (`event_not_started`), or did not take place (`event_not_open`)' },
  })
    .input(RecordAttendanceInput)
    .output(AttendanceRecordedView)
    .mutation(({ ctx, input }) => recordAttendance(ctx.app, ctx.actor, input)),
});
