import {
  CopyLineupInput,
  ExportedLineupView,
  ExportLineupInput,
  LineupCheckView,
  LineupInput,
  LineupListInput,
  LineupListView,
  LineupView,
  PublishLineupInput,
  SaveLineupInput,
} from '@guildhall/contracts/lineup.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { copyLineup, publishLineup, saveLineup } from './change-lineups.ts';
import { checkLineups } from './check-lineups.ts';
import { exportLineup } from './export-lineup.ts';
import { getLineup, listLineups } from './lineup.queries.ts';

const rest = restRoutes('Events');
const MEANWHILE =
  'Another person has changed the line-up since the version that was sent (`changed_meanwhile`): `current` of the refusal is the line-up as it is now, to which the caller adds their changes';
const COMPLETED = 'The event is completed (`event_completed`)';
const NO_BOSS = 'The instance of the event has no such boss (`encounter_not_found`)';

export const lineupsRouter = router({
  list: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/lineups',
    summary: 'The line-ups of an event in short, and for how many bosses the caller has a place',
    description:
      'The whole night first, then each boss of the event’s instance. A boss without places of its own follows the whole night. Members see what is published; people who may edit the event see drafts.',
    services: true,
  })
    .input(LineupListInput)
    .output(LineupListView)
    .query(({ ctx, input }) => listLineups(ctx.app, ctx.actor, input)),

  check: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/lineups/check',
    summary: 'Problems of the line-ups of an event, and the buffs that their raiders bring',
    description:
      'For people who may edit the event. Covers the drafts of the whole night and of each boss with places of its own. A raider who has declined, withdrawn, left or is away brings nothing. Only too many people keep a line-up from being published.',
  })
    .input(LineupListInput)
    .output(LineupCheckView)
    .query(({ ctx, input }) => checkLineups(ctx.app, ctx.actor, input)),

  get: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/lineups/{encounterId}',
    summary: 'The line-up for one boss, or for the whole night',
    description:
      'Members see what is published: without places if nothing is. People who may edit the event see the draft, and who of it may not come.',
    services: true,
    refusals: { 422: NO_BOSS },
  })
    .input(LineupInput)
    .output(LineupView)
    .query(({ ctx, input }) => getLineup(ctx.app, ctx.actor, input)),

  save: rest(authenticatedProcedure, {
    route: 'PUT /events/{id}/lineups/{encounterId}',
    summary: 'Save the whole line-up for one boss, or for the whole night',
    description:
      'For people who may edit the event. Members see it once it is published. Each raider stands in it once, in a slot of a group or on the bench; their answer to the event stays as it is. Too many people can be saved, but not published.',
    refusals: {
      409: `${MEANWHILE}. ${COMPLETED}. ${ARCHIVED}`,
      422: `${NO_BOSS}, it does not offer the difficulty (\`invalid_input\`), or a place names a raider or character that cannot stand there (\`lineup_place_refused\`)`,
    },
  })
    .input(SaveLineupInput)
    .output(LineupView)
    .mutation(({ ctx, input }) => saveLineup(ctx.app, ctx.actor, input)),

  publish: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/lineups/{encounterId}/publish',
    summary: 'Show line-ups to the members',
    description:
      'For people who may edit the event. Each person whose bosses change gets the notification `lineup_published` with their number. `also` names other line-ups of the event to publish at once. Publishing what is published is not an error.',
    refusals: {
      409: `${MEANWHILE}. The event is not published (\`event_not_open\`). ${COMPLETED}. ${ARCHIVED}`,
      422: `${NO_BOSS}, or a line-up has more people than its difficulty takes (\`lineup_too_large\`)`,
    },
  })
    .input(PublishLineupInput)
    .output(LineupView)
    .mutation(({ ctx, input }) => publishLineup(ctx.app, ctx.actor, input)),

  copy: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/lineups/{encounterId}/copy',
    summary: 'Copy a line-up to another boss, or to the whole night',
    description:
      'For people who may edit the event. Replaces the draft of `to`, whose version the caller sends; the answer is that line-up.',
    refusals: { 409: `${MEANWHILE}. ${COMPLETED}. ${ARCHIVED}`, 422: NO_BOSS },
  })
    .input(CopyLineupInput)
    .output(LineupView)
    .mutation(({ ctx, input }) => copyLineup(ctx.app, ctx.actor, input)),

  export: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/lineups/{encounterId}/export',
    summary: 'The groups of a line-up as text for an addon, a macro or a table',
    description:
      'Members export what is published; people who may edit the event the draft. The bench is not in it. Realms are those of each character’s own region, in the language that is asked for. A free slot keeps its position where the format has positions.',
    services: true,
    refusals: { 422: NO_BOSS },
  })
    .input(ExportLineupInput)
    .output(ExportedLineupView)
    .query(({ ctx, input }) => exportLineup(ctx.app, ctx.actor, input)),
});
