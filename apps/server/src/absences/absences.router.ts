import {
  AbsenceAddedView,
  AbsenceListView,
  AddAbsenceInput,
  GuildAbsencesInput,
  GuildAbsencesView,
  RemoveAbsenceInput,
} from '@guildhall/contracts/absence.ts';
import { Done, NoInput } from '@guildhall/contracts/primitives.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, done, router } from '../core/http/trpc.ts';
import { repeatable } from '../people/created-by-key.ts';
import { listGuildAbsences, listOwnAbsences } from './absence.queries.ts';
import { addAbsence, removeAbsence } from './change-absences.ts';

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
    .mutation(({ ctx, input }) => addAbsence(ctx.app, ctx.actor, input, repeatable(ctx, 'absences.add', input))),

  remove: rest(authenticatedProcedure, {
    route: 'DELETE /auth/me/absences/{id}',
    summary: 'Remove an absence; answers it declined stay declined',
    description:
      'The caller’s own only, for a service those from its own organization; another id is 404 (`absence_not_found`). Waitlists consider the person again at once, but nobody loses the slot of an event that the absence declined.',
    actFor: 'absence',
  })
    .input(RemoveAbsenceInput)
    .output(Done)
    .mutation(({ ctx, input }) => done(removeAbsence(ctx.app, ctx.actor, input))),

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
