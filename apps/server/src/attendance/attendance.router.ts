import {
  AttendancePolicyInput,
  AttendancePolicyView,
  AttendanceStatsInput,
  AttendanceStatsView,
  AttendanceTrendsInput,
  AttendanceTrendsView,
} from '@guildhall/contracts/attendance.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { attendancePolicy } from './attendance-policy.queries.ts';
import { attendanceStats } from './attendance-stats.queries.ts';
import { attendanceTrends } from './attendance-trends.queries.ts';

const tags = ['Attendance'];

export const attendanceRouter = router({
  stats: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/attendance-stats',
        tags,
        summary: 'How reliably each member comes, and with `explain` why the numbers are so',
        description:
          'For officers; members read their own with `explain`. Counted are completed events that count, from when a person became a member; the latest 5,000. Excused, away and declined in time is not counted. An event is counted by the policy that held when it began.',
      },
    })
    .input(AttendanceStatsInput)
    .output(AttendanceStatsView)
    .query(({ ctx, input }) => attendanceStats(ctx.app, ctx.actor, input)),

  trends: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/attendance-trends',
        tags,
        summary: 'Attendance of the guild over time, by week or month',
        description:
          'Weeks and months without events are in it too. Those who have left since are counted as they were.',
      },
    })
    .input(AttendanceTrendsInput)
    .output(AttendanceTrendsView)
    .query(({ ctx, input }) => attendanceTrends(ctx.app, ctx.actor, input)),

  policy: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/attendance-policy',
        tags,
        summary: 'By what attendance is counted, with earlier versions',
        description: 'It is changed with the settings of the guild, and then holds for events that begin from then on.',
      },
    })
    .input(AttendancePolicyInput)
    .output(AttendancePolicyView)
    .query(({ ctx, input }) => attendancePolicy(ctx.app, ctx.actor, input)),
});
