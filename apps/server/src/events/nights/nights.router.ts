import {
  AttachReportInput,
  DetachReportInput,
  EventReportsInput,
  EventReportsView,
  LogSourceInput,
  LogSourceView,
  MatchFighterInput,
  NightInput,
  NightView,
  PastAttendanceInput,
  PastAttendanceView,
  ProgressInput,
  ProgressView,
  PutLogSourceInput,
  ReadReportsView,
} from '@guildhall/contracts/night.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { adminProcedure, answerDone, authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { getLogSource, putLogSource, removeLogSource } from './change-log-source.ts';
import { attachReport, detachReport, listReports } from './change-reports.ts';
import { matchFighter } from './match-fighter.ts';
import { getNight } from './night.queries.ts';
import { getPastAttendance } from './past-attendance.queries.ts';
import { PAST_ATTENDANCE_CSV_EXAMPLE } from './past-attendance-csv.routes.ts';
import { getProgress } from './progress.queries.ts';
import { queueReports } from './queue-reports.ts';

const rest = restRoutes('Raid nights');
const SOURCE = '/organizations/{id}/log-source';
const MANAGES_GUILD = 'Needs canManageGuild.';
const SEES = 'Needs canViewRoster.';
const OFF = 'this installation reads no logs (`log_source_not_configured`)';
const SILENT = 'Warcraft Logs does not answer, or the points of the hour are used up (`log_tool_unavailable`)';

export const nightsRouter = router({
  source: rest(authenticatedProcedure, {
    route: `GET ${SOURCE}`,
    summary: 'Where the reports of an organization are',
    description: MANAGES_GUILD,
  })
    .input(LogSourceInput)
    .output(LogSourceView)
    .query(({ ctx, input }) => getLogSource(ctx.app, ctx.actor, input)),

  putSource: rest(authenticatedProcedure, {
    route: `PUT ${SOURCE}`,
    summary: 'Name the guild on Warcraft Logs, and how raiders are measured by its reports',
    description: `${MANAGES_GUILD} Asks Warcraft Logs for the guild and its raid teams. Its reports are then read every 15 minutes from the start of an event to two hours after its end, and once more the next noon.`,
    refusals: {
      400: 'The link is no page of a guild (`report_link_refused`)',
      404: 'Warcraft Logs knows no such guild (`log_guild_not_found`), or the organization has no such team (`team_not_found`)',
      409: `It is archived (\`organization_archived\`), or ${OFF}`,
      422: 'The guild is listed for another version of the game (`report_of_another_game`)',
      503: SILENT,
    },
  })
    .input(PutLogSourceInput)
    .output(LogSourceView)
    .mutation(({ ctx, input }) => putLogSource(ctx.app, ctx.actor, input)),

  removeSource: rest(authenticatedProcedure, {
    route: `DELETE ${SOURCE}`,
    summary: 'Read no more reports',
    description: `${MANAGES_GUILD} Reports that were read stay with their events.`,
    refusals: { 409: ARCHIVED },
  })
    .input(LogSourceInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(removeLogSource(ctx.app, ctx.actor, input))),

  reports: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/reports',
    summary: 'The reports of an event',
    description: `${SEES} People who manage the event also get those that could belong to it, and the links of unlisted ones.`,
  })
    .input(EventReportsInput)
    .output(EventReportsView)
    .query(({ ctx, input }) => listReports(ctx.app, ctx.actor, input)),

  attach: rest(authenticatedProcedure, {
    route: 'POST /events/{id}/reports',
    summary: 'Read a report and count it for an event',
    description:
      'Needs canManageEvents, or to lead the team of the event. Only the code is taken out of the link; requests go to Warcraft Logs alone.',
    refusals: {
      400: 'The link leads to no report of Warcraft Logs (`report_link_refused`)',
      404: 'There is no such event for the caller (`event_not_found`), or no such report (`report_not_found`)',
      409: `Another guild uploaded it (\`report_of_another_guild\`; send \`ofAnotherGuild\` to take it), the event has not begun (\`event_not_started\`), or ${OFF}; ${ARCHIVED}`,
      422: 'The report is private (`report_private`), archived (`report_archived`), or of another game (`report_of_another_game`)',
      503: SILENT,
    },
  })
    .input(AttachReportInput)
    .output(EventReportsView)
    .mutation(({ ctx, input }) => attachReport(ctx.app, ctx.actor, input)),

  detach: rest(authenticatedProcedure, {
    route: 'DELETE /reports/{id}',
    summary: 'Take a report away from its event',
    description:
      'Needs canManageEvents, or to lead the team of the event. Its pulls and its code are deleted. It is not read again, unless it is attached again.',
    refusals: { 404: 'There is no such report (`report_not_found`)', 409: ARCHIVED },
  })
    .input(DetachReportInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(detachReport(ctx.app, ctx.actor, input))),

  get: rest(authenticatedProcedure, {
    route: 'GET /events/{id}/night',
    summary: 'The night of an event: pulls, and attendance as the log proposes it',
    description: `${SEES} Members see their own row; people with canViewOfficerData, or who manage the event, see all.`,
    services: true,
  })
    .input(NightInput)
    .output(NightView)
    .query(({ ctx, input }) => getNight(ctx.app, ctx.actor, input)),

  match: rest(authenticatedProcedure, {
    route: 'PUT /events/{id}/night/fighters',
    summary: 'Say whose character a fighter of the log is',
    description:
      'Needs canManageEvents, or to lead the team of the event. The decision holds for all nights of the organization until it is changed or forgotten, and comes before names and aliases.',
    refusals: {
      404: 'There is no such event for the caller (`event_not_found`), no such character in its log (`character_not_found`), or no such raider or member (`raider_not_found`, `member_not_found`)',
      409: `The event has not begun (\`event_not_started\`); ${ARCHIVED}`,
    },
  })
    .input(MatchFighterInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(matchFighter(ctx.app, ctx.actor, input))),

  progress: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/progress',
    summary: 'First kills, wipes before them and the best wipe, by team, boss and difficulty',
    description: `${SEES} Counts nights of which a report was read.`,
    services: true,
  })
    .input(ProgressInput)
    .output(ProgressView)
    .query(({ ctx, input }) => getProgress(ctx.app, ctx.actor, input)),

  past: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/past-attendance',
    summary: 'Attendance from before the first event, as Warcraft Logs has it',
    description:
      'Needs canViewOfficerData; members get their own row. It is read once after the source is named, and counts towards no rate. The platform says names without a realm: one that several raiders have is of none.',
    otherMedia: { 'text/csv': PAST_ATTENDANCE_CSV_EXAMPLE },
  })
    .input(PastAttendanceInput)
    .output(PastAttendanceView)
    .query(({ ctx, input }) => getPastAttendance(ctx.app, ctx.actor, input)),

  readReports: restRoutes('Administration')(adminProcedure, {
    route: 'POST /jobs/read-reports',
    summary: 'Read the reports of guilds whose raid is on or over, ahead of schedule',
    description: 'One run at a time.',
    restStatus: 201,
  })
    .input(z.strictObject({}))
    .output(ReadReportsView)
    .mutation(({ ctx }) => queueReports(ctx.app, ctx.actor)),
});
