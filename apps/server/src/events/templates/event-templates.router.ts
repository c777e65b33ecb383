import {
  CreateEventTemplateInput,
  CreateFromTemplateInput,
  EventFromTemplateView,
  EventTemplateInput,
  EventTemplateListInput,
  EventTemplateListView,
  EventTemplateView,
  UpdateEventTemplateInput,
} from '@guildhall/contracts/event-template.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import { repeatableRequest } from '../../core/http/repeated-requests.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { createFromTemplate } from './create-from-template.ts';
import { listTemplates } from './event-templates.queries.ts';
import { createTemplate, deleteTemplate, updateTemplate } from './save-template.ts';

const rest = restRoutes('Events');
const NO_EVENT = 'There is no such template (`event_template_not_found`), or no such event (`event_not_found`)';

export const eventTemplatesRouter = router({
  list: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/event-templates',
    summary: 'Templates of events',
    description:
      'For people with canManageEvents, and the leads of teams, who get those of their teams. At most 50, by name.',
  })
    .input(EventTemplateListInput)
    .output(EventTemplateListView)
    .query(({ ctx, input }) => listTemplates(ctx.app, ctx.actor, input)),

  create: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/event-templates',
    summary: 'Save an event as a template',
    description:
      'Needs canManageEvents, or to lead the team of the event. The template takes all fields of the event but its day and its picture, the drafts of its line-ups, and its own notes.',
    restStatus: 201,
    refusals: {
      404: 'There is no such organization, or it has no such event (`event_not_found`)',
      409: `There are 50 templates already (\`too_many_event_templates\`), or ${ARCHIVED}`,
    },
  })
    .input(CreateEventTemplateInput)
    .output(EventTemplateView)
    .mutation(({ ctx, input }) => createTemplate(ctx.app, ctx.actor, input)),

  update: rest(authenticatedProcedure, {
    route: 'PATCH /event-templates/{id}',
    summary: 'Rename a template, or take everything anew from an event',
    description: 'Needs canManageEvents, or to lead the team of the template and of the event.',
    refusals: { 404: NO_EVENT, 409: ARCHIVED },
  })
    .input(UpdateEventTemplateInput)
    .output(EventTemplateView)
    .mutation(({ ctx, input }) => updateTemplate(ctx.app, ctx.actor, input)),

  delete: rest(authenticatedProcedure, {
    route: 'DELETE /event-templates/{id}',
    summary: 'Delete a template',
    description: 'Events that were made from it stay as they are.',
    refusals: { 409: ARCHIVED },
  })
    .input(EventTemplateInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(deleteTemplate(ctx.app, ctx.actor, input))),

  createEvents: rest(authenticatedProcedure, {
    route: 'POST /event-templates/{id}/events',
    summary: 'Create an event, or a series of events, from a template',
    description:
      'As creating events does; fields that are left out come from the template. Each event gets the template’s line-ups, as drafts, and its notes, as far as its instance has their bosses. Raiders who have left, or are not in the team of the event, get no place: `leftOut` names them.',
    restStatus: 201,
    location: '/events/{id}',
    repeatable: true,
    refusals: {
      400: 'The input is not valid, a date is given twice (`same_start_twice`), or the journal has no such instance (`instance_not_found`)',
      409: `${ARCHIVED}, or there are too many events (\`too_many_events\`)`,
    },
  })
    .input(CreateFromTemplateInput)
    .output(EventFromTemplateView)
    .mutation(({ ctx, input }) =>
      createFromTemplate(ctx.app, ctx.actor, input, repeatableRequest(ctx, 'eventTemplates.createEvents', input)),
    ),
});
