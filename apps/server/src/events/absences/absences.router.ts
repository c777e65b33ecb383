import {
  AbsenceAddedView,
  AbsenceListView,
  AddAbsenceInput,
  AddMemberAbsenceInput,
  GuildAbsencesInput,
  GuildAbsencesView,
  RemoveAbsenceInput,
  RemoveMemberAbsenceInput,
} from '@guildhall/contracts/absence.ts';
import { Done, NoInput } from '@guildhall/contracts/primitives.ts';
import { repeatableRequest } from '../../core/http/repeated-requests.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, router } from '../../core/http/trpc.ts';
import {
  addAbsence,
  addMemberAbsence,
  listGuildAbsences,
  listOwnAbsences,
  removeAbsence,
  removeMemberAbsence,
} from './change-absences.ts';

const rest = restRoutes('Attendance');

export const absencesRouter = router({
  mine: rest(authenticatedProcedure, {
    route: 'GET /auth/me/absences',
    summary: 'Absences of the caller',
    description:
      'Latest first, past ones too. Services need the caller’s consent (`absence`), and get only those from their own organization.',
    actFor: 'absence',
  })
    .input(NoInput)
    .output(AbsenceListView)
    .query(({ ctx }) => listOwnAbsences(ctx.app, ctx.actor)),

  add: rest(authenticatedProcedure, {
    route: 'POST /auth/me/absences',
    summary: 'Add an absence of one or more days, from one guild or from all',
    description:
      'Declines the caller’s answers to events that start on these days; their slots go to waitlisted participants. The caller can still sign up, but gets no slot from a waitlist and no reminders. Events missed during an absence entered in time do not count towards attendance. A repeated request declines nothing and lists no events. For a service, the absence is always from its own organization.',
    actFor: 'absence',
    restStatus: 201,
    repeatable: true,
    refusals: {
      404: 'The organization does not exist, or the caller may not see it (`organization_not_found`)',
      409: 'The caller has reached the maximum number of absences (`too_many_absences`)',
    },
  })
    .input(AddAbsenceInput)
    .output(AbsenceAddedView)
    .mutation(({ ctx, input }) => addAbsence(ctx.app, ctx.actor, input, repeatableRequest(ctx, 'absences.add', input))),

  remove: rest(authenticatedProcedure, {
    route: 'DELETE /auth/me/absences/{id}',
    summary: 'Remove an absence; answers it declined stay declined',
    description:
      'The caller’s own only, for a service those from its own organization; another id is 404 (`absence_not_found`). Waitlists consider the person again at once, but no participant loses the slot of an event that the absence declined.',
    actFor: 'absence',
  })
    .input(RemoveAbsenceInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(removeAbsence(ctx.app, ctx.actor, input))),

  addForMember: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/members/{userId}/absences',
    summary: 'Add an absence of a member from this guild',
    description:
      'Needs canManageEvents, for a member who said so elsewhere. It has the same effect as one of their own, they get the notification `absence_entered`, and they can remove it. A repeated request declines nothing and lists no events.',
    restStatus: 201,
    repeatable: true,
    refusals: {
      404: 'There is no such organization for the caller (`organization_not_found`), or no such member (`member_not_found`)',
      409: 'The organization is archived (`organization_archived`), or the member has the maximum number of absences (`too_many_absences`)',
    },
  })
    .input(AddMemberAbsenceInput)
    .output(AbsenceAddedView)
    .mutation(({ ctx, input }) =>
      addMemberAbsence(ctx.app, ctx.actor, input, repeatableRequest(ctx, 'absences.addForMember', input)),
    ),

  removeForMember: rest(authenticatedProcedure, {
    route: 'DELETE /organizations/{id}/members/{userId}/absences/{absenceId}',
    summary: 'Remove an absence that an officer has entered',
    description:
      'Needs canManageEvents. Absences that the member entered are theirs: 404 (`absence_not_found`). Answers it declined stay declined.',
    refusals: {
      404: 'There is no such organization for the caller (`organization_not_found`), no such member (`member_not_found`), or no such absence (`absence_not_found`)',
      409: 'The organization is archived (`organization_archived`)',
    },
  })
    .input(RemoveMemberAbsenceInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(removeMemberAbsence(ctx.app, ctx.actor, input))),

  ofGuild: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/absences',
    summary: 'Absences of the members, from a day on or between two days; for officers',
    description:
      'Those that concern all guilds of a member, and those for this guild alone. Members without officer rights get 403.',
    services: true,
  })
    .input(GuildAbsencesInput)
    .output(GuildAbsencesView)
    .query(({ ctx, input }) => listGuildAbsences(ctx.app, ctx.actor, input)),
});
