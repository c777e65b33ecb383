import {
  MyJobsInput,
  MyJobsView,
  PlanNoteInput,
  PlanNoteView,
  SavePlanNoteInput,
} from '@guildhall/contracts/plan-note.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { getPlanNote, listMyJobs } from './plan-notes.queries.ts';
import { savePlanNote } from './save-plan-note.ts';

const rest = restRoutes('Events');
const NO_BOSS = 'The instance of the event has no such boss (`encounter_not_found`)';

export const planNotesRouter = router({
  get: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/notes/{encounterId}',
    summary: 'The note for one boss of an event',
    description:
      'For members. An event without a note shows that of its team; `of` says whose it is. The text is carried as it was saved, and read only to find the lines that concern the caller and names of which no one comes.',
    refusals: { 422: NO_BOSS },
  })
    .input(PlanNoteInput)
    .output(PlanNoteView)
    .query(({ ctx, input }) => getPlanNote(ctx.app, ctx.actor, input)),

  save: rest(authenticatedProcedure, {
    route: 'PUT /events/{id}/notes/{encounterId}',
    summary: 'Save or remove the note for one boss',
    description:
      'Needs canManageEvents, or to lead the team of the event. An empty text removes the note. A note of the team is shown at all its events that have none of their own.',
    refusals: {
      422: NO_BOSS,
      409: `Another member has saved a change since the version that was sent (\`changed_meanwhile\`), the event has no team (\`event_without_team\`), or ${ARCHIVED}`,
    },
  })
    .input(SavePlanNoteInput)
    .output(PlanNoteView)
    .mutation(({ ctx, input }) => savePlanNote(ctx.app, ctx.actor, input)),

  myJobs: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/my-jobs',
    summary: 'The lines of all notes of an event that concern the caller',
    description:
      'Lines that name one of the caller’s characters, or their group, role, class or specialization, or everyone. A place in a published line-up counts before what they signed up with. Each boss of the instance is listed, with or without a note.',
  })
    .input(MyJobsInput)
    .output(MyJobsView)
    .query(({ ctx, input }) => listMyJobs(ctx.app, ctx.actor, input)),
});
