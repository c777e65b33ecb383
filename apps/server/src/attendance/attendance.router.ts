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
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { ATTENDANCE_CSV_EXAMPLE } from './attendance-csv.routes.ts';
import { attendancePolicy } from './attendance-policy.ts';
import { attendanceMatrix, attendanceStats } from './attendance-stats.queries.ts';
import { attendanceTrends } from './attendance-trends.queries.ts';

const rest = restRoutes('Attendance');

export const attendanceRouter = router({
  stats: authenticatedProcedure
    .meta({
      services: true,
      openapi: rest.get(
        '/organizations/{id}/attendance-stats',
        'Attendance of each member; `explain` lists the events behind the numbers',
        'For officers; members see their own with `explain`. Covers the latest 5,000 completed events that count towards attendance, from the day the person became a member. Excused, away and declined in time do not count. The policy in force at its start applies to each event.',
      ),
      otherMedia: { 'text/csv': ATTENDANCE_CSV_EXAMPLE },
    })
    .input(AttendanceStatsInput)
    .output(AttendanceStatsView)
    .query(({ ctx, input }) => attendanceStats(ctx.app, ctx.actor, input)),

  matrix: authenticatedProcedure
    .meta({
      services: true,
      openapi: rest.get(
        '/organizations/{id}/attendance-matrix',
        'People by events: what each event was for each member, beside their numbers',
        'For officers; members get their own row alone. Events outside the membership show `-`.',
      ),
    })
    .input(AttendanceMatrixInput)
    .output(AttendanceMatrixView)
    .query(({ ctx, input }) => attendanceMatrix(ctx.app, ctx.actor, input)),

  trends: authenticatedProcedure
    .meta({
      services: true,
      openapi: rest.get(
        '/organizations/{id}/attendance-trends',
        'Attendance of the guild over time, by week or month',
        'Includes weeks and months without events. Former members count for the time of their membership.',
      ),
    })
    .input(AttendanceTrendsInput)
    .output(AttendanceTrendsView)
    .query(({ ctx, input }) => attendanceTrends(ctx.app, ctx.actor, input)),

  policy: authenticatedProcedure
    .meta({
      services: true,
      openapi: rest.get(
        '/organizations/{id}/attendance-policy',
        'The attendance policy, with earlier versions',
        'Changed in the settings of the guild; a change applies to events that start afterwards.',
      ),
    })
    .input(AttendancePolicyInput)
    .output(AttendancePolicyView)
    .query(({ ctx, input }) => attendancePolicy(ctx.app, ctx.actor, input)),
});
