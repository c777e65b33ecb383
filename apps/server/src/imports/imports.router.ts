import {
  DecideImportRowsInput,
  DismissSamePersonInput,
  ImportActionInput,
  ImportInput,
  ImportRowsInput,
  ImportRowsView,
  ImportsInput,
  ImportsView,
  ImportView,
  RaidHelperEventsInput,
  RaidHelperEventsView,
  SamePeopleInput,
  SamePeopleView,
  StartImportInput,
} from '@guildhall/contracts/import.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../membership/rights/archived-refusal.ts';
import { applyImport, decideRows, discardImport, undoImport } from './decide-rows.ts';
import { getImport, listImportRows, listImports } from './imports.queries.ts';
import { listRaidHelperEvents } from './read-events.ts';
import { dismissSamePerson, listSamePeople } from './same-person.ts';
import { startImport } from './start-import.ts';

const rest = restRoutes('Imports');
const PATH = '/organizations/{id}/imports';
const ONE = `${PATH}/{importId}` as const;
const NEEDS = 'Needs canManageRoster, for `loot` canManageLoot.';
const NEEDS_ROSTER = 'Needs canManageRoster.';
const RUNNING =
  'another import is at work (`import_running`), or this one is not in the right state (`import_not_ready`)';

export const importsRouter = router({
  start: rest(authenticatedProcedure, {
    route: `POST ${PATH}`,
    summary: 'Bring in what the guild has in another tool',
    description: `${NEEDS} Reads a text, events by their links, or a team by its key. Nothing is written to raiders or events before the import is applied.`,
    restStatus: 202,
    refusals: {
      400: 'The link leads to no event (`import_link_refused`)',
      409: `Another import of the organization is at work (\`import_running\`); ${ARCHIVED}`,
      422: 'The text cannot be read (`import_unreadable`, with line and field), the event is gone (`import_gone`), or the key is refused (`import_key_refused`)',
      503: 'The other tool does not answer (`import_tool_unavailable`)',
    },
  })
    .input(StartImportInput)
    .output(ImportView)
    .mutation(({ ctx, input }) => startImport(ctx.app, ctx.actor, input)),

  events: rest(authenticatedProcedure, {
    route: `POST ${PATH}/raid-helper-events`,
    summary: 'The events of a server on Raid-Helper, to bring several in',
    description: `${NEEDS_ROSTER} Reads the list by the key of the server and keeps nothing of it. POST, because the key belongs into no address.`,
    refusals: {
      409: ARCHIVED,
      422: 'Raid-Helper refuses the key (`import_key_refused`), or has no such server (`import_gone`)',
      503: 'Raid-Helper does not answer, or asks to wait for the seconds in `Retry-After` (`import_tool_unavailable`)',
    },
  })
    .input(RaidHelperEventsInput)
    .output(RaidHelperEventsView)
    .mutation(({ ctx, input }) => listRaidHelperEvents(ctx.app, ctx.actor, input)),

  list: rest(authenticatedProcedure, {
    route: `GET ${PATH}`,
    summary: 'The imports of an organization, newest first',
    description: NEEDS,
  })
    .input(ImportsInput)
    .output(ImportsView)
    .query(({ ctx, input }) => listImports(ctx.app, ctx.actor, input)),

  get: rest(authenticatedProcedure, {
    route: `GET ${ONE}`,
    summary: 'One import, with the number of its rows by status',
    description: NEEDS,
  })
    .input(ImportInput)
    .output(ImportView)
    .query(({ ctx, input }) => getImport(ctx.app, ctx.actor, input)),

  rows: rest(authenticatedProcedure, {
    route: `GET ${ONE}/rows`,
    summary: 'The rows of an import, and whom each names',
    description: `${NEEDS} Rows are deleted after 30 days.`,
  })
    .input(ImportRowsInput)
    .output(ImportRowsView)
    .query(({ ctx, input }) => listImportRows(ctx.app, ctx.actor, input)),

  decide: rest(authenticatedProcedure, {
    route: `PATCH ${ONE}/rows`,
    summary: 'Decide about rows, up to 500 at once',
    description: `${NEEDS} When the import is applied, decisions about names are remembered for the next time.`,
    refusals: { 409: `The import is not open to decisions (\`import_not_ready\`); ${ARCHIVED}` },
  })
    .input(DecideImportRowsInput)
    .output(ImportView)
    .mutation(({ ctx, input }) => decideRows(ctx.app, ctx.actor, input)),

  write: rest(authenticatedProcedure, {
    route: `POST ${ONE}/apply`,
    summary: 'Write what was matched and decided',
    description: `${NEEDS} A job writes; \`import.changed\` tells when it has finished.`,
    restStatus: 202,
    refusals: {
      409: `${RUNNING}; the organization would have more than 5,000 raiders without an account (\`too_many_raiders\`), or more than 200,000 awards (\`too_many_awards\`), its pool more than 200,000 entries (\`too_many_point_entries\`), or the event more than 2,000 reserves (\`reserve_sheet_full\`); ${ARCHIVED}`,
    },
  })
    .input(ImportActionInput)
    .output(ImportView)
    .mutation(({ ctx, input }) => applyImport(ctx.app, ctx.actor, input)),

  takeBack: rest(authenticatedProcedure, {
    route: `POST ${ONE}/undo`,
    summary: 'Take back what an import wrote, within 30 days',
    description: `${NEEDS} Rows that changed since stay, and are counted as kept.`,
    restStatus: 202,
    refusals: { 409: `${RUNNING}; ${ARCHIVED}` },
  })
    .input(ImportActionInput)
    .output(ImportView)
    .mutation(({ ctx, input }) => undoImport(ctx.app, ctx.actor, input)),

  discard: rest(authenticatedProcedure, {
    route: `DELETE ${ONE}`,
    summary: 'Discard an import that has written nothing',
    description: `${NEEDS} One that is read or waits for decisions, or failed before it wrote. Its rows go with it.`,
    refusals: { 409: `It has written something, or is at work (\`import_not_ready\`); ${ARCHIVED}` },
  })
    .input(ImportActionInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(discardImport(ctx.app, ctx.actor, input))),

  samePeople: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/raiders/same-people',
    summary: 'Raiders who may be one person',
    description: `${NEEDS_ROSTER} By what was brought in, earlier decisions, officers’ notes and names. Nothing is merged before an officer does: \`POST /raiders/{id}/merge\`.`,
  })
    .input(SamePeopleInput)
    .output(SamePeopleView)
    .query(({ ctx, input }) => listSamePeople(ctx.app, ctx.actor, input)),

  dismissSamePerson: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/raiders/same-people/dismiss',
    summary: 'Say that two raiders are two people',
    description: `${NEEDS_ROSTER} They are not proposed again.`,
    refusals: { 404: 'There is no such raider in this organization (`raider_not_found`)', 409: ARCHIVED },
  })
    .input(DismissSamePersonInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(dismissSamePerson(ctx.app, ctx.actor, input))),
});
