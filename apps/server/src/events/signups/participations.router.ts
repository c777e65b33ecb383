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
} from '@guildhall/contracts/participation.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { addParticipant } from './add-participant.ts';
import { moveParticipant } from './move-participant.ts';
import { listParticipations } from './participation.queries.ts';
import { recordAttendance } from './record-attendance.ts';
import { signUp, withdraw } from './sign-up.ts';

const tags = ['Events'];

export const participationsRouter = router({
  list: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/events/{id}/participations',
        tags,
        summary: 'The participations of an event: signed up, waiting or declined',
        description:
          'Those who are signed up first, each group in the order of the queue. Only people who may edit the event see the recorded attendance of others.',
      },
    })
    .input(ParticipationListInput)
    .output(ParticipationListView)
    .query(({ ctx, input }) => listParticipations(ctx.app, ctx.actor, input)),

  signUp: authenticatedProcedure
    .meta({
      refusals: {
        400: 'The input is not valid, or the event has no slot of this role (`role_without_slot`)',
        403: 'Not a member of the organization',
        404: 'There is no such event for the caller (`event_not_found`), or no such character of theirs (`character_not_found`)',
        409: 'The event is not open (`event_not_open`), has begun (`event_started`), sign-ups are closed (`signup_closed`), or the character cannot come (`character_archived`, `character_not_in_guild`) or play the role (`role_not_playable`)',
      },
      openapi: {
        method: 'PUT',
        path: '/events/{id}/signup',
        tags,
        summary: 'Sign up, answer tentatively, or decline',
        description:
          'One answer a person; another one takes its place. With `roles` the first that has a place is taken; when all are full, one waits in line for each, and gets the first that becomes free. Another role means a new place in line; nobody who has a place is moved to another role. The class of the character has to be able to play the role, unless the event says `anyRole`. After the deadline one can only take back what was said.',
      },
    })
    .input(SignUpInput)
    .output(ParticipationView)
    .mutation(({ ctx, input }) => signUp(ctx.app, ctx.actor, input)),

  withdraw: authenticatedProcedure
    .meta({
      refusals: {
        404: 'There is no such event for the caller (`event_not_found`), or they have not answered (`participation_not_found`)',
        409: 'The event is not open (`event_not_open`), or has begun (`event_started`)',
      },
      openapi: {
        method: 'DELETE',
        path: '/events/{id}/signup',
        tags,
        summary: 'Withdraw from an event',
        description:
          'The answer becomes a no, and the place goes to the next in line. Possible until the start, after the deadline too.',
      },
    })
    .input(EventRefInput)
    .output(ParticipationView)
    .mutation(({ ctx, input }) => withdraw(ctx.app, ctx.actor, input)),

  add: authenticatedProcedure
    .meta({
      restStatus: 201,
      refusals: {
        400: 'The input is not valid, or the event has no slot of this role (`role_without_slot`)',
        404: 'There is no such event for the caller (`event_not_found`), no such member (`member_not_found`), or no such character of theirs (`character_not_found`)',
        409: 'The person has answered already (`already_answered`), no place of the role is free (`role_full`), the character cannot come (`character_archived`, `character_not_in_guild`) or play the role (`role_not_playable`), or the event is not open (`event_not_open`) or has begun (`event_started`)',
      },
      openapi: {
        method: 'POST',
        path: '/events/{id}/participations',
        tags,
        summary: 'Add a member to an event before its start',
        description:
          'For those who may edit the event, also after the deadline. The member gets a mail about the place, and can withdraw as from an answer of their own.',
      },
    })
    .input(AddParticipantInput)
    .output(ParticipationView)
    .mutation(({ ctx, input }) => addParticipant(ctx.app, ctx.actor, input)),

  move: authenticatedProcedure
    .meta({
      refusals: {
        400: 'The input is not valid, the event has no slot of this role (`role_without_slot`), a position for somebody who does not wait, or no character of somebody who is to come',
        404: 'There is no such event for the caller (`event_not_found`), no such participation (`participation_not_found`) or character (`character_not_found`), or the person who is to come is no longer a member (`member_not_found`)',
        409: 'No place of the role is free (`role_full`), the character cannot come (`character_archived`, `character_not_in_guild`) or play the role (`role_not_playable`), or the event is not open (`event_not_open`)',
      },
      openapi: {
        method: 'PATCH',
        path: '/events/{id}/participations/{participationId}',
        tags,
        summary: 'Move a participant: another role, status or place in line',
        description: 'For those who may edit the event, also after the deadline; never beyond the number of slots.',
      },
    })
    .input(MoveParticipantInput)
    .output(ParticipationView)
    .mutation(({ ctx, input }) => moveParticipant(ctx.app, ctx.actor, input)),

  attendance: authenticatedProcedure
    .meta({
      refusals: { 409: 'The event has not begun (`event_not_started`), or did not take place (`event_not_open`)' },
      openapi: {
        method: 'POST',
        path: '/events/{id}/attendance',
        tags,
        summary: 'Record who was there',
        description:
          'From the start on, and to be corrected afterwards. All entries are recorded, or none. A member who came without having signed up is named by `userId`.',
      },
    })
    .input(RecordAttendanceInput)
    .output(AttendanceRecordedView)
    .mutation(({ ctx, input }) => recordAttendance(ctx.app, ctx.actor, input)),
});
