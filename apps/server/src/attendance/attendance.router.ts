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
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { ATTENDANCE_CSV_EXAMPLE } from './attendance-csv.routes.ts';
import { attendancePolicy } from './attendance-policy.queries.ts';
import { attendanceMatrix, attendanceStats } from './attendance-stats.queries.ts';
import { attendanceTrends } from './attendance-trends.queries.ts';

const tags = ['Attendance'];

export const attendanceRouter = router({
  stats: authenticatedProcedure
    .meta({
      services: true,
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/attendance-stats',
        tags,
        summary: 'Attendance of each member; `explain` lists the events behind the numbers',
        description:
          'For officers; members see their own with `explain`. Covers the latest 5,000 completed events that count towards attendance, from the day the person became a member. Excused, away and declined in time do not count. The policy in force at its start applies to each event.',
      },
      otherMedia: { 'text/csv': ATTENDANCE_CSV_EXAMPLE },
    })
    .input(AttendanceStatsInput)
    .output(AttendanceStatsView)
    .query(({ ctx, input }) => attendanceStats(ctx.app, ctx.actor, input)),

  matrix: authenticatedProcedure
    .meta({
      services: true,
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/attendance-matrix',
        tags,
        summary: 'People by events: what each event was for each member, beside their numbers',
        description: 'For officers; members get their own row alone. Events outside the membership show `-`.',
      },
    })
    .input(AttendanceMatrixInput)
    .output(AttendanceMatrixView)
    .query(({ ctx, input }) => attendanceMatrix(ctx.app, ctx.actor, input)),

  trends: authenticatedProcedure
    .meta({
      services: true,
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/attendance-trends',
        tags,
        summary: 'Attendance of the guild over time, by week or month',
        description: 'Includes weeks and months without events. Former members count for the time of their membership.',
      },
    })
    .input(AttendanceTrendsInput)
    .output(AttendanceTrendsView)
    .query(({ ctx, input }) => attendanceTrends(ctx.app, ctx.actor, input)),

  policy: authenticatedProcedure
    .meta({
      services: true,
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/attendance-policy',
        tags,
        summary: 'The attendance policy, with earlier versions',
        description: 'Changed in the settings of the guild; a change applies to events that start afterwards.',
      },
    })
    .input(AttendancePolicyInput)
    .output(AttendancePolicyView)
    .query(({ ctx, input }) => attendancePolicy(ctx.app, ctx.actor, input)),
});
