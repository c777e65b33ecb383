import {
  AttendanceMatrixInput,
  AttendanceMatrixView,
  AttendancePolicyInput,
  AttendancePolicyView,
  AttendanceStatsInput,
  AttendanceStatsView,
  AttendanceTrendsInput,
  AttendanceTrendsView,
} from '@guildhall/contracts/attendance.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ATTENDANCE_CSV_EXAMPLE } from './attendance-csv.routes.ts';
import { attendancePolicy } from './attendance-policy.ts';
import { attendanceMatrix, attendanceStats } from './attendance-stats.queries.ts';
import { attendanceTrends } from './attendance-trends.queries.ts';

const rest = restRoutes('Attendance');

export const attendanceRouter = router({
  stats: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/attendance-stats',
    summary: 'Attendance of each member; `explain` lists the events behind the numbers',
    description:
      'For officers; members see their own with `explain`. Covers the latest 5,000 completed events that count towards attendance, from the day the person became a member. Excused, away and declined in time do not count. The policy in force at its start applies to each event.',
    services: true,
    otherMedia: { 'text/csv': ATTENDANCE_CSV_EXAMPLE },
  })
    .input(AttendanceStatsInput)
    .output(AttendanceStatsView)
    .query(({ ctx, input }) => attendanceStats(ctx.app, ctx.actor, input)),

  matrix: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/attendance-matrix',
    summary: 'People by events: what each event was for each member, beside their numbers',
    description: 'For officers; members get their own row alone. Events outside the membership show `-`.',
    services: true,
  })
    .input(AttendanceMatrixInput)
    .output(AttendanceMatrixView)
    .query(({ ctx, input }) => attendanceMatrix(ctx.app, ctx.actor, input)),

  trends: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/attendance-trends',
    summary: 'Attendance of the guild over time, by week or month',
    description: 'Includes weeks and months without events. Former members count for the time of their membership.',
    services: true,
  })
    .input(AttendanceTrendsInput)
    .output(AttendanceTrendsView)
    .query(({ ctx, input }) => attendanceTrends(ctx.app, ctx.actor, input)),

  policy: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/attendance-policy',
    summary: 'The attendance policy, with earlier versions',
    description: 'Changed in the settings of the guild; a change applies to events that start afterwards.',
    services: true,
  })
    .input(AttendancePolicyInput)
    .output(AttendancePolicyView)
    .query(({ ctx, input }) => attendancePolicy(ctx.app, ctx.actor, input)),
});
